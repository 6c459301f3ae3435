package org.grcuda.core.builtin;

import java.util.Arrays;
import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.ArrayShapes;
import org.grcuda.core.interop.DeviceArray;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.types.ElementType;
import org.grcuda.types.Order;

/**
 * {@code DeviceArray(type, d0 [, d1 ...] [, 'C'|'F'])} allocates an array; {@code
 * DeviceArray(type)} gives a function that takes the rest. It is also the class of arrays: {@code
 * new DeviceArray(...)} is the same call, and {@code x instanceof DeviceArray} holds for arrays.
 */
final class DeviceArrayFunction extends FunctionObject {

  private static final String NAME = "DeviceArray";
  private static final int MOST = 64;

  private final GuestContext context;

  DeviceArrayFunction(GuestContext context) {
    super(NAME, 1, MOST, DeviceArray.META, members(context));
    this.context = context;
  }

  /** {@code DeviceArray.map(type [, source])}. */
  private static Members<FunctionObject> members(GuestContext context) {
    return new Members<FunctionObject>(NAME)
        .method(
            "map",
            1,
            2,
            (function, arguments) -> {
              ElementType type =
                  Values.elementType("DeviceArray.map, argument 1 'type'", arguments[0]);
              return arguments.length == 1
                  ? new MapOfType(context, type)
                  : DeviceArray.of(context, type, arguments[1]);
            });
  }

  @Override
  protected Object call(Object[] arguments) {
    ElementType type = Values.elementType(NAME + ", argument 1 'type'", arguments[0]);
    return arguments.length == 1 ? new OfType(type) : allocate(type, arguments, 1);
  }

  /** The array of these dimensions; one argument, most often the last, may be the order. */
  private DeviceArray allocate(ElementType type, Object[] arguments, int first) {
    Order order = null;
    long[] shape = new long[arguments.length - first];
    int rank = 0;
    for (int i = first; i < arguments.length; i++) {
      if (order == null && isOrder(arguments, i, first)) {
        order = ArrayShapes.order(NAME + ", order", arguments[i]);
      } else {
        shape[rank] = Values.integer(NAME + ", dimension " + (rank + 1), arguments[i]);
        rank++;
      }
    }
    return new DeviceArray(
        context,
        context
            .session()
            .allocate(type, Arrays.copyOf(shape, rank), order == null ? Order.C : order));
  }

  private static boolean isOrder(Object[] arguments, int index, int first) {
    return arguments.length - first > 1 && Values.isString(arguments[index]);
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

  /** The function that {@code DeviceArray.map(type)} gives. */
  private static final class MapOfType extends FunctionObject {

    private final GuestContext context;
    private final ElementType type;

    MapOfType(GuestContext context, ElementType type) {
      super(NAME + ".map(" + type + ")", 1, 1);
      this.context = context;
      this.type = type;
    }

    @Override
    protected Object call(Object[] arguments) {
      return DeviceArray.of(context, type, arguments[0]);
    }
  }
}
