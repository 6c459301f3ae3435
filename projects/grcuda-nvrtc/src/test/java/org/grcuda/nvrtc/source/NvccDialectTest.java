package org.grcuda.nvrtc.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcSettings;
import org.grcuda.nvrtc.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What nvcc takes on Linux, with gcc as the host's compiler, and NVRTC does not. */
class NvccDialectTest {

  private static final NvrtcCompiler COMPILER =
      NvrtcCompiler.open(
          NvrtcSettings.of(System.getenv(), System.err::println).withMaxProgramBytes(0));

  private static WholeFile.Result compile(String text, String... options) {
    Program program = new Program(text, "k.cu", "compute_80").withOptions(options);
    return WholeFile.compile(program, "", SourceReader.NONE, COMPILER::compile);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-std=c++11", "-std=c++14", "-std=c++20"})
  void theDialectsOfNvccAreThoseOfEachStandard(String standard) {
    compile(
        """
        #include <thrust/iterator/transform_iterator.h>
        #define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
        struct Half { __device__ int operator()(int a) const { return a / 2; } };
        __global__ void k(int *x) {
          thrust::transform_iterator<Half, int *, int> halves(x, Half());
          x[0] = max(halves[7], max(x[1], 3));
        }
        """,
        standard);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Macros of nvcc, of Linux and of gcc, by name and by value.
        """
        #ifndef __NVCC__
        #error not nvcc
        #elif !defined(__linux__) || !defined __unix__
        #error not Linux
        #elif __GNUC__ * 100 + __GNUC_MINOR__ < 500
        #error too old
        #else
        __global__ void k(int *x) { *x = 1; }
        #endif
        """,
        // Constants of math.h are defined before the file.
        """
        #ifndef M_SQRT1_2
        #define M_SQRT1_2 0.5f
        #endif
        #define M_PI 3.0f
        __global__ void k(double *x) {
          static_assert(sizeof(M_SQRT1_2) == sizeof(double) && M_SQRT1_2 > 0.7, "of math.h");
          static_assert(M_PI == 3.0f, "of the file");
          *x = M_SQRT1_2 * M_PI;
        }
        """,
        // What headers define that NVRTC has built in.
        """
        #include <cuda_runtime.h>
        #include <cstdio>
        #ifdef __DRIVER_TYPES_H__
        static const char *text(cudaError_t error) { return cudaGetErrorName(error); }
        #endif
        __global__ void k(int *x) { *x = 1; }
        int main() { puts(text(cudaGetLastError())); }
        """,
        // Types of the driver and of libraries.
        """
        #include <cuda.h>
        #include <cufft.h>
        #include <cublas_v2.h>
        struct Spectrum { cufftComplex *values; CUdeviceptr address; };
        __global__ void k(CUtexObject texture, cufftDoubleComplex *x, Spectrum s) {
          x[0] = cuCmul(x[0], make_cuDoubleComplex(0, 1));
          s.values[0] = cuConjf(s.values[0]);
        }
        __global__ void narrow(__nv_bfloat16 *x) { *x = __float2bfloat16(0.5f); }
        """,
        // A variable of an enumeration, which belongs to the host.
        """
        enum Mode { FAST, EXACT };
        extern enum Mode mode;
        enum Other : int;
        __global__ void k(int *x) { *x = EXACT; }
        enum Mode mode = FAST;
        """,
        // Constants that are computed of others.
        """
        const float scale = 1.5f;
        const float inverse = 1.0f / scale;
        const double table[] = {0.5, 2.0 * inverse};
        __global__ void k(float *x) { *x = inverse * (float)table[1]; }
        """,
        // Variables with their values in brackets.
        """
        constexpr unsigned width(64);
        constexpr unsigned height(width / 2);
        const int area(width * height);
        const int half(area / 2), third(area / 3);
        constexpr unsigned whole(width * height);
        constexpr int twice(int x);
        constexpr int twice(int x) { return 2 * x; }
        __global__ void k(int *x) { __shared__ int s[whole]; s[0] = twice(half); *x = s[0]; }
        """,
        // The value of a variable template has a list of arguments.
        """
        template <typename K, typename V> constexpr __host__ __device__ V none() { return V(-1); }
        template <typename K, typename V> const V EMPTY = none<K, V>();
        __global__ void k(int *x) { *x = EMPTY<long, int>; }
        """,
        // Compound literals and designators.
        """
        struct Pixel { unsigned char r, g, b; };
        __constant__ Pixel border = {.r = 1, .g = 2, .b = 3};
        #define REAL(x) (float2){(x), 0.0f}
        __device__ float2 turn(float2 a) { return (float2){-a.y, a.x}; }
        __global__ void k(float2 *x, int n) {
          if (n > 3) { x[0] = turn(REAL(x[0].x)); x[2] = REAL(n); }
          x[1].x = border.g;
        }
        """,
        // Statement expressions, and the type of an expression.
        """
        #define max(a, b) ({ __typeof__ (a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
        #define swap(a, b) ({ typeof(a) t = a; a = b; b = t; })
        #define find(x, n, v) \\
          ({ int at = 0; for (int i = 0; i < n; i++) { if (x[i] == v) { at = i; break; } } at; })
        struct Pair { int a, b; };
        __device__ int sum(Pair p) { return p.a + p.b; }
        static int host(int x) { return max(x, 3); }
        template <typename T> __device__ T most(T *x) { return max(x[0], max(x[1], x[2])); }
        __global__ void k(int *x, const float *y, int n) {
          if (max(n, 5) > 7) { swap(x[0], x[1]); }
          x[2] = sum({x[0], n}) + most(x) + find(x, n, 4);
          x[3] = ({ __auto_type half = y[0] / 2; Pair p = {1, 2}; if (half > 1) { p.a = 7; } p; }).a;
          ({ if (n > 3) { x[4] = 1; } });
        }
        int main() { return host(({ int a = 3; a; })); }
        """,
        // Iterators of Thrust over its other iterators.
        """
        #include <thrust/iterator/transform_iterator.h>
        #include <thrust/random.h>
        #include <thrust/shuffle.h>
        struct Half { __device__ int operator()(int a) const { return a / 2; } };
        __global__ void k(int *x) {
          thrust::default_random_engine engine(x[0]);
          thrust::shuffle(thrust::seq, x, x + 8, engine);
          using Counted = thrust::counting_iterator<int>;
          thrust::transform_iterator<Half, Counted, int> halves(Counted(0), Half());
          x[0] = halves[7];
        }
        """,
        // Keywords of gcc, and errors of CUDA told by a kernel.
        """
        #include <cstdio>
        __device__ __const__ unsigned char mask = 15;
        __device__ void check(cudaError_t code) {
          if (code != cudaSuccess) { printf("%s\\n", cudaGetErrorString(code)); }
        }
        __global__ void k(int *x) { *x = mask; check(cudaGetLastError()); }
        """,
        // Headers of CUDA's that declare integers by themselves.
        """
        #include <cuda_pipeline.h>
        #include <cooperative_groups.h>
        #include <cooperative_groups/memcpy_async.h>
        #include <cstdint>
        __global__ void k(uint64_t *x) {
          __shared__ uint64_t part;
          __pipeline_memcpy_async(&part, x, 8);
          __pipeline_commit();
          __pipeline_wait_prior(0);
          x[1] = part + (uint64_t)uintptr_t(x);
        }
        """,
        // Names of std without their header.
        """
        #include <vector>
        __global__ void k(std::uint32_t *x, std::size_t n) { *x = std::uint32_t(n); }
        """
      })
  void whatNvccTakes(String text) {
    WholeFile.Result result = compile(text);
    assertTrue(result.code().ptx().contains(".entry _Z1k"), result.deviceSource());
    assertEquals(text.lines().count(), result.deviceSource().lines().count(), "lines stay");
  }

