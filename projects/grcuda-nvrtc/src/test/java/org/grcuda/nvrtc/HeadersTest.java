package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Headers of C, and CUDA's: where they come from and what of them is cached. */
class HeadersTest {

  @TempDir Path folder;

  private final List<String> messages = new ArrayList<>();

  /** No network, no toolkit but one below the test's folder, a cache of its own. */
  private NvrtcCompiler alone() {
    NvrtcSettings here = Nvrtc.settings(folder.resolve("cache"));
    return NvrtcCompiler.open(
        new NvrtcSettings(
            here.library(),
            here.source(),
            Map.of("CUDA_HOME", folder.resolve("toolkit").toString()),
            here.cacheDirectory(),
            1 << 20,
            false,
            CompileLimits.DEFAULT,
            messages::add));
  }

  /** The headers of this machine, fetched into the user's cache if the tests are the first. */
  private static NvrtcCompiler whole() {
    return NvrtcCompiler.open(
        NvrtcSettings.of(System.getenv(), System.err::println).withMaxProgramBytes(0));
  }

  private static Program program(String source) {
    return new Program(source, "k.cu", "compute_80");
  }

  private static Program including(String header, String body) {
    return program(
        "#include %s\nextern \"C\" __global__ void k(long long *x, double *f) { %s }"
            .formatted(header, body));
  }

  private void toolkitHeader(String text) throws IOException {
    Path header = folder.resolve("toolkit/include/cuda_fp16.h");
    Files.createDirectories(header.getParent());
    Files.writeString(header, text);
  }

