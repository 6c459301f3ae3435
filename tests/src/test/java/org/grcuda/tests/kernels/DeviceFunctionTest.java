package org.grcuda.tests.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.grcuda.GrCuda;
import org.grcuda.HostView;
import org.grcuda.IntArray;
import org.grcuda.LongArray;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kernels whose code the compiler shapes in ways that small ones do not show. */
final class DeviceFunctionTest {

  /** The functions use a part of a parameter: PTX loads it from the middle. */
  private static final String PARTS =
      """
      __device__ __noinline__ int high(long long v, int x) { return (int) (v >> 32) + x; }
      __device__ __noinline__ int upper(unsigned v, int x) { return (int) (v >> 16) + x; }
      __device__ __noinline__ int third(long long v, int x) { return (int) ((v >> 16) & 0xff) + x; }
      __device__ __noinline__ int second(unsigned short v, int x) { return (v >> 8) + x; }
      extern "C" __global__ void parts(int *out, long long l, unsigned u, unsigned short s) {
        out[0] = high(l, out[0]);
        out[1] = upper(u, out[1]);
        out[2] = third(l, out[2]);
        out[3] = second(s, out[3]);
      }
      """;

  /** Too long for short jumps, and with a barrier in it. */
  private static final String LONG =
      """
      extern "C" __global__ void products(int *x) {
        int t = threadIdx.x;
        int m[64];
        #pragma unroll
        for (int i = 0; i < 64; i++) m[i] = x[i] + t;
        __syncthreads();
        unsigned r = 0;
        #pragma unroll
        for (int i = 0; i < 64; i++) {
          #pragma unroll
          for (int j = 0; j < 64; j++) r += (unsigned) (m[i] * m[j]) ^ (r >> 3);
        }
        x[t] = (int) r;
      }
      """;

  @Test
  void partsOfParameters() {
    try (GrCuda cuda = GrCuda.open()) {
      IntArray out = cuda.intArray(4);
      out.fill(0);
      cuda.buildKernel(PARTS, "parts")
          .grid(1)
          .block(1)
          .launch(out, (77L << 32) + 0x9a_0005, 0xfffe_0001, 0x1234);
      assertArrayEquals(new int[] {77, 0xfffe, 0x9a, 0x12}, out.toArray());
    }
  }

  @Test
  void aLongKernelWithABarrier() {
    try (GrCuda cuda = GrCuda.open()) {
      IntArray x = cuda.intArray(64);
      for (int i = 0; i < 64; i++) {
        x.set(i, 3 * i - 50);
      }
      cuda.buildKernel(LONG, "products").grid(1).block(64).launch(x);
      for (int t = 0; t < 64; t++) {
        assertEquals(product(t), x.get(t), "thread " + t);
      }
    }
  }

  @Test
  @Timeout(60)
  void aKernelThatFollowsPointersInsideAnOpenView() {
    String source = "extern \"C\" __global__ void follow(int **table) { table[0][0] = 1; }";
    try (GrCuda cuda = GrCuda.builder().option("ExecutionPolicy", "sync").open()) {
      LongArray table = cuda.longArray(1);
      table.fill(0);
      var follow = cuda.buildKernel(source, "follow").grid(1).block(1);
      try (HostView view = table.map(HostView.WRITE)) {
        assertEquals(8, view.segment().byteSize());
        var error = assertThrows(GrCudaException.class, () -> follow.launch(table));
        assertEquals(GrCudaException.Kind.STATE, error.kind());
      }
    }
  }

  private static int product(int thread) {
    int r = 0;
    for (int i = 0; i < 64; i++) {
      for (int j = 0; j < 64; j++) {
        r += ((3 * i - 50 + thread) * (3 * j - 50 + thread)) ^ (r >>> 3);
      }
    }
    return r;
  }
}
