package org.grcuda.tests.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.grcuda.ArrayType;
import org.grcuda.CudaDevice;
import org.grcuda.CudaEvent;
import org.grcuda.DoubleArray;
import org.grcuda.Endpoint;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.HalfArray;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.Router;
import org.grcuda.runtime.route.Routing;
import org.grcuda.tests.Configuration;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Reduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrays of several endpoints, combined along a tree. */
final class TreeReductionTest {

  private static GrCuda open() {
    return GrCuda.builder().option("CpuDevices", "3").open();
  }

  private static <A extends org.grcuda.DeviceArray> Router<A> tree(
      GrCuda cuda, ArrayType<A> type, List<Endpoint> endpoints, long packet) {
    return cuda.router(type)
        .policy(Routing.TREE)
        .from(endpoints)
        .to(endpoints)
        .packet(packet)
        .open();
  }

  static List<Configuration> configurations() {
    return List.of(
        Configuration.of("CpuDevices", "1"),
        Configuration.of("CpuDevices", "3", "MemoryManager", "managed"),
        Configuration.of("CpuDevices", "3", "MemoryManager", "replicated"),
        Configuration.of("Backend", "sim", "Topology", "v100-8"),
        Configuration.of("CpuDevices", "2", "DeviceSelectionPolicy", "lookahead"),
        Configuration.of("CpuDevices", "2", "ExecutionPolicy", "sync"));
  }

  /** The order of combination, spelt out: pairs at distance 1, 2, 4. */
  private static float[] expected(List<float[]> given) {
    List<float[]> parts = new ArrayList<>();
    given.forEach(part -> parts.add(part.clone()));
    for (int distance = 1; distance < parts.size(); distance *= 2) {
      for (int target = 0; target + distance < parts.size(); target += 2 * distance) {
        for (int i = 0; i < parts.get(target).length; i++) {
          parts.get(target)[i] += parts.get(target + distance)[i];
        }
      }
    }
    return parts.getFirst();
  }

  /** Floats, whose sum depends on the order: bits are equal; arrays may change at once. */
  @ParameterizedTest
  @MethodSource("configurations")
  void theOrderOfCombinationIsFixed(Configuration configuration) {
    SplittableRandom random = new SplittableRandom(7);
    try (GrCuda cuda = configuration.typed().open()) {
      for (int endpoints = 1; endpoints <= 9; endpoints++) {
        List<Endpoint> all = cuda.endpoints(endpoints);
        Router<FloatArray> router = tree(cuda, ArrayType.FLOAT, all, 1 + random.nextInt(40));
        for (int round = 0; round < 2; round++) {
          int length = 1 + random.nextInt(200);
          List<float[]> given = new ArrayList<>();
          List<FloatArray> arrays = new ArrayList<>();
          for (int i = 0; i < endpoints; i++) {
            float[] values = new float[length];
            for (int j = 0; j < length; j++) {
              values[j] = (float) (random.nextDouble() * Math.pow(10, random.nextInt(8)));
            }
            given.add(values);
            FloatArray array =
                random.nextBoolean()
                    ? cuda.at(all.get(i)).floatArray(length)
                    : cuda.floatArray(length);
            array.copyFrom(values);
            arrays.add(array);
          }
          FloatArray sum = router.reduce(arrays, Reduction.SUM);
          List<float[]> after = arrays.stream().map(FloatArray::toArray).toList();
          arrays.forEach(array -> array.fill(0f));
          assertArrayEquals(expected(given), sum.toArray());
          for (int i = 0; i < endpoints; i++) {
            assertArrayEquals(given.get(i), after.get(i), "array " + i + " has changed");
          }
        }
      }
    }
  }

