package org.grcuda.cli;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.graalvm.polyglot.TypeLiteral;
import org.graalvm.polyglot.Value;

/** Python, statement after statement; the work is done by {@code repl.py} of the resources. */
final class PythonRepl implements Repl {

  private static final TypeLiteral<List<String>> STRINGS = new TypeLiteral<>() {};

  private final PythonSession session;
  private final Value functions;
  private final String banner;

  PythonRepl(Map<String, String> options) {
    session = new PythonSession("", List.of(), options);
    session.load("interactive");
    functions = session.load("repl");
    banner = functions.invokeMember("start").asString();
  }

  @Override
  public String banner() {
    return banner + "; grcuda is imported. help(), exit: Ctrl-D";
  }

  @Override
  public String prompt() {
    return ">>> ";
  }

  @Override
  public String continuation() {
    return "... ";
  }

  @Override
  public String interrupted() {
    return "KeyboardInterrupt";
  }

  @Override
  public boolean isComplete(String text) {
    return functions.invokeMember("is_complete", text).asBoolean();
  }

  @Override
  public OptionalInt run(String text) {
    Value status = functions.invokeMember("run", text);
    return status.isNull() ? OptionalInt.empty() : OptionalInt.of(status.asInt());
  }

  @Override
  public List<String> complete(String text) {
    return functions.invokeMember("complete", text).as(STRINGS);
  }

  @Override
  public int end(int status) {
    return session.end(status);
  }

  @Override
  public void close() {
    session.close();
  }
}
