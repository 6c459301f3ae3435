package org.grcuda.attacks.soak;

import java.util.Random;

/** A kernel unlike all others, as PTX, and what it computes of a thread's number. */
final class DistinctKernel {

  static final String SIGNATURE = "k(x: out pointer sint32)";

  private static final int STEPS = 24;
  private static final String HEAD =
      """
      .version 8.3
      .target sm_90
      .address_size 64
      .visible .entry k(.param .u64 p)
      {
        .reg .b64 %a, %l;
        .reg .b32 %t, %v, %w;
        .shared .align 4 .b8 tile[1024];
        ld.param.u64 %a, [p];
        mov.u32 %t, %tid.x;
        mov.b32 %v, %t;
      """;
  private static final String TAIL =
      """
        cvt.u64.u32 %l, %t;
        mad.lo.s64 %a, %l, 4, %a;
        st.global.u32 [%a], %v;
        ret;
      }
      """;

  /** Threads see their own value again: only the barrier and the memory are of interest. */
  private static final String THROUGH_SHARED_MEMORY =
      """
      { .reg .b32 %s; mov.u32 %s, tile; mad.lo.s32 %s, %t, 4, %s; st.shared.u32 [%s], %v;
        bar.sync 0; ld.shared.u32 %v, [%s]; }
      """;

  private final int[] operations = new int[STEPS];
  private final int[] constants = new int[STEPS];

  DistinctKernel(long seed) {
    Random random = new Random(seed);
    for (int s = 0; s < STEPS; s++) {
      operations[s] = random.nextInt(6);
      constants[s] = random.nextInt();
    }
  }

  /** The module. */
  String text() {
    StringBuilder text = new StringBuilder(HEAD);
    for (int s = 0; s < STEPS; s++) {
      int c = constants[s];
      text.append(
          switch (operations[s]) {
            case 0 -> "add.s32 %v, %v, " + c + ";\n";
            case 1 -> "mul.lo.s32 %v, %v, " + c + ";\n";
            case 2 -> "xor.b32 %v, %v, " + c + ";\n";
            case 3 -> "mad.lo.s32 %v, %t, " + c + ", %v;\n";
            case 4 -> "shr.u32 %w, %v, " + (c & 31) + ";\nadd.s32 %v, %v, %w;\n";
            default -> THROUGH_SHARED_MEMORY;
          });
    }
    return text.append(TAIL).toString();
  }

  /** What thread {@code t} stores. */
  int expected(int t) {
    int v = t;
    for (int s = 0; s < STEPS; s++) {
      int c = constants[s];
      v =
          switch (operations[s]) {
            case 0 -> v + c;
            case 1 -> v * c;
            case 2 -> v ^ c;
            case 3 -> t * c + v;
            case 4 -> v + (v >>> (c & 31));
            default -> v;
          };
    }
    return v;
  }
}
