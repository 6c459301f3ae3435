package org.grcuda.cpu.x86;

import static org.grcuda.cpu.x86.Avx2.V14;
import static org.grcuda.cpu.x86.Avx2.V15;

/** Loads and stores of some lanes, of narrow elements, and of lanes at addresses of their own. */
final class Avx2Memory {

  private static final int TEMP = Avx2Masks.TEMP;

  /** For VPERMQ: the halves' first longs, then their second ones. */
  private static final int FIRST_LONGS = 0xd8;

  private final Avx2 asm;

  Avx2Memory(Avx2 asm) {
    this.asm = asm;
  }

  private static VexOp sized(VexOp op, Form form) {
    return form.half() ? op.xmm() : op;
  }

  private static boolean isWide(VectorOp op) {
    return op.w == 1;
  }

  // ---- vectors

  /** VMOVDQU32, VMOVDQU64. */
  void load(VectorOp op, int d, Mem m, Form form) {
    if (form.mask() == 0) {
      asm.emit(sized(VexOp.VMOVDQU, form), d, 0, m);
      return;
    }
    asm.expand(V14, form.mask(), isWide(op), form.half());
    VexOp some = sized(isWide(op) ? VexOp.VPMASKMOVQ : VexOp.VPMASKMOVD, form);
    VexOp blend = sized(VexOp.VBLENDVPS, form);
    if (asm.isPrivate(m)) {
      if (form.zeroing()) {
        asm.emit(sized(VectorOp.VPANDD.vex(), form), d, V14, m);
      } else {
        asm.blend(blend, d, d, Source.of(m), V14);
      }
    } else if (form.zeroing()) {
      asm.emit(some, d, V14, m);
    } else {
      asm.emit(some, V15, V14, m);
      asm.blend(blend, d, d, Source.of(V15), V14);
    }
  }

  /** VMOVDQU32_STORE, VMOVDQU64_STORE; VPMASKMOV is slow on some processors. */
  void store(VectorOp op, int d, Mem m, Form form) {
    VexOp all = sized(VexOp.VMOVDQU_STORE, form);
    boolean wide = isWide(op);
    if (form.mask() == 0) {
      asm.emit(all, d, 0, m);
    } else if (asm.isPrivate(m) || m.own()) {
      asm.expand(V14, form.mask(), wide, form.half());
      asm.emit(sized(VexOp.VMOVDQU, form), V15, 0, m);
      asm.blend(sized(VexOp.VBLENDVPS, form), V15, V15, Source.of(d), V14);
      asm.emit(all, V15, 0, m);
    } else {
      VexOp some = wide ? VexOp.VPMASKMOVQ_STORE : VexOp.VPMASKMOVD_STORE;
      Label slow = new Label();
      Label done = new Label();
      asm.jumpUnlessFull(form.mask(), wide, slow);
      asm.emit(all, d, 0, m);
      asm.bind(done);
      asm.later(
          () -> {
            asm.bind(slow);
            asm.expand(V14, form.mask(), wide, form.half());
            asm.emit(sized(some, form), d, V14, m);
            asm.jump(done);
          });
    }
  }

  // ---- narrow elements

  /** VPMOVSXBD and its like from memory. */
  void loadNarrow(VectorOp op, int d, Mem m, Form form) {
    int k = form.mask();
    if (k == 0) {
      asm.emit(op, d, 0, m);
      return;
    }
    boolean bytes = op == VectorOp.VPMOVSXBD || op == VectorOp.VPMOVZXBD;
    VexOp insert = bytes ? VexOp.VPINSRB : VexOp.VPINSRW;
    Label slow = new Label();
    Label done = new Label();
    asm.jumpUnlessFull(k, false, slow);
    asm.emit(op, d, 0, m);
    asm.bind(done);
    asm.later(
        () -> {
          asm.bind(slow);
          asm.clear(V15);
          forLanes(
              k, lane -> asm.emit(insert.with(lane), V15, V15, m.plus(bytes ? lane : 2 * lane)));
          if (form.zeroing()) {
            asm.emit(op, d, 0, V15);
          } else {
            asm.emit(op, V15, 0, V15);
            asm.expand(V14, k, false, false);
            asm.blend(d, d, V15, V14);
          }
          asm.jump(done);
        });
  }

  /** What is done for one lane. */
  private interface LaneCode {
    void emit(int lane);
  }

  private void forLanes(int k, LaneCode code) {
    for (int l = 0; l < asm.lanes(); l++) {
      Label next = new Label();
      asm.jumpUnlessIn(k, l, next);
      code.emit(l);
      asm.bind(next);
    }
  }

