package org.grcuda.tests.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.tests.Hosts;
import org.grcuda.types.ElementType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The device-wide algorithms of CU.CUB against plain Java, at sizes of no, one and many chunks. */
@TestInstance(Lifecycle.PER_CLASS)
final class DeviceWideTest {

  private static final int[] SIZES = {0, 1, 2, 31, 33, 1024, 1025, 3333};

  private final Context context = Hosts.open(Map.of("CpuDevices", "1"));
  private final Value cub = context.eval("grcuda", "CU").getMember("CUB");
  private final NumberRig ints = new NumberRig(context, ElementType.INT);

  @AfterAll
  void close() {
    context.close();
  }

  private NumberRig rig(ElementType type) {
    return new NumberRig(context, type);
  }

  private static List<Number> longs(IntStream values) {
    return new ArrayList<>(values.mapToObj(value -> (Number) (long) value).toList());
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BOOLEAN", "HALF", "COMPLEX64", "COMPLEX128"})
  void reductions(ElementType type) {
    NumberRig rig = rig(type);
    for (int n : SIZES) {
      List<Number> numbers = rig.randoms(n);
      Value input = rig.array(numbers);
      for (String operator : List.of("Sum", "Min", "Max")) {
        Value output = rig.empty(1);
        assertEquals(0, cub.invokeMember("DeviceReduce" + operator, input, output, n).asInt());
        Number expected =
            numbers.stream()
                .reduce((a, b) -> rig.combine(operator.toLowerCase(Locale.ROOT), a, b))
                .orElse(null);
        if (expected != null || operator.equals("Sum")) {
          Number sum = expected == null ? rig.of(0) : expected;
          assertEquals(List.of(sum), rig.read(output, 1), operator + " of " + n);
        }
      }
    }
    List<Number> numbers = rig.runs(3333, 100);
    Value place = ints.empty(1);
    Value value = rig.empty(1);
    for (String which : List.of("ArgMin", "ArgMax")) {
      Number extreme =
          which.equals("ArgMin")
              ? Collections.min(numbers, rig.order)
              : Collections.max(numbers, rig.order);
      cub.invokeMember("DeviceReduce" + which, rig.array(numbers), place, value, 3333);
      assertEquals(List.of(extreme), rig.read(value, 1), which);
      assertEquals(numbers.indexOf(extreme), place.getArrayElement(0).asInt(), which);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BOOLEAN", "HALF", "COMPLEX64", "COMPLEX128"})
  void scans(ElementType type) {
    NumberRig rig = rig(type);
    for (int n : SIZES) {
      List<Number> numbers = rig.randoms(n);
      Value input = rig.array(numbers);
      Value output = rig.empty(n);
      cub.invokeMember("DeviceScanInclusiveSum", input, output, n);
      assertEquals(scan(rig, numbers, "sum", null), rig.read(output, n), "inclusive " + n);
      cub.invokeMember("DeviceScanExclusiveScan", input, output, "max", 5, n);
      assertEquals(scan(rig, numbers, "max", rig.of(5)), rig.read(output, n), "exclusive " + n);
    }
  }

  /** Inclusive, or after {@code init}. */
  private static List<Number> scan(
      NumberRig rig, List<Number> numbers, String operator, Number init) {
    List<Number> result = new ArrayList<>();
    Number so = init;
    for (Number number : numbers) {
      if (init != null) {
        result.add(so);
      }
      so = so == null ? number : rig.combine(operator, so, number);
      if (init == null) {
        result.add(so);
      }
    }
    return result;
  }

  @Test
  void scansInPlaceAndSumsOfAnotherType() {
    NumberRig bytes = rig(ElementType.UCHAR);
    List<Number> numbers = bytes.randoms(3333);
    Value input = bytes.array(numbers);
    Value sums = ints.empty(3333);
    cub.invokeMember("DeviceScanExclusiveSum", input, sums, 3333);
    List<Number> expected = scan(ints, numbers, "sum", 0L);
    assertEquals(expected, ints.read(sums, 3333));
    Value total = ints.empty(1);
    cub.invokeMember("DeviceReduceSum", input, total, 3333);
    assertEquals(
        numbers.stream().mapToLong(Number::longValue).sum(), total.getArrayElement(0).asLong());
    cub.invokeMember("DeviceScanInclusiveScan", sums, sums, "min", 3333);
    assertEquals(scan(ints, expected, "min", null), ints.read(sums, 3333));
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BOOLEAN", "HALF", "COMPLEX64", "COMPLEX128"})
  void sorts(ElementType type) {
    NumberRig rig = rig(type);
    for (int n : SIZES) {
      List<Number> keys = rig.randoms(n);
      Value input = rig.array(keys);
      Value output = rig.empty(n);
      Value places = ints.empty(n);
      List<Number> ascending = new ArrayList<>(keys);
      ascending.sort(rig.order);
      cub.invokeMember("DeviceRadixSortSortKeys", input, output, n);
      assertEquals(ascending, rig.read(output, n), "keys " + n);
      List<Number> sorted = longs(IntStream.range(0, n));
      sorted.sort(Comparator.comparing(i -> keys.get(i.intValue()), rig.order.reversed()));
      Value values = ints.array(longs(IntStream.range(0, n)));
      cub.invokeMember("DeviceRadixSortSortPairsDescending", input, output, values, places, n);
      assertEquals(sorted, ints.read(places, n), "places " + n);
      Collections.reverse(ascending);
      assertEquals(ascending, rig.read(output, n), "pairs " + n);
    }
  }

  /** Zeros of both signs are equal, and keep their order; numbers surround the infinities. */
  @Test
  void sortsSpecialNumbers() {
    NumberRig rig = rig(ElementType.DOUBLE);
    List<Number> keys =
        List.of(Double.NaN, 0d, -0d, Double.NEGATIVE_INFINITY, -1d, 0d, Double.POSITIVE_INFINITY);
    Value output = rig.empty(7);
    cub.invokeMember("DeviceRadixSortSortKeys", rig.array(keys), output, 7);
    assertEquals(
        List.of(Double.NEGATIVE_INFINITY, -1d, 0d, -0d, 0d, Double.POSITIVE_INFINITY, Double.NaN),
        rig.read(output, 7));
    Value place = ints.empty(1);
    cub.invokeMember("DeviceReduceArgMax", rig.array(keys), place, output, 7);
    assertEquals(0, place.getArrayElement(0).asInt());
    cub.invokeMember("DeviceReduceMin", rig.array(keys), output, 7);
    assertEquals(List.of(Double.NaN), rig.read(output, 1));
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"BYTE", "USHORT", "LONG", "FLOAT", "DOUBLE"})
  void runs(ElementType type) {
    NumberRig rig = rig(type);
    for (int n : SIZES) {
      List<Number> keys = rig.runs(n, 3);
      List<Number> numbers = ints.randoms(n);
      Value input = ints.array(numbers);
      Value output = ints.empty(n);
      Value unique = rig.empty(n);
      Value runs = ints.empty(1);
      List<Number> expectedKeys = new ArrayList<>();
      List<Number> lengths = new ArrayList<>();
      List<Number> sums = new ArrayList<>();
      List<Number> exclusive = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        int last = sums.size() - 1;
        if (i > 0 && keys.get(i).equals(keys.get(i - 1))) {
          exclusive.add(ints.add(sums.get(last), 7L));
          sums.set(last, ints.add(sums.get(last), numbers.get(i)));
          lengths.set(last, lengths.get(last).longValue() + 1);
        } else {
          exclusive.add(7L);
          expectedKeys.add(keys.get(i));
          sums.add(numbers.get(i));
          lengths.add(1L);
        }
      }
      int count = sums.size();
      Value keyArray = rig.array(keys);
      cub.invokeMember("DeviceReduceReduceByKey", keyArray, unique, input, output, runs, n, "sum");
      assertEquals(List.of((Number) (long) count), ints.read(runs, 1), "runs of " + n);
      assertEquals(expectedKeys, rig.read(unique, count), "keys of " + n);
      assertEquals(sums, ints.read(output, count), "sums of " + n);
      cub.invokeMember("DeviceRunLengthEncodeEncode", keyArray, unique, output, runs, n);
      assertEquals(lengths, ints.read(output, count), "lengths of " + n);
      cub.invokeMember("DeviceSelectUnique", keyArray, unique, runs, n);
      assertEquals(expectedKeys, rig.read(unique, runs.getArrayElement(0).asInt()), "unique");
      cub.invokeMember("DeviceScanExclusiveScanByKey", keyArray, input, output, "sum", 7, n);
      assertEquals(exclusive, ints.read(output, n), "scan by key of " + n);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"UCHAR", "SHORT", "UINT", "ULONG", "FLOAT", "DOUBLE"})
  void selectionsAndHistograms(ElementType type) {
    NumberRig rig = rig(type);
    for (int n : SIZES) {
      List<Number> numbers = rig.runs(n, 99);
      List<Number> flags = ints.runs(n, 1);
      Value input = rig.array(numbers);
      Value output = rig.empty(n);
      Value count = ints.empty(1);
      cub.invokeMember("DeviceSelectIf", input, output, count, n, ">=", 40);
      List<Number> kept = numbers.stream().filter(v -> v.intValue() >= 40).toList();
      assertEquals(kept, rig.read(output, count.getArrayElement(0).asInt()), "if of " + n);
      cub.invokeMember("DeviceSelectFlagged", input, ints.array(flags), output, count, n);
      List<Number> flagged =
          IntStream.range(0, n)
              .filter(i -> flags.get(i).intValue() != 0)
              .mapToObj(numbers::get)
              .toList();
      assertEquals(flagged, rig.read(output, count.getArrayElement(0).asInt()), "flags of " + n);

      // Seven bins from 10 to before 80, and three of other widths.
      Value histogram = ints.empty(7);
      cub.invokeMember("DeviceHistogramHistogramEven", input, histogram, 8, 10, 80, n);
      List<Number> expected =
          longs(IntStream.range(1, 8).map(b -> (int) between(numbers, 10 * b, 10 * b + 10)));
      assertEquals(expected, ints.read(histogram, 7), "even bins of " + n);
      List<Number> bounds = List.of(rig.of(5), rig.of(6), rig.of(50), rig.of(90));
      cub.invokeMember("DeviceHistogramHistogramRange", input, histogram, 4, rig.array(bounds), n);
      List<Number> ranges =
          List.of(between(numbers, 5, 6), between(numbers, 6, 50), between(numbers, 50, 90));
      assertEquals(ranges, ints.read(histogram, 3), "ranges of " + n);
    }
  }

  private static long between(List<Number> numbers, int from, int to) {
    return numbers.stream().filter(v -> v.intValue() >= from && v.intValue() < to).count();
  }

  @Test
  void segments() {
    NumberRig rig = rig(ElementType.FLOAT);
    List<Number> numbers = rig.randoms(500);
    List<Number> offsets = longs(IntStream.of(0, 0, 3, 100, 101, 500));
    Value ends = ints.array(offsets.subList(1, 6));
    Value sums = rig.empty(5);
    cub.invokeMember(
        "DeviceSegmentedReduceReduce",
        rig.array(numbers),
        sums,
        5,
        ints.array(offsets),
        ends,
        "sum");
    List<Number> expected = new ArrayList<>();
    for (int s = 0; s < 5; s++) {
      expected.add(
          numbers.subList(offsets.get(s).intValue(), offsets.get(s + 1).intValue()).stream()
              .reduce(0f, rig::add));
    }
    assertEquals(expected, rig.read(sums, 5));
  }
}
