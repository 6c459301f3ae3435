package org.grcuda.core.builtin;

import org.grcuda.ElementType;
import org.grcuda.GrCudaException;
import org.grcuda.Order;
import org.grcuda.core.interop.DeviceArray;
import org.grcuda.core.interop.FunctionObject;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.Values;

/**
 * {@code DeviceArray(type, d0 [, d1 ...] [, 'C'|'F'])} allocates an array; {@code
 * DeviceArray(type)} gives a function that takes the rest. It is the class of arrays too: {@code
 * new DeviceArray(...)} is the same call, and {@code x instanceof DeviceArray} holds of arrays.
 */
final class DeviceArrayFunction extends FunctionObject {

  private static final String NAME = "DeviceArray";
  private static final int MOST = 64;

  private final GuestContext context;

  DeviceArrayFunction(GuestContext context) {
    super(NAME, 1, MOST, DeviceArray.META);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    ElementType type = Values.elementType(NAME + ", argument 1 'type'", arguments[0]);
    return arguments.length == 1 ? new OfType(type) : allocate(type, arguments, 1);
  }

  private DeviceArray allocate(ElementType type, Object[] arguments, int first) {
    int last = arguments.length;
    Order order = Order.C;
    if (last - first > 1 && !isNumber(arguments[last - 1])) {
      order = order(Values.string(NAME + ", order", arguments[--last]));
    }
    long[] shape = new long[last - first];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = Values.integer(NAME + ", dimension " + (i + 1), arguments[first + i]);
    }
    return new DeviceArray(context, context.session().allocate(type, shape, order));
  }

  private static boolean isNumber(Object value) {
    return !Values.isString(value);
  }

  private static Order order(String name) {
    return switch (name) {
      case "C" -> Order.C;
      case "F" -> Order.F;
      default ->
          throw new GrCudaException(
              GrCudaException.Kind.VALUE,
              NAME + ", order: expected 'C' or 'F', given '" + name + "'");
    };
  }

  /** The function that {@code DeviceArray(type)} gives. */
  private final class OfType extends FunctionObject {

    private final ElementType type;

    OfType(ElementType type) {
      super(NAME + "(" + type + ")", 1, MOST - 1);
      this.type = type;
    }

    @Override
    protected Object call(Object[] arguments) {
      return allocate(type, arguments, 0);
    }
  }
}
