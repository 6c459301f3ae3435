package org.grcuda.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.Candidate;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.LineReaderImpl;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;

/** The editor of statements on the terminal: JLine, with a history for each language. */
final class LineEditor implements AutoCloseable {

  private final Terminal terminal;
  private final Path history;
  private final Reader reader;
  private Repl repl;

  /** Takes the terminal; the history is that of {@code language}. */
  LineEditor(String language) {
    try {
      terminal = TerminalBuilder.builder().system(true).dumb(true).nativeSignals(true).build();
      reader = new Reader();
    } catch (IOException e) {
      throw CommandFailure.failed("repl: cannot use the terminal: " + e.getMessage(), e);
    }
    history = stateFolder().resolve(language + "-history");
  }

  /** Says whose statements are edited. */
  void attach(Repl session) {
    repl = session;
    terminal.handle(Terminal.Signal.INT, signal -> repl.interrupt());
    reader.setVariable(LineReader.SECONDARY_PROMPT_PATTERN, repl.continuation());
    reader.setOpt(LineReader.Option.DISABLE_EVENT_EXPANSION);
    reader.setOpt(LineReader.Option.INSERT_TAB);
    reader.unsetOpt(LineReader.Option.HISTORY_TIMESTAMPED);
    // If the system does not know the home, it is not an absolute path; then there is no history.
    if (history.isAbsolute() && Files.isWritable(createFolder(history.getParent()))) {
      reader.setVariable(LineReader.HISTORY_FILE, history);
    }
  }

  /** Reads a statement, of several lines perhaps; null if the user ends the session. */
  String read() {
    while (true) {
      try {
        return reader.readLine(repl.prompt());
      } catch (UserInterruptException e) {
        terminal.writer().println(repl.interrupted());
        terminal.flush();
      } catch (EndOfFileException e) {
        return null;
      }
    }
  }

  @Override
  public void close() {
    try {
      terminal.close();
    } catch (IOException e) {
      throw CommandFailure.failed("repl: cannot give back the terminal: " + e.getMessage(), e);
    }
  }

  /** Where programs keep histories: XDG Base Directory Specification. */
  private static Path stateFolder() {
    String state = System.getenv("XDG_STATE_HOME");
    Path base =
        state != null && Path.of(state).isAbsolute()
            ? Path.of(state)
            : Path.of(System.getProperty("user.home"), ".local", "state");
    return base.resolve("grcuda");
  }

  /** Makes a folder if it can: without one, the history ends with the session. */
  private static Path createFolder(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      return folder;
    }
  }

  private static Candidate candidate(String name) {
    return new Candidate(name, name, null, null, null, null, false);
  }

  /** Runs due timers and callbacks while it waits for a key. */
  private final class Reader extends LineReaderImpl {

    private static final long KEY_MILLIS = 20;

    Reader() throws IOException {
      super(LineEditor.this.terminal, "grcuda");
      setParser(new Lines());
      setCompleter(
          (line, parsed, candidates) ->
              parsed.words().forEach(word -> candidates.add(candidate(word))));
    }

    @Override
    public Binding readBinding(KeyMap<Binding> keys, KeyMap<Binding> local) {
      while (repl.isWaiting() && isQuiet()) {
        if (repl.proceed()) {
          redrawLine();
          redisplay();
        }
      }
      return super.readBinding(keys, local);
    }

    private boolean isQuiet() {
      try {
        return terminal.reader().peek(KEY_MILLIS) == NonBlockingReader.READ_EXPIRED;
      } catch (IOException e) {
        return false; // the read that follows says why
      }
    }
  }

  /** Decides when a statement is complete, and completes its last name. */
  private final class Lines implements Parser {

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
      if (context == ParseContext.ACCEPT_LINE && !repl.isComplete(line)) {
        throw new EOFError(-1, cursor, "lines are missing");
      }
      List<String> names =
          context == ParseContext.COMPLETE
              ? repl.complete(line.substring(0, cursor))
              : List.of(line);
      return new Line(line, cursor, names.getFirst(), names.subList(1, names.size()));
    }
  }

  /** A line with a name that ends at the cursor, and the completions of that name. */
  private record Line(String line, int cursor, String word, List<String> words)
      implements CompletingParsedLine {

    @Override
    public int wordCursor() {
      return word.length();
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public int rawWordCursor() {
      return word.length();
    }

    @Override
    public int rawWordLength() {
      return word.length();
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      return candidate;
    }
  }
}
