package org.grcuda.attacks.bombs;

import static org.grcuda.attacks.bombs.Bomb.kernel;

import java.util.List;
import java.util.stream.Stream;

/** Templates without end, wide, deep, or with names of gigabytes. */
final class TemplateBombs {

  private static final String SEQUENCE =
      """
      template<int... I> struct List { static const int n = sizeof...(I); };
      template<class A, class B> struct Two;
      template<int... I, int... J> struct Two<List<I...>, List<J...>> {
        using type = List<I..., (int) (sizeof...(I) + J)...>;
      };
      template<int N> struct Up {
        using type = typename Two<typename Up<N - 1>::type, typename Up<N - 1>::type>::type;
      };
      template<> struct Up<0> { using type = List<0>; };
      """;

  private static final String PAIRS =
      """
      template<class A, class B> struct Pair {};
      template<int N, class T> struct Grow { using type = typename Grow<N - 1, Pair<T, T>>::type; };
      template<class T> struct Grow<0, T> { using type = T; };
      """;

  private static final String NAMED =
      """
      template<class T> struct W {};
      template<int N, int M> struct T {
        typename T<N - 1, 2 * M>::type a; typename T<N - 1, 2 * M + 1>::type b; using type = int;
      };
      template<int M> struct T<0, M> { using type = int; };
      template<class A> __global__ void t(int *x) { x[0] = sizeof(A); }
      template<int N> __global__ void v(int *x) { x[0] = N; }
      """;

  private TemplateBombs() {}

  static List<Bomb> all() {
    return Stream.of(endless(), wide(), named()).flatMap(List::stream).toList();
  }

  private static List<Bomb> endless() {
    return List.of(
        kernel(
            "a tree of 2^30 classes",
            """
            template<int N, int M> struct T {
              const static int v = T<N - 1, 2 * M>::v + T<N - 1, 2 * M + 1>::v;
            };
            template<int M> struct T<0, M> { static const int v = M; };
            """,
            "x[0] = T<30, 1>::v;"),
        kernel(
            "classes without end",
            "template<int N> struct T { static const int v = T<N + 1>::v; };",
            "x[0] = T<0>::v;"),
        kernel(
            "bases without end", "template<int N> struct T : T<N + 1> {};", "x[0] = sizeof(T<0>);"),
        kernel(
            "functions without end",
            "template<int N> __device__ int f() { return N + f<N + 1>(); }",
            "x[0] = f<0>();"),
        kernel(
            "types without end",
            """
            template<class T> struct W {};
            template<class T> __device__ int f(T) { return f(W<W<T>>()); }
            """,
            "x[0] = f(1);"),
        kernel(
            "a return type without end",
            """
            template<class T> struct W {};
            template<class T> __device__ auto f(T t) -> decltype(f(W<T>())) { return 0; }
            namespace n { struct A {}; template<class T> struct W {}; }
            template<class T> __device__ auto g(T t) -> decltype(g(W<T>())) { return 0; }
            __device__ int g(...) { return 1; }
            """,
            "x[0] = g(W<int>());"),
        kernel(
                "constraints without end",
                """
                template<class T> struct W {};
                template<class T> concept C = requires { requires sizeof(f(W<T>())) > 0; };
                template<C T> __device__ int f(T) { return 0; }
                """,
                "x[0] = f(1);")
            .withOption("-std=c++20"));
  }

  private static List<Bomb> wide() {
    return List.of(
        kernel("a list of 2^24 numbers", SEQUENCE, "x[0] = Up<24>::type::n;"),
        kernel(
            "an index sequence of ten million",
            "#include <cuda/std/utility>",
            "x[0] = sizeof(cuda::std::make_index_sequence<10000000>);"),
        kernel(
            "a fold over 2^17 numbers",
            SEQUENCE
                + """
                template<int... I> __device__ int sum(int *x, List<I...>) { return (x[I] + ...); }
                """,
            "x[0] = sum(x, Up<17>::type());"),
        kernel(
            "2^15 bases",
            SEQUENCE
                + """
                template<int I> struct B { int b; };
                template<class T> struct All;
                template<int... I> struct All<List<I...>> : B<I>... {};
                """,
            "x[0] = sizeof(All<Up<15>::type>);"),
        kernel(
            "a name of gigabytes",
            PAIRS + "template<class T> __device__ __noinline__ int f(T, int *x) { return x[1]; }",
            "x[0] = f(Grow<28, int>::type(), x);"),
        kernel(
            "aliases that double",
            """
            template<class A, class B> struct Pair {};
            template<class T> using P1 = Pair<Pair<T, T>, Pair<T, T>>;
            template<class T> using P2 = P1<P1<P1<P1<T>>>>;
            template<class T> using P3 = P2<P2<P2<P2<T>>>>;
            """,
            "x[0] = sizeof(P3<P3<int>>);"),
        kernel(
            "generic lambdas nest",
            "template<class F> __device__ int twice(F f) { return f(1) + f(2L); }",
            "x[0] = "
                + "twice([&](auto a) { return a + ".repeat(24)
                + "x[1]"
                + "; })".repeat(24)
                + ";"),
        kernel(
            "overloads multiply",
            """
            template<class T> struct A { __device__ operator long() const; };
            """
                + overloads(),
            "x[0] = f(" + "1 + f(".repeat(2000) + "1" + ")".repeat(2000) + ");"));
  }

  private static List<Bomb> named() {
    return List.of(
        kernel("a name expression of 20,000 classes", NAMED, "x[0] = 1;")
            .withName("t<" + "W<".repeat(20_000) + "int" + ">".repeat(20_000) + ">"),
        kernel("a name expression that computes", NAMED, "x[0] = 1;").withName("t<T<30, 1>>"),
        kernel("a name expression of parentheses", NAMED, "x[0] = 1;")
            .withName("v<" + "(".repeat(100_000) + "1" + ")".repeat(100_000) + ">"));
  }

  private static String overloads() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      text.append("template<int N> struct O%d {};".formatted(i));
      text.append("template<int N> __device__ int f(O%d<N>) { return N; }\n".formatted(i));
    }
    return text + "__device__ int f(long v) { return (int) v; }\n";
  }
}
