package org.grcuda.tests.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.grcuda.DoubleArray;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.LongArray;
import org.grcuda.tests.Configuration;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Variables of modules: ordered among kernels and the host, each by itself, on any device. */
final class VariablesTest {

  private static final String SOURCE =
      """
      __constant__ int factor = 3;
      __device__ int history[64];
      __device__ int count;
      __device__ int other;
      __device__ float untouched[5];
      __device__ struct { float f; int i; } mixed;
      __device__ double matrix[2][3];
      __device__ long long wide;

      extern "C" __global__ void slow(int *x, int n) {
        for (int round = 0; round < 2000; round++) {
          for (int i = 0; i < n; i++) x[i] = factor * i + (x[i] & 0);
        }
      }
      extern "C" __global__ void record(int value) { history[count++ % 64] = value; }
      extern "C" __global__ void fails(int *x, long long index) {
        count = -1;
        x[index] = 1;
      }
      extern "C" __global__ void others(int *x) { x[0] = ++other; }
      __device__ double constants[4];
      extern "C" __global__ void types(int two) {
        mixed.f = two * 0.5f; mixed.i = two; wide = 1LL << 40;
        matrix[1][2] = 4; matrix[0][two] += two;
        constants[3] = 1;
      }
      """;

  private static final long FAR = 1L << 32;

  static Stream<Configuration> configurations() {
    return Configuration.all(1, 2);
  }

  private static Kernel kernel(GrCuda cuda, String name) {
    return cuda.buildKernel(SOURCE, name);
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void theHostWaitsForKernelsThatUseAVariableAndTheyForTheHost(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().open()) {
      Kernel slow = kernel(cuda, "slow");
      int n = 100;
      List<IntArray> results = new ArrayList<>();
      IntArray factor = (IntArray) slow.global("factor");
      assertEquals(3, factor.get(0));
      for (int value = 1; value <= 6; value++) {
        if (value % 2 == 0) {
          factor.set(0, value);
        } else {
          factor.fill(value);
        }
        IntArray x = cuda.intArray(n);
        slow.grid(1).block(1).launch(x, n);
        results.add(x);
      }
      for (int value = 1; value <= 6; value++) {
        assertEquals(99 * value, results.get(value - 1).get(99));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void kernelsThatWriteAVariableAreOrdered(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().open()) {
      Kernel record = kernel(cuda, "record");
      for (int i = 0; i < 64; i++) {
        record.grid(1).block(1).launch(i);
      }
      IntArray history = (IntArray) record.global("history");
      for (int i = 0; i < 64; i++) {
        assertEquals(i, history.get(i));
      }
      assertEquals(List.of(0), history.location().devices());
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void afterAFailureOverwritingAVariableHealsIt(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().open()) {
      Kernel fails = kernel(cuda, "fails");
      Kernel record = kernel(cuda, "record");
      Kernel others = kernel(cuda, "others");
      IntArray count = (IntArray) record.global("count");
      IntArray history = (IntArray) record.global("history");
      attempt(() -> fails.grid(1).block(1).launch(cuda.intArray(1), FAR));
      assertFailed(() -> count.get(0));
      assertFailed(
          () -> {
            record.grid(1).block(1).launch(7);
            history.get(0);
          });
      IntArray x = cuda.intArray(1);
      others.grid(1).block(1).launch(x);
      assertEquals(1, x.get(0), "another variable of the module is not affected");

      count.fill(0);
      history.copyFrom(new int[64]);
      record.grid(1).block(1).launch(7);
      assertEquals(7, history.get(0));
      assertEquals(1, count.get(0));
    }
  }

  private static void attempt(Runnable launch) {
    try {
      launch.run();
    } catch (GrCudaException e) {
      assertEquals(GrCudaException.Kind.DEVICE, e.kind(), "synchronous execution fails at once");
    }
  }

  private static void assertFailed(Runnable use) {
    var error = assertThrows(GrCudaException.class, use::run);
    assertTrue(error.getMessage().startsWith("fails failed: "), error.getMessage());
  }

  /** Constants that nobody can change are on every device; one that the host holds is on one. */
  @Test
  void whatNobodyWritesKeepsNoKernelFromADevice() {
    try (GrCuda cuda =
        Configuration.of("CpuDevices", "2", "DeviceSelectionPolicy", "round-robin")
            .typed()
            .open()) {
      Kernel slow = kernel(cuda, "slow");
      assertEquals(Set.of(0, 1), devicesOf(cuda, slow));
      IntArray factor = (IntArray) slow.global("factor");
      assertEquals(Set.of(0), devicesOf(cuda, slow));
      assertEquals(List.of(0), factor.location().devices());
    }
  }

  private static Set<Integer> devicesOf(GrCuda cuda, Kernel slow) {
    Set<Integer> devices = new TreeSet<>();
    for (int i = 0; i < 4; i++) {
      IntArray x = cuda.intArray(1);
      slow.grid(1).block(1).launch(x, 1);
      devices.addAll(x.location().devices());
    }
    return devices;
  }

  @Test
  void typesComeFromTheAccessesOfTheCode() {
    try (GrCuda cuda = GrCuda.open()) {
      Kernel types = kernel(cuda, "types");
      types.grid(1).block(1).launch(2);
      DoubleArray matrix = (DoubleArray) types.global("matrix");
      assertEquals(6, matrix.length());
      assertEquals(4, matrix.get(5));
      assertEquals(1L << 40, ((LongArray) types.global("wide")).get(0));
      var untold = assertThrows(GrCudaException.class, () -> types.global("constants"));
      assertEquals(
          "variable 'constants': the compiled code does not tell the type of its elements; name it:"
              + " global('constants', 'float')",
          untold.getMessage());
      assertEquals(1, ((DoubleArray) types.global("constants", ElementType.DOUBLE)).get(3));
      var ambiguous = assertThrows(GrCudaException.class, () -> types.global("mixed"));
      assertEquals(
          "variable 'mixed': kernels access it as int and as float; name it: global('mixed',"
              + " 'float')",
          ambiguous.getMessage());
      assertEquals(2, ((IntArray) types.global("mixed", ElementType.INT)).get(1));
      assertEquals(1, ((FloatArray) types.global("mixed", ElementType.FLOAT)).get(0));
    }
  }

  /** A variable is memory as any other: an argument, a part, a source and a target of copies. */
  @ParameterizedTest
  @MethodSource("configurations")
  void aVariableIsAnArgument(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().open()) {
      Kernel slow = kernel(cuda, "slow");
      IntArray history = (IntArray) slow.global("history");
      history.fill(-1);
      slow.grid(1).block(1).launch(history.slice(10, 20), 10);
      IntArray copy = cuda.intArray(64);
      copy.copyFrom(history);
      assertEquals(-1, copy.get(9));
      assertEquals(27, copy.get(19));
      assertEquals(-1, copy.get(20));
    }
  }

  @Test
  void closingAVariableKeepsItAndClosingTheContextEndsIt() {
    IntArray count;
    try (GrCuda cuda = GrCuda.open()) {
      Kernel record = kernel(cuda, "record");
      count = (IntArray) record.global("count");
      count.close();
      count.set(0, 5);
      record.grid(1).block(1).launch(1);
      assertEquals(6, count.get(0));
    }
    IntArray closed = count;
    var error = assertThrows(GrCudaException.class, () -> closed.get(0));
    assertEquals("the context is closed", error.getMessage());
  }
}
