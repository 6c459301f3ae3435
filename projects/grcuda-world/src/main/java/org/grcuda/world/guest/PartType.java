package org.grcuda.world.guest;

import java.util.Arrays;
import java.util.List;
import org.grcuda.DeviceArray;
import org.grcuda.spi.Call;
import org.grcuda.spi.ObjectType;
import org.grcuda.world.Part;

/** Parts of distributed arrays as programs hold them. */
final class PartType {

  static final ObjectType<Part<DeviceArray>> TYPE =
      new ObjectType<>("Part", parts())
          .property("index", Part::index)
          .property("owner", Part::owner)
          .property("begin", part -> list(part.begin()))
          .property("end", part -> list(part.end()))
          .property("shape", part -> list(part.shape()))
          .property("rows", Part::rows)
          .property("columns", Part::columns)
          .property("isLocal", Part::isLocal)
          .property("padded", Part::padded)
          .property("inner", Part::inner)
          .method("fill", List.of("value"), PartType::fill);

  private PartType() {}

  @SuppressWarnings("unchecked") // parts of any arrays
  private static Class<Part<DeviceArray>> parts() {
    return (Class<Part<DeviceArray>>) (Class<?>) Part.class;
  }

  static List<Long> list(long... numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }

  private static Object fill(Part<DeviceArray> part, Call call) {
    part.fill(DistributedArrayType.number(call, "value"));
    return null;
  }
}
