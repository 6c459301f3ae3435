package org.grcuda.cpu.translate.pass;

import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * The pass that replaces {@code redux.sync} of {@code .f32} (PTX ISA 9.7.13.11) by that of {@code
 * .s32}, on integers that are ordered as the numbers are. A NaN becomes the integer that never
 * wins, or with {@code .NaN} the one that always does.
 */
public final class FloatReductions extends Rewriter {

  private static final long MAGNITUDE = 0x7fffffff;
  private static final long INFINITY = 0x7f800000;
  private static final long LEAST = Integer.MIN_VALUE;

  private final Register bits = register("bits", PtxType.B32);
  private final Register part = register("part", PtxType.B32);
  private final Register isNaN = register("nan", PtxType.PRED);

  private FloatReductions(PtxFunction function) {
    super(function, "$redux_");
  }

  /**
   * The module without such instructions in a kernel and what it calls; itself if there are none.
   *
   * @param calls of the kernel
   */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    return run(module, calls, FloatReductions::new);
  }

  @Override
  boolean replaces(Instruction i) {
    return i.opcode() == Opcode.REDUX
        && (i.type() == PtxType.F32 || i.has(Modifier.ABS) || i.has(Modifier.NAN));
  }

  @Override
  void replace(Instruction i) {
    boolean min = i.has(Modifier.MIN);
    check(i, i.type() == PtxType.F32 && (min || i.has(Modifier.MAX)));
    Register value = register("value", PtxType.F32);
    add("mov.f32", value, i.operand(1));
    add("mov.b32", bits, value);
    testNaN();
    if (i.has(Modifier.ABS)) {
      add("and.b32", bits, bits, number(MAGNITUDE));
    }
    reorder();
    boolean greatest = min != i.has(Modifier.NAN);
    add("selp.b32", bits, number(greatest ? MAGNITUDE : LEAST), bits, isNaN);
    add(min ? "redux.sync.min.s32" : "redux.sync.max.s32", bits, bits, i.operand(2));
    reorder();
    testNaN();
    add("selp.b32", bits, number(MAGNITUDE), bits, isNaN);
    add("mov.b32", i.operand(0), bits);
  }

  private void testNaN() {
    add("and.b32", part, bits, number(MAGNITUDE));
    add("setp.gt.u32", isNaN, part, number(INFINITY));
  }

  /** From the bits of numbers to integers in the same order, and back. */
  private void reorder() {
    add("shr.s32", part, bits, number(Integer.SIZE - 1));
    add("and.b32", part, part, number(MAGNITUDE));
    add("xor.b32", bits, bits, part);
  }
}