  @Test
  void everyReduction() {
    try (GrCuda cuda = open()) {
      List<Endpoint> all = cuda.endpoints(3);
      Router<IntArray> router = tree(cuda, ArrayType.INT, all, 2);
      List<IntArray> arrays = new ArrayList<>();
      for (int[] values : new int[][] {{1, -5, 7, 2}, {3, 2, -1, 2}, {2, 2, 9, 2}}) {
        IntArray array = cuda.intArray(4);
        array.copyFrom(values);
        arrays.add(array);
      }
      assertArrayEquals(new int[] {6, -1, 15, 6}, router.reduce(arrays, Reduction.SUM).toArray());
      assertArrayEquals(
          new int[] {6, -20, -63, 8}, router.reduce(arrays, Reduction.PROD).toArray());
      assertArrayEquals(new int[] {1, -5, -1, 2}, router.reduce(arrays, Reduction.MIN).toArray());
      assertArrayEquals(new int[] {3, 2, 9, 2}, router.reduce(arrays, Reduction.MAX).toArray());
      Kernel kernel =
          cuda.buildKernel(
              """
              __global__ void both(int *x, const int *y, long long n) {
                long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) x[i] = 10 * x[i] + y[i];
              }\
              """,
              "both(x: inout pointer sint32, y: in pointer sint32, n: sint64)");
      assertArrayEquals(
          new int[] {10 * 13 + 2, 10 * -48 + 2, 10 * 69 + 9, 10 * 22 + 2},
          router.reduce(arrays, kernel).toArray());
      router.reduce(arrays, kernel, arrays.getFirst());
      assertArrayEquals(new int[] {132, -478, 699, 222}, arrays.getFirst().toArray());
    }
  }

  @Test
  void whatIsNotANumberStays() {
    try (GrCuda cuda = open()) {
      List<Endpoint> all = cuda.endpoints(2);
      Router<DoubleArray> router = tree(cuda, ArrayType.DOUBLE, all, 2);
      DoubleArray x = cuda.doubleArray(3);
      x.copyFrom(new double[] {Double.NaN, 1, 4});
      DoubleArray y = cuda.doubleArray(3);
      y.copyFrom(new double[] {3, Double.NaN, 5});
      for (Reduction reduction : List.of(Reduction.MIN, Reduction.MAX)) {
        double[] values = router.reduce(List.of(x, y), reduction).toArray();
        assertTrue(Double.isNaN(values[0]) && Double.isNaN(values[1]), Arrays.toString(values));
        assertEquals(reduction == Reduction.MIN ? 4 : 5, values[2]);
      }
      Router<HalfArray> halves = tree(cuda, ArrayType.HALF, all, 2);
      HalfArray half = cuda.halfArray(1);
      half.set(0, 0.1f);
      assertEquals(
          Float.float16ToFloat(Float.floatToFloat16(2 * half.get(0))),
          halves.reduce(List.of(half, half), Reduction.SUM).get(0));
    }
  }

  /** An array that a failed kernel wrote poisons the result. */
  @Test
  void aFailurePoisonsTheResult() {
    try (GrCuda cuda = open()) {
      List<Endpoint> all = cuda.endpoints(2);
      Router<IntArray> router = tree(cuda, ArrayType.INT, all, 2);
      Kernel bad =
          cuda.buildKernel(
              "__global__ void bad(int *x) { x[threadIdx.x] = 1; asm(\"trap;\"); }",
              "bad(x: inout pointer sint32)");
      IntArray x = cuda.intArray(5);
      IntArray y = cuda.intArray(5);
      x.fill(1);
      y.fill(1);
      bad.grid(1).block(1).launch(y);
      IntArray sum = router.reduce(List.of(x, y), Reduction.SUM);
      GrCudaException failed = assertThrows(GrCudaException.class, sum::toArray);
      assertTrue(failed.getMessage().contains("bad"), failed.getMessage());
    }
  }

  /**
   * The links 7 to 1, 2 to 0 and 0 to 1 take 1, 2 and 2 units of time. The last two are one after
   * the other for an array, and overlap for its packets: 3 units, not 4.
   */
  @Test
  void packetsFollowEachOther() {
    double whole = simulatedMillis(1);
    double parts = simulatedMillis(16);
    assertTrue(parts < 0.85 * whole, parts + " ms, as one packet " + whole + " ms");
  }

