package org.grcuda.cpu.x86;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * AVX2, with FMA, F16C and BMI1: vectors of 32 bytes. An AVX-512 instruction that AVX2 lacks
 * becomes a few that compute the same. Callers use vector registers 0 to 12, the {@link #vectors
 * second numbers} of 4 to 7, and the general registers but r12 to r15, and one that holds the
 * address of the running code's own memory, the frame. Stores of some lanes write no byte of the
 * others, except in the frame, and loads read none.
 */
public final class Avx2 extends Avx2Masks {

  /** A source from memory, until its last use; then it is free. */
  static final int V13 = 13;

  static final int V14 = 14;

  /** The result of an instruction that writes some lanes. */
  static final int V15 = 15;

  private static final int[] VECTORS = {8, 9, 10, 11, 12};

  /** What is added to the number of a register for computations that holds a value. */
  private static final int SECOND_NUMBER = 16;

  /** Registers for computations that most code does not need. */
  private static final List<Integer> SELDOM = List.of(6, 7, 4, 5);

  private static final int FIRST_SELDOM = 4;
  private static final int LAST_SELDOM = 7;

  private static final int MXCSR = 0x1f80;
  private static final int ROUNDING_SHIFT = 13;

  private final Set<Integer> reserved;

  /** A bit for each register. */
  private int computedIn;

  private final Deque<Runnable> later = new ArrayDeque<>();
  private final Avx2Memory memory = new Avx2Memory(this);
  private final Avx2Comparisons comparisons = new Avx2Comparisons(this);
  private final Avx2Integers integers = new Avx2Integers(this);
  private final Avx2Floats floats = new Avx2Floats(this);
  private final Avx2Conversions conversions = new Avx2Conversions(this);

  /**
   * An encoder of code that is still empty.
   *
   * @param frame the general register with the frame's address
   * @param memory offset in the frame of a copy of {@link #memory}, a multiple of 32
   * @param computedIn the registers of 4 to 7 that hold no values of the kernel
   */
  public Avx2(int frame, int memory, Set<Integer> computedIn) {
    super(frame, memory);
    this.reserved = Set.copyOf(computedIn);
  }

  @Override
  public int[] vectors() {
    IntStream more =
        SELDOM.stream().filter(r -> !reserved.contains(r)).mapToInt(r -> r + SECOND_NUMBER);
    return IntStream.concat(Arrays.stream(VECTORS), more).toArray();
  }

