package org.grcuda.cpu.translate.simd.routine;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V5;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import org.grcuda.cpu.image.ImageDescriptors;
import org.grcuda.cpu.image.ImageOperation;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.driver.image.ImageKind;

/**
 * Coordinates to offsets of texels and to weights (CUDA C++ Programming Guide, "Texture Fetching"),
 * as {@code org.grcuda.cpu.image.Filtering} computes them: rdx holds the {@linkplain
 * ImageDescriptors descriptor}; coordinates come from the frame, offsets, weights and the lanes
 * whose texels are outside go there. An offset always is that of a texel.
 */
final class TexelPlaces {

  static final int UNORDERED = 3;

  private static final int ORDERED = 7;
  private static final int AT_MOST = 2;
  private static final int GREATER = 6;
  private static final int INTEGER_BELOW = 9;

  /** Beyond every texel, but far from the largest integer. */
  private static final int FAR = 1 << 30;

  private final VectorAssembler asm;
  private final ImageFrame frame;
  private final ImageOperation operation;
  private final ImageKind geometry;
  private final TexelOps texels;

  TexelPlaces(VectorAssembler asm, ImageFrame frame, ImageOperation operation, TexelOps texels) {
    this.asm = asm;
    this.frame = frame;
    this.operation = operation;
    this.geometry = operation.geometry();
    this.texels = texels;
  }

  /** Whether it is {@code tex1Dfetch}, which reads 0 outside. */
  boolean isLine() {
    return operation.integerCoordinates() && geometry == ImageKind.ONE;
  }

  private static Mem axisField(int field, int axis) {
    return TexelOps.field(field + axis * ImageDescriptors.AXIS_BYTES);
  }

  private static Mem mode(int axis) {
    return Mem.at(RDX, ImageDescriptors.MODE + axis * ImageDescriptors.AXIS_BYTES);
  }

  private Mem argument(int axis) {
    return frame.argument(axis + (geometry.isLayered() ? 1 : 0));
  }

  // ---- the nearest texel

  /** Its offset and whether it is outside, as those of corner 0. */
  void nearest() {
    asm.storeConstant(4, frame.outside(0), 0);
    begin();
    for (int axis = 0; axis < geometry.dimensions(); axis++) {
      if (operation.integerCoordinates()) {
        index(axis);
      } else {
        place(axis);
        limit();
        floor(V0, V0);
        asm.vector(VectorOp.VCVTTPS2DQ, V0, 0, V0, Form.ALL);
      }
      addOffset(axis);
      Label inside = new Label();
      jumpUnlessBordered(axis, inside);
      asm.vector(
          VectorOp.VPCMPUD, K6, V0, axisField(ImageDescriptors.LAST, axis), Form.ALL.with(GREATER));
      asm.kmovToGpr(RAX, K6);
      asm.aluStore(Alu.OR, 4, frame.outside(0), RAX, false);
      asm.bind(inside);
      toTexel(axis, V0);
      asm.vector(VectorOp.VPADDD, V5, V5, V0, Form.ALL);
    }
    asm.vector(VectorOp.VMOVDQU32_STORE, V5, 0, frame.texel(0), Form.ALL);
  }

  /** The offset of the first texel of the layer, into V5. */
  private void begin() {
    texels.fill(V5, TexelOps.field(ImageDescriptors.START));
    if (geometry.isLayered()) {
      asm.vector(VectorOp.VMOVDQU32, V0, 0, frame.argument(0), Form.ALL);
      asm.vector(VectorOp.VPMINUD, V0, V0, TexelOps.field(ImageDescriptors.LAST_LAYER), Form.ALL);
      asm.vector(VectorOp.VPMULLD, V0, V0, TexelOps.field(ImageDescriptors.LAYER_STRIDE), Form.ALL);
      asm.vector(VectorOp.VPADDD, V5, V5, V0, Form.ALL);
    }
  }

  /** An index that the instruction gives. */
  private void index(int axis) {
    asm.vector(VectorOp.VMOVDQU32, V0, 0, argument(axis), Form.ALL);
    if (isLine()) {
      Mem last = axisField(ImageDescriptors.LAST, 0);
      asm.vector(VectorOp.VPCMPUD, K6, V0, last, Form.ALL.with(AT_MOST));
      asm.kmovToGpr(RAX, K6);
      asm.store(4, frame.inside(), RAX);
    }
    if (operation.offset(axis) != 0) {
      asm.vector(VectorOp.VPMAXSD, V0, V0, texels.all(-FAR), Form.ALL);
      asm.vector(VectorOp.VPMINSD, V0, V0, texels.all(FAR), Form.ALL);
    }
  }

