package org.grcuda.cpu.x86;

import java.util.stream.IntStream;

/**
 * AVX-512: vectors of 64 bytes, 32 registers, masks in registers of their own; one instruction
 * each.
 */
public final class Avx512 extends VectorAssembler {

  private static final int LANES = 16;

  /** For VPCMPUQ. */
  private static final int NOT_LESS = 5;

  private static final int[] VECTORS = IntStream.range(8, 32).toArray();
  private static final int[] GENERALS = {RSI, RBP, 8, 9, 10, 11, 12, 13, 14, 15};
  private static final int[] MASKS = {2, 3, 4, 5};

  /** An encoder of code that is still empty. */
  public Avx512() {
    super(LANES, GENERALS, MASKS);
  }

  @Override
  public int[] vectors() {
    return VECTORS.clone();
  }

  @Override
  public boolean scatters() {
    return true;
  }

  // ---- masks

  @Override
  public void kmovFromGpr(int k, int register) {
    vex(k, 0, register, 0, 1, 0, 0, 0x92);
  }

  @Override
  public void kmovToGpr(int register, int k) {
    vex(register, 0, k, 0, 1, 0, 0, 0x93);
  }

  @Override
  public void kmov(int to, int from) {
    if (to != from) {
      vex(to, 0, from, 0, 1, 0, 0, 0x90);
    }
  }

  @Override
  public void kload(int k, Mem from) {
    vex(k, from, 0x90);
  }

  @Override
  public void kstore(Mem to, int k) {
    vex(k, to, 0x91);
  }

  @Override
  public void mask(MaskOp op, int to, int a, int b) {
    vex(to, a, b, 1, 1, 0, 0, op.opcode);
  }

  @Override
  public void knot(int to, int from) {
    vex(to, 0, from, 0, 1, 0, 0, 0x44);
  }

  @Override
  public void kortest(int a, int b) {
    vex(a, 0, b, 0, 1, 0, 0, 0x98);
  }

  @Override
  public void join(int to, int high, int low) {
    vex(to, high, low, 1, 1, 1, 0, 0x4b);
  }

  @Override
  public void upperHalf(int to, int from) {
    vex(to, 0, from, 0, 3, 1, 1, 0x30);
    put(lanes() / 2);
  }

  @Override
  public void outside(int k, int scratch, int addresses, int temp, Area area) {
    for (int h = 0; h < 2; h++) {
      Mem start = h == 0 ? area.lowStart() : area.highStart();
      vector(VectorOp.VPSUBQ, temp, addresses + h, start, Form.ALL);
      if (area.log() > 0) {
        vector(VectorOp.VPRORQ_IMM, temp, 0, temp, Form.ALL.with(area.log()));
      }
      int mask = h == 0 ? k : scratch;
      vector(VectorOp.VPCMPUQ, mask, temp, area.limit().toAll(), Form.ALL.with(NOT_LESS));
    }
    join(k, scratch, k);
  }

  @Override
  public void elements(VectorOp op, int d, Mem elements, int mask, boolean all) {
    vector(VectorOp.VPXORD, d, d, d, Form.ALL);
    vector(op, d, 0, elements, Form.ALL.masked(mask));
  }

  /** A VEX instruction on registers; {@code source} is not inverted yet. */
  private void vex(int reg, int source, int rm, int l, int map, int pp, int w, int opcode) {
    put(0xc4);
    put((reg < 8 ? 0x80 : 0) | 0x40 | (rm < 8 ? 0x20 : 0) | map);
    put(w << 7 | (~source & 0xf) << 3 | l << 2 | pp);
    put(opcode);
    put(0xc0 | (reg & 7) << 3 | rm & 7);
  }

  private void vex(int reg, Mem m, int opcode) {
    put(0xc4);
    put(0x80 | (m.index() < 8 ? 0x40 : 0) | (m.base() < 8 ? 0x20 : 0) | 1);
    put(0x78);
    put(opcode);
    memory(reg, m, 0, false);
  }

  // ---- vectors

  @Override
  public void vector(VectorOp op, int d, int a, int b, Form form) {
    boolean rounded = form.rounding() >= 0;
    int length = rounded ? form.rounding() : form.half() ? 1 : 2;
    int reg = op.extension >= 0 ? op.extension : d;
    int source = op.extension >= 0 ? d : a;
    put(0x62);
    put(
        inverted(reg >> 3, 7)
            | inverted(b >> 4, 6)
            | inverted(b >> 3, 5)
            | inverted(reg >> 4, 4)
            | op.map);
    put(op.w << 7 | (~source & 0xf) << 3 | 4 | op.prefix);
    put(third(form, length, rounded, source));
    put(op.opcode);
    put(0xc0 | (reg & 7) << 3 | b & 7);
    immediate(form);
  }

  @Override
  public void vector(VectorOp op, int d, int a, Mem m, Form form) {
    int reg = op.extension >= 0 ? op.extension : d;
    int source = op.extension >= 0 ? d : m.vector() ? m.index() & 16 : a;
    int index = Math.max(m.index(), 0);
    int base = Math.max(m.base(), 0);
    put(0x62);
    put(
        inverted(reg >> 3, 7)
            | inverted(index >> 3, 6)
            | inverted(base >> 3, 5)
            | inverted(reg >> 4, 4)
            | op.map);
    put(op.w << 7 | (~source & 0xf) << 3 | 4 | op.prefix);
    put(third(form, form.half() ? 1 : 2, m.broadcast(), source));
    put(op.opcode);
    memory(reg, m, form.immediate() < 0 ? 0 : 1, true);
    immediate(form);
  }

  @Override
  public void lowest(int width, int to, int from) {
    put(0x62);
    put(inverted(from >> 3, 7) | 0x40 | inverted(to >> 3, 5) | inverted(from >> 4, 4) | 1);
    put((width == 8 ? 0x80 : 0) | 0x7d);
    put(0x08);
    put(0x7e);
    put(0xc0 | (from & 7) << 3 | to & 7);
  }

  private static int inverted(int bit, int position) {
    return (~bit & 1) << position;
  }

  private static int third(Form form, int length, boolean b, int source) {
    return (form.zeroing() ? 0x80 : 0)
        | length << 5
        | (b ? 0x10 : 0)
        | inverted(source >> 4, 3)
        | form.mask();
  }

  private void immediate(Form form) {
    if (form.immediate() >= 0) {
      put(form.immediate());
    }
  }
}
