package org.grcuda.cpu.x86;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grcuda.cpu.x86.Avx2Model.Model;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Executes what {@link Avx2} emits and compares it with {@link Avx2Model}. */
final class Avx2Test {

  private static final int RUNS = 25;

  /** Destination, first and second source. */
  private static final int[][] REGISTERS = {
    {4, 5, 6}, {5, 5, 6}, {6, 5, 6}, {4, 5, 5}, {5, 5, 5}, {12, 9, 10}
  };

  private static final int[] DESTINATION_MASKS = {0, 6, 3, 4, 2, 0};
  private static final int[] WRITE_MASKS = {0, 0, 0, 2, 6, 6};

  private final Avx2Values values = new Avx2Values(7);

  @BeforeEach
  void needsTheInstructions() {
    assumeTrue(Avx2Machine.isAvailable());
  }

  private static int[] immediates(VectorOp op) {
    return switch (op) {
      case VPTERNLOGD, VPTERNLOGQ -> IntStream.range(0, 256).toArray();
      case VRANGEPS, VRANGEPD -> new int[] {4, 5};
      case VRNDSCALEPS, VRNDSCALEPD -> new int[] {8, 9, 10, 11};
      case VPSLLD_IMM, VPSRLD_IMM, VPSRAD_IMM, VPRORD_IMM, VPSLLQ_IMM, VPSRLQ_IMM ->
          new int[] {0, 1, 8, 16, 31, 32, 33, 63, 64, 200};
      case VPSRAQ_IMM, VPRORQ_IMM -> new int[] {0, 1, 8, 24, 31, 32, 33, 48, 62, 63, 64, 200};
      case VPSLLW_IMM, VPSRLW_IMM, VPSRAW_IMM -> new int[] {0, 8, 15};
      case VINSERTI64X4 -> new int[] {1};
      case VPCMPD, VPCMPUD, VPCMPQ, VPCMPUQ -> new int[] {0, 1, 2, 4, 5, 6};
      case VCMPPS, VCMPPD ->
          new int[] {0, 1, 0x11, 0x12, 0x1e, 0x1d, 0xc, 8, 4, 0x19, 0x1a, 0x16, 0x15, 7, 3};
      case VFPCLASSPS, VFPCLASSPD -> new int[] {0x20};
      default -> new int[] {-1};
    };
  }

  private static Form form(int immediate) {
    return immediate < 0 ? Form.ALL : Form.ALL.with(immediate);
  }

  private static Stream<VectorOp> operations() {
    return Avx2Model.RESULTS.keySet().stream();
  }

  private static Stream<VectorOp> comparisons() {
    return Avx2Model.TESTS.keySet().stream();
  }

  /** What is done with one instruction. */
  private record Use(VectorOp op, int d, int a, int b, Mem memory, Form form) {

    private void emit(Avx2 asm) {
      int first = isUnary(op) ? 0 : a;
      if (memory == null) {
        asm.vector(op, d, first, b, form);
      } else {
        asm.vector(op, d, first, memory, form);
      }
    }

    private int[] source(Avx2Machine m) {
      if (memory == null) {
        return m.vector(b);
      }
      int[] words = m.data(8);
      for (int l = 0; memory.broadcast() && l < words.length; l++) {
        words[l] = words[op.w == 1 ? l % 2 : 0];
      }
      return words;
    }
  }

  /** Whether an instruction has one source, so that callers name 0 as the other one. */
  private static boolean isUnary(VectorOp op) {
    return switch (op) {
      case VSQRTPS, VSQRTPD, VRNDSCALEPS, VRNDSCALEPD, VPABSD, VPABSQ, VPLZCNTD, VPLZCNTQ -> true;
      case VFPCLASSPS, VFPCLASSPD, VMOVDQU32, VMOVDQU64, VPBROADCASTD, VPBROADCASTQ -> true;
      default -> op.extension >= 0 || op.name().startsWith("VCVT") || op.name().startsWith("VPMOV");
    };
  }

  /** Whether the upper half of the result is 0, with any mask. */
  private static boolean isNarrowing(VectorOp op) {
    return switch (op) {
      case VCVTPD2PS, VCVTTPD2DQ, VCVTTPD2UDQ, VCVTQQ2PS, VCVTUQQ2PS -> true;
      default -> false;
    };
  }

  private static final Mem DATA = Mem.at(Avx2Machine.FRAME, Avx2Machine.DATA);

