package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.Optional;
import java.util.function.Consumer;
import org.grcuda.cpu.translate.simd.analysis.Indexed;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/** Loads and stores whose lanes' addresses have no pattern: gathers, scatters, loops over lanes. */
final class Gathers {

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final AddressChecks addresses;
  private final IndexedGathers indexedGathers;
  private final Windows windows;
  private final Runs runs;
  private final Neighbours neighbours;

  Gathers(GangEmitter e, AddressChecks addresses) {
    this.e = e;
    this.asm = e.asm();
    this.addresses = addresses;
    this.windows = new Windows(e, addresses);
    this.runs = new Runs(e, addresses);
    this.neighbours = new Neighbours(e, addresses);
    this.indexedGathers = new IndexedGathers(e, addresses, neighbours);
  }

  /** Loads. */
  void gather(Access x) {
    if (!x.local() && loadByRule(x)) {
      return;
    }
    boolean words = addresses.isSharedWords(x);
    if (words) {
      addresses.sharedOffsets(x);
    } else {
      addresses.lanes(x);
    }
    if (x.type().size() < 4) {
      gatherNarrow(x, words);
      return;
    }
    for (int k = 0; k < x.values().size(); k++) {
      int at = k * x.type().size();
      if (words) {
        gatherShared(x, at);
      } else {
        gatherNative(x, at);
      }
      Operand to = x.values().get(k);
      if (to instanceof Operand.Sink) {
        continue;
      }
      if (e.isScalarTarget(to)) {
        throw e.refuse();
      }
      VectorTarget t = e.target(to, x.type());
      boolean wide = x.type().size() == 8;
      VectorOp move = wide ? VectorOp.VMOVDQU64 : VectorOp.VMOVDQU32;
      asm.vector(move, t.low(), 0, V3, t.form(0));
      if (wide) {
        asm.vector(move, t.high(), 0, V6, t.form(1));
      }
      e.done(t);
    }
  }

  /** Loads if something is known about the addresses. */
  private boolean loadByRule(Access x) {
    Indexed.Index index = e.scope().indexed().of(e.statement());
    if (index != null) {
      indexedGathers.load(x, index, () -> gatherNative(x, 0));
      return true;
    }
    Optional<Windows.Window> window = windows.of(x);
    if (window.isPresent()) {
      windows.load(x, window.get(), () -> gatherNative(x, 0));
      return true;
    }
    if (runs.mayBe(x)) {
      runs.load(x, () -> gatherNative(x, 0));
      return true;
    }
    if (neighbours.isLoaded()) {
      neighbours.loadLater(x);
      return true;
    }
    Optional<Neighbours.Group> group = neighbours.group();
    group.ifPresent(g -> neighbours.loadFirst(x, g, y -> gatherNative(y, 0)));
    return group.isPresent();
  }

  /** From {@code rax} + offsets in V0 into V3, and V6. */
  private void gatherShared(Access x, int at) {
    int k = GangEmitter.HIGH;
    clear(V3);
    asm.kmov(k, x.mask());
    if (x.type().size() == 4) {
      asm.vector(VectorOp.VPGATHERDD, V3, 0, Mem.lanes(RAX, V0, 1, at), Form.ALL.masked(k));
    } else {
      clear(V6);
      asm.vector(VectorOp.VPGATHERDQ, V3, 0, Mem.lanes(RAX, V0, 1, at), Form.ALL.masked(k));
      asm.vector(VectorOp.VEXTRACTI64X4_STORE, V0, 0, V2, Form.ALL.with(1));
      asm.upperHalf(k, x.mask());
      asm.vector(VectorOp.VPGATHERDQ, V6, 0, Mem.lanes(RAX, V2, 1, at), Form.ALL.masked(k));
    }
  }

  /** From the addresses in V0 and V1 into V3, and V6. */
  private void gatherNative(Access x, int at) {
    int k = GangEmitter.HIGH;
    clear(V3);
    clear(V6);
    boolean wide = x.type().size() == 8;
    VectorOp op = wide ? VectorOp.VPGATHERQQ : VectorOp.VPGATHERQD;
    asm.kmov(k, x.mask());
    asm.vector(op, V3, 0, Mem.lanes(-1, V0, 1, at), Form.ALL.masked(k));
    asm.upperHalf(k, x.mask());
    asm.vector(op, V6, 0, Mem.lanes(-1, V1, 1, at), Form.ALL.masked(k));
    if (!wide) {
      asm.vector(VectorOp.VINSERTI64X4, V3, V3, V6, Form.ALL.with(1));
    }
  }