  /** Makes 0 of the lanes of V0 whose index is outside of the line. */
  void clearOutside() {
    asm.load(4, RAX, frame.inside());
    asm.kmovFromGpr(K6, RAX);
    asm.vector(VectorOp.VMOVDQU32, V0, 0, V0, Form.ALL.masked(K6).zeroed());
  }

  private void addOffset(int axis) {
    if (operation.offset(axis) != 0) {
      asm.vector(VectorOp.VPADDD, V0, V0, texels.all(operation.offset(axis)), Form.ALL);
    }
  }

  // ---- neighbours

  /** Offsets and weights of the corners around the coordinates. */
  void neighbours() {
    for (int axis = 0; axis < geometry.dimensions(); axis++) {
      place(axis);
      weights(axis);
      asm.vector(VectorOp.VCVTTPS2DQ, V0, 0, V1, Form.ALL);
      addOffset(axis);
      asm.vector(VectorOp.VPADDD, V3, V0, texels.all(1), Form.ALL);
      taps(axis);
    }
    for (int corner = 0; corner < 1 << geometry.dimensions(); corner++) {
      corner(corner);
    }
  }

  /** From a place in V0 the texel below, as a float, into V1, and the weights of both. */
  private void weights(int axis) {
    asm.vector(VectorOp.VSUBPS, V0, V0, texels.all(0.5f), Form.ALL);
    limit();
    floor(V1, V0);
    asm.vector(VectorOp.VSUBPS, V0, V0, V1, Form.ALL);
    texels.fill(V2, texels.all(256f));
    // The product is exact.
    asm.vector(VectorOp.VFMADD213PS, V0, V2, texels.all(0.5f), Form.ALL);
    floor(V0, V0);
    asm.vector(VectorOp.VMULPS, V0, V0, texels.all(1 / 256f), Form.ALL);
    texels.fill(V2, texels.all(1f));
    asm.vector(VectorOp.VSUBPS, V2, V2, V0, Form.ALL);
    asm.vector(VectorOp.VMOVDQU32_STORE, V2, 0, frame.weight(axis, 0), Form.ALL);
    asm.vector(VectorOp.VMOVDQU32_STORE, V0, 0, frame.weight(axis, 1), Form.ALL);
  }

  /** From the indices of neighbours in V0 and V3. */
  private void taps(int axis) {
    int[] indices = {V0, V3};
    Label inside = new Label();
    for (int tap = 0; tap < 2; tap++) {
      asm.storeConstant(4, frame.outside(axis, tap), 0);
    }
    jumpUnlessBordered(axis, inside);
    for (int tap = 0; tap < 2; tap++) {
      Mem last = axisField(ImageDescriptors.LAST, axis);
      asm.vector(VectorOp.VPCMPUD, K6, indices[tap], last, Form.ALL.with(GREATER));
      asm.kmovToGpr(RAX, K6);
      asm.store(4, frame.outside(axis, tap), RAX);
    }
    asm.bind(inside);
    for (int tap = 0; tap < 2; tap++) {
      toTexel(axis, indices[tap]);
    }
    if (axis == 0) {
      asm.vector(VectorOp.VMOVDQU32_STORE, V0, 0, frame.offset(0, 0), Form.ALL);
      begin();
      asm.vector(VectorOp.VMOVDQU32, V0, 0, frame.offset(0, 0), Form.ALL);
      for (int tap = 0; tap < 2; tap++) {
        asm.vector(VectorOp.VPADDD, indices[tap], indices[tap], V5, Form.ALL);
      }
    }
    for (int tap = 0; tap < 2; tap++) {
      asm.vector(VectorOp.VMOVDQU32_STORE, indices[tap], 0, frame.offset(axis, tap), Form.ALL);
    }
  }

  private void corner(int corner) {
    asm.vector(VectorOp.VMOVDQU32, V0, 0, frame.offset(0, corner & 1), Form.ALL);
    asm.vector(VectorOp.VMOVDQU32, V1, 0, frame.weight(0, corner & 1), Form.ALL);
    asm.load(4, RAX, frame.outside(0, corner & 1));
    for (int axis = 1; axis < geometry.dimensions(); axis++) {
      int tap = corner >> axis & 1;
      asm.vector(VectorOp.VPADDD, V0, V0, frame.offset(axis, tap), Form.ALL);
      asm.vector(VectorOp.VMULPS, V1, V1, frame.weight(axis, tap), Form.ALL);
      asm.alu(Alu.OR, 4, RAX, frame.outside(axis, tap));
    }
    asm.store(4, frame.outside(corner), RAX);
    asm.vector(VectorOp.VMOVDQU32_STORE, V0, 0, frame.texel(corner), Form.ALL);
    asm.vector(VectorOp.VCVTPS2PD, V0, 0, V1, Form.ALL);
    asm.vector(VectorOp.VMOVDQU64_STORE, V0, 0, frame.weights(0, corner), Form.ALL);
    asm.vector(VectorOp.VEXTRACTI64X4_STORE, V1, 0, V0, Form.ALL.with(1));
    asm.vector(VectorOp.VCVTPS2PD, V0, 0, V0, Form.ALL);
    asm.vector(VectorOp.VMOVDQU64_STORE, V0, 0, frame.weights(1, corner), Form.ALL);
  }