  private static boolean readsBroadcasts(VectorOp op) {
    return switch (op) {
      case VPSHUFB, VPADDB, VPSADBW, VPMADDWD, VPSLLW_IMM, VPSRLW_IMM, VPSRAW_IMM -> false;
      case VPBROADCASTD, VPBROADCASTQ, VMOVDQU32, VMOVDQU64, VINSERTI64X4, VCVTPH2PS -> false;
      case VPMOVSXDQ, VPMOVZXDQ -> false;
      default -> true;
    };
  }

  @ParameterizedTest
  @MethodSource("operations")
  void computes(VectorOp op) {
    for (int immediate : immediates(op)) {
      Form all = form(immediate);
      for (int[] r : REGISTERS) {
        if (op == VectorOp.VSCALEFPS && r[1] == r[2]) {
          continue;
        }
        check(new Use(op, r[0], r[1], r[2], null, all));
        check(new Use(op, r[0], r[1], r[2], null, all.masked(6)));
        check(new Use(op, r[0], r[1], r[2], null, all.masked(2)));
        check(new Use(op, r[0], r[1], r[2], null, all.masked(1).zeroed()));
        if (op == VectorOp.VPTERNLOGD && immediate > 8 && immediate != 0xff) {
          break;
        }
      }
      for (Mem m : readsBroadcasts(op) ? List.of(DATA, DATA.toAll()) : List.of(DATA)) {
        check(new Use(op, 4, 5, -1, m, all));
        check(new Use(op, 5, 5, -1, m, all.masked(6)));
        check(new Use(op, 11, 12, -1, m, all.masked(3).zeroed()));
      }
    }
  }

  private void fill(Avx2Machine m, VectorOp op) {
    for (int v = 0; v < Avx2Machine.VECTORS; v++) {
      m.setVector(v, values.vector(op));
    }
    for (int k = 0; k < 16; k++) {
      m.setMask(k, values.mask());
    }
    for (int r : Avx2Machine.GENERAL) {
      m.setGeneral(r, values.random().nextLong());
    }
    m.setData(values.vector(op));
  }

  private void check(Use use) {
    if (use.op() == VectorOp.VPSADBW && use.form().mask() != 0) {
      return;
    }
    Model model = Avx2Model.RESULTS.get(use.op());
    Avx2Machine m = new Avx2Machine(use::emit);
    for (int run = 0; run < RUNS; run++) {
      fill(m, use.op());
      if (use.op() == VectorOp.VSCALEFPS) {
        int[] exponents = values.exponents(m.vector(use.a()));
        if (use.memory() == null) {
          m.setVector(use.b(), exponents);
        } else if (use.memory().broadcast()) {
          m.setVector(use.a(), new int[8]);
          m.setData(values.exponents(new int[8]));
        } else {
          m.setData(exponents);
        }
      }
      int[] old = m.vector(use.d());
      int[] expected =
          model.result().apply(old, m.vector(use.a()), use.source(m), use.form().immediate());
      int k = use.form().mask();
      for (int l = 0; k != 0 && l < 8; l++) {
        if (isNarrowing(use.op()) && l >= 4) {
          break;
        }
        boolean written = (m.mask(k) >> (model.wide() ? l / 2 : l) & 1) != 0;
        expected[l] = written ? expected[l] : use.form().zeroing() ? 0 : old[l];
      }
      runKeeping(m, use.d(), -1);
      assertVector(expected, m.vector(use.d()), model, use);
    }
  }

  /** Runs code that may change one vector and one mask. */
  private static void runKeeping(Avx2Machine m, int vector, int mask) {
    int[][] vectors = new int[Avx2Machine.VECTORS][];
    Arrays.setAll(vectors, m::vector);
    int[] masks = IntStream.range(0, 16).map(m::mask).toArray();
    long[] general = Arrays.stream(Avx2Machine.GENERAL).mapToLong(m::general).toArray();
    m.run();
    for (int v = 0; v < vectors.length; v++) {
      if (v != vector) {
        assertArrayEquals(vectors[v], m.vector(v), "vector register " + v);
      }
    }
    for (int k = 0; k < 16; k++) {
      if (k != mask) {
        assertEquals(masks[k], m.mask(k), "mask " + k);
      }
    }
    assertArrayEquals(general, Arrays.stream(Avx2Machine.GENERAL).mapToLong(m::general).toArray());
  }