  /** The aligned words around the elements, shifted: they lie in the same bounds. */
  private void gatherNarrow(Access x, boolean words) {
    if (words) {
      throw e.refuse();
    }
    if (x.values().size() > 1) {
      gatherPacked(x);
      return;
    }
    gatherAround(x);
    narrow(x);
  }

  /** The words with the lanes' elements as their lowest bits into 3, addresses checked. */
  void gatherWords(Access x) {
    addresses.lanes(x, true);
    gatherAround(x);
  }

  private void gatherAround(Access x) {
    e.truncate(V0, V1, V4);
    asm.vector(VectorOp.VPANDD, V4, V4, e.constant(PtxType.B32, 3), Form.ALL);
    asm.vector(VectorOp.VPSLLD_IMM, V4, 0, V4, Form.ALL.with(3));
    for (int r = 0; r < 2; r++) {
      asm.vector(VectorOp.VPANDQ, r, r, e.constant(PtxType.B64, ~3L), Form.ALL);
    }
    int k = GangEmitter.HIGH;
    clear(V3);
    clear(V6);
    asm.kmov(k, x.mask());
    asm.vector(VectorOp.VPGATHERQD, V3, 0, Mem.lanes(-1, V0, 1, 0), Form.ALL.masked(k));
    asm.upperHalf(k, x.mask());
    asm.vector(VectorOp.VPGATHERQD, V6, 0, Mem.lanes(-1, V1, 1, 0), Form.ALL.masked(k));
    asm.vector(VectorOp.VINSERTI64X4, V3, V3, V6, Form.ALL.with(1));
    asm.vector(VectorOp.VPSRLVD, V3, V3, V4, Form.ALL);
  }

