package org.grcuda.nvrtc;

/** Programs that want more of their compiler than it has. */
final class Bombs {

  /** Ends in NVRTC's recursion, for want of stack. */
  static final Program NESTED =
      program(
          """
          #define P0 ((((((((((((((((
          #define P1 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0 P0
          #define P2 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1
          #define P3 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2
          __global__ void k(float *x) { x[0] = P3 x[1]; }
          """);

  /** Instantiates 2^30 classes. */
  static final Program ENDLESS =
      program(
          """
          template<int N, int M> struct T { static const long v = T<N-1,2*M>::v + T<N-1,2*M+1>::v; };
          template<int M> struct T<0, M> { static const long v = M; };
          __global__ void k(long *x) { x[0] = T<30, 1>::v; }
          """);

  private Bombs() {}

  private static Program program(String source) {
    return new Program(source, "bomb.cu", "compute_80");
  }
}