  private static void assertVector(int[] expected, int[] actual, Model model, Use use) {
    for (int l = 0; l < 8 && model.anyNan(); l++) {
      boolean nan =
          model.wide()
              ? Double.isNaN(asDouble(expected, l)) && Double.isNaN(asDouble(actual, l))
              : Float.isNaN(Float.intBitsToFloat(expected[l]))
                  && Float.isNaN(Float.intBitsToFloat(actual[l]));
      expected[l] = nan ? actual[l] : expected[l];
    }
    assertArrayEquals(expected, actual, () -> use + hex(expected) + hex(actual));
  }

  private static double asDouble(int[] words, int lane) {
    return Double.longBitsToDouble(Avx2Model.longs(words)[lane / 2]);
  }

  private static String hex(int[] words) {
    return " " + Arrays.toString(Arrays.stream(words).mapToObj(Integer::toHexString).toArray());
  }

  @ParameterizedTest
  @MethodSource("comparisons")
  void compares(VectorOp op) {
    for (int immediate : immediates(op)) {
      for (int i = 0; i < DESTINATION_MASKS.length; i++) {
        int k = DESTINATION_MASKS[i];
        Form form = form(immediate).masked(WRITE_MASKS[i]);
        compare(new Use(op, k, 5, i % 2 == 0 ? 5 : 12, null, form));
        compare(new Use(op, k, 4, 7, null, form));
        compare(new Use(op, k, 4, -1, DATA, form));
        compare(new Use(op, k, 4, -1, DATA.toAll(), form));
        compare(new Use(op, 6, 4, 7, null, form.masked(6)));
        compare(new Use(op, 4, 4, 7, null, form.masked(4)));
      }
    }
  }

  private void compare(Use use) {
    Avx2Model.Test test = Avx2Model.TESTS.get(use.op());
    Avx2Machine m = new Avx2Machine(use::emit);
    for (int run = 0; run < RUNS; run++) {
      fill(m, use.op());
      long[] a = lanes(use.op(), m.vector(use.a()));
      long[] b = lanes(use.op(), use.source(m));
      int expected = 0;
      for (int l = 0; l < a.length; l++) {
        expected |= test.apply(a[l], b[l], use.form().immediate()) ? 1 << l : 0;
      }
      int k = use.form().mask();
      expected &= k == 0 ? -1 : m.mask(k);
      runKeeping(m, -1, use.d());
      assertEquals(expected, m.mask(use.d()), use::toString);
    }
  }

  private static long[] lanes(VectorOp op, int[] words) {
    return op.w == 1 ? Avx2Model.longs(words) : Arrays.stream(words).asLongStream().toArray();
  }

  @Test
  void blends() {
    for (VectorOp op : List.of(VectorOp.VPBLENDMD, VectorOp.VPBLENDMQ)) {
      for (int k : new int[] {1, 2, 6}) {
        for (int[] r : REGISTERS) {
          blend(new Use(op, r[0], r[1], r[2], null, Form.ALL.masked(k)));
        }
        blend(new Use(op, 4, 4, -1, DATA, Form.ALL.masked(k)));
        blend(new Use(op, 4, 4, -1, DATA.toAll(), Form.ALL.masked(k)));
      }
    }
  }

  private void blend(Use use) {
    Avx2Machine m = new Avx2Machine(use::emit);
    for (int run = 0; run < RUNS; run++) {
      fill(m, use.op());
      int[] expected = m.vector(use.a());
      int[] b = use.source(m);
      for (int l = 0; l < 8; l++) {
        boolean second = (m.mask(use.form().mask()) >> (use.op().w == 1 ? l / 2 : l) & 1) != 0;
        expected[l] = second ? b[l] : expected[l];
      }
      runKeeping(m, use.d(), -1);
      assertArrayEquals(expected, m.vector(use.d()), use::toString);
    }
  }

  /** A code's vector 4 as a function of vectors 4, 5 and mask 6. */
  private interface Expected {
    int[] apply(int[] d, int[] b, int mask);
  }

  private void checkCode(Consumer<Avx2> code, Expected expected) {
    Avx2Machine m = new Avx2Machine(code);
    for (int run = 0; run < RUNS; run++) {
      fill(m, VectorOp.VMOVDQU32);
      int[] words = expected.apply(m.vector(4), m.vector(5), m.mask(6));
      runKeeping(m, 4, -1);
      assertArrayEquals(words, m.vector(4));
    }
  }

