package org.grcuda.cpu.translate.pass;

import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;

/**
 * The pass, for machine code, that replaces what follows from the layout of memory: {@code
 * isspacep} of shared, local and global memory (PTX ISA 9.7.9.19) by comparisons of the distance
 * from the space's start with its size, and {@code %reserved_smem_offset_1} by its value.
 */
public final class LayoutTests extends Rewriter {

  private static final String RESERVED = "%reserved_smem_offset_1";

  private final MemoryLayout layout;

  private LayoutTests(PtxFunction kernel, MemoryLayout layout) {
    super(kernel, "$layout_");
    this.layout = layout;
  }

  /** A kernel without these; itself if it has none. */
  public static PtxFunction run(PtxFunction kernel, MemoryLayout layout) {
    LayoutTests pass = new LayoutTests(kernel, layout);
    return pass.replacesAny() ? pass.rewritten() : kernel;
  }

  @Override
  boolean replaces(Instruction i) {
    return i.opcode() == Opcode.ISSPACEP || i.opcode() == Opcode.MOV && readsReserved(i);
  }

  private static boolean readsReserved(Instruction i) {
    return i.operands().size() == 2
        && i.operand(1) instanceof Operand.SpecialRegister s
        && s.name().equals(RESERVED);
  }

  @Override
  void replace(Instruction i) {
    Operand result = i.operand(0);
    if (i.opcode() == Opcode.MOV) {
      List<Operand> operands = List.of(result, number(layout.reservedShared()));
      add(new Instruction(null, i.opcode(), i.modifiers(), operands, i.position()));
      return;
    }
    Register address = register("address", PtxType.U64);
    boolean narrow = i.operand(1) instanceof Register r && r.type().size() == 4;
    add(narrow ? "cvt.u64.u32" : "mov.u64", address, i.operand(1));
    switch (i.space()) {
      case SHARED -> shared(address, result);
      case LOCAL -> local(address, result);
      default -> {
        Register shared = register("shared", PtxType.PRED);
        Register local = register("local", PtxType.PRED);
        shared(address, shared);
        local(address, local);
        add("or.pred", shared, shared, local);
        add("not.pred", result, shared);
      }
    }
  }

  private void shared(Register address, Operand inside) {
    Register size = register("size", PtxType.U32);
    Register bytes = register("bytes", PtxType.U64);
    add("mov.u32", size, new Operand.SpecialRegister("%total_smem_size"));
    add("cvt.u64.u32", bytes, size);
    test(StateSpace.SHARED, address, bytes, inside);
  }

  private void local(Register address, Operand inside) {
    if (layout.localBytes() == 0) {
      add("setp.ne.u64", inside, address, address);
    } else {
      test(StateSpace.LOCAL, address, number(layout.localBytes()), inside);
    }
  }

  private void test(StateSpace space, Register address, Operand bytes, Operand inside) {
    Register distance = register("distance", PtxType.U64);
    add("cvta.to." + space.ptxName() + ".u64", distance, address);
    add("setp.lt.u64", inside, distance, bytes);
  }
}
