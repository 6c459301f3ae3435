package org.grcuda.attacks.wild;

import java.util.Random;

/**
 * The PTX of a kernel that accesses what it should not, some steps in a row: plainly, in some of
 * its threads, or in a loop that walks on and on.
 */
final class WildKernel {

  /** Size of the kernel's own array, and of the others whose addresses it is given. */
  static final int BYTES = 4096;

  static final String SIGNATURE =
      "k(own: inout pointer sint32, other: sint64, freed: sint64, host: sint64, never: sint32)";

  private static final int MOST_STEPS = 4;
  private static final int MOST_ROUNDS = 3000;

  private static final String HEAD =
      """
      .version 8.3
      .target sm_90
      .address_size 64
      .extern .func (.param .b64 r) malloc (.param .b64 n);
      .extern .func free (.param .b64 p);
      .extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
      .shared .align 16 .b8 tile[256];
      .const .align 16 .b8 constant[64];
      .func (.param .b32 result) deep (.param .b32 n)
      {
        .reg .b32 %r<4>;
        .reg .pred %p;
        .local .align 8 .b8 mine[64];
        ld.param.b32 %r1, [n];
        st.local.b32 [mine], %r1;
        setp.gt.s32 %p, %r1, 2147483000;
        @%p bra END;
        add.s32 %r2, %r1, 1;
        { .param .b32 a; .param .b32 b; st.param.b32 [a], %r2; call.uni (b), deep, (a);
          ld.param.b32 %r1, [b]; }
      END:
        ld.local.b32 %r2, [mine];
        add.s32 %r1, %r1, %r2;
        st.param.b32 [result], %r1;
        ret;
      }
      .func meet (.param .b32 n)
      {
        .reg .b32 %r<4>;
        .reg .pred %p;
        ld.param.b32 %r1, [n];
        bar.sync 0;
        sub.s32 %r1, %r1, 1;
        setp.gt.s32 %p, %r1, 0;
        @!%p bra END;
        { .param .b32 a; st.param.b32 [a], %r1; call.uni meet, (a); }
      END:
        ret;
      }
      .visible .entry k(.param .u64 p_own, .param .u64 p_other, .param .u64 p_freed,
          .param .u64 p_host, .param .u32 p_never)
      {
        .local .align 16 .b8 frame[64];
        .reg .b64 %own, %other, %freed, %host, %tile, %frame, %code, %const, %lane, %a, %l<4>;
        .reg .b32 %r<8>, %thread, %tile32, %never, %round;
        .reg .b16 %h<4>;
        .reg .f32 %f<4>;
        .reg .f64 %d<4>;
        .reg .pred %some, %more, %interpreted;
        ld.param.u64 %own, [p_own];
        ld.param.u64 %other, [p_other];
        ld.param.u64 %freed, [p_freed];
        ld.param.u64 %host, [p_host];
        ld.param.u32 %never, [p_never];
        mov.u64 %tile, tile;
        mov.u32 %tile32, tile;
        mov.u64 %frame, frame;
        mov.u64 %code, deep;
        mov.u64 %const, constant;
        mov.u32 %thread, %tid.x;
        cvt.u64.u32 %lane, %thread;
        mov.b32 %r1, %thread; mov.b32 %r2, 77; mov.b32 %r3, 1; mov.b32 %r4, -1;
        mov.b64 %l1, %lane; mov.b64 %l2, 7777; mov.b64 %l3, 1;
        mov.b16 %h1, 7; mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f40000000;
        mov.f64 %d1, 0d3FF0000000000000;
      """;

  /** A recursion with a barrier: what calls it, even if never, is interpreted. */
  private static final String INTERPRETED =
      """
        setp.ne.s32 %interpreted, %never, 0;
        @!%interpreted bra GO;
        { .param .b32 a; st.param.b32 [a], %never; call.uni meet, (a); }
      GO:
      """;

  private final Random random;
  private final WildPointer pointer;
  private final WildAccess access;

  WildKernel(long seed) {
    random = new Random(seed * 0x9e3779b97f4a7c15L);
    pointer = new WildPointer(random);
    access = new WildAccess(random);
  }

  /** The module's text. */
  String text(boolean interpreted) {
    StringBuilder text = new StringBuilder(HEAD);
    if (interpreted) {
      text.append(INTERPRETED);
    }
    int steps = 1 + random.nextInt(MOST_STEPS);
    for (int step = 0; step < steps; step++) {
      text.append(pointer.text());
      text.append(
          switch (random.nextInt(4)) {
            case 0 -> inSomeThreads(step);
            case 1 -> inALoop(step);
            default -> named(step) + "\n";
          });
    }
    return text.append("cp.async.wait_all;\nret;\n}\n").toString();
  }

  /** The labels of its prototypes are those of this step. */
  private String named(int step) {
    return access.text().replace("KNOWN", "KNOWN" + step);
  }

  private String inSomeThreads(int step) {
    return "setp.%s.u32 %%some, %%thread, %d;%n@!%%some bra SKIP%d;%n%s%nSKIP%d:%n"
        .formatted(random.nextBoolean() ? "eq" : "gt", random.nextInt(64), step, named(step), step);
  }

  private String inALoop(int step) {
    int stride = (random.nextInt(64) - 16) * (1 << random.nextInt(16));
    return """
    mov.b32 %%round, 0;
    LOOP%d:
    %s
    add.s64 %%a, %%a, %d;
    add.s32 %%round, %%round, 1;
    setp.lt.s32 %%more, %%round, %d;
    @%%more bra LOOP%d;
    """
        .formatted(step, named(step), stride, 1 + random.nextInt(MOST_ROUNDS), step);
  }
}
