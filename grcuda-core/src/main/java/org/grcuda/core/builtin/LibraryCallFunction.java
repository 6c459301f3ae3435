package org.grcuda.core.builtin;

import java.util.Arrays;
import java.util.OptionalLong;
import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.ComplexValues;
import org.grcuda.core.interop.DeviceArray;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.Pointers;
import org.grcuda.core.library.LibraryArguments;
import org.grcuda.core.library.LibraryFunction;

/** A function of a vendor library, such as {@code BLAS.cublasSaxpy(n, alpha, x, 1, y, 1)}. */
final class LibraryCallFunction extends FunctionObject {

  private static final LibraryArguments.Unusable INNER_LIST =
      new LibraryArguments.Unusable("a list");

  private final GuestContext context;
  private final LibraryFunction function;

  LibraryCallFunction(GuestContext context, LibraryFunction function) {
    super(function.name(), 0, Integer.MAX_VALUE);
    this.context = context;
    this.function = function;
  }

  @Override
  protected Object call(Object[] arguments) {
    Object[] values = Arrays.stream(arguments).map(this::value).toArray();
    return context.libraries().call(function, values);
  }

  private Object value(Object argument) {
    if (argument instanceof DeviceArray array) {
      return array.array();
    }
    if (Values.isList(argument)) {
      return list(argument);
    }
    OptionalLong address = Pointers.pointer(argument);
    if (address.isPresent()) {
      return new LibraryArguments.Address(address.getAsLong());
    }
    Object plain = Values.plain(argument);
    if (plain != null) {
      return plain;
    }
    Object[] complex = ComplexValues.parts(argument);
    // A part that is not a number is refused, as an element of a list is.
    return complex != null
        ? Arrays.stream(complex).map(Values::plain).toArray()
        : new LibraryArguments.Unusable(Values.describe(argument));
  }

  /** A complex number may be a list of two numbers; lists within lists are refused. */
  private Object[] list(Object argument) {
    Object[] elements = Values.list(function.name(), argument);
    return Arrays.stream(elements)
        .map(element -> Values.isList(element) ? INNER_LIST : value(element))
        .toArray();
  }
}