  // ---- one axis

  /** A coordinate in texels, into V0. */
  private void place(int axis) {
    asm.vector(VectorOp.VMOVDQU32, V0, 0, argument(axis), Form.ALL);
    clearNaNs();
    Label plain = new Label();
    Label wrapped = new Label();
    asm.aluImmediate(Alu.CMP, 4, mode(axis), ImageDescriptors.WRAP);
    asm.jump(Condition.B, plain);
    floor(V1, V0);
    asm.vector(VectorOp.VSUBPS, V0, V0, V1, Form.ALL);
    asm.aluImmediate(Alu.CMP, 4, mode(axis), ImageDescriptors.MIRROR);
    asm.jump(Condition.NE, wrapped);
    mirror();
    asm.bind(wrapped);
    // An infinite coordinate has no place in a period.
    clearNaNs();
    asm.bind(plain);
    asm.vector(VectorOp.VMULPS, V0, V0, axisField(ImageDescriptors.SCALE, axis), Form.ALL);
  }

  /** 1 - V0 where the integer in V1 is odd. */
  private void mirror() {
    asm.vector(VectorOp.VMULPS, V1, V1, texels.all(0.5f), Form.ALL);
    floor(V2, V1);
    asm.vector(VectorOp.VSUBPS, V1, V1, V2, Form.ALL);
    asm.vector(VectorOp.VPTESTMD, K6, V1, V1, Form.ALL);
    texels.fill(V2, texels.all(1f));
    asm.vector(VectorOp.VSUBPS, V2, V2, V0, Form.ALL);
    asm.vector(VectorOp.VMOVDQU32, V0, 0, V2, Form.ALL.masked(K6));
  }

  private void clearNaNs() {
    asm.vector(VectorOp.VCMPPS, K6, V0, V0, Form.ALL.with(ORDERED));
    asm.vector(VectorOp.VMOVDQU32, V0, 0, V0, Form.ALL.masked(K6).zeroed());
  }

  private void floor(int to, int from) {
    asm.vector(VectorOp.VRNDSCALEPS, to, 0, from, Form.ALL.with(INTEGER_BELOW));
  }

  /** Makes V0 fit an integer; what is further away is outside all the same. */
  private void limit() {
    asm.vector(VectorOp.VMAXPS, V0, V0, texels.all((float) -FAR), Form.ALL);
    asm.vector(VectorOp.VMINPS, V0, V0, texels.all((float) FAR), Form.ALL);
  }

  private void jumpUnlessBordered(int axis, Label to) {
    asm.aluImmediate(Alu.CMP, 4, mode(axis), ImageDescriptors.BORDERED);
    asm.jump(Condition.NE, to);
  }

  /**
   * From an index to what it adds to the offset, in place; changes V1. An index that wraps is at
   * most one texel beyond the first or the last; so one that is mirrored is that texel.
   */
  private void toTexel(int axis, int index) {
    Label inPeriod = new Label();
    asm.aluImmediate(Alu.CMP, 4, mode(axis), ImageDescriptors.WRAP);
    asm.jump(Condition.NE, inPeriod);
    Mem size = axisField(ImageDescriptors.SIZE, axis);
    asm.vector(VectorOp.VPADDD, V1, index, size, Form.ALL);
    asm.vector(VectorOp.VPMINUD, index, index, V1, Form.ALL);
    asm.vector(VectorOp.VPSUBD, V1, index, size, Form.ALL);
    asm.vector(VectorOp.VPMINUD, index, index, V1, Form.ALL);
    asm.bind(inPeriod);
    asm.vector(VectorOp.VPXORD, V1, V1, V1, Form.ALL);
    asm.vector(VectorOp.VPMAXSD, index, index, V1, Form.ALL);
    asm.vector(VectorOp.VPMINSD, index, index, axisField(ImageDescriptors.LAST, axis), Form.ALL);
    asm.vector(VectorOp.VPMULLD, index, index, axisField(ImageDescriptors.STRIDE, axis), Form.ALL);
  }
}
