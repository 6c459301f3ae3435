package org.grcuda.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.TypeLiteral;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.grcuda.cli.node.NodeServices;
import org.grcuda.cli.node.ProgramModules;

/** JavaScript, statement after statement, with {@code await} wherever Node has it. */
final class JavaScriptRepl implements Repl {

  private static final TypeLiteral<List<String>> STRINGS = new TypeLiteral<>() {};

  private static final Pattern AWAIT = Pattern.compile("\\bawait\\b");

  /** Text that can only be an await of the statement itself. */
  private static final Pattern AWAITED =
      Pattern.compile("^\\s*(?:(?:const|let|var)\\b[^=]*=\\s*)?await\\b", Pattern.MULTILINE);

  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:const|let|class)\\s+([A-Za-z_$][\\w$]*)");

  private static final String HELP =
      """
      .exit   Ends the session, as Ctrl-D does
      .help   Prints this

      grcuda is the module of that name: grcuda.arange(10). Ctrl-C stops what runs; _ is the last value.
      """;

  /** How long a statement has to end after Ctrl-C. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final JavaScriptSession session;
  private final Value program;
  private final Value functions;

  /** Variables that are not members of any object. */
  private final Set<String> declared = new LinkedHashSet<>();

  private int inputs;
  private volatile boolean isInterrupted;

  JavaScriptRepl(Map<String, String> options) {
    session = new JavaScriptSession(Path.of("repl"), List.of(), options);
    program = session.start(true);
    functions = NodeServices.load(session.context(), "repl");
  }

  @Override
  public String banner() {
    return "JavaScript (GraalJS); grcuda is at hand. .help, exit: Ctrl-D";
  }

  @Override
  public String prompt() {
    return "> ";
  }

  @Override
  public String continuation() {
    return "| ";
  }

  @Override
  public String interrupted() {
    return "(Ctrl-D or .exit ends the session)";
  }

  @Override
  public boolean isComplete(String text) {
    String type = AWAIT.matcher(text).find() ? ProgramModules.MODULE : ProgramModules.SCRIPT;
    return text.startsWith(".") || !isIncomplete(literal(text, type));
  }

  @Override
  public OptionalInt run(String text) {
    isInterrupted = false;
    try {
      switch (text.strip()) {
        case ".exit" -> {
          return OptionalInt.of(program.invokeMember("exit").asInt());
        }
        case ".help" -> System.out.print(HELP);
        default -> evaluate(text);
      }
    } catch (PolyglotException e) {
      if (e.isExit()) {
        return OptionalInt.of(e.getExitStatus());
      }
      report(e);
    }
    return OptionalInt.empty();
  }

  private void report(PolyglotException error) {
    if (error.isInterrupted()) {
      System.err.println("Interrupted");
    } else {
      System.err.print("Uncaught ");
      GuestErrors.print(error, System.err);
    }
  }

  private void evaluate(String text) {
    inputs++;
    boolean isAwaited = AWAITED.matcher(text).find();
    Source plain = literal(text, ProgramModules.SCRIPT);
    Value value =
        isAwaited || (AWAIT.matcher(text).find() && !parses(plain))
            ? await(session.context().eval(awaiting(text)))
            : session.context().eval(expression(text, plain));
    for (Matcher names = DECLARED.matcher(text); names.find(); ) {
      declared.add(names.group(1));
    }
    if (value != null) {
      session.context().getBindings("js").putMember("_", value);
      System.out.println(program.invokeMember("inspect", value).asString());
    }
  }

  /** A statement that begins with a brace is an object if it can be one, as in Node. */
  private Source expression(String text, Source plain) {
    Source object = literal("(" + text.strip() + ")", ProgramModules.SCRIPT);
    return text.stripLeading().startsWith("{") && parses(object) ? object : plain;
  }

  /**
   * A function that awaits the value of {@code text}, or else runs its statements with their
   * awaits.
   */
  private Source awaiting(String text) {
    String value = text.strip().replaceAll(";+$", "");
    Source expression = literal("(async () => (" + value + "\n))()", ProgramModules.SCRIPT);
    String statements = functions.invokeMember("assignments", text).asString();
    return parses(expression)
        ? expression
        : literal("(async () => { " + statements + "\n})()", ProgramModules.SCRIPT);
  }

  /** Runs the event loop until {@code promise} is settled; null if that does not happen. */
  private Value await(Value promise) {
    Value[] settled = new Value[2];
    ProxyExecutable done =
        outcome -> {
          settled[0] = outcome[0];
          return settled[1] = outcome[1];
        };
    functions.invokeMember("settle", promise, done);
    session.loop().run(() -> settled[0] != null || isInterrupted);
    if (settled[0] == null) {
      System.err.println(
          isInterrupted ? "Interrupted" : "Nothing is left that could settle the awaited promise");
      return null;
    }
    if (!settled[0].asBoolean()) {
      if (settled[1].isException()) {
        throw settled[1].throwException();
      }
      System.err.println("Uncaught " + program.invokeMember("inspect", settled[1]).asString());
      return null;
    }
    return settled[1];
  }

  private boolean parses(Source source) {
    return syntaxError(source) == null;
  }

  private boolean isIncomplete(Source source) {
    PolyglotException error = syntaxError(source);
    return error != null && error.isIncompleteSource();
  }

  private PolyglotException syntaxError(Source source) {
    try {
      session.context().parse(source);
      return null;
    } catch (PolyglotException e) {
      return e;
    }
  }

  private Source literal(String text, String type) {
    return Source.newBuilder("js", text, "REPL" + inputs).mimeType(type).buildLiteral();
  }

  @Override
  public boolean isWaiting() {
    return !session.loop().isIdle();
  }

  @Override
  public boolean proceed() {
    try {
      return session.loop().step() == 0;
    } catch (PolyglotException e) {
      report(e);
      return true;
    }
  }

  @Override
  public void interrupt() {
    isInterrupted = true;
    session.loop().wake();
    try {
      session.context().interrupt(PATIENCE);
    } catch (TimeoutException e) {
      System.err.println("Not interrupted within " + PATIENCE.toSeconds() + " s");
    }
  }

  @Override
  public List<String> complete(String text) {
    ProxyArray names = ProxyArray.fromArray(declared.toArray());
    return functions.invokeMember("complete", text, names).as(STRINGS);
  }

  @Override
  public int end(int status) {
    return status;
  }

  @Override
  public void close() {
    session.close();
  }
}
