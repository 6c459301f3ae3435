package org.grcuda.graph.guest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.DeviceArray;
import org.grcuda.IntArray;
import org.grcuda.UIntArray;
import org.grcuda.spi.Call;
import org.grcuda.worklist.Statistics;

/** Results of algorithms as values for programs. */
final class Results {

  private Results() {}

  /** A device array of unsigned integers, one for each vertex. */
  static DeviceArray unsigned(Call call, int[] values) {
    UIntArray array = call.cuda().uintArray(values.length);
    array.copyFrom(values);
    return array;
  }

  /** A device array of floats, one for each vertex. */
  static DeviceArray floats(Call call, float[] values) {
    return call.cuda().array(values);
  }

  /** Whether a value of {@link Call#plain} is a list or an array of integers. */
  static boolean areIntegers(Object plain) {
    return switch (plain) {
      case IntArray array -> true;
      case UIntArray array -> true;
      case List<?> list -> list.stream().allMatch(Long.class::isInstance);
      default -> false;
    };
  }

  static Map<String, Object> record(Statistics statistics) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("steps", statistics.steps());
    record.put("rounds", statistics.rounds());
    record.put("edges", statistics.edges());
    record.put("packets", statistics.packets());
    record.put("pairs", statistics.pairs());
    record.put("raises", statistics.raises());
    record.put("nanos", statistics.nanos());
    return record;
  }
}