  /** Writes the lowest bits of the words in 3, extended. */
  void narrow(Access x) {
    int shift = Integer.SIZE - x.type().bits();
    asm.vector(VectorOp.VPSLLD_IMM, V3, 0, V3, Form.ALL.with(shift));
    VectorOp right = x.type().isSigned() ? VectorOp.VPSRAD_IMM : VectorOp.VPSRLD_IMM;
    asm.vector(right, V3, 0, V3, Form.ALL.with(shift));
    VectorTarget t = e.target(x.values().get(0), x.type());
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V3, t.form(0));
    e.done(t);
  }

  /** Several narrow elements: the words that they make up, taken apart. */
  private void gatherPacked(Access x) {
    int bits = x.type().bits();
    for (int k = 0; k < x.values().size(); k++) {
      int at = k * bits % Integer.SIZE;
      if (at == 0 && x.bytes() < Integer.BYTES) {
        gatherAround(x);
      } else if (at == 0) {
        gatherNative(x, k * x.type().size());
      }
      if (x.values().get(k) instanceof Operand.Sink) {
        continue;
      }
      int left = Integer.SIZE - bits - at;
      asm.vector(VectorOp.VPSLLD_IMM, V2, 0, V3, Form.ALL.with(left));
      VectorOp right = x.type().isSigned() ? VectorOp.VPSRAD_IMM : VectorOp.VPSRLD_IMM;
      asm.vector(right, V2, 0, V2, Form.ALL.with(Integer.SIZE - bits));
      VectorTarget t = e.target(x.values().get(k), x.type());
      asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V2, t.form(0));
      e.done(t);
    }
  }

  private void clear(int register) {
    asm.vector(VectorOp.VPXORD, register, register, register, Form.ALL);
  }

  /** Stores. */
  void scatter(Access x) {
    if (!x.local() && storeByRule(x)) {
      return;
    }
    addresses.lanes(x);
    if (x.type().size() < 4) {
      scatterEach(x);
    } else {
      scatterWords(x);
    }
  }

  private boolean storeByRule(Access x) {
    Optional<Windows.Window> window = windows.of(x);
    if (window.isPresent() && windows.isStorable(window.get())) {
      windows.store(x, window.get(), () -> scatterWords(x));
      return true;
    }
    boolean mayBeRun = window.isEmpty() && runs.mayBe(x);
    if (mayBeRun) {
      runs.store(x, () -> scatterWords(x));
    }
    return mayBeRun;
  }

  /** To the addresses in V0 and V1. */
  private void scatterWords(Access x) {
    if (!asm.scatters()) {
      scatterEach(x);
      return;
    }
    int k = GangEmitter.HIGH;
    boolean wide = x.type().size() == 8;
    VectorOp op = wide ? VectorOp.VPSCATTERQQ : VectorOp.VPSCATTERQD;
    for (int v = 0; v < x.values().size(); v++) {
      int at = v * x.type().size();
      int low = e.vector(x.values().get(v), x.type(), 0, V3);
      asm.kmov(k, x.mask());
      asm.vector(op, low, 0, Mem.lanes(-1, V0, 1, at), Form.ALL.masked(k));
      int high = V3;
      if (wide) {
        high = e.vector(x.values().get(v), x.type(), 1, V3);
      } else {
        asm.vector(VectorOp.VEXTRACTI64X4_STORE, low, 0, V3, Form.ALL.with(1));
      }
      asm.upperHalf(k, x.mask());
      asm.vector(op, high, 0, Mem.lanes(-1, V1, 1, at), Form.ALL.masked(k));
    }
  }

  /** To the addresses in V0 and V1, lane after lane. */
  private void scatterEach(Access x) {
    int width = Math.max(Integer.BYTES, x.type().size());
    for (int v = 0; v < x.values().size(); v++) {
      for (int h = 0; h < FloatOps.halves(x.type()); h++) {
        int value = e.vector(x.values().get(v), x.type(), h, V3);
        Mem values = Mem.at(GangEmitter.FRAME, GangFrame.SCRATCH_B + asm.bytes() * h);
        asm.vector(VectorOp.VMOVDQU32_STORE, value, 0, values, Form.ALL);
      }
      int at = v * x.type().size();
      eachLane(
          x.mask(),
          lanes -> {
            asm.load(width, RDI, lanes.element(GangFrame.SCRATCH_B, width));
            asm.store(x.type().size(), Mem.at(RDX, at), RDI);
          });
    }
  }

  /** An array in the frame that has an element for each lane: that of the current lane. */
  @FunctionalInterface
  interface Lanes {
    Mem element(int array, int width);
  }

  /**
   * Runs brief code for each lane of a mask, lowest first, with its address, from V0 and V1, in
   * rdx; rax is in use, rdi is free. For all lanes it is emitted lane after lane, for some it is a
   * loop.
   */
  void eachLane(int mask, Consumer<Lanes> body) {
    storeAddresses();
    if (e.isFull() && mask == e.active()) {
      inARow(body);
      return;
    }
    Label some = new Label();
    Label done = new Label();
    asm.kmovToGpr(RAX, mask);
    asm.aluImmediate(Alu.CMP, 4, RAX, (1 << e.lanes()) - 1);
    asm.jump(Condition.NE, some);
    inARow(body);
    asm.bind(done);
    e.later(
        () -> {
          asm.bind(some);
          loopOverAddresses(body);
          asm.jump(done);
        });
  }

  /** As {@link #eachLane}, for longer code: always a loop. */
  void forEachLane(int mask, Consumer<Lanes> body) {
    storeAddresses();
    e.threadBits(RAX, mask);
    loopOverAddresses(body);
  }

  private void storeAddresses() {
    Mem addresses = Mem.at(GangEmitter.FRAME, GangFrame.SCRATCH_A);
    asm.vector(VectorOp.VMOVDQU64_STORE, V0, 0, addresses, Form.ALL);
    asm.vector(VectorOp.VMOVDQU64_STORE, V1, 0, addresses.plus(asm.bytes()), Form.ALL);
  }

  private void inARow(Consumer<Lanes> body) {
    for (int l = 0; l < e.threads(); l++) {
      int lane = l;
      asm.load(8, RDX, Mem.at(GangEmitter.FRAME, GangFrame.SCRATCH_A + 8 * lane));
      body.accept((array, width) -> Mem.at(GangEmitter.FRAME, array + width * lane));
    }
  }

  /** Over the lanes in rax; rcx holds the lane's number. */
  private void loopOverAddresses(Consumer<Lanes> body) {
    loop(
        RAX,
        lanes -> {
          asm.load(8, RDX, lanes.element(GangFrame.SCRATCH_A, 8));
          body.accept(lanes);
        });
  }

  /** Over the lanes in a register, at least one, lowest first; rcx holds the lane's number. */
  void loop(int lanes, Consumer<Lanes> body) {
    Label loop = new Label();
    asm.bind(loop);
    asm.tzcnt(RCX, lanes);
    body.accept((array, width) -> Mem.indexed(GangEmitter.FRAME, RCX, width, array));
    asm.blsr(lanes, lanes);
    asm.jump(Condition.NE, loop);
  }
}
