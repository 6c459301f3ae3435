package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.List;
import org.grcuda.cpu.translate.simd.analysis.Shape;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.MaskOp;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;

/**
 * Loads and stores (PTX ISA 9.7.9.8 ld, 9.7.9.12 st): one vector access where the lanes' addresses
 * are contiguous, one element where they are the same, else gathers and scatters. Every address is
 * checked against the arena or shared memory as the scalar code does.
 */
final class Accesses {

  private static final int NOT_BELOW = 5;

  private final GangEmitter e;
  private final Assembler asm;

  Accesses(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
  }

  private record Access(
      Instruction instruction,
      Operand.Address address,
      StateSpace space,
      PtxType type,
      List<Operand> values,
      int mask,
      int site) {

    int bytes() {
      return type.size() * values.size();
    }

    int log() {
      return Integer.numberOfTrailingZeros(bytes());
    }

    boolean shared() {
      return space == StateSpace.SHARED;
    }
  }

  private Access access(Instruction i, int addressOperand, int valueOperand) {
    if (!(i.operand(addressOperand) instanceof Operand.Address address)) {
      throw e.refuse();
    }
    Operand value = i.operand(valueOperand);
    List<Operand> values =
        value instanceof Operand.Vector vector ? vector.elements() : List.of(value);
    StateSpace space = i.space() == StateSpace.PARAM ? StateSpace.GENERIC : i.space();
    int bytes = values.size() * i.type().size();
    if (space == StateSpace.LOCAL || bytes > 16) {
      throw e.refuse();
    }
    int site = e.site(new FaultSite(i.line(), bytes, space));
    return new Access(i, address, space, i.type(), values, e.mask(), site);
  }

  // ---- loads

  /** {@code ld}. */
  void load(Instruction i) {
    if (i.space() == StateSpace.PARAM
        && i.operand(1) instanceof Operand.Address a
        && a.base() instanceof Operand.Symbol symbol) {
      asm.load(8, RAX, Mem.at(GangEmitter.FRAME, GangFrame.PARAMETERS));
      List<Operand> values =
          i.operand(0) instanceof Operand.Vector v ? v.elements() : List.of(i.operand(0));
      int offset = parameterOffset(symbol, a.offset(), values.size() * i.type().size());
      for (int k = 0; k < values.size(); k++) {
        loadOne(values.get(k), i.type(), Mem.at(RAX, offset + k * i.type().size()));
      }
      return;
    }
    Access x = access(i, 1, 0);
    Shape shape = e.scope().plan().shape(x.address.base());
    if (!shape.isVarying() && shape.stride() == 0) {
      uniformAddress(x);
      for (int k = 0; k < x.values.size(); k++) {
        loadOne(x.values.get(k), x.type, Mem.at(RAX, k * x.type.size()));
      }
    } else if (!shape.isVarying() && shape.stride() == x.bytes() && x.values.size() == 1) {
      rowAddress(x);
      loadRow(x);
    } else {
      gather(x);
    }
  }

  /** What lies beyond the parameters is left to code that checks: only assembly reads there. */
  private int parameterOffset(Operand.Symbol symbol, long added, int bytes) {
    long start = e.parameterOffset(symbol) + symbol.offset();
    long size = e.scope().layout().parameters().size();
    if (added < -start || added > size - bytes - start) {
      throw e.refuse();
    }
    return (int) (start + added);
  }

  /** One element into a general register or all lanes. */
  private void loadOne(Operand to, PtxType type, Mem from) {
    if (to instanceof Operand.Sink) {
      return;
    }
    if (e.isScalarTarget(to)) {
      int d = e.scalarTarget(to, RCX);
      if (type.size() >= 4) {
        asm.load(type.size(), d, from);
      } else {
        asm.loadNarrow(type.size(), type.isSigned(), d, from);
      }
      e.scalarDone(to, type, d);
      return;
    }
    VectorTarget t = e.target(to, type);
    for (int h = 0; h < FloatOps.halves(type); h++) {
      if (type.size() >= 4) {
        VectorOp op = type.size() == 8 ? VectorOp.VPBROADCASTQ : VectorOp.VPBROADCASTD;
        asm.vector(op, t.half(h), 0, from, t.form(h));
      } else {
        asm.loadNarrow(type.size(), type.isSigned(), RCX, from);
        asm.vector(VectorOp.VPBROADCASTD_GPR, t.half(h), 0, RCX, t.form(h));
      }
    }
    e.done(t);
  }