  private int cachedPrograms() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("cache/programs"))) {
      return (int) files.count();
    }
  }

  @Test
  void headersOfCNeedNothing() throws IOException {
    String source =
        """
        #include <assert.h>
        #include <float.h>
        #include <inttypes.h>
        #include <limits.h>
        #include <math.h>
        #include <stdbool.h>
        #include <stddef.h>
        #include <stdint.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <time.h>
        #include <cassert>
        #include <cfloat>
        #include <cinttypes>
        #include <climits>
        #include <cmath>
        #include <cstddef>
        #include <cstdint>
        #include <cstdio>
        #include <cstdlib>
        #include <cstring>
        #include <ctime>
        #include <cuda.h>
        static_assert(UINT32_MAX == 0xffffffffu && INT8_MIN == -128 && INT16_MAX == SHRT_MAX, "");
        static_assert(sizeof(std::int64_t) == 8 && sizeof(uintptr_t) == sizeof(void *), "");
        static_assert(SIZE_MAX == ULONG_MAX && INT64_MAX == LLONG_MAX && CHAR_BIT == 8, "");
        constexpr float infinite = INFINITY;
        extern "C" __global__ void k(int64_t *x, double *f) {
          assert(x != NULL);
          std::memset(x, 0, sizeof(std::size_t));
          f[0] = infinite + NAN + FLT_MAX + DBL_EPSILON + M_PI + HUGE_VAL;
          f[1] = std::sqrt(f[2]) + std::pow(f[3], 2.0) + std::abs(f[4]) + fabsf(f[5]);
          x[1] = std::isnan(f[6]) + isinf(f[7]) + offsetof(float4, z) + INT64_C(5) + clock();
          printf("%" PRId64 "\\n", x[2]);
        }
        """;
    assertTrue(alone().compile(program(source)).ptx().contains(".entry k("));
    assertEquals(1, cachedPrograms());
  }

  @Test
  void theAssertOfCFollowsNdebug() {
    String body = "assert(x[0]);";
    String header = "<cassert>\n#define NDEBUG\n#include <cassert>";
    assertTrue(alone().compile(including("<cassert>", body)).ptx().contains("call"));
    assertEquals(-1, alone().compile(including(header, body)).ptx().indexOf("call"));
  }

  @Test
  void headersOfCuda() {
    String source =
        """
        #include <cuda_bf16.h>
        #include "cuda_fp16.h"
        #include <cuda_runtime.h>
        #include <cooperative_groups.h>
        #include <cooperative_groups/reduce.h>
        #include <cuda/std/array>
        #include <cuda/std/cmath>
        #include <cuda/std/complex>
        #include <cuda/atomic>
        #include <stdint.h>
        #include <algorithm>
        #include <cmath>
        #include <functional>
        #include <limits>
        #include <tuple>
        #include <type_traits>
        #include <utility>
        namespace cg = cooperative_groups;
        extern "C" __global__ void k(int64_t *x, __half *h, __nv_bfloat16 *b, float *f) {
          auto tile = cg::tiled_partition<8>(cg::this_thread_block());
          f[0] = cg::reduce(tile, f[1], cg::plus<float>());
          h[0] = h[1] + __float2half(f[2]);
          b[0] = b[1] * b[2];
          cuda::std::array<int, 3> a = {1, 2, 3};
          x[0] = a[x[1]] + std::max(1, 2) + std::numeric_limits<int64_t>::max();
          static_assert(std::is_same<std::remove_const_t<const int>, int>::value, "");
          f[3] = std::get<1>(std::make_tuple(1, 2.f)) + std::sqrt(f[4]);
        }
        """;
    assertTrue(whole().compile(program(source)).ptx().contains(".entry k("));
  }

  @Test
  void headersOfMatricesAndRandomNumbers() {
    String source =
        """
        #include <mma.h>
        #include <curand_kernel.h>
        namespace wmma = nvcuda::wmma;
        extern "C" __global__ void k(const half *a, const half *b, float *c, unsigned *u) {
          wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
          wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
          wmma::fragment<wmma::accumulator, 16, 16, 16, float> z;
          wmma::fill_fragment(z, 0.0f);
          wmma::load_matrix_sync(x, a, 16);
          wmma::load_matrix_sync(y, b, 16);
          wmma::mma_sync(z, x, y, z);
          wmma::store_matrix_sync(c, z, 16, wmma::mem_row_major);
          curandState state;
          curand_init(1, threadIdx.x, 0, &state);
          u[threadIdx.x] = curand(&state);
        }
        """;
    String ptx = whole().compile(program(source)).ptx();
    assertTrue(ptx.contains("wmma.mma.sync.aligned.row.col.m16n16k16"));
  }

  @Test
  void theUmbrellaOfCubIsOfWhatThreadsUse() {
    String source =
        """
        #include <cub/cub.cuh>
        extern "C" __global__ void k(const int *in, int *out) {
          typedef cub::BlockReduce<int, 128> Reduce;
          __shared__ typename Reduce::TempStorage shared;
          cub::CacheModifiedInputIterator<cub::LOAD_LDG, int> from(in);
          int sum = Reduce(shared).Sum(from[threadIdx.x]);
          if (threadIdx.x == 0) out[0] = sum;
        }
        """;
    String ptx = whole().compile(program(source)).ptx();
    assertTrue(ptx.contains("redux.sync.add"), ptx);
  }

  @Test
  void algorithmsOfTheHostAreRefusedWithAdvice() {
    Program program = including("<cub/device/device_scan.cuh>", "");
    String message =
        assertThrows(CompilationException.class, () -> whole().compile(program)).getMessage();
    assertTrue(message.endsWith("the host calls the functions of CU.CUB."), message);
  }

  @Test
  void thrustInOneThread() {
    String source =
        """
        #include <thrust/complex.h>
        #include <thrust/device_vector.h>
        #include <thrust/execution_policy.h>
        #include <thrust/random.h>
        #include <thrust/reduce.h>
        #include <thrust/sort.h>
        #include <thrust/transform.h>
        #include <thrust/iterator/counting_iterator.h>
        extern "C" __global__ void k(int *x, int n, thrust::complex<double> *z) {
          thrust::sort(thrust::seq, x, x + n, thrust::greater<int>());
          thrust::minstd_rand engine(thrust::reduce(thrust::device, x, x + n));
          x[0] = thrust::uniform_int_distribution<int>(1, 6)(engine);
          z[0] = thrust::exp(z[1]) / thrust::polar(2.0, z[2].real());
        }
        """;
    assertTrue(whole().compile(program(source)).ptx().contains(".entry k("));
  }

  @Test
  void onlyProgramsWithThrustHaveItsOptions() {
    Program plain = including("<vector>", "");
    assertEquals(List.of(), BundledHeaders.of(plain).options());
    assertEquals(false, BundledHeaders.of(plain).texts().containsKey("vector"));
    Program thrust = including("<thrust/sort.h>", "");
    assertEquals(ThrustHeaders.OPTIONS, BundledHeaders.of(thrust).options());
    Program own = thrust.withHeader("thrust/sort.h", "");
    assertEquals(List.of(), BundledHeaders.of(own).options());
    Program within = including("\"a.h\"", "").withHeader("a.h", "# include \"thrust/sort.h\"");
    assertEquals(ThrustHeaders.OPTIONS, BundledHeaders.of(within).options());
  }

  @Test
  void anUmbrellaOfTheUserComesFirst() throws IOException {
    Files.createDirectory(folder.resolve("cub"));
    Files.writeString(folder.resolve("cub/cub.cuh"), "#define MINE 77777\n");
    Program program = including("<cub/cub.cuh>", "*x = MINE;").withOptions("-I" + folder);
    assertTrue(alone().compile(program).ptx().contains("77777"));
  }

  @Test
  void aFolderOfTheUserComesFirst() throws IOException {
    Files.writeString(folder.resolve("math.h"), "#define MINE 77777\n");
    Files.writeString(folder.resolve("cuda_fp16.h"), "#define ALSO_MINE 88888\n");
    Program program = including("<math.h>\n#include <cuda_fp16.h>", "*x = MINE + ALSO_MINE;");
    for (String option : List.of("-I" + folder, "--include-path=" + folder)) {
      assertTrue(alone().compile(program.withOptions(option)).ptx().contains("166665"), option);
    }
    Program two = program.withOptions("-I", folder.toString());
    assertTrue(alone().compile(two).ptx().contains("166665"));
    Program supplied = including("<math.h>", "*x = GIVEN;").withHeader("math.h", "#define GIVEN 5");
    assertTrue(alone().compile(supplied).ptx().contains(", 5;"));
  }

  @Test
  void aToolkitsOwnHeadersAreTakenAndChangesOfThemSeen() throws IOException {
    toolkitHeader("#define VALUE 111111\n");
    Program program = including("<cuda_fp16.h>", "*x = VALUE;");
    assertTrue(alone().compile(program).ptx().contains("111111"));
    assertTrue(alone().compile(program).ptx().contains("111111"));
    assertEquals(1, cachedPrograms());
    toolkitHeader("#define VALUE 2222222\n");
    assertTrue(alone().compile(program).ptx().contains("2222222"));
    assertEquals(2, cachedPrograms());
  }

  @Test
  void withoutThemTheMessageTellsWhereItLookedAndWhatToDo() {
    Program program = including("<cuda_bf16.h>", "");
    String message =
        assertThrows(CompilationException.class, () -> alone().compile(program)).getMessage();
    assertEquals(
        """
        k.cu(1): catastrophic error: cannot open source file "cuda_bf16.h"
          #include <cuda_bf16.h>
                                ^

        1 catastrophic error detected in the compilation of "k.cu".
        Compilation terminated.
        That header is one of CUDA's, which were not found. Looked at:
          - the CUDA toolkit FOLDER/toolkit (absent)
          - the CUDA toolkit /usr/local/cuda (absent)
          - the user cache FOLDER/cache
          - PyPI, nvidia-cuda-runtime-cu12==12.9.79: fetching is switched off
        Allow the fetch (Python 3 with pip and a network, once), install a CUDA toolkit 12 or 13\
         and set CUDA_HOME to its folder, or give the headers' folder as -I.\
        """,
        message.replace(folder.toString(), "FOLDER"));
  }

  @Test
  void aHeaderThatIsNotOfCudaIsNotFetched() {
    Program program = including("<missing.h>", "");
    String message =
        assertThrows(CompilationException.class, () -> alone().compile(program)).getMessage();
    assertTrue(message.contains("open source file \"missing.h\""), message);
    assertEquals(-1, message.indexOf("PyPI"), message);
  }
}
