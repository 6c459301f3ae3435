package org.grcuda.attacks.bombs;

import static org.grcuda.attacks.bombs.Bomb.kernel;

import java.util.List;

/** Constant expressions that the compiler computes itself. */
final class ConstantBombs {

  private ConstantBombs() {}

  static List<Bomb> all() {
    return List.of(
        kernel(
            "a constant loop without end",
            "__device__ constexpr int f() { unsigned n = 0; for (;;) n++; return n; }",
            "constexpr int c = f(); x[0] = c;"),
        kernel(
            "a constant loop of 10^12",
            """
            __device__ constexpr unsigned f() {
              unsigned n = 0;
              for (long i = 0; i < 1000000000000; i++) n += i;
              return n;
            }
            """,
            "constexpr unsigned c = f(); x[0] = c;"),
        kernel(
            "a constant recursion",
            "__device__ constexpr int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); }",
            "constexpr int c = f(10000000); x[0] = c;"),
        kernel(
            "constant Fibonacci numbers",
            "__device__ constexpr long f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }",
            "constexpr long c = f(80); x[0] = c;"),
        kernel(
            "a constant array of 400 MB",
            """
            struct A { int v[100000000]; };
            __device__ constexpr A f() { A a = {}; for (int i = 0; i < 100000000; i++) a.v[i] = i; return a; }
            __device__ constexpr A a = f();
            """,
            "x[0] = a.v[x[1]];"),
        kernel(
                "constant objects without end",
                """
                struct L { L *next; };
                __device__ constexpr int f() { L *l = nullptr; for (;;) l = new L{l}; return 0; }
                """,
                "constexpr int c = f(); x[0] = c;")
            .withOption("-std=c++20"),
        kernel(
                "an immediate function without end",
                "__device__ consteval int f(int n) { return f(n + 1) + f(n + 2); }",
                "x[0] = f(0);")
            .withOption("-std=c++20"),
        kernel(
            "an assertion without end",
            "__device__ constexpr bool f(long n) { return n < 0 ? true : f(n / 2 + 1); }"
                + " static_assert(f(9));",
            "x[0] = 1;"));
  }
}