  /** A macro that nothing defines, with a number, before a body and before a kernel. */
  @Test
  void macrosOfHeadersThatAreNotThereBeginFunctions() {
    WholeFile.Result result =
        compile(
            """
            #include <gtest/gtest.h>
            TEST(Sum, 1) { EXPECT_EQ(1, sum(1)); }
            __global__ void k(int *x) { *x = 1; }
            BENCHMARK("k", 2);
            TEST_P(Sum, 2) { kernel<<<1, 1>>>(nullptr); }
            """);
    assertTrue(result.code().ptx().contains(".entry _Z1k"), result.deviceSource());
    assertFalse(result.deviceSource().contains("EXPECT_EQ"), result.deviceSource());
  }

  /** An instance that is found is left out if it does not compile, and the others stay. */
  @Test
  void instancesThatAreFoundMayBeLeftOut() {
    WholeFile.Result result =
        compile(
            """
            template <int N> __global__ void k(int *x) { static_assert(N < 9, "small"); *x = N; }
            template <int N> void run() { k<N><<<1, 1>>>(nullptr); }
            int count(int n) { return n; }
            int main() {
              k<3><<<1, 1>>>(nullptr);
              run<30>();
              const int n = count(3);
              k<n><<<1, 1>>>(nullptr);
            }
            """);
    assertTrue(result.code().ptx().contains(".entry _Z1kILi3E"), result.code().ptx());
    assertTrue(
        result.setAside().toString().contains("k.cu(2): instance k<30>: NVRTC: "),
        result.setAside().toString());
    SourceException refused =
        assertThrows(
            SourceException.class,
            () ->
                compile(
                    """
                    template <int N> __global__ void k(int *x) { static_assert(N < 9, "small"); }
                    template <int N> void run() { k<N><<<1, 1>>>(nullptr); }
                    int main() { run<30>(); }
                    """));
    assertTrue(refused.getMessage().contains("small"), refused.getMessage());
  }

  @Test
  void aVersionOfTheLanguageThatIsGivenStays() {
    String text =
        "struct P { int x; };\n"
            + "__constant__ P p = {.x = 1};\n"
            + "__global__ void k(int *x) { *x = p.x; }\n";
    assertTrue(compile(text).program().options().contains("-std=c++20"));
    assertThrows(SourceException.class, () -> compile(text, "-std=c++17"));
  }

  /** NVIDIA's headers must not take NVRTC for nvcc. */
  @Test
  void onlyTheFilesOwnDirectivesAreAnswered() {
    WholeFile.Result result =
        compile("#ifdef __NVCC__\n__global__ void k(int *x) { *x = __CUDACC_RTC__; }\n#endif\n");
    assertTrue(result.deviceSource().startsWith("#ifdef __CUDACC__"), result.deviceSource());
    assertFalse(result.program().source().contains("#define __NVCC__"));
  }
}
