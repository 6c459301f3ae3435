package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.BitSet;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * Atomic operations (PTX ISA 9.7.13.5 atom, 9.7.13.6 red): lane after lane, lowest first. Those on
 * shared memory are plain instructions, as one processor runs all threads of a block. Where all
 * lanes have one address, their operations are one on memory, and lane after lane in registers.
 */
final class AtomicOps {

  /** Where the operations of all lanes on one place keep its address, and its old value. */
  private static final Mem PLACE = Mem.at(GangEmitter.FRAME, GangFrame.SCRATCH_A);

  private static final Mem OLD = PLACE.plus(Long.BYTES);

  /** Room of a vector, behind these two. */
  private static final int BEHIND = GangFrame.SCRATCH_A + 32;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final AddressChecks addresses;
  private final Gathers gathers;
  private final HalfOps halves;
  private BitSet read;

  AtomicOps(GangEmitter e, AddressChecks addresses, Gathers gathers, HalfOps halves) {
    this.e = e;
    this.asm = e.asm();
    this.addresses = addresses;
    this.gathers = gathers;
    this.halves = halves;
  }

  /** {@code atom} or {@code red}. */
  void emit(Instruction i) {
    int address = i.opcode() == Opcode.ATOM ? 1 : 0;
    boolean result = i.opcode() == Opcode.ATOM && isRead(i.operand(0));
    PtxType type = i.type();
    Modifier operation = i.oneOf(Modifier.ATOMIC_OPERATIONS);
    if (operation == null || i.vectorWidth() > 1 || !isKnown(operation, type)) {
      throw e.refuse();
    }
    Access x = Access.of(e, i, address, address + 1);
    if (isAtOnePlace(x, operation)) {
      atOnePlace(x, operation, result);
      return;
    }
    addresses.lanes(x);
    spill(i.operand(address + 1), type, GangFrame.SCRATCH_B);
    if (operation == Modifier.CAS) {
      spill(i.operand(address + 2), type, GangFrame.SCRATCH_C);
    }
    boolean shared = i.space() == StateSpace.SHARED;
    if (!result && !type.isFloat() && simple(operation) != null) {
      gathers.eachLane(e.mask(), lanes -> update(operation, type, shared, lanes));
      return;
    }
    gathers.forEachLane(e.mask(), lanes -> lane(operation, type, shared, lanes));
    if (result) {
      store(i.operand(0), type, GangFrame.SCRATCH_B);
    }
  }

  private boolean isAtOnePlace(Access x, Modifier operation) {
    return e.threads() > 1
        && !x.local()
        && operation != Modifier.CAS
        && operation != Modifier.EXCH
        && e.scope().plan().shape(x.address().base()).isUniform();
  }

  private void atOnePlace(Access x, Modifier operation, boolean result) {
    PtxType type = x.type();
    Operand value = x.values().getFirst();
    spill(value, type, GangFrame.SCRATCH_B);
    asm.lea(8, RDX, addresses.uniform(x));
    if (operation == Modifier.ADD && !type.isFloat()) {
      addAll(x, value, result);
    } else if (!result && simple(operation) != null && !type.isFloat()) {
      combine(operation, type);
      asm.aluStore(simple(operation), type.size(), Mem.at(RDX, 0), RDI, !x.shared());
    } else {
      replaceByAll(operation, type, x.shared(), result);
    }
    if (result) {
      store(x.instruction().operand(0), type, GangFrame.SCRATCH_C);
    }
  }

  /** Adds the sum of all lanes; each one's result is the old value and what is before its own. */
  private void addAll(Access x, Operand value, boolean result) {
    int width = x.type().size();
    Mem at = Mem.at(RDX, 0);
    if (e.scope().plan().shape(value).isUniform()) {
      int each = e.scalar(value, x.type(), RCX);
      e.threadBits(RAX, e.mask());
      asm.popcnt(RDI, RAX);
      asm.imul(width, RDI, each);
    } else {
      combine(Modifier.ADD, x.type());
    }
    if (!result) {
      asm.aluStore(Alu.ADD, width, at, RDI, !x.shared());
      return;
    }
    if (x.shared()) {
      asm.load(width, RAX, at);
      asm.aluStore(Alu.ADD, width, at, RDI, false);
      asm.mov(width, RDI, RAX);
    } else {
      asm.lockXadd(width, at, RDI);
    }
    e.threadBits(RAX, e.mask());
    gathers.loop(
        RAX,
        lanes -> {
          asm.store(width, lanes.element(GangFrame.SCRATCH_C, width), RDI);
          asm.alu(Alu.ADD, width, RDI, lanes.element(GangFrame.SCRATCH_B, width));
        });
  }

