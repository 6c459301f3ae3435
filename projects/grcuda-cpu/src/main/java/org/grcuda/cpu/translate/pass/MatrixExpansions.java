package org.grcuda.cpu.translate.pass;

import static org.grcuda.cpu.translate.matrix.MatrixForm.elements;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.exec.TensorModel;
import org.grcuda.cpu.translate.matrix.MatrixForm;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;

/**
 * The pass that leaves of the instructions on matrices (PTX ISA 9.7.14) only {@code mma}, and that
 * with registers only, and with the members of the warp as a last operand. {@code ldmatrix} and
 * {@code stmatrix} become shuffles of the row addresses and an access of each lane, {@code
 * movmatrix} becomes shuffles, and {@code wmma} what {@link WmmaExpansions} says.
 */
public final class MatrixExpansions extends Rewriter {

  private static final Operand ALL_LANES = number(-1);
  private static final Operand SEGMENT = number(31);

  /** Selects the lower half of two words, and what to add for the upper ones. */
  private static final int LOWER_HALVES = 0x5410;

  private static final int UPPER_HALVES = 0x2222;

  private static final Set<String> MOVES =
      Set.of("sync", "aligned", "m8n8", "x1", "x2", "x4", "trans", "shared", "shared::cta", "b16");

  private final WmmaExpansions wmma = new WmmaExpansions(this);

  private final TensorModel model;

  private MatrixExpansions(PtxFunction function, TensorModel model) {
    super(function, "$matrix_");
    this.model = model;
  }

  /**
   * The module without such instructions in a kernel and what it calls; itself if they have none.
   *
   * @param calls of the kernel
   * @param model how products are added up; those that differ from a chain of fused multiply-adds
   *     get its {@linkplain TensorModel#modifier modifier}
   * @throws org.grcuda.cpu.exec.UnsupportedPtxException for instructions that the ISA does not
   *     have, and those that only GPUs with other tensor cores have
   */
  public static PtxModule run(PtxModule module, CallGraph calls, TensorModel model) {
    return run(module, calls, function -> new MatrixExpansions(function, model));
  }

  @Override
  boolean replaces(Instruction i) {
    return switch (i.opcode()) {
      case MMA, WMMA, LDMATRIX, STMATRIX, MOVMATRIX -> true;
      default -> false;
    };
  }

  @Override
  void replace(Instruction i) {
    switch (i.opcode()) {
      case MMA -> {
        MatrixForm form = MatrixForm.check(i);
        List<Operand> o = i.operands();
        checkResults(i, elements(o.get(0)), form.d().register());
        multiply(
            i,
            i.modifiers(),
            elements(o.get(0)),
            inRegisters(i, "a", elements(o.get(1)), form.a().register()),
            inRegisters(i, "b", elements(o.get(2)), form.b().register()),
            inRegisters(i, "c", elements(o.get(3)), form.c().register()),
            form.isSparse() ? sparsity(i) : List.of());
      }
      case WMMA -> wmma.replace(i);
      case MOVMATRIX -> transpose(i);
      default -> move(i);
    }
  }

  /** The operands that say which elements of A there are: metadata in a register, a selector. */
  private List<Operand> sparsity(Instruction i) {
    List<Operand> metadata = elements(i.operand(4));
    check(i, metadata.size() == 1);
    return List.of(
        new Operand.Vector(List.copyOf(inRegisters(i, "e", metadata, PtxType.B32))), i.operand(5));
  }

  /**
   * Adds a product, whose operands are registers of the right types.
   *
   * @param sparsity what follows C, if A is sparse
   */
  void multiply(
      Instruction i,
      List<String> modifiers,
      List<Operand> d,
      List<? extends Operand> a,
      List<? extends Operand> b,
      List<? extends Operand> c,
      List<Operand> sparsity) {
    List<Operand> operands = new ArrayList<>();
    operands.add(new Operand.Vector(d));
    operands.add(new Operand.Vector(List.copyOf(a)));
    operands.add(new Operand.Vector(List.copyOf(b)));
    operands.add(new Operand.Vector(List.copyOf(c)));
    operands.addAll(sparsity);
    operands.add(ALL_LANES);
    List<String> all = new ArrayList<>(modifiers);
    if (model != TensorModel.FMA) {
      all.add(model.modifier());
    }
    add(new Instruction(null, Opcode.MMA, all, operands, i.position()));
  }

  /** Operands as registers of as many bits as a type; constants get registers. */
  List<Register> inRegisters(Instruction i, String name, List<Operand> operands, PtxType type) {
    List<Register> result = new ArrayList<>();
    for (Operand operand : operands) {
      if (operand instanceof Register r) {
        result.add(checked(i, r, type));
      } else {
        Register constant =
            register("constant_" + type.ptxName() + "_" + name + result.size(), type);
        add("mov." + type.ptxName(), constant, operand);
        result.add(constant);
      }
    }
    return result;
  }

  static void checkResults(Instruction i, List<Operand> operands, PtxType type) {
    for (Operand operand : operands) {
      if (operand instanceof Register r) {
        checked(i, r, type);
      } else if (!(operand instanceof Operand.Sink)) {
        throw refused(i, "expected a register for the result " + operand.text());
      }
    }
  }

  private static Register checked(Instruction i, Register r, PtxType type) {
    if (r.type() == PtxType.PRED || r.type().size() != type.size()) {
      throw refused(i, "expected registers of " + type.bits() + " bits, such as not " + r.name());
    }
    return r;
  }

  // ---- ldmatrix, stmatrix, movmatrix

  /** A register with the value of an operation of two operands. */
  private Register word(String name, String mnemonic, Operand x, Operand y) {
    Register word = register(name, PtxType.B32);
    add(mnemonic, word, x, y);
    return word;
  }

