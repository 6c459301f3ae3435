package org.grcuda.tests.misuse;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;

/** A guest language that runs statements over the objects of a {@link PolyglotHost}. */
final class Guest {

  private static final String PYTHON =
      """
      def attempt(code, names, values):
          try:
              exec(code, dict(zip(names, values)))
          except BaseException as e:
              text = str(e)
              if text.startswith("grcuda."):
                  text = text.partition(": ")[2]
              return type(e).__name__ + ": " + text
          return "no error"
      attempt
      """;

  private static final String JAVASCRIPT =
      """
      (code, names, values) => {
        try {
          new Function(...names, code)(...values);
        } catch (e) {
          return e.constructor.name + ': ' + e.message;
        }
        return 'no error';
      }
      """;

  private final PolyglotHost host;
  private final Value attempt;

  private Guest(PolyglotHost host, Value attempt) {
    this.host = host;
    this.attempt = attempt;
  }

  static Guest python(Context context, Value foreign) {
    return new Guest(new PolyglotHost(context, foreign), context.eval("python", PYTHON));
  }

  static Guest javaScript(Context context, Value foreign) {
    return new Guest(new PolyglotHost(context, foreign), context.eval("js", JAVASCRIPT));
  }

  PolyglotHost host() {
    return host;
  }

  /** Runs a statement; gives the class and the message of what it raises. */
  String attempt(String statement) {
    String[] names = {
      "cu", "x", "i", "m", "f", "freed", "scale", "foreign", "source", "broken", "empty", "struct",
      "image"
    };
    Object[] values = {
      host.cu,
      host.x,
      host.i,
      host.m,
      host.f,
      host.freed,
      host.scale,
      host.foreign,
      Sources.VALID,
      Sources.BROKEN,
      Sources.NO_KERNEL,
      Sources.STRUCT,
      Sources.IMAGE
    };
    return attempt.execute(statement, names, values).asString();
  }
}
