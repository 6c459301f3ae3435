package org.grcuda.tests.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kernels that do what a GPU would stop them for, without any option: each is an error of its
 * launch, and after it the context, its devices, other contexts and new ones compute.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FaultTest {

  private static final String SOURCE =
      """
      __constant__ int table[4] = {1, 2, 3, 4};
      extern __shared__ int dynamic[];

      extern "C" __global__ void global(int *x, long long n) { x[n] = 1; }
      extern "C" __global__ void null(int *x, long long n) { *(int *) (n & 12) = 1; }
      extern "C" __global__ void shared(int *x, long long n) {
        __shared__ int tile[4];
        tile[n & 0x7fffffff] = x[0];
        x[1] = tile[0];
      }
      extern "C" __global__ void sharedDynamic(int *x, long long n) {
        dynamic[n & 0xffffff] = 7;
        x[1] = dynamic[0];
      }
      extern "C" __global__ void sharedGeneric(int *x, long long n) {
        __shared__ int tile[4];
        int *p = n ? tile : x;
        p[n] = x[0];
        x[1] = tile[0];
      }
      extern "C" __global__ void local(int *x, long long n) {
        int mine[4];
        for (int i = 0; i < 4; i++) mine[i] = x[i];
        mine[n] = 5;
        x[1] = mine[0];
      }
      extern "C" __global__ void constant(int *x, long long n) { x[0] = table[n]; }
      extern "C" __global__ void parameter(int *x, long long n) {
        long long v;
        asm volatile("ld.param.u64 %0, [parameter_param_1+0x7fffff00];" : "=l"(v));
        x[0] = (int) v;
      }
      extern "C" __global__ void parameterBefore(int *x, long long n) {
        long long v;
        asm volatile("ld.param.u64 %0, [parameterBefore_param_0-0x70000000];" : "=l"(v));
        x[0] = (int) v;
      }
      extern "C" __global__ void atomic(int *x, long long n) { atomicAdd(x + n, 1); }
      extern "C" __global__ void exchange(long long *x, long long n) {
        x[0] = atomicCAS((unsigned long long *) (x + n), 1ull, 2ull);
      }
      extern "C" __global__ void vectorEnd(float4 *x, long long n) { x[n] = make_float4(1, 2, 3, 4); }
      extern "C" __global__ void misaligned(char *x, long long n) { *(int *) (x + 2) = 1; }
      extern "C" __global__ void misalignedVector(int *x, long long n) { *(int4 *) (x + 1) = int4(); }
      extern "C" __global__ void misalignedAtomic(char *x, long long n) { atomicAdd((int *) (x + 1), 1); }
      extern "C" __global__ void trap(int *x, long long n) { if (threadIdx.x == 3) __trap(); }
      extern "C" __global__ void breakpoint(int *x, long long n) { asm volatile("brkpt;"); }
      extern "C" __global__ void asserts(int *x, long long n) { assert(threadIdx.x != 3); }
      __device__ __noinline__ int deep(int n, volatile int *x) {
        return n == 0x7fffffff ? x[0] : deep(n + 1, x) + x[n & 1];
      }
      extern "C" __global__ void recursion(int *x, long long n) { x[0] = deep(0, x); }
      extern "C" __global__ void deadlock(int *x, long long n) {
        if (threadIdx.x % 32 < 16) __syncwarp(0xffffffff);
        else asm volatile("barrier.sync 1, 64;");
        x[0] = 1;
      }
      extern "C" __global__ void missedBarrier(int *x, long long n) {
        if (threadIdx.x == 3) asm volatile("barrier.sync 1;"); else asm volatile("barrier.sync 2;");
      }
      extern "C" __global__ void lanes(int *x, long long n) {
        if (threadIdx.x & 1) x[1] = __shfl_sync(0xffffffff, x[0], 3);
        else x[2] = __ballot_sync(0xffffffff, x[3]);
      }
      extern "C" __global__ void barrierCount(int *x, long long n) { asm volatile("barrier.sync 1, 96;"); }
      extern "C" __global__ void printsWild(int *x, long long n) { printf("%s\\n", (char *) (n * 8)); }
      extern "C" __global__ void printsFormat(int *x, long long n) { printf((char *) (n * 8)); }
      """;

  private Checked rig;
  private Checked other;

  @BeforeAll
  void open() {
    rig = new Checked();
    other = new Checked();
  }

  @AfterAll
  void close() {
    rig.close();
    other.close();
  }

  private void launch(String kernel, long n) {
    IntArray x = rig.ints(8);
    x.fill(0);
    Kernel built = rig.kernel(SOURCE, kernel + "(x: inout pointer sint32, n: sint64)");
    built.grid(2).block(64).launch(x, n);
    x.get(0);
  }

  private void allWork() {
    rig.isHealthy();
    other.isHealthy();
  }

  @ParameterizedTest
  @CsvSource({
    "global, 1152921504606846976, ILLEGAL_ADDRESS",
    "global, -1152921504606846976, ILLEGAL_ADDRESS",
    "null, 4, ILLEGAL_ADDRESS",
    "shared, 4, ILLEGAL_ADDRESS",
    "shared, 1000000000, ILLEGAL_ADDRESS",
    "sharedDynamic, 4, ILLEGAL_ADDRESS",
    "sharedGeneric, 1099511627776, ILLEGAL_ADDRESS",
    "local, 4, ILLEGAL_ADDRESS",
    "local, -1, ILLEGAL_ADDRESS",
    "constant, 1099511627776, ILLEGAL_ADDRESS",
    "parameter, 0, ILLEGAL_ADDRESS",
    "parameterBefore, 0, ILLEGAL_ADDRESS",
    "atomic, 1152921504606846976, ILLEGAL_ADDRESS",
    "exchange, -1099511627776, ILLEGAL_ADDRESS",
    "vectorEnd, 1099511627776, ILLEGAL_ADDRESS",
    "misaligned, 0, MISALIGNED_ADDRESS",
    "misalignedVector, 0, MISALIGNED_ADDRESS",
    "misalignedAtomic, 0, MISALIGNED_ADDRESS",
    "trap, 0, LAUNCH_FAILED",
    "breakpoint, 0, LAUNCH_FAILED",
    "asserts, 0, ASSERT",
    "recursion, 0, HARDWARE_STACK_ERROR",
    "deadlock, 0, LAUNCH_TIMEOUT",
    "missedBarrier, 0, LAUNCH_TIMEOUT",
    "lanes, 0, LAUNCH_TIMEOUT",
    "barrierCount, 0, LAUNCH_TIMEOUT",
    "printsWild, 1, ILLEGAL_ADDRESS",
    "printsFormat, -1, ILLEGAL_ADDRESS",
  })
  void stopsTheKernelAndNothingElse(String kernel, long n, String error) {
    String message = rig.fails(() -> launch(kernel, n), "CUDA_ERROR_" + error, "kernel '" + kernel);
    assertTrue(message.contains(", block ("), message);
    assertTrue(message.contains(", thread ("), message);
    allWork();
  }

  /** A string without an end is printed in no more than a megabyte, and a wide field too. */
  @Test
  void whatIsPrintedHasABound() {
    StringBuilder printed = new StringBuilder();
    try (GrCuda cuda = GrCuda.builder().output(printed::append).open()) {
      IntArray x = cuda.intArray(1 << 20);
      x.fill(0x41414141);
      Kernel text =
          cuda.buildKernel(
              "extern \"C\" __global__ void text(char *x) { printf(\"%s\", x); }",
              "text(x: in pointer sint32)");
      text.grid(1).block(1).launch(x);
      GrCudaException error = assertThrows(GrCudaException.class, cuda::synchronize);
      assertTrue(error.getMessage().contains("has no end within 1,048,576 bytes"));
      Kernel wide =
          cuda.buildKernel(
              """
              extern "C" __global__ void wide(int n) {
                printf("%*d%-99999999999d%.*f", n, 1, 2, n, 0.5);
              }
              """,
              "wide(n: sint32)");
      wide.grid(1).block(1).launch(0x7fffffff);
      cuda.synchronize();
    }
    assertEquals(3 * 65_536 + 2, printed.length());
    allWork();
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "shared"})
  void frames(String space) {
    String source =
        space.equals("local")
            ? """
            extern "C" __global__ void frames(int *x, int n) {
              volatile int mine[100000000];
              for (int i = 0; i < n; i++) mine[i] = i;
              x[0] = mine[n - 1];
            }
            """
            : """
            extern __shared__ int tile[];
            extern "C" __global__ void frames(int *x, int n) { tile[n] = 1; x[0] = tile[0]; }
            """;
    GrCudaException error =
        assertThrows(
            GrCudaException.class,
            () -> {
              IntArray x = rig.ints(8);
              rig.kernel(source, "frames(x: inout pointer sint32, n: sint32)")
                  .grid(4)
                  .block(1024)
                  .sharedBytes(space.equals("local") ? 0 : 1 << 30)
                  .launch(x, 5);
              x.get(0);
            });
    assertTrue(
        error.getMessage().contains("CUDA_ERROR_") || error.getMessage().contains("bytes"),
        error.getMessage());
    allWork();
  }

  /** A grid of 2^31 - 1 blocks fails at its first block, and need not be run. */
  @Test
  void aHugeGridEndsWithItsFirstFault() {
    IntArray x = rig.ints(8);
    Kernel built = rig.kernel(SOURCE, "trap(x: inout pointer sint32, n: sint64)");
    rig.fails(
        () -> built.grid(Integer.MAX_VALUE).block(32).launch(x, 0L), "CUDA_ERROR_LAUNCH_FAILED");
    allWork();
  }
}