  private void loadRow(Access x) {
    VectorTarget t = e.target(x.values.get(0), x.type);
    Mem row = Mem.at(RAX, 0);
    if (x.type.size() == 8) {
      if (t.form(0).mask() == 0) {
        asm.kshiftr(GangEmitter.HIGH, x.mask, 8);
      }
      asm.vector(VectorOp.VMOVDQU64, t.low(), 0, row, masked(t, 0, x.mask));
      asm.vector(VectorOp.VMOVDQU64, t.high(), 0, row.plus(64), masked(t, 1, x.mask));
    } else {
      VectorOp op =
          switch (x.type.size()) {
            case 4 -> VectorOp.VMOVDQU32;
            case 2 -> x.type.isSigned() ? VectorOp.VPMOVSXWD : VectorOp.VPMOVZXWD;
            default -> x.type.isSigned() ? VectorOp.VPMOVSXBD : VectorOp.VPMOVZXBD;
          };
      asm.vector(op, t.low(), 0, row, masked(t, 0, x.mask));
    }
    e.done(t);
  }

  /** Reads no lane that does not execute; the others stay if they must, else become 0. */
  private static Form masked(VectorTarget t, int half, int mask) {
    Form form = t.form(half);
    return form.mask() != 0 ? form : Form.ALL.masked(half == 0 ? mask : GangEmitter.HIGH).zeroed();
  }

  private void gather(Access x) {
    boolean words = isSharedWords(x);
    if (words) {
      sharedOffsets(x);
    } else {
      addresses(x);
    }
    if (x.type.size() < 4) {
      gatherNarrow(x, words);
      return;
    }
    for (int k = 0; k < x.values.size(); k++) {
      int at = k * x.type.size();
      if (words) {
        gatherShared(x, at);
      } else {
        gatherNative(x, at);
      }
      Operand to = x.values.get(k);
      if (to instanceof Operand.Sink) {
        continue;
      }
      if (e.isScalarTarget(to)) {
        throw e.refuse();
      }
      VectorTarget t = e.target(to, x.type);
      boolean wide = x.type.size() == 8;
      VectorOp move = wide ? VectorOp.VMOVDQU64 : VectorOp.VMOVDQU32;
      asm.vector(move, t.low(), 0, 3, t.form(0));
      if (wide) {
        asm.vector(move, t.high(), 0, 6, t.form(1));
      }
      e.done(t);
    }
  }

  /** From {@code rax} + offsets in register 0 into 3, and 6. */
  private void gatherShared(Access x, int at) {
    int k = GangEmitter.HIGH;
    clear(3);
    asm.kmov(k, x.mask);
    if (x.type.size() == 4) {
      asm.vector(VectorOp.VPGATHERDD, 3, 0, Mem.lanes(RAX, 0, 1, at), Form.ALL.masked(k));
    } else {
      clear(6);
      asm.vector(VectorOp.VPGATHERDQ, 3, 0, Mem.lanes(RAX, 0, 1, at), Form.ALL.masked(k));
      asm.vector(VectorOp.VEXTRACTI64X4_STORE, 0, 0, 2, Form.ALL.with(1));
      asm.kshiftr(k, x.mask, 8);
      asm.vector(VectorOp.VPGATHERDQ, 6, 0, Mem.lanes(RAX, 2, 1, at), Form.ALL.masked(k));
    }
  }

  /** From the addresses in registers 0 and 1 into 3, and 6. */
  private void gatherNative(Access x, int at) {
    int k = GangEmitter.HIGH;
    clear(3);
    clear(6);
    boolean wide = x.type.size() == 8;
    VectorOp op = wide ? VectorOp.VPGATHERQQ : VectorOp.VPGATHERQD;
    asm.kmov(k, x.mask);
    asm.vector(op, 3, 0, Mem.lanes(-1, 0, 1, at), Form.ALL.masked(k));
    asm.kshiftr(k, x.mask, 8);
    asm.vector(op, 6, 0, Mem.lanes(-1, 1, 1, at), Form.ALL.masked(k));
    if (!wide) {
      asm.vector(VectorOp.VINSERTI64X4, 3, 3, 6, Form.ALL.with(1));
    }
  }

