package org.grcuda.world.guest;

import java.util.Arrays;
import java.util.List;
import org.grcuda.DeviceArray;
import org.grcuda.spi.Call;
import org.grcuda.spi.ObjectType;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.UnknownTypeException;
import org.grcuda.world.DistributedArray;
import org.grcuda.world.DistributedArrayBuilder;
import org.grcuda.world.World;

/** Distributed arrays as programs hold them. */
final class DistributedArrayType {

  /** The parameters of the function that makes one. */
  static final List<String> PARAMETERS =
      List.of("type", "shape...", "parts", "axes", "halo", "corners", "periodic");

  static final ObjectType<DistributedArray<DeviceArray>> TYPE =
      new ObjectType<>("DistributedArray", arrays())
          .property("dtype", array -> array.type().typeName())
          .property("shape", array -> PartType.list(array.shape()))
          .property("grid", array -> Arrays.stream(array.grid()).boxed().toList())
          .property("halo", DistributedArray::halo)
          .property("parts", DistributedArray::parts)
          .property("allParts", DistributedArray::allParts)
          .method("exchange", List.of(), (array, call) -> exchange(array))
          .method("fill", List.of("value"), DistributedArrayType::fill)
          .method("copyFrom", List.of("whole"), DistributedArrayType::copyFrom)
          .method("sum", List.of(), (array, call) -> sum(array))
          .method("get", List.of("indices..."), DistributedArrayType::get)
          .method("gather", List.of("rank"), DistributedArrayType::gather)
          .method("free", List.of(), (array, call) -> free(array));

  private DistributedArrayType() {}

  @SuppressWarnings("unchecked") // of any arrays
  private static Class<DistributedArray<DeviceArray>> arrays() {
    return (Class<DistributedArray<DeviceArray>>) (Class<?>) DistributedArray.class;
  }

  /** Makes an array of a world. */
  static DistributedArray<DeviceArray> make(World world, Call call) {
    DistributedArrayBuilder<DeviceArray> builder =
        world.distributedArray(type(call), shape(call)).halo(integer(call, "halo", 0));
    if (call.isGiven("axes")) {
      builder.axes(integer(call, "axes", 1));
    }
    if (call.isGiven("parts")) {
      if (call.plain("parts") instanceof List<?>) {
        builder.grid(call.integers("parts"));
      } else {
        builder.parts(integer(call, "parts", 1));
      }
    }
    return builder
        .corners(call.isTrue("corners", false))
        .periodic(call.isTrue("periodic", false))
        .create();
  }

  private static ElementType type(Call call) {
    try {
      return ElementType.parse(call.text("type"));
    } catch (UnknownTypeException e) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, "DistributedArray, 'type': " + e.getMessage(), e);
    }
  }

  private static int integer(Call call, String name, int usual) {
    return (int) call.integer(name, Integer.MIN_VALUE, Integer.MAX_VALUE, usual);
  }

  /** Extents in order, or one list of them. */
  private static long[] shape(Call call) {
    List<?> extents = call.rest("shape");
    return numbers(
        "DistributedArray, 'shape'",
        extents.size() == 1 && extents.getFirst() instanceof List<?> list ? list : extents);
  }

  private static long[] numbers(String what, List<?> given) {
    long[] numbers = new long[given.size()];
    for (int i = 0; i < numbers.length; i++) {
      if (!(given.get(i) instanceof Long number)) {
        throw new GrCudaException(
            GrCudaException.Kind.TYPE,
            what
                + ": expected whole numbers, given "
                + (given.get(i) instanceof String text ? "'" + text + "'" : given.get(i)));
      }
      numbers[i] = number;
    }
    return numbers;
  }

  /** A value to be stored. */
  static Number number(Call call, String name) {
    return switch (call.plain(name)) {
      case Boolean truth -> truth ? 1 : 0;
      case Number number -> number;
      default -> throw call.refusal(name, "a number");
    };
  }

  /** A sum as programs know it: of integers, a whole number. */
  private static Object sum(DistributedArray<DeviceArray> array) {
    double sum = array.sum();
    boolean isWhole = array.type().kind() != ElementType.Kind.FLOATING && sum == (long) sum;
    return isWhole ? (Object) (long) sum : (Object) sum;
  }

  private static Object exchange(DistributedArray<DeviceArray> array) {
    array.exchange();
    return null;
  }

  private static Object fill(DistributedArray<DeviceArray> array, Call call) {
    array.fill(number(call, "value"));
    return null;
  }

  private static Object copyFrom(DistributedArray<DeviceArray> array, Call call) {
    if (!(call.plain("whole") instanceof DeviceArray whole)) {
      throw call.refusal("whole", "a device array of all elements");
    }
    array.copyFrom(whole);
    return null;
  }

  private static Object get(DistributedArray<DeviceArray> array, Call call) {
    double value = array.get(numbers("get, 'indices'", call.rest("indices")));
    boolean isWhole = array.type().isInteger() && value == (long) value;
    if (array.type() == ElementType.BOOLEAN) {
      return value != 0;
    }
    return isWhole ? (Object) (long) value : (Object) value;
  }

  private static Object gather(DistributedArray<DeviceArray> array, Call call) {
    return call.isGiven("rank") ? array.gather(integer(call, "rank", 0)) : array.gather();
  }

  private static Object free(DistributedArray<DeviceArray> array) {
    array.close();
    return null;
  }
}
