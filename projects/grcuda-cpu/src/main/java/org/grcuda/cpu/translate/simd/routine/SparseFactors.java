package org.grcuda.cpu.translate.simd.routine;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V5;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.grcuda.cpu.translate.matrix.Element;
import org.grcuda.cpu.translate.matrix.MatrixForm;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;

/**
 * Makes of a sparse A what the code for a dense one multiplies: the slices of its registers. With
 * t, the place of a lane among its four, a dense register r of a half of the rows has elements of
 * chunk {@code 2r + t / 2}, of types below 16 bits all of chunk {@code 4r + t}; what is stored of
 * them is in register {@code r / 2} of that half, in lane {@code 2(r % 2) + t / 2} of the four.
 *
 * <p>Absent elements are 0. Floats beside them must not be multiplied, as 0 times infinity is no
 * number: for these there are masks.
 */
public final class SparseFactors {

  private static final int EQUAL = 0;
  private static final int FOUR = 4;
  private static final int CHOSEN = K6;
  private static final int STORED = V0;
  private static final int METADATA = V1;
  private static final int PRESENT = V1;
  private static final int DENSE = V2;
  private static final int FIRST = V3;
  private static final int SECOND = V4;
  private static final int PLACE = V5;
  private static final int OTHER_PLACE = V6;

  /** Where the vectors of a part of the gang are. */
  public interface Places {
    /** A register of A. */
    Mem stored(int register, int part);

    /** The metadata of the lanes. */
    Mem metadata(int part);

    /** The result: a slice of a dense register. */
    Mem left(int register, int slice, int part);

    /** Of floats all bits of those that there are. */
    Mem present(int register, int slice, int part);
  }

  /** Makes a slice of a register, in place; changes V7 and K6. */
  @FunctionalInterface
  public interface Slicer {
    /** Makes a slice. */
    void slice(int slice, int register);
  }

  private final VectorAssembler asm;
  private final MatrixForm form;
  private final Element type;
  private final boolean narrow;
  private final boolean floats;
  private final int slices;
  private final Slicer slicer;

  /**
   * For a form.
   *
   * @param floats whether slices are of floats
   * @param slices of a register
   */
  public SparseFactors(
      VectorAssembler asm, MatrixForm form, boolean floats, int slices, Slicer slicer) {
    this.asm = asm;
    this.form = form;
    this.type = form.a();
    this.narrow = type.bits() < 16;
    this.floats = floats;
    this.slices = slices;
    this.slicer = slicer;
  }

  /** Emits it for so many parts of a gang; changes every register for computations. */
  public void emit(int parts, Places places) {
    for (int r = 0; r < form.registersB(); r++) {
      for (int half = 0; half < 2; half++) {
        for (int part = 0; part < parts; part++) {
          load(r, half, part, places);
          if (floats) {
            floats(2 * r + half, part, places);
          } else {
            integers(2 * r + half, part, places);
          }
        }
      }
    }
  }

  /** What is stored, from the lowest bit on, and the numbers of its parts. */
  private void load(int r, int half, int part, Places places) {
    Mem from = places.stored(2 * (r / 2) + half, part);
    int lane = 2 * (r % 2);
    asm.vector(VectorOp.VPSHUFD, STORED, 0, from, Form.ALL.with(0x50 + 0x55 * lane));
    if (narrow) {
      shiftRight(STORED, t -> 16 * (t % 2));
    }
    int source = form.metadataLane(r, half);
    Form ofSource = Form.ALL.with(0x55 * source);
    asm.vector(VectorOp.VPSHUFD, METADATA, 0, places.metadata(part), ofSource);
    if (narrow) {
      shiftRight(METADATA, t -> 16 * (r % 2) + 4 * t);
    } else {
      shiftRight(METADATA, t -> 16 * half + 8 * (r % 2) + 4 * (t / 2));
    }
    asm.vector(VectorOp.VPSRLD_IMM, OTHER_PLACE, 0, METADATA, Form.ALL.with(2));
    and(PLACE, METADATA, 3);
    and(OTHER_PLACE, OTHER_PLACE, 3);
    if (type == Element.TF32) {
      asm.vector(VectorOp.VPSRLD_IMM, PLACE, 0, PLACE, Form.ALL.with(1));
    }
  }

