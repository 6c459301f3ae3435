package org.grcuda.tests.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** MemCheck: what each access that is no good is told as, and that good ones pass. */
final class MemoryCheckTest {

  private static final String SOURCE =
      """
      __constant__ int table[4] = {1, 2, 3, 4};
      __device__ int counters[4];

      extern "C" __global__ void store(int *x, long long index) {
        x[index] = 1;
      }
      extern "C" __global__ void load(int *x, long long index) {
        x[0] = x[index];
      }
      extern "C" __global__ void update(int *x, long long index) {
        atomicAdd(&x[index], 1);
      }
      extern "C" __global__ void wide(int *x, long long index) {
        *(int4 *) x = *(int4 *) (x + index);
      }
      extern "C" __global__ void copy(const int *from, int *to, long long *where) {
        to[0] = *(int *) where[0];
      }
      extern "C" __global__ void counter(int *x, long long index) {
        counters[index & 7] = x[0];
      }
      extern "C" __global__ void constant(int *x, long long index) {
        int *p = (index & 1) ? (int *) table : x;
        p[index & 2] = 5;
      }
      extern "C" __global__ void shared(int *x, long long index) {
        __shared__ int tile[32];
        tile[threadIdx.x] = x[threadIdx.x];
        __syncthreads();
        int *p = x[1] == 12345 ? x : tile;
        x[0] = p[index];
      }
      extern "C" __global__ void copied(int *x, long long index) {
        __shared__ int tile[32];
        unsigned to = (unsigned)__cvta_generic_to_shared(tile + 3);
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(to), "l"(x + 1) : "memory");
        asm volatile("cp.async.wait_all;" ::: "memory");
        x[0] = tile[index];
      }
      extern "C" __global__ void uninitialised(int *x, long long index) {
        __shared__ int tile[32];
        if (x[2] == 77) tile[threadIdx.x] = 1;
        tile[3] = 2;
        x[0] = tile[index];
      }
      extern "C" __global__ void local(int *x, long long index) {
        int mine[8];
        for (int i = 0; i < 8; i++) mine[i] = x[i];
        x[0] = mine[index];
      }
      """;

  private static final String SIGNATURE = "%s(x: inout pointer sint32, index: sint64)";

  private final Checked rig = new Checked("MemCheck", "true");
  private IntArray array;

  @BeforeEach
  void allocate() {
    array = rig.ints(Checked.LENGTH);
    array.fill(0);
  }

  @AfterEach
  void staysHealthy() {
    rig.isHealthy();
    rig.close();
  }

  private void launch(String kernel, int threads, long index) {
    Kernel built = rig.kernel(SOURCE, SIGNATURE.formatted(kernel));
    built.grid(2).block(threads).launch(array, index);
  }

  static Stream<Arguments> misses() {
    return Stream.of(
        Arguments.of(
            "store",
            100,
            "write of 4 bytes at 0x",
            "right past the end of the array of argument 1 (400 bytes at 0x"),
        Arguments.of(
            "store",
            105,
            "write of 4 bytes at 0x",
            "20 bytes past the end of the array of argument 1"),
        Arguments.of(
            "load",
            -1,
            "read of 4 bytes at 0x",
            "right before the start of the array of argument 1"),
        Arguments.of(
            "load",
            -3,
            "read of 4 bytes at 0x",
            "12 bytes before the start of the array of argument 1"),
        Arguments.of(
            "update",
            100,
            "atomic access of 4 bytes at 0x",
            "right past the end of the array of argument 1"),
        Arguments.of(
            "wide", 100, "read of 16 bytes at 0x", "right past the end of the array of argument 1"),
        Arguments.of(
            "counter",
            4,
            "write of 4 bytes at 0x",
            "right past the end of variable 'counters' (16 bytes at 0x"),
        Arguments.of(
            "constant",
            1,
            "write of 4 bytes at 0x",
            "the constant 'table', which kernels may only read"),
        Arguments.of(
            "shared",
            32,
            "read of 4 bytes at 0x",
            "right past the end of the block's shared memory (128 bytes), whose last variable is"
                + " 'tile' (128 bytes)"),
        Arguments.of("local", 9, "read of 4 bytes at 0x", "thread's local memory"));
  }

  @ParameterizedTest
  @MethodSource("misses")
  void accessesThatMiss(String kernel, long index, String access, String place) {
    rig.fails(
        () -> launch(kernel, 1, index),
        kernel + " failed: CUDA_ERROR_ILLEGAL_ADDRESS (700): kernel '" + kernel + "', block (",
        "thread (0, 0, 0): " + access,
        place,
        "(PTX line ",
        "kernel.cu:");
  }

  @Test
  void uninitialisedSharedMemory() {
    launch("uninitialised", 1, 3);
    rig.cuda.synchronize();
    assertEquals(2, array.get(0));
    rig.fails(
        () -> launch("uninitialised", 1, 5),
        "read of 4 bytes of shared memory that nothing in the block has written before: byte 20 of"
            + " 'tile' (128 bytes)");
  }

  /** Asynchronous copies write shared memory. */
  @Test
  void copiedSharedMemory() {
    array.set(1, 77);
    launch("copied", 1, 3);
    rig.cuda.synchronize();
    assertEquals(77, array.get(0));
    rig.fails(
        () -> launch("copied", 1, 4),
        "read of 4 bytes of shared memory that nothing in the block has written before");
  }
}
