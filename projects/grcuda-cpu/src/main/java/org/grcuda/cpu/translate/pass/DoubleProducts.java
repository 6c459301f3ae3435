package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.cpu.translate.matrix.Element;
import org.grcuda.cpu.translate.matrix.MatrixForm;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * The pass before machine code that replaces products of matrices of doubles, {@code mma} (PTX ISA
 * 9.7.14.5), by shuffles of their elements and {@code fma}, with k ascending. Where the elements
 * are is said at {@link MatrixForm}.
 */
public final class DoubleProducts extends Rewriter {

  /** Neighbouring lanes that have a row of A, or a column of B. */
  private static final int GROUP = 4;

  private static final Operand SEGMENT = number(31);

  private DoubleProducts(PtxFunction function) {
    super(function, "$doubles_");
  }

  /** A kernel without such products; itself if it has none. */
  public static PtxFunction run(PtxFunction kernel) {
    DoubleProducts pass = new DoubleProducts(kernel);
    return pass.replacesAny() ? pass.rewritten() : kernel;
  }

  @Override
  boolean replaces(Instruction i) {
    return i.opcode() == Opcode.MMA && MatrixForm.of(i).a() == Element.F64;
  }

  @Override
  void replace(Instruction i) {
    MatrixForm form = MatrixForm.of(i);
    List<Operand> a = MatrixForm.elements(i.operand(1));
    List<Operand> b = MatrixForm.elements(i.operand(2));
    List<Operand> c = MatrixForm.elements(i.operand(3));
    Operand members = i.operands().getLast();
    List<Register> sums = new ArrayList<>();
    for (int s = 0; s < c.size(); s++) {
      sums.add(register("sum" + s, PtxType.F64));
      add("mov.b64", sums.get(s), c.get(s));
    }
    sources();
    int halves = form.m() / 8;
    for (int k = 0; k < form.k(); k++) {
      int place = k % GROUP;
      List<Register> rows = new ArrayList<>();
      for (int h = 0; h < halves; h++) {
        Operand row = a.get(halves * (k / GROUP) + h);
        rows.add(shuffled("row" + h, row, word("of_a" + place), members));
      }
      for (int parity = 0; parity < 2; parity++) {
        Register at = word("of_b" + parity + place);
        Register column = shuffled("column", b.get(k / GROUP), at, members);
        for (int h = 0; h < halves; h++) {
          Register sum = sums.get(2 * h + parity);
          add("fma.rn.f64", sum, rows.get(h), column, sum);
        }
      }
    }
    List<Operand> d = MatrixForm.elements(i.operand(0));
    for (int s = 0; s < d.size(); s++) {
      if (d.get(s) instanceof Register) {
        add("mov.b64", d.get(s), sums.get(s));
      }
    }
  }

  private Register word(String name) {
    return register(name, PtxType.B32);
  }

  /** The lanes that have the elements of the own row of A, and of the own two columns of B. */
  private void sources() {
    Register lane = word("lane");
    Register row = word("of_a0");
    Register column = word("of_b00");
    add("mov.u32", lane, new Operand.SpecialRegister("%laneid"));
    add("and.b32", row, lane, number(-GROUP));
    add("and.b32", column, lane, number(GROUP - 1));
    add("shl.b32", column, column, number(3));
    for (int place = 0; place < GROUP; place++) {
      if (place > 0) {
        add("add.u32", word("of_a" + place), row, number(place));
        add("add.u32", word("of_b0" + place), column, number(place));
      }
      add("add.u32", word("of_b1" + place), column, number(GROUP + place));
    }
  }

  /** All lanes come to a product together, so they do to its shuffles: these are aligned. */
  private Register shuffled(String name, Operand value, Register lane, Operand members) {
    Operand halves = new Operand.Vector(List.of(word("low"), word("high")));
    Register result = register(name, PtxType.F64);
    add("mov.b64", halves, value);
    add("shfl.sync.aligned.idx.b32", word("low"), word("low"), lane, SEGMENT, members);
    add("shfl.sync.aligned.idx.b32", word("high"), word("high"), lane, SEGMENT, members);
    add("mov.b64", result, halves);
    return result;
  }
}