  Register lane() {
    Register lane = register("lane", PtxType.B32);
    add("mov.u32", lane, new Operand.SpecialRegister("%laneid"));
    return lane;
  }

  private Register shuffled(String name, Operand value, Operand source) {
    Register result = register(name, PtxType.B32);
    add("shfl.sync.idx.b32", result, value, source, SEGMENT, ALL_LANES);
    return result;
  }

  private static void checkMove(Instruction i) {
    for (String modifier : i.modifiers()) {
      if (!MOVES.contains(modifier)) {
        throw refused(i, "only matrices .m8n8 of .b16 in .shared are moved, not ." + modifier);
      }
    }
    if (!i.modifiers().contains("m8n8") || !i.modifiers().contains("b16")) {
      throw refused(i, "expected .m8n8 and .b16");
    }
  }

  /** Lane 8j + r has the address of row r of matrix j; a lane gets two neighbours of a row. */
  private void move(Instruction i) {
    checkMove(i);
    boolean loads = i.opcode() == Opcode.LDMATRIX;
    int count = i.modifiers().contains("x4") ? 4 : i.modifiers().contains("x2") ? 2 : 1;
    if (i.operands().size() != 2 || !(i.operand(loads ? 1 : 0) instanceof Operand.Address at)) {
      throw refused(i, "expected registers and an address");
    }
    List<Operand> registers = elements(i.operand(loads ? 0 : 1));
    if (registers.size() != count) {
      throw refused(i, "has " + registers.size() + " registers, expected " + count);
    }
    if (loads) {
      checkResults(i, registers, PtxType.B32);
    } else {
      registers = List.copyOf(inRegisters(i, "stored", registers, PtxType.B32));
    }
    boolean transposed = i.modifiers().contains("trans");
    Register row = sharedAddress(i, at);
    Register lane = lane();
    Register group = word("group", "shr.u32", lane, number(2));
    Register place = word("place", "and.b32", lane, number(3));
    if (transposed) {
      columns(loads, row, registers, group, place);
    } else {
      rows(loads, row, registers, group, place);
    }
  }

  private void rows(
      boolean loads, Register row, List<Operand> registers, Register group, Register place) {
    Register inRow = word("in_row", "shl.b32", place, number(2));
    for (int j = 0; j < registers.size(); j++) {
      Register source = word("source", "add.u32", group, number(8L * j));
      Register at = shuffled("at" + j, row, source);
      add("add.u32", at, at, inRow);
    }
    for (int j = 0; j < registers.size(); j++) {
      Operand at = new Operand.Address(register("at" + j, PtxType.B32), 0);
      if (loads) {
        add("ld.shared.b32", registers.get(j), at);
      } else {
        add("st.shared.b32", at, registers.get(j));
      }
    }
  }

  private void columns(
      boolean loads, Register row, List<Operand> registers, Register group, Register place) {
    Register first = word("first", "shl.b32", place, number(1));
    Register inRow = word("in_row", "shl.b32", group, number(1));
    Register[] halves = {register("half0", PtxType.B16), register("half1", PtxType.B16)};
    Operand pair = new Operand.Vector(List.of(halves));
    for (int e = 0; e < 2 * registers.size(); e++) {
      Register source = word("source", "add.u32", first, number(8L * (e / 2) + e % 2));
      Register at = shuffled("at" + e, row, source);
      add("add.u32", at, at, inRow);
    }
    for (int j = 0; j < registers.size(); j++) {
      if (!loads) {
        add("mov.b32", pair, registers.get(j));
      }
      for (int e = 0; e < 2; e++) {
        Operand at = new Operand.Address(register("at" + (2 * j + e), PtxType.B32), 0);
        if (loads) {
          add("ld.shared.b16", halves[e], at);
        } else {
          add("st.shared.b16", at, halves[e]);
        }
      }
      if (loads && registers.get(j) instanceof Register) {
        add("mov.b32", registers.get(j), pair);
      }
    }
  }

  /** An address in shared memory, which may be generic. */
  private Register sharedAddress(Instruction i, Operand.Address at) {
    Register row = register("row", PtxType.B32);
    if (at.base() instanceof Register base && base.type().size() == 8) {
      Register wide = register("wide_row", PtxType.B64);
      boolean generic = i.space() != StateSpace.SHARED;
      add(generic ? "cvta.to.shared.u64" : "mov.u64", wide, base);
      add("cvt.u32.u64", row, wide);
    } else {
      add("mov.u32", row, at.base());
    }
    if (at.offset() != 0) {
      add("add.u32", row, row, number(at.offset()));
    }
    return row;
  }

  /** Element (2t, g) is in lane 8t + g / 2, (2t + 1, g) in the lane 4 further on. */
  private void transpose(Instruction i) {
    checkMove(i);
    if (i.operands().size() != 2 || !i.modifiers().contains("trans")) {
      throw refused(i, "expected .trans, a result and a source");
    }
    checkResults(i, List.of(i.operand(0)), PtxType.B32);
    Register value = inRegisters(i, "moved", List.of(i.operand(1)), PtxType.B32).getFirst();
    Register lane = lane();
    Register group = word("group", "shr.u32", lane, number(2));
    Register place = word("place", "and.b32", lane, number(3));
    Register source = word("source", "shl.b32", place, number(3));
    Register pair = word("first", "shr.u32", group, number(1));
    add("add.u32", source, source, pair);
    Register x = shuffled("at0", value, source);
    add("add.u32", source, source, number(4));
    Register y = shuffled("at1", value, source);
    Register odd = word("in_row", "and.b32", group, number(1));
    add("mad.lo.u32", odd, odd, number(UPPER_HALVES), number(LOWER_HALVES));
    add("prmt.b32", i.operand(0), x, y, odd);
  }
}
