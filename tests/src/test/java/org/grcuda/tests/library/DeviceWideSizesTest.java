package org.grcuda.tests.library;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.grcuda.CudaLibrary;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.LongArray;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The algorithms of CU.CUB where the chunks are as many as they ever are, and longer than usual.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class DeviceWideSizesTest {

  private static final int N = 2_100_003;

  private final GrCuda cuda = GrCuda.builder().option("CpuDevices", "1").open();
  private final CudaLibrary cub = cuda.library("CUB");
  private final int[] numbers = new SplittableRandom(7).ints(N, -1_000_000, 1_000_000).toArray();
  private final IntArray input = array(numbers);

  @AfterAll
  void close() {
    cuda.close();
  }

  private IntArray array(int[] values) {
    IntArray array = cuda.intArray(values.length);
    array.copyFrom(IntBuffer.wrap(values));
    return array;
  }

  @Test
  void sums() {
    LongArray total = cuda.longArray(1);
    cub.call("DeviceReduceSum", input, total, N);
    assertEquals(Arrays.stream(numbers).asLongStream().sum(), total.get(0));
  }

  @Test
  void scans() {
    IntArray output = cuda.intArray(N);
    cub.call("DeviceScanInclusiveSum", input, output, N);
    int[] expected = numbers.clone();
    Arrays.parallelPrefix(expected, Integer::sum);
    assertArrayEquals(expected, output.toArray());
  }

  @Test
  void sorts() {
    IntArray output = cuda.intArray(N);
    IntArray places = cuda.intArray(N);
    int[] identity = IntStream.range(0, N).toArray();
    cub.call("DeviceRadixSortSortPairs", input, output, array(identity), places, N);
    // A key and its place in one number: equal keys keep their order.
    long[] expected = IntStream.range(0, N).mapToLong(i -> (long) numbers[i] << 32 | i).toArray();
    Arrays.sort(expected);
    assertArrayEquals(
        Arrays.stream(expected).mapToInt(pair -> (int) (pair >> 32)).toArray(), output.toArray());
    assertArrayEquals(
        Arrays.stream(expected).mapToInt(pair -> (int) pair).toArray(), places.toArray());
  }

  @Test
  void selections() {
    IntArray output = cuda.intArray(N);
    IntArray count = cuda.intArray(1);
    cub.call("DeviceSelectIf", input, output, count, N, "<", 1000);
    int[] expected = Arrays.stream(numbers).filter(value -> value < 1000).toArray();
    assertEquals(expected.length, count.get(0));
    assertArrayEquals(expected, Arrays.copyOf(output.toArray(), expected.length));
  }

  @Test
  void runs() {
    int[] keys = Arrays.stream(numbers).map(value -> value & 3).toArray();
    IntArray unique = cuda.intArray(N);
    IntArray lengths = cuda.intArray(N);
    IntArray count = cuda.intArray(1);
    cub.call("DeviceRunLengthEncodeEncode", array(keys), unique, lengths, count, N);
    int[] begins = IntStream.range(0, N).filter(i -> i == 0 || keys[i] != keys[i - 1]).toArray();
    assertEquals(begins.length, count.get(0));
    int[] expected = new int[begins.length];
    for (int i = 0; i < begins.length; i++) {
      expected[i] = (i + 1 < begins.length ? begins[i + 1] : N) - begins[i];
    }
    assertArrayEquals(expected, Arrays.copyOf(lengths.toArray(), begins.length));
  }

  /** More bins than a block keeps in shared memory. */
  @Test
  void histograms() {
    int bins = 4000;
    IntArray histogram = cuda.intArray(bins);
    cub.call("DeviceHistogramHistogramEven", input, histogram, bins + 1, -1000000, 1000000, N);
    int[] expected = new int[bins];
    for (int value : numbers) {
      expected[(value + 1_000_000) / 500]++;
    }
    assertArrayEquals(expected, histogram.toArray());
  }
}