  private static int[] word(IntUnaryOperator value) {
    return IntStream.range(0, 8).map(value).toArray();
  }

  @Test
  void movesHalves() {
    checkCode(
        a -> a.vector(VectorOp.VMOVDQU32, 4, 0, 5, Form.HALF),
        (d, b, k) -> word(l -> l < 4 ? b[l] : 0));
    checkCode(
        a -> a.vector(VectorOp.VMOVDQU32, 4, 0, 4, Form.HALF),
        (d, b, k) -> word(l -> l < 4 ? d[l] : 0));
    checkCode(
        a -> a.vector(VectorOp.VPBROADCASTD, 4, 0, a.constant(-2), Form.HALF.masked(6)),
        (d, b, k) -> word(l -> l >= 4 ? 0 : (k >> l & 1) != 0 ? -2 : d[l]));
    checkCode(
        a -> a.vector(VectorOp.VEXTRACTI64X4_STORE, 5, 0, 4, Form.ALL.with(1)),
        (d, b, k) -> word(l -> l < 4 ? b[l + 4] : 0));
    checkCode(
        a -> a.vector(VectorOp.VBROADCASTI32X4, 4, 0, a.constant(new int[] {1, 2, 3, 4}), Form.ALL),
        (d, b, k) -> word(l -> l % 4 + 1));
    checkCode(
        a -> {
          Mem quad = a.constant(new int[] {1, 2, 3, 4});
          a.vector(VectorOp.VINSERTI32X4, 4, 4, quad, Form.ALL.with(1));
        },
        (d, b, k) -> word(l -> l < 4 ? d[l] : l - 3));
    checkCode(
        a -> a.vector(VectorOp.VPMOVDW_STORE, 5, 0, 4, Form.ALL),
        (d, b, k) -> word(l -> l < 4 ? b[2 * l] & 0xffff | b[2 * l + 1] << 16 : 0));
  }

  @Test
  void movesBetweenMasksGeneralRegistersAndVectors() {
    checkCode(
        a -> a.vector(VectorOp.VPMOVM2D, 4, 0, 6, Form.ALL), (d, b, k) -> word(l -> -(k >> l & 1)));
    checkCode(
        a -> {
          a.push(Assembler.RAX);
          a.lowest(4, Assembler.RAX, 5);
          a.vector(VectorOp.VPBROADCASTD_GPR, 4, 0, Assembler.RAX, Form.ALL.masked(6));
          a.pop(Assembler.RAX);
        },
        (d, b, k) -> word(l -> (k >> l & 1) != 0 ? b[0] : d[l]));
    checkCode(
        a -> {
          a.push(9);
          a.lowest(8, 9, 5);
          a.vector(VectorOp.VPBROADCASTQ_GPR, 4, 0, 9, Form.ALL);
          a.pop(9);
        },
        (d, b, k) -> word(l -> b[l % 2]));
  }

  @Test
  void readConstants() {
    checkCode(
        a -> a.vector(VectorOp.VPADDD, 4, 5, a.constant(77).toAll(), Form.ALL),
        (d, b, k) -> word(l -> b[l] + 77));
    checkCode(
        a -> a.vector(VectorOp.VPXORQ, 4, 5, a.constant(3L << 32 | 9).toAll(), Form.ALL.masked(6)),
        (d, b, k) -> word(l -> (k >> l / 2 & 1) != 0 ? b[l] ^ (l % 2 == 0 ? 9 : 3) : d[l]));
    int[] numbers = {1, 2, 3, 4, 5, 6, 7, 8};
    checkCode(
        a -> a.vector(VectorOp.VMOVDQU32, 4, 0, a.constant(numbers), Form.ALL.masked(6)),
        (d, b, k) -> word(l -> (k >> l & 1) != 0 ? numbers[l] : d[l]));
    checkCode(
        a -> a.vector(VectorOp.VMOVDQU32, 4, 0, a.constant(numbers), Form.ALL.masked(6).zeroed()),
        (d, b, k) -> word(l -> (k >> l & 1) != 0 ? numbers[l] : 0));
    checkCode(
        a -> a.vector(VectorOp.VPRORD_IMM, 4, 0, a.constant(numbers), Form.ALL.with(1)),
        (d, b, k) -> word(l -> Integer.rotateRight(numbers[l], 1)));
  }
}