  // ---- floats: the stored elements are compared with the place of each dense one

  private void floats(int register, int part, Places places) {
    copy(FIRST, STORED);
    slicer.slice(0, FIRST);
    if (type != Element.TF32) {
      copy(SECOND, STORED);
      slicer.slice(1, SECOND);
    }
    Mem all = asm.constant(pattern(t -> -1));
    for (int s = 0; s < slices; s++) {
      int slice = s;
      Mem place =
          asm.constant(
              pattern(t -> narrow ? slice : type == Element.TF32 ? t % 2 : 2 * (t % 2) + slice));
      equal(PLACE, place);
      Form first = Form.ALL.masked(CHOSEN).zeroed();
      asm.vector(VectorOp.VMOVDQU32, DENSE, 0, FIRST, first);
      asm.vector(VectorOp.VMOVDQU32, PRESENT, 0, all, first);
      if (type != Element.TF32) {
        equal(OTHER_PLACE, place);
        Form second = Form.ALL.masked(CHOSEN);
        asm.vector(VectorOp.VMOVDQU32, DENSE, 0, SECOND, second);
        asm.vector(VectorOp.VMOVDQU32, PRESENT, 0, all, second);
      }
      asm.vector(VectorOp.VMOVDQU32_STORE, DENSE, 0, places.left(register, s, part), Form.ALL);
      asm.vector(VectorOp.VMOVDQU32_STORE, PRESENT, 0, places.present(register, s, part), Form.ALL);
    }
  }

  private void equal(int register, Mem place) {
    asm.vector(VectorOp.VPCMPD, CHOSEN, register, place, Form.ALL.with(EQUAL));
  }

  // ---- integers: a dense register is two stored bytes, moved to their places

  private void integers(int register, int part, Places places) {
    and(FIRST, STORED, 0xff);
    asm.vector(VectorOp.VPSRLD_IMM, SECOND, 0, STORED, Form.ALL.with(8));
    and(SECOND, SECOND, 0xff);
    asm.vector(VectorOp.VPCMPD, CHOSEN, PLACE, OTHER_PLACE, Form.ALL.with(EQUAL));
    asm.vector(VectorOp.VPXORD, DENSE, DENSE, DENSE, Form.ALL);
    asm.vector(VectorOp.VMOVDQU32, FIRST, 0, DENSE, Form.ALL.masked(CHOSEN));
    toPlace(FIRST, PLACE);
    toPlace(SECOND, OTHER_PLACE);
    asm.vector(VectorOp.VPORD, FIRST, FIRST, SECOND, Form.ALL);
    for (int s = 0; s < slices; s++) {
      copy(DENSE, FIRST);
      slicer.slice(s, DENSE);
      asm.vector(VectorOp.VMOVDQU32_STORE, DENSE, 0, places.left(register, s, part), Form.ALL);
    }
  }

  private void toPlace(int bytes, int place) {
    asm.vector(VectorOp.VPSLLD_IMM, place, 0, place, Form.ALL.with(3));
    asm.vector(VectorOp.VPSLLVD, bytes, bytes, place, Form.ALL);
  }

  // ----

  private void copy(int to, int from) {
    asm.vector(VectorOp.VMOVDQU32, to, 0, from, Form.ALL);
  }

  private void and(int to, int from, int bits) {
    asm.vector(VectorOp.VPANDD, to, from, asm.constant(bits).toAll(), Form.ALL);
  }

  private void shiftRight(int register, IntUnaryOperator byPlace) {
    asm.vector(VectorOp.VPSRLVD, register, register, asm.constant(pattern(byPlace)), Form.ALL);
  }

  /** A number for each lane, by its place among four. */
  private static int[] pattern(IntUnaryOperator byPlace) {
    return IntStream.range(0, 16).map(lane -> byPlace.applyAsInt(lane % FOUR)).toArray();
  }
}