  /** Combines the values of all lanes in rdi. */
  private void combine(Modifier operation, PtxType type) {
    int width = type.size();
    asm.mov(RDI, operation == Modifier.AND ? -1 : 0);
    e.threadBits(RAX, e.mask());
    gathers.loop(
        RAX,
        lanes -> asm.alu(simple(operation), width, RDI, lanes.element(GangFrame.SCRATCH_B, width)));
  }

  /** Replaces the value at rdx, whose address is kept: rdx holds the lanes that are left. */
  private void replaceByAll(Modifier operation, PtxType type, boolean shared, boolean result) {
    int element = element(type);
    Mem at = Mem.at(RDX, 0);
    asm.store(8, PLACE, RDX);
    Label again = new Label();
    asm.bind(again);
    asm.load(8, RDX, PLACE);
    loadOld(type.size(), at);
    asm.store(8, OLD, RAX);
    e.threadBits(RDX, e.mask());
    gathers.loop(
        RDX,
        lanes -> {
          if (result) {
            asm.store(element, lanes.element(GangFrame.SCRATCH_C, element), RAX);
          }
          compute(operation, type, lanes.element(GangFrame.SCRATCH_B, element), BEHIND);
          asm.mov(8, RAX, RDI);
        });
    asm.load(8, RDX, PLACE);
    asm.load(8, RAX, OLD);
    exchange(type.size(), shared, at, again);
  }

  private static boolean isKnown(Modifier operation, PtxType type) {
    if (HalfOps.isHalf(type)) {
      return operation == Modifier.ADD || operation == Modifier.MIN || operation == Modifier.MAX;
    }
    if (type.isFloat()) {
      return operation == Modifier.ADD && (type == PtxType.F32 || type == PtxType.F64);
    }
    return type.size() == 2
        ? operation == Modifier.CAS || operation == Modifier.EXCH
        : type.size() >= 4 && type.size() <= 8;
  }

  /** Bytes of a lane's value in the frame. */
  private static int element(PtxType type) {
    return Math.max(Integer.BYTES, type.size());
  }

  /** Whether any instruction reads the old value: compilers also emit {@code atom} for none. */
  private boolean isRead(Operand result) {
    if (read == null) {
      read = new BitSet();
      for (Statement s : e.scope().function().body()) {
        if (s instanceof Instruction i) {
          RegisterUse.used(i).forEach(r -> read.set(r.index()));
        }
      }
    }
    return result instanceof Register r && read.get(r.index());
  }

  /** Puts the lanes of a source into scratch memory. */
  private void spill(Operand value, PtxType type, int scratch) {
    for (int h = 0; h < FloatOps.halves(type); h++) {
      int at = e.vector(value, type, h, V3);
      Mem to = Mem.at(GangEmitter.FRAME, scratch + asm.bytes() * h);
      asm.vector(VectorOp.VMOVDQU64_STORE, at, 0, to, Form.ALL);
    }
  }

  /** Writes the results, which are in scratch memory. */
  private void store(Operand destination, PtxType given, int scratch) {
    PtxType type = HalfOps.isHalf(given) ? given.size() == 2 ? PtxType.B16 : PtxType.B32 : given;
    VectorTarget t = e.target(destination, type);
    for (int h = 0; h < FloatOps.halves(type); h++) {
      Mem from = e.ofThreads(Mem.at(GangEmitter.FRAME, scratch), h);
      e.move(t.half(h), Source.of(from), type, t.form(h));
    }
    e.done(t);
  }

  /** Without the old value. */
  private void update(Modifier operation, PtxType type, boolean shared, Gathers.Lanes lanes) {
    int width = type.size();
    asm.load(width, RDI, lanes.element(GangFrame.SCRATCH_B, width));
    asm.aluStore(simple(operation), width, Mem.at(RDX, 0), RDI, !shared);
  }

  /** The lane's address is in rdx; rdi is free, rax is not. The old value replaces the operand. */
  private void lane(Modifier operation, PtxType type, boolean shared, Gathers.Lanes lanes) {
    int width = type.size();
    int element = element(type);
    Mem at = Mem.at(RDX, 0);
    Mem value = lanes.element(GangFrame.SCRATCH_B, element);
    if (operation == Modifier.ADD && !type.isFloat() && !shared) {
      asm.load(width, RDI, value);
      asm.lockXadd(width, at, RDI);
      asm.store(width, value, RDI);
    } else if (operation == Modifier.EXCH) {
      asm.load(element, RDI, value);
      asm.xchg(width, at, RDI);
      asm.store(element, value, RDI);
    } else {
      asm.push(RAX);
      if (operation == Modifier.CAS) {
        asm.load(element, RAX, value);
        asm.load(element, RDI, lanes.element(GangFrame.SCRATCH_C, element));
        asm.lockCmpxchg(width, at, RDI);
      } else {
        replace(operation, type, shared, value);
      }
      asm.store(element, value, RAX);
      asm.pop(RAX);
    }
  }