  /** The aligned words around the elements, shifted: they lie in the same bounds. */
  private void gatherNarrow(Access x, boolean words) {
    if (x.values.size() != 1 || words) {
      throw e.refuse();
    }
    e.truncate(0, 1, 4);
    e.op(VectorOp.VPANDD, 4, 4, e.constant(PtxType.B32, 3), Form.ALL);
    asm.vector(VectorOp.VPSLLD_IMM, 4, 0, 4, Form.ALL.with(3));
    for (int r = 0; r < 2; r++) {
      e.op(VectorOp.VPANDQ, r, r, e.constant(PtxType.B64, ~3L), Form.ALL);
    }
    int k = GangEmitter.HIGH;
    clear(3);
    clear(6);
    asm.kmov(k, x.mask);
    asm.vector(VectorOp.VPGATHERQD, 3, 0, Mem.lanes(-1, 0, 1, 0), Form.ALL.masked(k));
    asm.kshiftr(k, x.mask, 8);
    asm.vector(VectorOp.VPGATHERQD, 6, 0, Mem.lanes(-1, 1, 1, 0), Form.ALL.masked(k));
    asm.vector(VectorOp.VINSERTI64X4, 3, 3, 6, Form.ALL.with(1));
    asm.vector(VectorOp.VPSRLVD, 3, 3, 4, Form.ALL);
    int shift = 32 - x.type.bits();
    asm.vector(VectorOp.VPSLLD_IMM, 3, 0, 3, Form.ALL.with(shift));
    asm.vector(
        x.type.isSigned() ? VectorOp.VPSRAD_IMM : VectorOp.VPSRLD_IMM,
        3,
        0,
        3,
        Form.ALL.with(shift));
    VectorTarget t = e.target(x.values.get(0), x.type);
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, 3, t.form(0));
    e.done(t);
  }

  private void clear(int register) {
    asm.vector(VectorOp.VPXORD, register, register, register, Form.ALL);
  }

  // ---- stores

  /** {@code st}. */
  void store(Instruction i) {
    Access x = access(i, 0, 1);
    Shape shape = e.scope().plan().shape(x.address.base());
    if (!shape.isVarying() && shape.stride() == 0 && x.values.stream().noneMatch(this::differs)) {
      uniformAddress(x);
      for (int k = 0; k < x.values.size(); k++) {
        storeOne(x, k);
      }
    } else if (!shape.isVarying() && shape.stride() == x.bytes() && x.values.size() == 1) {
      rowAddress(x);
      storeRow(x);
    } else {
      scatter(x);
    }
  }

  private boolean differs(Operand o) {
    Shape shape = e.scope().plan().shape(o);
    return shape.isVarying() || shape.stride() != 0 || o instanceof Operand.FloatImmediate;
  }

  private void storeOne(Access x, int k) {
    asm.mov(8, RDX, RAX);
    int value = e.scalar(x.values.get(k), x.type, RDI);
    asm.store(x.type.size(), Mem.at(RDX, k * x.type.size()), value);
    asm.mov(8, RAX, RDX);
  }

  private void storeRow(Access x) {
    asm.mov(8, RDX, RAX);
    Mem row = Mem.at(RDX, 0);
    Operand value = x.values.get(0);
    if (x.type.size() == 8) {
      int low = e.vector(value, x.type, 0, 0);
      asm.vector(VectorOp.VMOVDQU64_STORE, low, 0, row, Form.ALL.masked(x.mask));
      int high = e.vector(value, x.type, 1, 0);
      asm.kshiftr(GangEmitter.HIGH, x.mask, 8);
      asm.vector(
          VectorOp.VMOVDQU64_STORE, high, 0, row.plus(64), Form.ALL.masked(GangEmitter.HIGH));
      return;
    }
    VectorOp op =
        switch (x.type.size()) {
          case 4 -> VectorOp.VMOVDQU32_STORE;
          case 2 -> VectorOp.VPMOVDW_STORE;
          default -> VectorOp.VPMOVDB_STORE;
        };
    int from = e.vector(value, x.type, 0, 0);
    asm.vector(op, from, 0, row, Form.ALL.masked(x.mask));
  }

  private void scatter(Access x) {
    addresses(x);
    if (x.type.size() < 4) {
      scatterNarrow(x);
      return;
    }
    int k = GangEmitter.HIGH;
    boolean wide = x.type.size() == 8;
    VectorOp op = wide ? VectorOp.VPSCATTERQQ : VectorOp.VPSCATTERQD;
    for (int v = 0; v < x.values.size(); v++) {
      int at = v * x.type.size();
      int low = e.vector(x.values.get(v), x.type, 0, 3);
      asm.kmov(k, x.mask);
      asm.vector(op, low, 0, Mem.lanes(-1, 0, 1, at), Form.ALL.masked(k));
      int high = 3;
      if (wide) {
        high = e.vector(x.values.get(v), x.type, 1, 3);
      } else {
        asm.vector(VectorOp.VEXTRACTI64X4_STORE, low, 0, 3, Form.ALL.with(1));
      }
      asm.kshiftr(k, x.mask, 8);
      asm.vector(op, high, 0, Mem.lanes(-1, 1, 1, at), Form.ALL.masked(k));
    }
  }

  private void scatterNarrow(Access x) {
    for (int v = 0; v < x.values.size(); v++) {
      int value = e.vector(x.values.get(v), x.type, 0, 3);
      Mem values = Mem.at(GangEmitter.FRAME, GangFrame.SCRATCH_B);
      asm.vector(VectorOp.VMOVDQU32_STORE, value, 0, values, Form.ALL);
      int at = v * x.type.size();
      forEachLane(
          x.mask,
          () -> {
            asm.load(4, RDI, Mem.indexed(GangEmitter.FRAME, RCX, 4, GangFrame.SCRATCH_B));
            asm.store(x.type.size(), Mem.at(RDX, at), RDI);
          });
    }
  }

  /**
   * Runs code for each lane of a mask, lowest first, with its number in rcx and its address, from
   * registers 0 and 1, in rdx; rax is in use, rdi is free.
   */
  void forEachLane(int mask, Runnable body) {
    Mem addresses = Mem.at(GangEmitter.FRAME, GangFrame.SCRATCH_A);
    asm.vector(VectorOp.VMOVDQU64_STORE, 0, 0, addresses, Form.ALL);
    asm.vector(VectorOp.VMOVDQU64_STORE, 1, 0, addresses.plus(64), Form.ALL);
    asm.kmovToGpr(RAX, mask);
    Label loop = new Label();
    asm.bind(loop);
    asm.tzcnt(RCX, RAX);
    asm.load(8, RDX, Mem.indexed(GangEmitter.FRAME, RCX, 8, GangFrame.SCRATCH_A));
    body.run();
    asm.blsr(RAX, RAX);
    asm.jump(Condition.NE, loop);
  }

  // ---- addresses and checks

  /** The lanes' native addresses of an operand, checked for one element, into registers 0 and 1. */
  void checkedAddresses(Instruction i, int operand) {
    addresses(access(i, operand, operand + 1));
  }

  /** Lane 0's address into rax: native, or from the start of shared memory. */
  private void base(Access x) {
    int at = e.scalar(x.address.base(), PtxType.U64, RAX);
    asm.mov(8, RAX, at);
    e.add(RAX, x.address.offset());
  }

  /** The offset from the start of the space, rotated, into rcx. */
  private void rotatedOffset(Access x) {
    asm.mov(8, RCX, RAX);
    if (!x.shared()) {
      asm.alu(Alu.SUB, 8, RCX, Mem.at(GangEmitter.FRAME, GangFrame.ARENA_BASE));
    }
    if (x.log() > 0) {
      asm.shift(Shift.ROR, 8, RCX, x.log());
    }
  }

  private static Mem limit(Access x, boolean row) {
    int table =
        x.shared()
            ? row ? GangFrame.SHARED_ROW_LIMIT : GangFrame.SHARED_LIMIT
            : row ? GangFrame.ARENA_ROW_LIMIT : GangFrame.ARENA_LIMIT;
    return Mem.at(GangEmitter.FRAME, table + 8 * x.log());
  }

  private void toNative(Access x) {
    if (x.shared()) {
      asm.alu(Alu.ADD, 8, RAX, Mem.at(GangEmitter.FRAME, GangFrame.SHARED_BASE));
    }
  }

  /** The checked native address of an access that is the same for all lanes, into rax. */
  private void uniformAddress(Access x) {
    base(x);
    rotatedOffset(x);
    asm.alu(Alu.CMP, 8, RCX, limit(x, false));
    Label bad = new Label();
    asm.jump(Condition.AE, bad);
    toNative(x);
    e.later(
        () -> {
          asm.bind(bad);
          toNative(x);
          asm.vector(VectorOp.VPBROADCASTQ_GPR, 0, 0, RAX, Form.ALL);
          asm.vector(VectorOp.VPBROADCASTQ_GPR, 1, 0, RAX, Form.ALL);
          fault(x.site, x.mask);
        });
  }

  /** The native address of lane 0 of 16 contiguous elements into rax, the lanes' checked. */
  private void rowAddress(Access x) {
    base(x);
    rotatedOffset(x);
    asm.alu(Alu.CMP, 8, RCX, limit(x, true));
    Label slow = new Label();
    Label back = new Label();
    asm.jump(Condition.AE, slow);
    asm.bind(back);
    toNative(x);
    e.later(
        () -> {
          asm.bind(slow);
          asm.mov(8, RDX, RAX);
          toNative(x);
          for (int h = 0; h < 2; h++) {
            asm.vector(VectorOp.VPBROADCASTQ_GPR, h, 0, RAX, Form.ALL);
            asm.vector(VectorOp.VPADDQ, h, h, e.ramp64(x.bytes(), h), Form.ALL);
          }
          asm.mov(8, RAX, RDX);
          check(x, back);
        });
  }

  /** The lanes' native addresses, checked, into registers 0 and 1. */
  private void addresses(Access x) {
    for (int h = 0; h < 2; h++) {
      int at = e.vector(x.address.base(), PtxType.U64, h, h);
      if (x.address.offset() != 0) {
        e.op(VectorOp.VPADDQ, h, at, e.constant(PtxType.U64, x.address.offset()), Form.ALL);
        at = h;
      }
      if (x.shared()) {
        Mem base = Mem.at(GangEmitter.FRAME, GangFrame.SHARED_BASE).toAll();
        asm.vector(VectorOp.VPADDQ, h, at, base, Form.ALL);
      } else if (at != h) {
        asm.vector(VectorOp.VMOVDQU64, h, 0, at, Form.ALL);
      }
    }
    check(x, null);
  }

  /**
   * Stops if the addresses in registers 0 and 1 of lanes that execute are bad; else goes on, at
   * {@code back} if not null. Changes rcx, register 2 and masks 0 and 6.
   */
  private void check(Access x, Label back) {
    int start = x.shared() ? GangFrame.SHARED_BASE : GangFrame.ARENA_BASE;
    for (int h = 0; h < 2; h++) {
      Mem base = Mem.at(GangEmitter.FRAME, start).toAll();
      asm.vector(VectorOp.VPSUBQ, 2, h, base, Form.ALL);
      if (x.log() > 0) {
        asm.vector(VectorOp.VPRORQ_IMM, 2, 0, 2, Form.ALL.with(x.log()));
      }
      int k = h == 0 ? 0 : GangEmitter.HIGH;
      asm.vector(VectorOp.VPCMPUQ, k, 2, limit(x, false).toAll(), Form.ALL.with(NOT_BELOW));
    }
    asm.kunpckbw(0, GangEmitter.HIGH, 0);
    asm.mask(MaskOp.KAND, 0, 0, x.mask);
    asm.kortest(0, 0);
    if (back != null) {
      asm.jump(Condition.E, back);
      fault(x.site, 0);
    } else {
      Label bad = new Label();
      asm.jump(Condition.NE, bad);
      e.later(
          () -> {
            asm.bind(bad);
            fault(x.site, 0);
          });
    }
  }

  /** Whether the address is a varying 32-bit offset into shared memory. */
  private boolean isSharedWords(Access x) {
    return x.shared()
        && x.type.size() >= 4
        && x.address.base() instanceof org.grcuda.ptx.Register r
        && r.type().size() == 4;
  }

  /** The lanes' offsets into shared memory, checked, into register 0; its start into rax. */
  private void sharedOffsets(Access x) {
    int at = e.vector(x.address.base(), PtxType.U32, 0, 0);
    if (x.address.offset() != 0) {
      e.op(VectorOp.VPADDD, 0, at, e.constant(PtxType.U32, x.address.offset()), Form.ALL);
    } else if (at != 0) {
      asm.vector(VectorOp.VMOVDQU32, 0, 0, at, Form.ALL);
    }
    asm.vector(VectorOp.VPRORD_IMM, 2, 0, 0, Form.ALL.with(x.log()));
    asm.vector(VectorOp.VPCMPUD, 0, 2, limit(x, false).toAll(), Form.ALL.with(NOT_BELOW));
    asm.mask(MaskOp.KAND, 0, 0, x.mask);
    asm.kortest(0, 0);
    Label bad = new Label();
    asm.jump(Condition.NE, bad);
    asm.load(8, RAX, Mem.at(GangEmitter.FRAME, GangFrame.SHARED_BASE));
    e.later(
        () -> {
          asm.bind(bad);
          e.widen(0, 1, false, 1);
          e.widen(0, 0, false, 0);
          for (int h = 0; h < 2; h++) {
            Mem base = Mem.at(GangEmitter.FRAME, GangFrame.SHARED_BASE).toAll();
            asm.vector(VectorOp.VPADDQ, h, h, base, Form.ALL);
          }
          fault(x.site, 0);
        });
  }

  /** Stops with the lanes of a mask; their addresses are in registers 0 and 1. */
  private void fault(int site, int mask) {
    asm.kmovToGpr(RAX, mask);
    asm.mov(RCX, site);
    asm.jump(e.faultExit());
  }
}
