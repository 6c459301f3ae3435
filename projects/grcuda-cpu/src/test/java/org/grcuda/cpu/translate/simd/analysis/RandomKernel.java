package org.grcuda.cpu.translate.simd.analysis;

import java.util.Random;

/**
 * Bodies of kernels with random control flow: nested ifs, loops with breaks and continues, early
 * exits, and, where {@code wild}, branches to anywhere, loops with two entries among them. Every
 * loop ends: going back costs fuel.
 */
final class RandomKernel {

  private static final String[] SPECIALS = {
    "%tid.x", "%tid.x", "%tid.x", "%tid.y", "%ntid.x", "%ctaid.x", "%laneid", "%warpid"
  };

  private final Random random;
  private final boolean wild;
  private final StringBuilder text = new StringBuilder();
  private int labels;
  private int budget;

  private RandomKernel(long seed, boolean wild) {
    this.random = new Random(seed);
    this.wild = wild;
    this.budget = 8 + random.nextInt(16);
  }

  /** A body for {@link Plans#ofBody}. */
  static String body(long seed, boolean wild) {
    RandomKernel kernel = new RandomKernel(seed, wild);
    kernel.line("mov.u32 %r28, " + (10 + kernel.random.nextInt(15)) + ";");
    kernel.line("mov.u32 %r0, %tid.x;");
    kernel.line("mad.lo.s32 %r1, %ctaid.x, %ntid.x, %r0;");
    kernel.line("cvt.u64.u32 %rd0, %r1;");
    kernel.line("ld.param.u32 %r2, [n];");
    kernel.line("mov.u32 %r3, 0;");
    kernel.sequence(null, null, 0);
    for (int r = 0; r < 8; r++) {
      kernel.line("st.global.u32 [%rd" + r % 4 + "+" + 8 * r + "], %r" + (2 + 2 * r) + ";");
    }
    return kernel.text + "DONE: ret;";
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private String label() {
    return "L" + labels++;
  }

  private void sequence(String next, String exit, int depth) {
    int count = 1 + random.nextInt(4);
    for (int k = 0; k < count && budget > 0; k++) {
      budget--;
      switch (depth > 3 ? 0 : random.nextInt(8)) {
        case 0, 1, 2 -> straight();
        case 3, 4 -> conditional(next, exit, depth);
        case 5 -> loop(depth);
        case 6 -> leave(next, exit);
        default -> jumpAnywhere();
      }
    }
  }

  private void straight() {
    int count = 1 + random.nextInt(5);
    for (int k = 0; k < count; k++) {
      line((random.nextInt(12) == 0 ? guard() : "") + instruction());
    }
  }

  private void conditional(String next, String exit, int depth) {
    String otherwise = label();
    String join = label();
    line(test() + guard() + "bra " + otherwise + ";");
    sequence(next, exit, depth + 1);
    if (random.nextBoolean()) {
      line("bra " + join + ";");
      line(otherwise + ":");
      sequence(next, exit, depth + 1);
    } else {
      line(otherwise + ":");
    }
    line(join + ":");
    straight();
  }

  private void loop(int depth) {
    String head = label();
    String latch = label();
    String exit = label();
    line(head + ":");
    burn();
    sequence(random.nextBoolean() ? latch : head, exit, depth + 1);
    line(latch + ":");
    if (random.nextBoolean()) {
      line("add.s32 %r3, %r3, 1;");
      line("setp.lt.s32 %p3, %r3, " + small() + ";");
      line("@%p3 bra " + head + ";");
    } else {
      line(test() + guard() + "bra " + head + ";");
    }
    line(exit + ":");
  }

  private void leave(String next, String exit) {
    switch (random.nextInt(4)) {
      case 0 -> line(test() + guard() + (random.nextBoolean() ? "exit;" : "bra DONE;"));
      case 1, 2 -> line(exit == null ? instruction() : test() + guard() + "bra " + exit + ";");
      default -> line(next == null ? instruction() : test() + guard() + "bra " + next + ";");
    }
  }

  /** Back or forth, into loops and out of them. */
  private void jumpAnywhere() {
    if (wild && labels > 0) {
      burn();
      line(test() + guard() + "bra L" + random.nextInt(labels) + ";");
    } else {
      straight();
    }
  }

  private void burn() {
    line("sub.s32 %r28, %r28, 1;");
    line("setp.lt.s32 %p8, %r28, 0;");
    line("@%p8 bra DONE;");
  }

  private String guard() {
    return "@" + (random.nextBoolean() ? "!" : "") + "%p" + random.nextInt(4) + " ";
  }

  private String test() {
    return random.nextInt(3) == 0 ? "" : compare() + "\n";
  }

  private String compare() {
    String relation = new String[] {"lt", "eq", "ge"}[random.nextInt(3)];
    return "setp.%s.s32 %%p%d, %s, %s;"
        .formatted(
            relation, random.nextInt(3), register(), random.nextInt(3) > 0 ? small() : source());
  }

  /** The first four are written by {@link #body} alone, so that some shapes survive. */
  private String register() {
    return "%r" + random.nextInt(random.nextBoolean() ? 4 : 18);
  }

  private String target() {
    return "%r" + (4 + random.nextInt(14));
  }

  private String wide() {
    return "%rd" + random.nextInt(4);
  }

  private String small() {
    return Integer.toString(random.nextInt(24));
  }

  private String source() {
    return switch (random.nextInt(4)) {
      case 0 -> small();
      case 1 -> SPECIALS[random.nextInt(SPECIALS.length)];
      default -> register();
    };
  }

  private String instruction() {
    String to = target();
    String a = register();
    return switch (random.nextInt(18)) {
      case 0 -> "mov.u32 " + to + ", " + source() + ";";
      case 1 -> "add.s32 " + to + ", " + a + ", " + source() + ";";
      case 2 ->
          "add.s32 "
              + to
              + ", "
              + a
              + ", "
              + (Integer.MAX_VALUE - random.nextInt(9))
              + ";\n"
              + "mul.wide.s32 "
              + wide()
              + ", "
              + to
              + ", 4;";
      case 3 -> "sub.s32 " + to + ", " + a + ", " + source() + ";";
      case 4 -> "mul.lo.s32 " + to + ", " + a + ", " + source() + ";";
      case 5 -> "shl.b32 " + to + ", " + a + ", " + random.nextInt(6) + ";";
      case 6 -> "shr." + sign() + "32 " + to + ", " + a + ", " + random.nextInt(6) + ";";
      case 7 -> "and.b32 " + to + ", " + a + ", " + mask() + ";";
      case 8 -> "or.b32 " + to + ", " + a + ", " + source() + ";";
      case 9 -> "selp.b32 " + to + ", " + a + ", " + source() + ", %p" + random.nextInt(3) + ";";
      case 10 -> "mul.wide." + sign() + "32 " + wide() + ", " + a + ", " + random.nextInt(9) + ";";
      case 11 -> "mad.wide." + sign() + "32 " + wide() + ", " + a + ", 4, " + wide() + ";";
      case 12 -> "cvt.s64." + sign() + "32 " + wide() + ", " + a + ";";
      case 13 -> "cvt.u32.u64 " + to + ", " + wide() + ";";
      case 14 -> "ld.global.u32 " + to + ", [" + wide() + "+" + small() + "];";
      case 15 -> "add.s64 " + wide() + ", " + wide() + ", " + wide() + ";";
      case 16 -> random.nextInt(3) > 0 ? compare() : "not.b32 " + to + ", " + a + ";";
      default ->
          random.nextInt(6) > 0
              ? "neg.s32 " + to + ", " + a + ";"
              : "st.global.u32 [" + wide() + "], " + to + ";";
    };
  }

  private String sign() {
    return random.nextBoolean() ? "s" : "u";
  }

  private String mask() {
    return switch (random.nextInt(4)) {
      case 0 -> "31";
      case 1 -> "-16";
      case 2 -> "15";
      default -> source();
    };
  }
}
