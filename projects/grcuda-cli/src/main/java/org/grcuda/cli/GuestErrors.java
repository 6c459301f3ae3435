package org.grcuda.cli;

import java.io.PrintStream;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.PolyglotException.StackFrame;
import org.graalvm.polyglot.SourceSection;
import org.graalvm.polyglot.Value;

/** Prints errors that a program did not catch, in the form that Node uses. */
final class GuestErrors {

  /** What a shell reports for a process that ended by SIGINT. */
  private static final int INTERRUPTED = 130;

  /** Prefix of the names of this language's classes. */
  private static final String OWN = "grcuda.";

  private GuestErrors() {}

  /** The exit status that {@code error} asks for, else 1, after printing it. */
  static int status(PolyglotException error) {
    if (error.isExit()) {
      return error.getExitStatus();
    }
    if (error.isInterrupted()) {
      return INTERRUPTED;
    }
    print(error, System.err);
    return 1;
  }

  /** Location, source line with a caret, message, stack. */
  static void print(PolyglotException error, PrintStream out) {
    if (error.isInternalError() && Main.hadTooManyFiles(error)) {
      out.println("grcuda: " + Main.TOO_MANY_FILES);
      return;
    }
    if (error.isInternalError()) {
      out.print("grcuda: internal error: ");
      error.printStackTrace(out);
      return;
    }
    var text = new StringBuilder();
    appendLocation(text, error);
    text.append(message(error).stripTrailing()).append('\n');
    if (!error.isSyntaxError()) {
      for (StackFrame frame : error.getPolyglotStackTrace()) {
        appendFrame(text, frame);
      }
    }
    out.print(text);
  }

  /** The message with the class of the error in front, as in errors of the languages. */
  private static String message(PolyglotException error) {
    if (error.isHostException()) {
      return error.asHostException().toString();
    }
    Value thrown = error.getGuestObject();
    Value type = thrown == null ? null : thrown.getMetaObject();
    String name = type == null ? "" : type.getMetaQualifiedName();
    return name.startsWith(OWN) ? name + ": " + error.getMessage() : error.getMessage();
  }

  private static void appendLocation(StringBuilder text, PolyglotException error) {
    SourceSection at = location(error);
    if (!hasText(at)) {
      return;
    }
    String line = at.getSource().getCharacters(at.getStartLine()).toString();
    if (error.getMessage().contains(line.strip())) {
      return;
    }
    int column = Math.max(at.getStartColumn(), 1);
    boolean oneLine = at.getEndLine() == at.getStartLine();
    int width = oneLine ? Math.max(1, at.getEndColumn() - column + 1) : 1;
    text.append(at.getSource().getName()).append(':').append(at.getStartLine()).append('\n');
    text.append(line).append('\n');
    text.repeat(' ', column - 1).repeat('^', width).append("\n\n");
  }

  /** Where the error is, else where the innermost frame was that has a location. */
  private static SourceSection location(PolyglotException error) {
    if (hasText(error.getSourceLocation())) {
      return error.getSourceLocation();
    }
    for (StackFrame frame : error.getPolyglotStackTrace()) {
      if (frame.isGuestFrame() && hasText(frame.getSourceLocation())) {
        return frame.getSourceLocation();
      }
    }
    return null;
  }

  private static boolean hasText(SourceSection section) {
    return section != null
        && section.isAvailable()
        && section.hasLines()
        && section.getSource().hasCharacters();
  }

  /** One line for a guest frame; GraalPy gives no location to those of a foreign error. */
  private static void appendFrame(StringBuilder text, StackFrame frame) {
    if (!frame.isGuestFrame()) {
      return;
    }
    SourceSection at = frame.getSourceLocation();
    String function = frame.getRootName().startsWith(":") ? "" : frame.getRootName();
    if (at == null || !at.isAvailable()) {
      text.append(function.isEmpty() ? "" : "    at " + function + "\n");
      return;
    }
    String place =
        "%s:%d:%d".formatted(at.getSource().getName(), at.getStartLine(), at.getStartColumn());
    text.append("    at ");
    text.append(function.isEmpty() ? place : function + " (" + place + ")").append('\n');
  }
}
