package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;

import java.util.List;
import org.grcuda.cpu.translate.simd.analysis.Indexed.Index;
import org.grcuda.cpu.translate.simd.analysis.Shape;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;

/**
 * Loads and stores (PTX ISA 9.7.9.8 ld, 9.7.9.12 st): one vector access if the lanes' addresses are
 * contiguous, one element if they are equal, else gathers and scatters. Every address is checked
 * against the arena or shared memory as the scalar code does.
 */
final class Accesses {

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final AddressChecks addresses;
  private final Gathers gathers;
  private final Prefetches prefetches;

  Accesses(GangEmitter e, AddressChecks addresses, Gathers gathers) {
    this.e = e;
    this.asm = e.asm();
    this.addresses = addresses;
    this.gathers = gathers;
    this.prefetches = new Prefetches(e);
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
    Access x = Access.of(e, i, 1, 0);
    Shape shape = e.scope().plan().shape(x.address().base());
    if (x.local()) {
      gathers.gather(x);
    } else if (!shape.isVarying() && shape.stride() == 0) {
      Index index = e.scope().indexed().of(e.statement());
      Mem at = index == null ? addresses.uniform(x) : addresses.element(x, index);
      for (int k = 0; k < x.values().size(); k++) {
        loadOne(x.values().get(k), x.type(), at.plus(k * x.type().size()));
      }
    } else if (!shape.isVarying() && shape.stride() == x.bytes() && x.values().size() == 1) {
      loadRow(x, addresses.row(x));
    } else if (isOfWords(x, shape)) {
      loadOfWords(x);
    } else {
      gathers.gather(x);
    }
  }

  /** Whether lanes load one or two bytes of consecutive words. */
  private boolean isOfWords(Access x, Shape shape) {
    return !shape.isVarying()
        && shape.stride() == Integer.BYTES
        && x.values().size() == 1
        && x.type().size() < Integer.BYTES
        && !x.shared()
        && !e.isScalarTarget(x.values().getFirst());
  }

  /**
   * Loads the words from lane 0's address on, and takes their lowest bits; at the end of the
   * memory, a gather.
   */
  private void loadOfWords(Access x) {
    Label slow = new Label();
    Label loaded = new Label();
    Mem words = addresses.words(x, slow);
    prefetches.before(x, words, false);
    asm.vector(VectorOp.VMOVDQU32, V3, 0, words, Form.ALL.masked(e.accessMask(x)).zeroed());
    asm.bind(loaded);
    gathers.narrow(x);
    e.later(
        () -> {
          asm.bind(slow);
          gathers.gatherWords(x);
          asm.jump(loaded);
        });
  }

  /**
   * Reads beyond the parameters are left to code that checks: only hand-written assembly does that.
   */
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

  private void loadRow(Access x, Mem row) {
    prefetches.before(x, row, false);
    VectorTarget t = e.target(x.values().get(0), x.type());
    int mask = e.accessMask(x);
    if (x.type().size() == 8) {
      if (t.form(0).mask() == 0 && mask != 0) {
        asm.upperHalf(GangEmitter.HIGH, mask);
      }
      asm.vector(VectorOp.VMOVDQU64, t.low(), 0, row, masked(t, 0, mask));
      asm.vector(VectorOp.VMOVDQU64, t.high(), 0, row.plus(asm.bytes()), masked(t, 1, mask));
    } else {
      VectorOp op =
          switch (x.type().size()) {
            case 4 -> VectorOp.VMOVDQU32;
            case 2 -> x.type().isSigned() ? VectorOp.VPMOVSXWD : VectorOp.VPMOVZXWD;
            default -> x.type().isSigned() ? VectorOp.VPMOVSXBD : VectorOp.VPMOVZXBD;
          };
      asm.vector(op, t.low(), 0, row, masked(t, 0, mask));
    }
    e.done(t);
  }

  /** Reads only lanes that execute; the other lanes stay unchanged if they must, else become 0. */
  private static Form masked(VectorTarget t, int half, int mask) {
    Form form = t.form(half);
    if (form.mask() != 0 || mask == 0) {
      return form;
    }
    return Form.ALL.masked(half == 0 ? mask : GangEmitter.HIGH).zeroed();
  }

  // ---- stores

  /** {@code st}. */
  void store(Instruction i) {
    Access x = Access.of(e, i, 0, 1);
    Shape shape = e.scope().plan().shape(x.address().base());
    if (x.local()) {
      gathers.scatter(x);
    } else if (!shape.isVarying()
        && shape.stride() == 0
        && x.values().stream().noneMatch(this::differs)) {
      Mem at = addresses.uniform(x);
      for (int k = 0; k < x.values().size(); k++) {
        int value = e.scalar(x.values().get(k), x.type(), RDI);
        asm.store(x.type().size(), at.plus(k * x.type().size()), value);
      }
    } else if (e.scope().gangs().isThread() && shape.isUniform() && x.type().size() >= 4) {
      storeOne(x, addresses.uniform(x));
    } else if (!shape.isVarying() && shape.stride() == x.bytes() && x.values().size() == 1) {
      storeRow(x, addresses.row(x));
    } else {
      gathers.scatter(x);
    }
  }

  private boolean differs(Operand o) {
    Shape shape = e.scope().plan().shape(o);
    return shape.isVarying() || shape.stride() != 0 || o instanceof Operand.FloatImmediate;
  }

  /** The values of a thread, which all lanes hold. */
  private void storeOne(Access x, Mem at) {
    for (int k = 0; k < x.values().size(); k++) {
      int from = e.vector(x.values().get(k), x.type(), 0, V0);
      asm.lowest(x.type().size(), RDI, from);
      asm.store(x.type().size(), at.plus(k * x.type().size()), RDI);
    }
  }

  private void storeRow(Access x, Mem row) {
    prefetches.before(x, row, true);
    Operand value = x.values().get(0);
    int mask = e.accessMask(x);
    if (x.type().size() == 8) {
      int low = e.vector(value, x.type(), 0, V0);
      asm.vector(VectorOp.VMOVDQU64_STORE, low, 0, row, Form.ALL.masked(mask));
      int high = e.vector(value, x.type(), 1, V0);
      if (mask != 0) {
        asm.upperHalf(GangEmitter.HIGH, mask);
      }
      asm.vector(
          VectorOp.VMOVDQU64_STORE,
          high,
          0,
          row.plus(asm.bytes()),
          Form.ALL.masked(mask == 0 ? 0 : GangEmitter.HIGH));
      return;
    }
    VectorOp op =
        switch (x.type().size()) {
          case 4 -> VectorOp.VMOVDQU32_STORE;
          case 2 -> VectorOp.VPMOVDW_STORE;
          default -> VectorOp.VPMOVDB_STORE;
        };
    int from = e.vector(value, x.type(), 0, V0);
    asm.vector(op, from, 0, row, Form.ALL.masked(mask));
  }
}
