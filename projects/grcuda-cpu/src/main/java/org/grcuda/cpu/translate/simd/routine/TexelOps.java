package org.grcuda.cpu.translate.simd.routine;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V5;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V7;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RDI;
import static org.grcuda.cpu.x86.Assembler.RDX;

import org.grcuda.cpu.image.ImageDescriptors;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;

/**
 * Reads channels of texels, one texel for each lane: rdx holds the {@linkplain ImageDescriptors
 * descriptor}, rdi its base, V5 the offsets of the texels. The channel goes to V0.
 *
 * <p>Channels of less than 32 bits lie in aligned words. The word that was read last stays in V4,
 * its place and the bit of the texel in it are in V6 and V7.
 */
final class TexelOps {

  private static final int WORD_BYTES = 3;
  private static final int LOG_OF_BYTE = 3;

  private final VectorAssembler asm;

  TexelOps(VectorAssembler asm) {
    this.asm = asm;
  }

  /** A field of the descriptor, for all lanes. */
  static Mem field(int offset) {
    return Mem.at(RDX, offset).toAll();
  }

  /** A constant, for all lanes. */
  Mem all(int value) {
    return asm.constant(value).toAll();
  }

  /** A float, for all lanes. */
  Mem all(float value) {
    return all(Float.floatToRawIntBits(value));
  }

  /** The same in all lanes. */
  void fill(int to, Mem element) {
    Mem one = Mem.at(element.base(), element.displacement());
    if (element.label() != null) {
      one = Mem.of(element.label());
    }
    asm.vector(VectorOp.VPBROADCASTD, to, 0, one, Form.ALL);
  }

  /** The same in the lanes of the mask K6; changes V1. */
  void fillMasked(int to, Mem element) {
    fill(V1, element);
    asm.vector(VectorOp.VMOVDQU32, to, 0, V1, Form.ALL.masked(K6));
  }

  /**
   * Reads a channel of 32 bits.
   *
   * @param channel 0 to 3
   */
  void word(int channel) {
    gather(V0, RDI, V5, Integer.BYTES * channel);
  }

  private void gather(int to, int base, int offsets, int at) {
    asm.vector(VectorOp.VPXORD, to, to, to, Form.ALL);
    asm.mask(MaskOp.KXNOR, K6, K6, K6);
    asm.vector(VectorOp.VPGATHERDD, to, 0, Mem.lanes(base, offsets, 1, at), Form.ALL.masked(K6));
  }

  /** Splits offsets into those of words and bits. */
  void begin() {
    asm.vector(VectorOp.VPANDD, V7, V5, all(WORD_BYTES), Form.ALL);
    asm.vector(VectorOp.VPXORD, V6, V5, V7, Form.ALL);
    asm.vector(VectorOp.VPSLLD_IMM, V7, 0, V7, Form.ALL.with(LOG_OF_BYTE));
  }

  /**
   * Reads a channel of 8 or 16 bits.
   *
   * @param layout {@link ImageDescriptors#INTEGERS} or another
   * @param channel 0 to 3
   * @param kept where the word that was read last is kept, or goes; null if that is V4
   */
  void narrow(int layout, int channel, Mem kept) {
    readWord(channel, kept);
    int at = channel * ImageDescriptors.CHANNEL_BYTES;
    if (channel == 0) {
      asm.vector(VectorOp.VPSRLVD, V0, V4, V7, Form.ALL);
    } else {
      asm.vector(VectorOp.VPADDD, V0, V7, field(ImageDescriptors.SHIFT + at), Form.ALL);
      asm.vector(VectorOp.VPSRLVD, V0, V4, V0, Form.ALL);
    }
    asm.vector(VectorOp.VPANDD, V0, V0, field(ImageDescriptors.MASK), Form.ALL);
    switch (layout) {
      case ImageDescriptors.HALVES -> {
        asm.vector(VectorOp.VPMOVDW_STORE, V0, 0, V0, Form.ALL);
        asm.vector(VectorOp.VCVTPH2PS, V0, 0, V0, Form.ALL);
      }
      case ImageDescriptors.NORMALIZED -> {
        extendSign();
        normalize();
      }
      default -> extendSign();
    }
  }

  private void readWord(int channel, Mem kept) {
    int at = ImageDescriptors.CHANNEL + channel * ImageDescriptors.CHANNEL_BYTES;
    Label same = new Label();
    Label done = new Label();
    if (channel > 0) {
      asm.load(4, RAX, Mem.at(RDX, at));
      asm.alu(Alu.CMP, 4, RAX, Mem.at(RDX, at - ImageDescriptors.CHANNEL_BYTES));
      asm.jump(Condition.E, same);
      asm.alu(Alu.ADD, 8, RAX, RDI);
    }
    gather(V4, channel > 0 ? RAX : RDI, V6, 0);
    if (kept != null) {
      asm.vector(VectorOp.VMOVDQU32_STORE, V4, 0, kept, Form.ALL);
    }
    if (channel > 0) {
      asm.jump(done);
      asm.bind(same);
      if (kept != null) {
        asm.vector(VectorOp.VMOVDQU32, V4, 0, kept, Form.ALL);
      }
      asm.bind(done);
    }
  }

  private void extendSign() {
    asm.vector(VectorOp.VPXORD, V0, V0, field(ImageDescriptors.SIGN), Form.ALL);
    asm.vector(VectorOp.VPSUBD, V0, V0, field(ImageDescriptors.SIGN), Form.ALL);
  }

  /**
   * The quotient by the divisor, as division rounds it: for each integer of 8 or 16 bits the
   * product with the reciprocal, corrected once by the rest, is that.
   */
  private void normalize() {
    asm.vector(VectorOp.VCVTDQ2PS, V0, 0, V0, Form.ALL);
    Mem reciprocal = field(ImageDescriptors.RECIPROCAL);
    asm.vector(VectorOp.VMULPS, V1, V0, reciprocal, Form.ALL);
    asm.vector(VectorOp.VFNMADD231PS, V0, V1, field(ImageDescriptors.DIVISOR), Form.ALL);
    asm.vector(VectorOp.VFMADD231PS, V1, V0, reciprocal, Form.ALL);
    asm.vector(VectorOp.VMAXPS, V0, V1, all(-1f), Form.ALL);
  }
}