  private static double simulatedMillis(int packets) {
    int length = 1 << 24;
    try (GrCuda cuda =
        GrCuda.builder()
            .option("Backend", "sim")
            .option("Topology", "v100-8")
            .option("SimCompute", "false")
            .open()) {
      List<CudaDevice> devices = cuda.devices();
      List<Endpoint> all = List.of(devices.get(1), devices.get(7), devices.get(0), devices.get(2));
      Router<FloatArray> router = tree(cuda, ArrayType.FLOAT, all, length / packets);
      List<FloatArray> arrays = new ArrayList<>();
      for (Endpoint endpoint : all) {
        arrays.add(cuda.at(endpoint).floatArray(length));
        arrays.getLast().fill(1f);
      }
      FloatArray out = cuda.at(all.getFirst()).floatArray(length);
      router.reduce(arrays, Reduction.SUM, out);
      cuda.synchronize();
      try (CudaEvent begin = cuda.createEvent();
          CudaEvent end = cuda.createEvent()) {
        begin.record();
        router.reduce(arrays, Reduction.SUM, out);
        cuda.synchronize();
        end.record();
        end.synchronize();
        return end.millisSince(begin);
      }
    }
  }

  @Test
  void whatCannotBeCombinedIsRefused() {
    try (GrCuda cuda = open()) {
      List<Endpoint> all = cuda.endpoints(2);
      Router<IntArray> router = tree(cuda, ArrayType.INT, all, 2);
      IntArray x = cuda.intArray(4);
      IntArray y = cuda.intArray(5);
      assertRefused(
          "reduce: expected 2 arrays, one for each endpoint, given 1",
          () -> router.reduce(List.of(x), Reduction.SUM));
      assertRefused(
          "reduce: array 1: expected int[4], as array 0, given int[5]",
          () -> router.reduce(List.of(x, y), Reduction.SUM));
      assertRefused(
          "reduce: out: expected int[4], as array 0, given int[5]",
          () -> router.reduce(List.of(x, x), Reduction.SUM, y));
      assertRefused(
          "reduce: out shares elements with array 1",
          () -> router.reduce(List.of(cuda.intArray(4), x), Reduction.SUM, x));
      IntArray away = cuda.at(all.get(0)).intArray(4);
      assertRefused(
          "reduce: array 1 stays on device 0: expected one at endpoint 1, on device 1",
          () -> router.reduce(List.of(x, away), Reduction.SUM));
      assertRefused(
          "reduce: expected a router of policy tree, given router direct of int",
          () ->
              cuda.router(ArrayType.INT)
                  .from(all)
                  .to(all)
                  .open()
                  .reduce(List.of(x, x), Reduction.SUM));
      List<Endpoint> host = List.of(cuda.host(), all.get(1));
      assertRefused(
          "reduce: kernels combine the arrays, and none run on the host: expected a router"
              + " between devices",
          () -> tree(cuda, ArrayType.INT, host, 2).reduce(List.of(x, x), Reduction.SUM));
      assertRefused(
          "reduce: there is no min of complex64",
          () ->
              tree(cuda, ArrayType.COMPLEX64, all, 2)
                  .reduce(List.of(cuda.complex64Array(1), cuda.complex64Array(1)), Reduction.MIN));
    }
  }

  @Test
  void kernelsOfOtherSignaturesAreRefused() {
    try (GrCuda cuda = open()) {
      List<Endpoint> all = cuda.endpoints(2);
      Router<IntArray> router = tree(cuda, ArrayType.INT, all, 2);
      IntArray x = cuda.intArray(4);
      String expected =
          "reduce: expected a kernel (x: inout pointer int, y: in pointer int, n: sint64), which"
              + " combines n elements of y into those of x; given kernel ";
      for (String parameters :
          List.of(
              "x: inout pointer sint32",
              "x: inout pointer sint32, y: in pointer sint32, n: float",
              "x: inout pointer float, y: in pointer sint32, n: sint32",
              "x: inout pointer sint32, y: in pointer sint64, n: sint32",
              "x: in pointer sint32, y: in pointer sint32, n: sint32",
              "x: inout pointer sint32, y: in pointer sint32, n: pointer sint32")) {
        String signature = "k(" + parameters + ")";
        String code =
            parameters
                .replaceAll("(\\w): (in |inout )?pointer (\\w+)", "$3 *$1")
                .replaceAll("(\\w): (\\w+)", "$2 $1")
                .replace("sint32", "int")
                .replace("sint64", "long long");
        Kernel kernel = cuda.buildKernel("__global__ void k(" + code + ") {}", signature);
        assertRefused(expected + signature, () -> router.reduce(List.of(x, x), kernel));
      }
    }
  }

  private static void assertRefused(String message, Runnable action) {
    assertEquals(message, assertThrows(GrCudaException.class, action::run).getMessage());
  }
}