  /** VPMOVDB_STORE, VPMOVDW_STORE to memory. */
  void storeNarrow(VectorOp op, int d, Mem m, Form form) {
    boolean bytes = op == VectorOp.VPMOVDB_STORE;
    if (bytes) {
      packBytes(d);
    } else {
      packWords(V15, d);
    }
    VexOp all = bytes ? VexOp.VMOVQ_STORE : VexOp.VMOVDQU_STORE.xmm();
    VexOp extract = bytes ? VexOp.VPEXTRB_STORE : VexOp.VPEXTRW_STORE;
    int k = form.mask();
    if (k == 0) {
      asm.emit(all, V15, 0, m);
      return;
    }
    Label slow = new Label();
    Label done = new Label();
    asm.jumpUnlessFull(k, false, slow);
    asm.emit(all, V15, 0, m);
    asm.bind(done);
    asm.later(
        () -> {
          asm.bind(slow);
          forLanes(
              k, lane -> asm.emit(extract.with(lane), V15, 0, m.plus(bytes ? lane : 2 * lane)));
          asm.jump(done);
        });
  }

  /** The low halves of words into the low half of a register, and 0 into the other one. */
  void packWords(int to, int from) {
    long words = 0x0d0c_0908_0504_0100L;
    asm.emit(VectorOp.VPSHUFB, V15, from, asm.constant(new long[] {words, -1, words, -1}));
    asm.emit(VexOp.VPERMQ.with(FIRST_LONGS), to, 0, V15);
  }

  private void packBytes(int from) {
    long bytes = 0xffff_ffff_0c08_0400L;
    asm.emit(VectorOp.VPSHUFB, V15, from, asm.constant(new long[] {bytes, -1, bytes, -1}));
    asm.emit(VexOp.VEXTRACTI128_STORE.with(1), V15, 0, V14);
    asm.emit(VectorOp.VPUNPCKLDQ.vex().xmm(), V15, V15, V14);
  }

  // ---- gathers

  /** A gather; if all lanes take part, loads one after the other, which are faster. */
  void gather(VectorOp op, int d, Mem m, Form form) {
    if (op.vex() == null) {
      throw Avx2.missing(op);
    }
    if (form.mask() == 0) {
      loadEach(op, d, m);
      return;
    }
    boolean words = op == VectorOp.VPGATHERDD;
    Label slow = new Label();
    Label done = new Label();
    asm.jumpUnlessFull(form.mask(), !words, slow);
    loadEach(op, d, m);
    asm.bind(done);
    asm.later(
        () -> {
          asm.bind(slow);
          asm.expand(V15, form.mask(), isWide(op), op == VectorOp.VPGATHERQD);
          asm.emit(op.vex(), d, V15, m);
          asm.jump(done);
        });
  }

  /**
   * As {@link VectorAssembler#elements}: one load after the other, which is faster than a gather.
   */
  void elements(VectorOp op, int d, Mem m, int mask, boolean all) {
    if (all) {
      loadEach(op, d, m);
      return;
    }
    asm.expand(V15, mask, false, op == VectorOp.VPGATHERDQ);
    asm.emit(VectorOp.VPANDD, V15, V15, m.index());
    loadEach(op, d, Mem.lanes(m.base(), V15, m.scale(), m.displacement()));
  }

  private void loadEach(VectorOp op, int d, Mem m) {
    boolean longIndices = op == VectorOp.VPGATHERQD || op == VectorOp.VPGATHERQQ;
    int lanes = op == VectorOp.VPGATHERDD ? asm.lanes() : asm.lanes() / 2;
    asm.emit(VexOp.VMOVDQU_STORE, m.index(), 0, asm.spill(0));
    for (int l = 0; l < lanes; l++) {
      if (longIndices) {
        asm.load(8, TEMP, asm.spill(8 * l));
      } else {
        asm.movsxd(TEMP, asm.spill(4 * l));
      }
      loadLane(d, isWide(op) ? 2 : 4, l, element(m));
    }
    if (isWide(op) || lanes == asm.lanes()) {
      asm.emit(VexOp.VINSERTI128.with(1), d, d, V14);
    }
  }

  private static Mem element(Mem m) {
    return m.base() < 0 && m.scale() == 1
        ? Mem.at(TEMP, m.displacement())
        : Mem.indexed(m.base(), TEMP, m.scale(), m.displacement());
  }

  /** Loads a lane; those of the upper half go to {@link Avx2#V14}. */
  private void loadLane(int d, int perHalf, int lane, Mem from) {
    int to = lane < perHalf ? d : V14;
    boolean wide = perHalf == 2;
    if (lane % perHalf == 0) {
      asm.emit(wide ? VexOp.VMOVQ : VexOp.VMOVD_FROM_GPR, to, 0, from);
    } else {
      asm.emit((wide ? VexOp.VPINSRQ : VexOp.VPINSRD).with(lane % perHalf), to, to, from);
    }
  }
}
