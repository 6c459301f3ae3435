package org.grcuda.cpu.translate.simd.routine;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V5;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
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

/** Fetches from textures: {@code tex} (PTX ISA 9.7.10.3). */
final class TextureRoutine extends ImageRoutine {

  private final int needed;
  private final ImageKind kind;
  private final TexelOps texels;
  private final TexelPlaces places;

  TextureRoutine(VectorAssembler asm, ImageFrame frame, Variant form) {
    super(asm, frame, form.operation());
    this.needed = form.needed();
    this.kind = operation.geometry();
    this.texels = new TexelOps(asm);
    this.places = new TexelPlaces(asm, frame, operation, texels);
  }

  @Override
  int geometry() {
    return ImageDescriptors.texture(kind);
  }

  @Override
  void access() {
    check();
    Label between = new Label();
    boolean mayBeBetween = !operation.integerCoordinates();
    if (mayBeBetween) {
      asm.aluImmediate(Alu.CMP, 4, Mem.at(RDX, ImageDescriptors.LINEAR), 0);
      asm.jump(Condition.NE, between);
    }
    places.nearest();
    ofLayouts(this::nearest, ImageDescriptors.INTEGERS);
    if (mayBeBetween) {
      asm.bind(between);
      places.neighbours();
      ofLayouts(this::between, -1);
    }
  }

  /**
   * Indices beyond the neighbours of a texel are not brought back into a period; of levels only the
   * first is read.
   */
  private void check() {
    if (operation.kind() != ImageOperation.Kind.FETCH) {
      asm.aluImmediate(Alu.CMP, 4, Mem.at(RDX, ImageDescriptors.LEVELS), 1);
      asm.jump(Condition.NE, otherwise);
    }
    for (int axis = 0; axis < kind.dimensions(); axis++) {
      boolean anyIndex = operation.integerCoordinates() && !places.isLine();
      if (anyIndex || operation.offset(axis) != 0) {
        Mem mode = Mem.at(RDX, ImageDescriptors.MODE + axis * ImageDescriptors.AXIS_BYTES);
        asm.aluImmediate(Alu.CMP, 4, mode, ImageDescriptors.WRAP);
        asm.jump(Condition.AE, otherwise);
      }
    }
  }

  // ---- results

  /** The code of all channels of a layout. */
  private interface Channels {
    void emit(int layout);
  }

  private void ofLayouts(Channels channels, int integers) {
    for (int layout = ImageDescriptors.WORDS; layout <= ImageDescriptors.HALVES; layout++) {
      if (layout == ImageDescriptors.INTEGERS && layout != integers) {
        continue;
      }
      Label next = new Label();
      asm.aluImmediate(Alu.CMP, 4, Mem.at(RDX, ImageDescriptors.LAYOUT), layout);
      asm.jump(Condition.NE, next);
      channels.emit(layout);
      leave();
      asm.bind(next);
    }
    asm.jump(otherwise);
  }

  /** Goes on with the next channel, with what absent channels are, if the texel has none such. */
  private void unlessAbsent(int channel, Runnable code) {
    Label done = new Label();
    Label present = new Label();
    if (channel > 0) {
      asm.aluImmediate(Alu.CMP, 4, Mem.at(RDX, ImageDescriptors.CHANNELS), channel);
      asm.jump(Condition.A, present);
      texels.fill(V0, border(channel));
      asm.jump(done);
      asm.bind(present);
    }
    code.run();
    asm.bind(done);
    if (places.isLine()) {
      places.clearOutside();
    }
    asm.vector(VectorOp.VMOVDQU32_STORE, V0, 0, frame.result(channel), Form.ALL);
  }

  private static Mem border(int channel) {
    return TexelOps.field(ImageDescriptors.BORDER + 4 * channel);
  }

  private void nearest(int layout) {
    asm.vector(VectorOp.VMOVDQU32, V5, 0, frame.texel(0), Form.ALL);
    if (layout != ImageDescriptors.WORDS) {
      texels.begin();
    }
    for (int c = 0; c < needed; c++) {
      int channel = c;
      unlessAbsent(
          channel,
          () -> {
            read(layout, channel, null);
            asm.load(4, RAX, frame.outside(0));
            outside(channel);
          });
    }
  }

  private void read(int layout, int channel, Mem kept) {
    if (layout == ImageDescriptors.WORDS) {
      texels.word(channel);
    } else {
      texels.narrow(layout, channel, kept);
    }
  }

  /** Replaces the lanes in rax by the border. */
  private void outside(int channel) {
    Label none = new Label();
    asm.test(4, RAX, RAX);
    asm.jump(Condition.E, none);
    asm.kmovFromGpr(K6, RAX);
    texels.fillMasked(V0, border(channel));
    asm.bind(none);
  }

  private void between(int layout) {
    for (int c = 0; c < needed; c++) {
      int channel = c;
      unlessAbsent(channel, () -> sum(layout, channel));
    }
  }

  /** Adds up a channel of all corners, in double precision: products are exact. */
  private void sum(int layout, int channel) {
    int low = 2;
    int high = 3;
    int value = 1;
    asm.vector(VectorOp.VPXORD, low, low, low, Form.ALL);
    asm.vector(VectorOp.VPXORD, high, high, high, Form.ALL);
    asm.mov(RCX, 0);
    Label loop = new Label();
    asm.bind(loop);
    asm.vector(VectorOp.VMOVDQU32, V5, 0, frame.texelOf(RCX), Form.ALL);
    if (layout != ImageDescriptors.WORDS) {
      texels.begin();
    }
    read(layout, channel, frame.wordOf(RCX));
    asm.load(4, RAX, frame.outsideOf(RCX));
    outside(channel);
    asm.vector(VectorOp.VCVTPS2PD, value, 0, V0, Form.ALL);
    asm.vector(VectorOp.VFMADD231PD, low, value, frame.weightsOf(0, RCX), Form.ALL);
    asm.vector(VectorOp.VEXTRACTI64X4_STORE, V0, 0, value, Form.ALL.with(1));
    asm.vector(VectorOp.VCVTPS2PD, value, 0, value, Form.ALL);
    asm.vector(VectorOp.VFMADD231PD, high, value, frame.weightsOf(1, RCX), Form.ALL);
    asm.aluImmediate(Alu.ADD, 4, RCX, asm.bytes());
    asm.aluImmediate(Alu.CMP, 4, RCX, asm.bytes() << kind.dimensions());
    asm.jump(Condition.NE, loop);
    asm.vector(VectorOp.VCVTPD2PS, V0, 0, low, Form.ALL);
    asm.vector(VectorOp.VCVTPD2PS, value, 0, high, Form.ALL);
    asm.vector(VectorOp.VINSERTI64X4, V0, V0, value, Form.ALL.with(1));
    if (layout != ImageDescriptors.NORMALIZED) {
      checkNumbers();
    }
  }

  /** A NaN may come from an infinite texel without weight, which does not count. */
  private void checkNumbers() {
    asm.load(4, RAX, frame.active());
    asm.kmovFromGpr(K6, RAX);
    Form unordered = Form.ALL.masked(K6).with(TexelPlaces.UNORDERED);
    asm.vector(VectorOp.VCMPPS, K6, V0, V0, unordered);
    asm.kortest(K6, K6);
    asm.jump(Condition.NE, otherwise);
  }
}
