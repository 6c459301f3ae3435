package org.grcuda.tests.misuse;

import java.util.function.Consumer;

/**
 * One thing done wrong, and the message that says so.
 *
 * @param name of the test
 * @param guest a statement that is both Python and JavaScript; null where it cannot be said there
 * @param polyglot the same over the polyglot API
 * @param typed the same over the typed API; null where its types rule it out
 * @param message the whole message
 * @param typedMessage that of the typed API, where it differs
 * @param pythonMessage class and message in Python, where GraalPy replaces both
 */
record Misuse(
    String name,
    String guest,
    Consumer<PolyglotHost> polyglot,
    Consumer<TypedHost> typed,
    String message,
    String typedMessage,
    String pythonMessage) {

  static Misuse of(
      String name,
      String guest,
      Consumer<PolyglotHost> polyglot,
      Consumer<TypedHost> typed,
      String message) {
    return new Misuse(
        name, guest, polyglot, typed, message, message, "ForeignException: " + message);
  }

  /** As this one, with another message of the typed API. */
  Misuse typed(String other) {
    return new Misuse(name, guest, polyglot, typed, message, other, pythonMessage);
  }

  /** As this one, with another class and message in Python. */
  Misuse python(String other) {
    return new Misuse(name, guest, polyglot, typed, message, typedMessage, other);
  }

  @Override
  public String toString() {
    return name;
  }
}
