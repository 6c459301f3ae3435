package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.translate.matrix.Element;
import org.grcuda.cpu.translate.matrix.MatrixForm;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * Products of matrices, {@code mma} (PTX ISA 9.7.14.5): the registers of A, B and C go to the
 * frame, code that all products of one form share multiplies there, and D comes back.
 */
final class MatrixOps {

  /** Bytes of a register of all lanes of the warp. */
  static final int ROW = 128;

  /** Most registers of a matrix, and most vectors that one becomes. */
  private static final int MOST = 4;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final HalfOps halves;
  private final Map<MatrixForm, Label> products = new HashMap<>();

  /** Offset in the frame of the registers of D, A, B and C; -1 as long as none is needed. */
  private int area = -1;

  MatrixOps(GangEmitter e, HalfOps halves) {
    this.e = e;
    this.asm = e.asm();
    this.halves = halves;
  }

  /** Emits one. */
  void emit(Instruction i) {
    MatrixForm form = MatrixForm.of(i);
    if (!isSupported(form)) {
      throw e.refuse();
    }
    if (area < 0) {
      area = e.registers().nextSlot(MOST * ROW * 4 + 2 * MOST * MOST * ROW);
    }
    List<Operand> operands = i.operands();
    for (int matrix = 1; matrix <= 3; matrix++) {
      List<Operand> registers = MatrixForm.elements(operands.get(matrix));
      for (int r = 0; r < registers.size(); r++) {
        store(registers.get(r), at(matrix, r), matrix < 3);
      }
    }
    asm.call(products.computeIfAbsent(form, this::product));
    List<Operand> results = MatrixForm.elements(operands.getFirst());
    for (int r = 0; r < results.size(); r++) {
      assign(results.get(r), form.d(), at(0, r));
    }
  }

  private static boolean isSupported(MatrixForm form) {
    return switch (form.a()) {
      case F64, B1 -> false;
      default -> !form.isOfQuarters();
    };
  }

  /** Where a register of matrix 0 to 3 is, of D, A, B or C. */
  private int at(int matrix, int register) {
    return area + ROW * (MOST * matrix + register);
  }

  private Mem part(int at) {
    return Mem.at(FRAME, at + asm.bytes() * e.part());
  }

  /**
   * Puts a register of all lanes into the frame.
   *
   * @param ofActive whether lanes that do not take part count as 0
   */
  private void store(Operand register, int at, boolean ofActive) {
    for (int p = 0; p < e.parts(); p++) {
      e.setPart(p);
      int from = e.vector(register, PtxType.B32, 0, V0);
      if (ofActive && !e.isFull()) {
        asm.vector(VectorOp.VMOVDQU32, V0, 0, from, Form.ALL.masked(e.active()).zeroed());
        from = V0;
      }
      asm.vector(VectorOp.VMOVDQU32_STORE, from, 0, part(at), Form.ALL);
    }
    e.setPart(0);
  }

  private void assign(Operand register, Element type, int at) {
    for (int p = 0; p < e.parts(); p++) {
      e.setPart(p);
      VectorTarget t = e.target(register, type == Element.F32 ? PtxType.F32 : PtxType.B32);
      asm.vector(VectorOp.VMOVDQU32, t.low(), 0, part(at), t.form(0));
      e.done(t);
    }
    e.setPart(0);
  }

  /** The code that multiplies matrices of a form in the frame. */
  private Label product(MatrixForm form) {
    Label entry = new Label();
    int converted = area + MOST * ROW * 4;
    MatrixProduct product =
        new MatrixProduct(
            e,
            new MatrixElements(e, halves),
            form,
            new MatrixProduct.Areas(
                at(0, 0), at(1, 0), at(2, 0), at(3, 0), converted, converted + MOST * MOST * ROW));
    e.later(
        () -> {
          asm.bind(entry);
          product.emit();
          asm.ret();
        });
    return entry;
  }
}