  @Override
  public Set<Integer> computedIn() {
    return SELDOM.stream()
        .filter(r -> (computedIn >> r & 1) != 0)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The register of a number; notes that the code computes in it, unless it holds a value. */
  private int register(int number) {
    if (number >= FIRST_SELDOM && number <= LAST_SELDOM) {
      computedIn |= 1 << number;
    }
    return number >= SECOND_NUMBER ? number - SECOND_NUMBER : number;
  }

  /** Emits code behind all code so far, and what that adds in turn. */
  void later(Runnable code) {
    later.add(code);
  }

  @Override
  public byte[] finish() {
    while (!later.isEmpty()) {
      later.remove().run();
    }
    return super.finish();
  }

  @Override
  public void lowest(int width, int to, int from) {
    emit(width == 8 ? VexOp.VMOVQ_TO_GPR : VexOp.VMOVD_TO_GPR, register(from), 0, to);
  }

  // ---- what expansions use

  static IllegalArgumentException missing(VectorOp op) {
    return new IllegalArgumentException(op + " does not exist here");
  }

  /** A constant for all lanes of 32 bits. */
  Mem all(int value) {
    int[] lanes = new int[lanes()];
    Arrays.fill(lanes, value);
    return constant(lanes);
  }

  /** A constant for all lanes of 64 bits. */
  Mem all(long value) {
    long[] lanes = new long[lanes() / 2];
    Arrays.fill(lanes, value);
    return constant(lanes);
  }

  void emit(VectorOp op, int d, int a, int b) {
    emit(op.vex(), d, a, b);
  }

  void emit(VectorOp op, int d, int a, Mem m) {
    emit(op.vex(), d, a, m);
  }

  void emit(VectorOp op, int d, int a, Source b) {
    emit(op.vex(), d, a, b);
  }

  /** A shift by an immediate. */
  void shift(VectorOp op, int d, int a, int amount) {
    emit(op.vex().with(amount), d, 0, a);
  }

  void clear(int register) {
    emit(VectorOp.VPXORD, register, register, register);
  }

  void move(int to, int from) {
    if (to != from) {
      emit(VexOp.VMOVDQA, to, 0, from);
    }
  }

  /** An operand in a register: {@link #V13} if it is in memory. */
  int inRegister(Source b) {
    if (!b.isMemory()) {
      return b.register();
    }
    emit(VexOp.VMOVDQU, V13, 0, b.memory());
    return V13;
  }

  /** Each element from {@code b} if that of {@code choice} is negative, else from {@code a}. */
  void blend(VexOp op, int d, int a, Source b, int choice) {
    emit(op.with(choice << 4), d, a, b);
  }

  /** The same for elements of 32 bits, or whole ones of 64. */
  void blend(int d, int a, int b, int choice) {
    blend(VexOp.VBLENDVPS, d, a, Source.of(b), choice);
  }

  /** Emits code that rounds as a form says. */
  void rounded(Form form, Runnable code) {
    if (form.rounding() < 0) {
      code.run();
      return;
    }
    emit(VexOp.VLDMXCSR, 2, 0, constant(MXCSR | form.rounding() << ROUNDING_SHIFT));
    code.run();
    emit(VexOp.VLDMXCSR, 2, 0, constant(MXCSR));
  }

  // ---- instructions

  @Override
  public void vector(VectorOp op, int d, int a, int b, Form form) {
    int target = op.hasMaskTarget() ? d : register(d);
    registers(op, target, register(a), op.isFromOther() ? b : register(b), form);
  }

  private void registers(VectorOp op, int d, int a, int b, Form form) {
    switch (op) {
      case VEXTRACTI64X4_STORE ->
          emit(VexOp.VEXTRACTI128_STORE.with(form.immediate()), plain(op, d, form), 0, b);
      case VCVTPS2PH_STORE -> emit(op.vex().with(form.immediate()), plain(op, d, form), 0, b);
      case VPMOVDW_STORE -> memory.packWords(b, plain(op, d, form));
      case VPMOVM2D -> expand(plain(op, d, form), b, false, form.half());
      case VPMOVM2B -> expandBytes(plain(op, d, form), registerOf(op, b));
      default -> compute(op, d, a, Source.of(b), form);
    }
  }

  /** The register of an instruction that exists only for all lanes. */
  private static int plain(VectorOp op, int d, Form form) {
    if (form.mask() != 0) {
      throw new IllegalArgumentException(op + " with a mask");
    }
    return d;
  }

  @Override
  public void vector(VectorOp op, int d, int a, Mem m, Form form) {
    int target = op.hasMaskTarget() ? d : register(d);
    if (m.vector()) {
      memory.gather(op, target, inRegisters(m), form);
    } else {
      memory(op, target, register(a), m, form);
    }
  }

  private Mem inRegisters(Mem lanes) {
    return Mem.lanes(lanes.base(), register(lanes.index()), lanes.scale(), lanes.displacement());
  }

  private void memory(VectorOp op, int d, int a, Mem m, Form form) {
    switch (op) {
      case VMOVDQU32_STORE, VMOVDQU64_STORE -> memory.store(op, d, m, form);
      case VPMOVDB_STORE, VPMOVDW_STORE -> memory.storeNarrow(op, d, m, form);
      case VMOVDQU32, VMOVDQU64 -> memory.load(op, d, m, form);
      case VPMOVSXBD, VPMOVZXBD, VPMOVSXWD, VPMOVZXWD -> memory.loadNarrow(op, d, m, form);
      default -> compute(op, d, a, source(op, m), form);
    }
  }

  /** A source; one element for all lanes goes to {@link #V13}, or is a vector of the constants. */
  private Source source(VectorOp op, Mem m) {
    if (!m.broadcast()) {
      return Source.of(m);
    }
    int width = op.w == 1 ? 8 : 4;
    if (m.label() != null) {
      Mem repeated = repeated(m, width, bytes() / width);
      if (repeated != null) {
        return Source.of(repeated);
      }
    }
    VectorOp broadcast = width == 8 ? VectorOp.VPBROADCASTQ : VectorOp.VPBROADCASTD;
    Mem one = m.toOne();
    emit(broadcast, V13, 0, one);
    return Source.of(V13);
  }

  @Override
  public void outside(int k, int scratch, int addresses, int temp, Area area) {
    comparisons.outside(k, register(addresses), register(temp), area);
  }

  @Override
  public void elements(VectorOp op, int d, Mem elements, int mask, boolean all) {
    memory.elements(op, register(d), inRegisters(elements), mask, all);
  }

  private void compute(VectorOp op, int d, int a, Source b, Form form) {
    switch (op) {
      case VCMPPS, VCMPPD, VPCMPD, VPCMPQ, VPCMPUD, VPCMPUQ, VPTESTMD, VFPCLASSPS, VFPCLASSPD ->
          comparisons.emit(op, d, a, b, form);
      case VPTESTMB, VPCMPB -> comparisons.bytes(op, registerOf(op, d), a, b, form);
      case VPBLENDMD, VPBLENDMQ -> {
        expand(V14, form.mask(), op.w == 1, form.half());
        blend(sized(VexOp.VBLENDVPS, form), d, a, b, V14);
      }
      case VMOVDQU8 -> {
        expandBytes(V14, registerOf(op, form.mask()));
        blend(VexOp.VPBLENDVB, d, d, b, V14);
      }
      case VMOVDQU32, VMOVDQU64 -> copy(op, d, b.register(), form);
      default -> someLanes(op, d, a, b, form);
    }
  }

  private static VexOp sized(VexOp op, Form form) {
    return form.half() ? op.xmm() : op;
  }

  private void copy(VectorOp op, int d, int from, Form form) {
    if (form.mask() != 0) {
      merge(d, from, form, op.w == 1);
    } else if (form.half() || d != from) {
      emit(sized(VexOp.VMOVDQA, form), d, 0, from);
    }
  }

  private void someLanes(VectorOp op, int d, int a, Source b, Form form) {
    if (form.mask() == 0) {
      result(op, d, d, a, b, form);
    } else if (isAllOnes(op, form)) {
      expand(V14, form.mask(), op.w == 1, form.half());
      emit(VectorOp.VPORD, d, d, V14);
    } else {
      result(op, V15, d, a, b, form);
      Form half = new Form(form.mask(), form.zeroing(), true, -1, -1);
      merge(d, V15, isNarrowing(op) ? half : form, isWide(op));
    }
  }

  private static boolean isAllOnes(VectorOp op, Form form) {
    return (op == VectorOp.VPTERNLOGD || op == VectorOp.VPTERNLOGQ)
        && form.immediate() == 0xff
        && !form.zeroing()
        && !form.half();
  }

  /** Moves the lanes of a form's mask; changes {@link #V14}. */
  private void merge(int d, int from, Form form, boolean wide) {
    expand(V14, form.mask(), wide, form.half());
    if (form.zeroing()) {
      emit(sized(VectorOp.VPANDD.vex(), form), d, from, V14);
    } else {
      blend(sized(VexOp.VBLENDVPS, form), d, d, Source.of(from), V14);
    }
  }

  /** Whether 64-bit lanes become 32-bit ones: the upper half of the result is 0. */
  private static boolean isNarrowing(VectorOp op) {
    return switch (op) {
      case VCVTPD2PS, VCVTTPD2DQ, VCVTTPD2UDQ, VCVTQQ2PS, VCVTUQQ2PS -> true;
      default -> false;
    };
  }

  /** Whether the lanes of the result have 64 bits. */
  private static boolean isWide(VectorOp op) {
    return switch (op) {
      case VPMOVSXDQ, VPMOVZXDQ, VCVTPS2PD, VCVTDQ2PD, VCVTUDQ2PD -> true;
      default -> op.w == 1 && !isNarrowing(op);
    };
  }

  /**
   * Computes all lanes of a result. Expansions write their target last, as it may be a source.
   *
   * @param to the target
   * @param d the destination that the instruction names, which is a source of some
   */
  private void result(VectorOp op, int to, int d, int a, Source b, Form form) {
    switch (op) {
      case VPBROADCASTD_GPR, VPBROADCASTQ_GPR -> {
        boolean wide = op == VectorOp.VPBROADCASTQ_GPR;
        emit(wide ? VexOp.VMOVQ_FROM_GPR : VexOp.VMOVD_FROM_GPR, to, 0, b.register());
        emit(wide ? VectorOp.VPBROADCASTQ : VectorOp.VPBROADCASTD, to, 0, to);
      }
      case VINSERTI64X4 -> emit(VexOp.VINSERTI128.with(form.immediate()), to, a, b);
      case VPMULLQ, VPMINSQ, VPMAXSQ, VPMINUQ, VPMAXUQ, VPABSQ -> integers.emit(op, to, a, b);
      case VPSRAVQ, VPLZCNTD, VPLZCNTQ -> integers.emit(op, to, a, b);
      case VPSRAQ_IMM, VPRORD_IMM, VPRORQ_IMM -> integers.shift(op, to, b, form.immediate());
      case VPTERNLOGD, VPTERNLOGQ -> integers.logic(to, d, a, b, form.immediate());
      case VPERMI2D -> integers.permute(to, d, a, b);
      case VPERMT2D -> integers.permute(to, a, d, b);
      case VRANGEPS, VRANGEPD -> floats.range(op, to, a, b, form.immediate());
      case VSCALEFPS -> floats.scale(to, a, b);
      case VCVTUDQ2PS, VCVTUDQ2PD, VCVTQQ2PD, VCVTUQQ2PD, VCVTQQ2PS, VCVTUQQ2PS ->
          conversions.toFloat(op, to, b, form);
      case VCVTTPS2UDQ, VCVTTPD2UDQ, VCVTTPD2QQ, VCVTTPD2UQQ -> conversions.toInteger(op, to, b);
      default -> rounded(form, () -> same(op, to, d, a, b, form));
    }
  }

  /** An instruction that AVX2 has. */
  private void same(VectorOp op, int to, int d, int a, Source b, Form form) {
    VexOp vex = op.vex();
    if (vex == null) {
      throw missing(op);
    }
    if (form.immediate() >= 0) {
      vex = vex.with(form.immediate());
    }
    if (isFused(op)) {
      move(to, d);
    }
    emit(sized(vex, form), to, a, vex.extension() >= 0 ? Source.of(inRegister(b)) : b);
  }

  private static boolean isFused(VectorOp op) {
    return switch (op) {
      case VFMADD213PS, VFMADD213PD, VFMADD231PS, VFMADD231PD, VFNMADD231PS, VFNMADD231PD -> true;
      default -> false;
    };
  }
}