  private static Alu simple(Modifier operation) {
    return switch (operation) {
      case ADD -> Alu.ADD;
      case AND -> Alu.AND;
      case OR -> Alu.OR;
      case XOR -> Alu.XOR;
      default -> null;
    };
  }

  /** Leaves the old value in rax. */
  private void replace(Modifier operation, PtxType type, boolean shared, Mem value) {
    Mem at = Mem.at(RDX, 0);
    Label again = new Label();
    asm.bind(again);
    loadOld(type.size(), at);
    compute(operation, type, value, GangFrame.SCRATCH_C);
    exchange(type.size(), shared, at, again);
  }

  private void loadOld(int width, Mem at) {
    if (width == 2) {
      asm.loadNarrow(width, false, RAX, at);
    } else {
      asm.load(width, RAX, at);
    }
  }

  /** Stores rdi in place of rax; if that has changed, goes to {@code again}. */
  private void exchange(int width, boolean shared, Mem at, Label again) {
    if (shared) {
      asm.store(width, at, RDI);
    } else {
      asm.lockCmpxchg(width, at, RDI);
      asm.jump(Condition.NE, again);
    }
  }

  /** Puts the new value for the old one in rax into rdi; {@code scratch} has room for a vector. */
  private void compute(Modifier operation, PtxType type, Mem value, int scratch) {
    if (type.isFloat()) {
      computeFloat(operation, type, value, scratch);
      return;
    }
    int width = type.size();
    switch (operation) {
      case ADD, AND, OR, XOR -> {
        asm.mov(width, RDI, RAX);
        asm.alu(simple(operation), width, RDI, value);
      }
      case MIN, MAX -> {
        asm.load(width, RDI, value);
        asm.alu(Alu.CMP, width, RAX, RDI);
        boolean min = operation == Modifier.MIN;
        Condition keeps =
            type.isSigned() ? min ? Condition.L : Condition.G : min ? Condition.B : Condition.A;
        asm.cmov(keeps, width, RDI, RAX);
      }
      case INC -> {
        Label below = new Label();
        asm.lea(8, RDI, Mem.at(RAX, 1));
        asm.alu(Alu.CMP, width, RAX, value);
        asm.jump(Condition.B, below);
        asm.mov(RDI, 0);
        asm.bind(below);
      }
      case DEC -> {
        Label limit = new Label();
        Label done = new Label();
        asm.test(width, RAX, RAX);
        asm.jump(Condition.E, limit);
        asm.lea(8, RDI, Mem.at(RAX, -1));
        asm.alu(Alu.CMP, width, RAX, value);
        asm.jump(Condition.BE, done);
        asm.bind(limit);
        asm.load(width, RDI, value);
        asm.bind(done);
      }
      default -> throw e.refuse();
    }
  }

  private void computeFloat(Modifier operation, PtxType type, Mem value, int scratch) {
    Mem result = Mem.at(GangEmitter.FRAME, scratch);
    if (HalfOps.isHalf(type)) {
      computeHalves(operation, type, value, result);
    } else {
      addFloat(type, value, result);
    }
  }

  /** Each part in all lanes of a vector; the parts meet in the frame. */
  private void computeHalves(Modifier operation, PtxType type, Mem value, Mem result) {
    for (int part = 0; part < type.size() / 2; part++) {
      asm.load(4, RDI, value);
      asm.vector(VectorOp.VPBROADCASTD_GPR, V0, 0, RAX, Form.ALL);
      asm.vector(VectorOp.VPBROADCASTD_GPR, V2, 0, RDI, Form.ALL);
      halves.update(operation, type, part);
      asm.vector(VectorOp.VMOVDQU32_STORE, V3, 0, result.plus(2 * part), Form.ALL);
    }
    asm.load(4, RDI, result);
  }

  private void addFloat(PtxType type, Mem value, Mem sum) {
    boolean single = type == PtxType.F32;
    asm.vector(
        single ? VectorOp.VPBROADCASTD_GPR : VectorOp.VPBROADCASTQ_GPR, V3, 0, RAX, Form.ALL);
    asm.load(type.size(), RDI, value);
    asm.vector(
        single ? VectorOp.VPBROADCASTD_GPR : VectorOp.VPBROADCASTQ_GPR, V4, 0, RDI, Form.ALL);
    asm.vector(single ? VectorOp.VADDPS : VectorOp.VADDPD, V3, V3, V4, Form.ALL);
    asm.vector(VectorOp.VMOVDQU64_STORE, V3, 0, sum, Form.ALL);
    asm.load(type.size(), RDI, sum);
  }
}
