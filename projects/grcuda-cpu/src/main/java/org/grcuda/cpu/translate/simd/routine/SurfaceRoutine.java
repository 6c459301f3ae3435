package org.grcuda.cpu.translate.simd.routine;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V5;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;
import static org.grcuda.cpu.x86.Assembler.RDX;
import static org.grcuda.cpu.x86.Assembler.RSI;

import org.grcuda.cpu.image.ImageAccess;
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
 * Accesses of surfaces, x in bytes: {@code suld.b}, {@code sust.b} (PTX ISA 9.7.11). It gives up if
 * the place of a lane is misaligned or outside: that may be an error.
 */
final class SurfaceRoutine extends ImageRoutine {

  private static final int GREATER = 6;

  private final ImageKind kind;
  private final int elementBytes;
  private final int bytes;

  SurfaceRoutine(VectorAssembler asm, ImageFrame frame, ImageOperation operation) {
    super(asm, frame, operation);
    this.kind = operation.geometry();
    this.elementBytes = operation.elementBytes();
    this.bytes = elementBytes * operation.elements();
  }

  @Override
  int geometry() {
    return ImageDescriptors.surface(kind);
  }

  @Override
  void access() {
    asm.aluImmediate(Alu.CMP, 4, Mem.at(RDX, ImageDescriptors.ROW_BYTES), bytes);
    asm.jump(Condition.L, otherwise);
    asm.load(4, RCX, frame.active());
    int first = kind.isLayered() ? 1 : 0;
    column(first);
    for (int axis = 1; axis < kind.dimensions(); axis++) {
      int at = axis * ImageDescriptors.AXIS_BYTES;
      add(first + axis, ImageDescriptors.LAST + at, ImageDescriptors.STRIDE + at);
    }
    if (first > 0) {
      add(0, ImageDescriptors.LAST_LAYER, ImageDescriptors.LAYER_STRIDE);
    }
    if (operation.kind() == ImageOperation.Kind.LOAD && elementBytes >= Integer.BYTES) {
      gather();
    } else {
      asm.vector(VectorOp.VMOVDQU32_STORE, V5, 0, frame.texel(0), Form.ALL);
      eachLane();
    }
    leave();
  }

  // ---- places

  /** x, which may not be in the last bytes of a row, into V5. */
  private void column(int word) {
    asm.vector(VectorOp.VMOVDQU32, V5, 0, frame.argument(word), Form.ALL);
    if (bytes > 1) {
      asm.kmovFromGpr(K6, RCX);
      Form some = Form.ALL.masked(K6);
      asm.vector(VectorOp.VPTESTMD, K6, V5, asm.constant(bytes - 1).toAll(), some);
      giveUpForAny();
    }
    asm.load(4, RAX, Mem.at(RDX, ImageDescriptors.ROW_BYTES));
    asm.aluImmediate(Alu.SUB, 4, RAX, bytes);
    asm.vector(VectorOp.VPBROADCASTD_GPR, V1, 0, RAX, Form.ALL);
    asm.kmovFromGpr(K6, RCX);
    asm.vector(VectorOp.VPCMPUD, K6, V5, V1, Form.ALL.masked(K6).with(GREATER));
    giveUpForAny();
  }

  /** Adds what another coordinate adds to the offset in V5. */
  private void add(int word, int last, int stride) {
    asm.vector(VectorOp.VMOVDQU32, V0, 0, frame.argument(word), Form.ALL);
    asm.kmovFromGpr(K6, RCX);
    Form greater = Form.ALL.masked(K6).with(GREATER);
    asm.vector(VectorOp.VPCMPUD, K6, V0, TexelOps.field(last), greater);
    giveUpForAny();
    asm.vector(VectorOp.VPMULLD, V0, V0, TexelOps.field(stride), Form.ALL);
    asm.vector(VectorOp.VPADDD, V5, V5, V0, Form.ALL);
  }

  private void giveUpForAny() {
    asm.kortest(K6, K6);
    asm.jump(Condition.NE, otherwise);
  }

  // ---- accesses

  /** Loads words: an element of 64 bits is two. */
  private void gather() {
    for (int w = 0; w < bytes / Integer.BYTES; w++) {
      asm.vector(VectorOp.VPXORD, V0, V0, V0, Form.ALL);
      asm.kmovFromGpr(K6, RCX);
      Mem from = Mem.lanes(RDI, V5, 1, Integer.BYTES * w);
      asm.vector(VectorOp.VPGATHERDD, V0, 0, from, Form.ALL.masked(K6));
      asm.vector(VectorOp.VMOVDQU32_STORE, V0, 0, frame.result(w), Form.ALL);
    }
  }

  private void eachLane() {
    asm.push(RSI);
    asm.mov(4, RAX, RCX);
    Label loop = new Label();
    Label none = new Label();
    asm.test(4, RAX, RAX);
    asm.jump(Condition.E, none);
    asm.bind(loop);
    asm.tzcnt(RCX, RAX);
    asm.load(4, RDX, frame.ofLane(frame.texel(0), RCX, Integer.BYTES));
    for (int k = 0; k < bytes / Math.min(elementBytes, Integer.BYTES); k++) {
      int width = Math.min(elementBytes, Integer.BYTES);
      Mem element = Mem.indexed(RDI, RDX, 1, k * width);
      if (operation.kind() == ImageOperation.Kind.LOAD) {
        asm.loadNarrow(width, false, RSI, element);
        asm.store(4, frame.ofLane(frame.result(k), RCX, Integer.BYTES), RSI);
      } else {
        value(k);
        store(width, element);
      }
    }
    asm.blsr(RAX, RAX);
    asm.jump(Condition.NE, loop);
    asm.bind(none);
    asm.pop(RSI);
  }

  /** A word that is stored, of the lane in rcx, into rsi. */
  private void value(int index) {
    int word = ImageOperation.coordinates(kind) + index;
    int further = word - ImageAccess.ARGUMENTS_IN_REGISTERS;
    if (further < 0) {
      asm.load(4, RSI, frame.ofLane(frame.argument(word), RCX, Integer.BYTES));
    } else {
      asm.load(8, RSI, frame.ofLane(frame.buffers(0), RCX, Long.BYTES));
      asm.load(4, RSI, Mem.at(RSI, Integer.BYTES * further));
    }
  }

  private void store(int width, Mem to) {
    asm.store(width, to, RSI);
  }
}
