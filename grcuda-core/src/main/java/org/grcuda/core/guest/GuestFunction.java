package org.grcuda.core.guest;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.List;
import org.grcuda.types.GrCudaException;

/** A function of a guest program, which can be called later. */
public final class GuestFunction {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  /** The members that hold the name of a function: of Python, and of JavaScript. */
  private static final List<String> NAMES = List.of("__name__", "name");

  private final Object function;

  private GuestFunction(Object function) {
    this.function = function;
  }

  /** {@code value} as a function; null if it cannot be called. */
  public static GuestFunction of(Object value) {
    return INTEROP.isExecutable(value) ? new GuestFunction(value) : null;
  }

  /** Its name in the program; empty if it has none. */
  public String name() {
    for (String member : NAMES) {
      if (INTEROP.isMemberReadable(function, member)) {
        try {
          Object name = INTEROP.readMember(function, member);
          return Values.isString(name) ? Values.string(member, name) : "";
        } catch (InteropException e) {
          throw GuestException.changed(Values.describe(function), e);
        }
      }
    }
    return "";
  }

  /** Calls it with interop values. What it throws is thrown. */
  public Object call(Object... arguments) {
    try {
      return INTEROP.execute(function, arguments);
    } catch (InteropException e) {
      String problem =
          " cannot be called with " + arguments.length + " arguments: " + e.getMessage();
      throw GuestException.of(
          new GrCudaException(GrCudaException.Kind.TYPE, Values.describe(function) + problem, e),
          null);
    }
  }
}
