package org.grcuda.core.builtin;

import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.Namespace;
import org.grcuda.core.interop.GuestContext;

/** Built-in functions that are small enough to be rows of a table: a name, an arity and a body. */
final class FunctionTable {

  /** What a function does. */
  @FunctionalInterface
  interface Body {
    /** Calls the function; the result is an interop value. */
    Object call(Arguments arguments);
  }

  /** What a function without a result does. */
  @FunctionalInterface
  interface Action {
    /** Calls it. */
    void run(Arguments arguments);
  }

  private final GuestContext context;
  private final Namespace target;

  /** A table whose functions are installed in {@code target}. */
  FunctionTable(GuestContext context, Namespace target) {
    this.context = context;
    this.target = target;
  }

  /** Installs a function that takes {@code least} to {@code most} arguments. */
  FunctionTable function(String name, int least, int most, Body body) {
    target.add(name, new Row(context, name, least, most, body));
    return this;
  }

  /** As {@link #function}, without a result. */
  FunctionTable action(String name, int least, int most, Action action) {
    return function(
        name,
        least,
        most,
        arguments -> {
          action.run(arguments);
          return GuestNull.INSTANCE;
        });
  }

  private static final class Row extends FunctionObject {

    private final GuestContext context;
    private final Body body;

    Row(GuestContext context, String name, int least, int most, Body body) {
      super(name, least, most);
      this.context = context;
      this.body = body;
    }

    @Override
    protected Object call(Object[] arguments) {
      return body.call(new Arguments(context, name(), arguments));
    }
  }
}
