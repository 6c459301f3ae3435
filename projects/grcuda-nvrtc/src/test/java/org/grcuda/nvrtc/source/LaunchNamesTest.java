package org.grcuda.nvrtc.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.grcuda.nvrtc.Program;
import org.junit.jupiter.api.Test;

/** Which instances of templates a file asks for, as nvcc makes them. */
class LaunchNamesTest {

  /** What a compiler throws that compiles nothing. */
  private static final class Reached extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient List<String> expressions;

    Reached(List<String> expressions) {
      this.expressions = expressions;
    }
  }

  private static List<String> instances(String text) {
    try {
      WholeFile.compile(
          new Program(text, "k.cu", "compute_80"),
          "",
          SourceReader.NONE,
          program -> {
            throw new Reached(program.nameExpressions());
          });
      throw new AssertionError("nothing was compiled");
    } catch (Reached e) {
      return e.expressions;
    }
  }

  @Test
  void argumentsOfTemplatesOfTheHostReachKernels() {
    assertEquals(
        List.of("sum<float, 64>", "sum<float, 128>", "sum<unsigned int, 8>", "sum<double, 16>"),
        instances(
            """
            template <typename T, int N> __global__ void sum(T *x) {}
            template <typename T, int N = 8> void run(T *x) { sum<T, N><<<1, N>>>(x); }
            template <typename T, int N> void both(T *x) { run<T, N>(x); run<T, 2 * N>(x); }
            template <class T> struct Total {
              enum { WIDTH = 16 };
              void add(T *x) { sum<T, 16><<<1, 16>>>(x); }
            };
            int main() {
              both<float, 64>(nullptr);
              run<unsigned int>(nullptr);
              Total<double>().add(nullptr);
            }
            """));
  }

  @Test
  void namesakesInOtherNamespacesAreNotFollowed() {
    assertEquals(
        List.of("a::k<float>", "b::k<int>"),
        instances(
            """
            namespace a {
            template <typename T> __global__ void k(T *x) {}
            template <typename T> void run() { k<T><<<1, 1>>>(nullptr); }
            void both() { run<float>(); }
            }
            namespace b {
            template <typename T> __global__ void k(T *x) {}
            template <typename T> void run() { k<T><<<1, 1>>>(nullptr); }
            }
            int main() { b::run<int>(); }
            """));
  }

  @Test
  void membersThatAreDefinedOutsideOfTheirClassAreFollowed() {
    assertEquals(
        List.of("lib::step<double>", "lib::step<float>"),
        instances(
            """
            namespace lib {
            template <typename T> __global__ void step(T *x) {}
            template <typename T> class Bodies { T *x; void advance(); };
            template <typename T> void Bodies<T>::advance() { step<T><<<1, 1>>>(x); }
            template class Bodies<double>;
            }
            lib::Bodies<float> *bodies;
            """));
  }

  @Test
  void argumentsThatLaunchesLeaveOutAreDeduced() {
    assertEquals(
        List.of(
            "scale<float, int>",
            "scale<double, double>",
            "scale<const char*, long>",
            "fixed<32, unsigned long long>",
            "scale<short, unsigned int>"),
        instances(
            """
            template <typename T, typename S> __global__ void scale(T *x, S by, const int n) {}
            template <int N, typename T> __global__ void fixed(const T *__restrict__ x, T *y) {}
            template <typename T> void test(T *host, int n) {
              T *d_x, *d_y;
              cudaMalloc((void **)&d_y, n * sizeof(T));
              scale<<<1, 1>>>(d_y, 2u, n);
            }
            void run(float *a, int n) {
              double *b = nullptr;
              const char **names;
              const unsigned long long *c;
              unsigned long long *d;
              scale<<<1, 1>>>(a, 2, n);
              scale<<<dim3(n < 3 ? 1 : 2), 1>>>(b, 0.5, n);
              scale<<<1, 1>>>(names, 7l, n);
              fixed<32><<<1, 1>>>(c, d);
              short values[4];
              test(values, n);
            }
            """));
  }

  @Test
  void localConstantsAndTypeNamesStandForTheirValues() {
    assertEquals(
        List.of("sort<float, 256>", "sort<half, 64>", "sort<lib::Pair<float>, lib::WIDE>"),
        instances(
            """
            template <typename T, int N> __global__ void sort(T *x) {}
            namespace lib { template <class T> struct Pair { T a, b; }; enum { WIDE = 3 }; }
            int main(int argc, char **argv) {
              using real = float;
              const int warp = 64;
              constexpr int block = 4 * warp;
              int chosen = argc;
              sort<real, block><<<1, block>>>(nullptr);
              cudaFuncSetAttribute(sort<half, warp>, 8, 1 << 16);
              sort<lib::Pair<real>, lib::WIDE><<<1, 1>>>(nullptr);
              sort<real, chosen><<<1, 1>>>(nullptr);
            }
            """));
  }

  /** Specializations are not templates, and one that uses itself ends. */
  @Test
  void templatesThatUseThemselvesEnd() {
    assertEquals(
        List.of("step<100>", "step<3>", "step<2>", "step<1>", "walk<sizeof(char)>", "walk<16>"),
        instances(
            """
            template <int N> __global__ void step(float *x) {}
            template <int N> struct Steps {
              static void run(float *x) { step<N><<<1, 1>>>(x); Steps<N - 1>::run(x); }
            };
            template <> struct Steps<0> { static void run(float *x) { step<100><<<1, 1>>>(x); } };
            template <unsigned N> __global__ void walk(float *x) {}
            template <int N> void half(float *x) { walk<N><<<1, 1>>>(x); if (N > 9) half<N>(x); }
            int main() {
              Steps<3>::run(nullptr);
              walk<sizeof(char)><<<1, 1>>>(nullptr);
              half<(3 + 1) * 4>(nullptr);
            }
            """));
  }
}
