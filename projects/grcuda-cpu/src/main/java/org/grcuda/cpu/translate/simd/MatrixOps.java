package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V5;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V7;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.translate.matrix.Element;
import org.grcuda.cpu.translate.matrix.MatrixForm;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.translate.simd.routine.SparseFactors;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * Products of matrices, {@code mma} (PTX ISA 9.7.14.5, 9.7.14.6): the registers of A, B and C go to
 * the frame, code that all products of one form share multiplies there, and D comes back.
 */
final class MatrixOps {

  /** Bytes of a register of all lanes of the warp. */
  private static final int ROW = 128;

  /** Most registers of a matrix, and most vectors that one becomes. */
  private static final int MOST = 4;

  /** Most slices of a sparse A, which has twice the columns of its registers. */
  private static final int MOST_SPARSE = 2 * MOST * MOST;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final HalfOps halves;
  private final Map<MatrixForm, Label> products = new HashMap<>();

  /** Offset in the frame of the registers of D, A, B and C; -1 as long as none is needed. */
  private int area = -1;

  /** The same of metadata, slices of a sparse A, and which elements there are. */
  private int sparseArea = -1;

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
    if (form.isSparse() && sparseArea < 0) {
      sparseArea = e.registers().nextSlot(ROW + 2 * MOST_SPARSE * ROW);
    }
    List<Operand> operands = i.operands();
    if (form.isSparse()) {
      store(MatrixForm.elements(operands.get(4)).getFirst(), sparseArea, true);
    }
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
      default -> !form.isOfQuarters() && !form.addsBlocks();
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
    int right = converted + MOST * MOST * ROW;
    int left = form.isSparse() ? sparseArea + ROW : converted;
    Product product =
        new Product(
            e,
            new MatrixElements(e, halves),
            form,
            new Product.Areas(
                at(0, 0), at(1, 0), at(2, 0), at(3, 0), left, right, left + MOST_SPARSE * ROW));
    e.later(
        () -> {
          asm.bind(entry);
          product.emit();
          asm.ret();
        });
    return entry;
  }

  /**
   * The code that multiplies matrices of one form, all of whose registers are in the frame. Four
   * neighbouring lanes have the same row of A and of C, and in C the columns 2t and 2t + 1. So a
   * column of A is a permutation within 16 bytes, and a row of B is laid down as its four even and
   * its four odd columns, each of which is loaded for all groups of four lanes at once.
   */
  private static final class Product implements SparseFactors.Places {

    /**
     * Offsets in the frame.
     *
     * @param d registers of D
     * @param a registers of A
     * @param b registers of B
     * @param c registers of C
     * @param left slices of A by register, each as the lanes have it
     * @param right slices of B by register: for t from 0 to 3 the row tE, even columns first
     * @param present for each slice of a sparse A which of its elements there are
     */
    private record Areas(int d, int a, int b, int c, int left, int right, int present) {}

    private static final int UNORDERED = 3;
    private static final int NAN = 0x7fff_ffff;
    private static final int LANES_OF_ROW = 4;

    /** Bytes of four elements. */
    private static final int QUAD = 16;

    /** By half of the rows and parity of the column, where sums are. */
    private static final int[][] SUMS = {{V0, V3}, {V5, V6}};

    private final GangEmitter e;
    private final VectorAssembler asm;
    private final MatrixElements elements;
    private final MatrixForm form;
    private final Areas areas;
    private final boolean floats;
    private final int slices;

    /** Groups of 8 rows. */
    private final int halves;

    Product(GangEmitter e, MatrixElements elements, MatrixForm form, Areas areas) {
      this.e = e;
      this.asm = e.asm();
      this.elements = elements;
      this.form = form;
      this.areas = areas;
      this.floats = MatrixElements.areFloats(form.a());
      this.slices = MatrixElements.slices(form.a());
      this.halves = form.m() / 8;
    }

    /** Emits it; changes every register for computations. */
    void emit() {
      for (int r = 0; r < form.registersB(); r++) {
        for (int s = 0; s < slices; s++) {
          layDown(r, s);
        }
      }
      if (form.isSparse()) {
        new SparseFactors(
                asm, form, floats, slices, (slice, at) -> elements.slice(form.a(), slice, at))
            .emit(e.parts(), this);
      } else {
        sliceA();
      }
      for (int p = 0; p < e.parts(); p++) {
        for (int h = 0; h < halves; h++) {
          begin(h, p);
        }
        multiply(p);
        for (int h = 0; h < halves; h++) {
          finish(h, p);
        }
      }
    }

    private void sliceA() {
      for (int r = 0; r < form.registersA(); r++) {
        for (int s = 0; s < slices; s++) {
          for (int p = 0; p < e.parts(); p++) {
            load(V0, areas.a(), r, p);
            elements.slice(form.a(), s, V0);
            store(V0, left(r, s) + asm.bytes() * p);
          }
        }
      }
    }

    @Override
    public Mem stored(int register, int part) {
      return Mem.at(FRAME, areas.a() + ROW * register + asm.bytes() * part);
    }

    @Override
    public Mem metadata(int part) {
      return Mem.at(FRAME, areas.left() - ROW + asm.bytes() * part);
    }

    @Override
    public Mem left(int register, int slice, int part) {
      return Mem.at(FRAME, left(register, slice) + asm.bytes() * part);
    }

    @Override
    public Mem present(int register, int slice, int part) {
      return Mem.at(FRAME, present(register, slice) + asm.bytes() * part);
    }

    private int present(int register, int slice) {
      return areas.present() + ROW * (register * slices + slice);
    }

    private int left(int register, int slice) {
      return areas.left() + ROW * (register * slices + slice);
    }

    private int right(int register, int slice) {
      return areas.right() + ROW * (register * slices + slice);
    }

    private void load(int to, int area, int register, int part) {
      Mem from = Mem.at(FRAME, area + ROW * register + asm.bytes() * part);
      asm.vector(VectorOp.VMOVDQU32, to, 0, from, Form.ALL);
    }

    private void store(int from, int at) {
      asm.vector(VectorOp.VMOVDQU32_STORE, from, 0, Mem.at(FRAME, at), Form.ALL);
    }

    // ---- B

    /** Transposes a slice of B, which has a column in four neighbouring lanes. */
    private void layDown(int register, int slice) {
      for (int p = 0; p < e.parts(); p++) {
        load(V0 + p, areas.b(), register, p);
        elements.slice(form.b(), slice, V0 + p);
      }
      int to = right(register, slice);
      if (e.parts() == 2) {
        for (int h = 0; h < 2; h++) {
          e.words(V0, V1, rows(h), V2);
          store(V2, to + asm.bytes() * h);
        }
        return;
      }
      VectorOp low = VectorOp.VPUNPCKLDQ;
      VectorOp high = VectorOp.VPUNPCKHDQ;
      asm.vector(low, V4, V0, V1, Form.ALL);
      asm.vector(low, V5, V2, V3, Form.ALL);
      asm.vector(high, V0, V0, V1, Form.ALL);
      asm.vector(high, V2, V2, V3, Form.ALL);
      int[][] pairs = {{V4, V5}, {V0, V2}};
      for (int t = 0; t < LANES_OF_ROW; t++) {
        VectorOp half = t % 2 == 0 ? VectorOp.VPUNPCKLQDQ : VectorOp.VPUNPCKHQDQ;
        asm.vector(half, V1, pairs[t / 2][0], pairs[t / 2][1], Form.ALL);
        store(V1, to + 2 * QUAD * t);
      }
    }

    /** The lanes that hold the rows of two values of t, of 16 words. */
    private static int[] rows(int half) {
      int[] choice = new int[16];
      for (int w = 0; w < choice.length; w++) {
        int t = 2 * half + w / 8;
        int column = 2 * (w % 4) + w / 4 % 2;
        choice[w] = LANES_OF_ROW * column + t;
      }
      return choice;
    }

    // ---- sums

    /** Brings C to the sums of a half of the rows; of integers the sums are of products only. */
    private void begin(int half, int part) {
      int[] sums = SUMS[half];
      if (!floats) {
        for (int sum : sums) {
          asm.vector(VectorOp.VPXORD, sum, sum, sum, Form.ALL);
        }
      } else if (form.c() == Element.F16) {
        for (int parity = 0; parity < 2; parity++) {
          load(sums[parity], areas.c(), half, part);
          elements.slice(Element.F16, parity, sums[parity]);
        }
      } else {
        for (int parity = 0; parity < 2; parity++) {
          load(sums[parity], areas.c(), 2 * half + parity, part);
        }
      }
    }

    /** Adds all products, k ascending. */
    private void multiply(int part) {
      for (int r = 0; r < form.registersB(); r++) {
        for (int t = 0; t < LANES_OF_ROW; t++) {
          for (int s = 0; s < slices; s++) {
            int row = right(r, s) + 2 * QUAD * t;
            broadcast(V2, row);
            broadcast(V4, row + QUAD);
            for (int h = 0; h < halves; h++) {
              Mem column = left(halves * r + h, s, part);
              asm.vector(VectorOp.VPSHUFD, V1, 0, column, Form.ALL.with(0x55 * t));
              Form those = those(halves * r + h, s, t, part);
              add(SUMS[h][0], V2, those);
              add(SUMS[h][1], V4, those);
            }
          }
        }
      }
    }

    private void broadcast(int to, int at) {
      asm.vector(VectorOp.VBROADCASTI32X4, to, 0, Mem.at(FRAME, at), Form.ALL);
    }

    /** The lanes whose row of A has an element; of integers all, as others have 0. */
    private Form those(int register, int slice, int t, int part) {
      if (!form.isSparse() || !floats) {
        return Form.ALL;
      }
      Mem column = present(register, slice, part);
      asm.vector(VectorOp.VPSHUFD, V7, 0, column, Form.ALL.with(0x55 * t));
      asm.vector(VectorOp.VPTESTMD, GangEmitter.HIGH, V7, V7, Form.ALL);
      return Form.ALL.masked(GangEmitter.HIGH);
    }

    private void add(int sum, int row, Form those) {
      if (floats) {
        asm.vector(VectorOp.VFMADD231PS, sum, V1, row, those);
      } else {
        asm.vector(VectorOp.VPMADDWD, V7, V1, row, Form.ALL);
        asm.vector(VectorOp.VPADDD, sum, sum, V7, Form.ALL);
      }
    }

    private void finish(int half, int part) {
      int[] sums = SUMS[half];
      if (form.d() == Element.F16) {
        for (int sum : sums) {
          elements.round(sum);
        }
        asm.vector(VectorOp.VPSLLD_IMM, sums[1], 0, sums[1], Form.ALL.with(16));
        asm.vector(VectorOp.VPORD, sums[0], sums[0], sums[1], Form.ALL);
        store(sums[0], areas.d() + ROW * half + asm.bytes() * part);
        return;
      }
      for (int parity = 0; parity < 2; parity++) {
        int register = 2 * half + parity;
        if (floats) {
          canonical(sums[parity]);
        } else {
          load(V1, areas.c(), register, part);
          plus(sums[parity]);
        }
        store(sums[parity], areas.d() + ROW * register + asm.bytes() * part);
      }
    }

    private void canonical(int sum) {
      asm.vector(VectorOp.VCMPPS, GangEmitter.HIGH, sum, sum, Form.ALL.with(UNORDERED));
      Form nan = Form.ALL.masked(GangEmitter.HIGH);
      e.move(sum, e.constant(PtxType.B32, NAN), PtxType.B32, nan);
    }

    /** Adds C, which is in V1: around, or up to the limits; no sum of products leaves them. */
    private void plus(int sum) {
      if (!form.saturates()) {
        asm.vector(VectorOp.VPADDD, sum, sum, V1, Form.ALL);
        return;
      }
      asm.vector(VectorOp.VPADDD, V2, sum, V1, Form.ALL);
      asm.vector(VectorOp.VPXORD, V4, V2, V1, Form.ALL);
      asm.vector(VectorOp.VPXORD, V7, V2, sum, Form.ALL);
      asm.vector(VectorOp.VPANDD, V4, V4, V7, Form.ALL);
      asm.vector(VectorOp.VPSRAD_IMM, V4, 0, V4, Form.ALL.with(31));
      asm.vector(VectorOp.VPTESTMD, GangEmitter.HIGH, V4, V4, Form.ALL);
      asm.vector(VectorOp.VPSRAD_IMM, V1, 0, V1, Form.ALL.with(31));
      asm.vector(VectorOp.VPXORD, V1, V1, e.constant(PtxType.B32, NAN), Form.ALL);
      asm.vector(VectorOp.VMOVDQU32, sum, 0, V2, Form.ALL);
      asm.vector(VectorOp.VMOVDQU32, sum, 0, V1, Form.ALL.masked(GangEmitter.HIGH));
    }
  }
}
