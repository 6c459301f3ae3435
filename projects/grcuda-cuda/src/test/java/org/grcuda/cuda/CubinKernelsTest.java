package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcSettings;
import org.grcuda.nvrtc.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which kernels of machine code are taken for cooperative ones, as NVRTC compiles them. */
class CubinKernelsTest {

  private static final String SOURCE =
      """
      #include <cooperative_groups.h>
      namespace cg = cooperative_groups;
      __device__ __noinline__ void meetThere(int *x) {
        cg::this_grid().sync();
        x[1] = blockIdx.x;
      }
      extern "C" __global__ void meet(int *x) {
        cg::this_grid().sync();
        x[0] = gridDim.x;
      }
      extern "C" __global__ void through(int *x) {
        meetThere(x);
        x[2] = 3;
      }
      extern "C" __global__ void warps(int *x) {
        auto warp = cg::tiled_partition<32>(cg::this_thread_block());
        x[threadIdx.x] = warp.shfl(x[threadIdx.x], 0);
        cg::this_thread_block().sync();
      }
      extern "C" __global__ void many(int *x, double *y, long n, float a, float b, float c, float d) {
        extern __shared__ int s[];
        s[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x + blockIdx.y * gridDim.x];
        __syncthreads();
        for (long i = 0; i < n; i++) y[i] += s[i % blockDim.y] * a + b / c - sqrtf(d) + gridDim.z;
        atomicAdd(x, (int) n);
      }
      """;

  private static byte[] cubin(String architecture) {
    NvrtcCompiler compiler =
        NvrtcCompiler.open(NvrtcSettings.of(System.getenv(), System.err::println));
    return compiler.compile(new Program(SOURCE, "meet.cu", architecture)).cubin();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sm_70", "sm_75", "sm_80", "sm_90", "sm_100"})
  void kernelsWhoseGridsMeetAreFound(String architecture) {
    byte[] image = cubin(architecture);
    assertEquals(Set.of("meet", "through"), CubinKernels.cooperative(image));
  }

  @Test
  void whatIsNoCubinHasNone() {
    assertEquals(Set.of(), CubinKernels.cooperative(new byte[0]));
    assertEquals(Set.of(), CubinKernels.cooperative(".version 8.0".getBytes()));
    byte[] image = cubin("sm_80");
    Random random = new Random(5);
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = Arrays.copyOf(image, random.nextInt(image.length));
      for (int j = 0; j < 4 && damaged.length > 64; j++) {
        damaged[random.nextInt(64)] ^= (byte) (1 << random.nextInt(8));
      }
      CubinKernels.cooperative(damaged);
    }
  }
}
