package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.Set;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;

/**
 * Atomic operations (PTX ISA 9.7.13.5 atom, 9.7.13.6 red): lane after lane, lowest first. Those on
 * shared memory are plain instructions, as one processor runs all threads of a block.
 */
final class AtomicOps {

  private static final Set<String> OPERATIONS =
      Set.of("add", "exch", "cas", "and", "or", "xor", "min", "max", "inc", "dec");

  private final GangEmitter e;
  private final Assembler asm;
  private final Gathers gathers;

  AtomicOps(GangEmitter e, Gathers gathers) {
    this.e = e;
    this.asm = e.asm();
    this.gathers = gathers;
  }

  /** {@code atom} or {@code red}. */
  void emit(Instruction i) {
    boolean result = i.opcode() == Opcode.ATOM;
    int address = result ? 1 : 0;
    PtxType type = i.type();
    String operation =
        i.modifiers().stream().filter(OPERATIONS::contains).findFirst().orElseThrow(e::refuse);
    boolean known =
        type.size() >= 4
            && type.size() <= 8
            && i.vectorWidth() == 1
            && (!type.isFloat()
                || operation.equals("add") && (type == PtxType.F32 || type == PtxType.F64));
    if (!known) {
      throw e.refuse();
    }
    gathers.checkedAddresses(i, address);
    spill(i.operand(address + 1), type, GangFrame.SCRATCH_B);
    if (operation.equals("cas")) {
      spill(i.operand(address + 2), type, GangFrame.SCRATCH_C);
    }
    boolean shared = i.space() == StateSpace.SHARED;
    gathers.forEachLane(e.mask(), () -> lane(operation, type, shared, result));
    if (result && !(i.operand(0) instanceof Operand.Sink)) {
      store(i.operand(0), type);
    }
  }

  /** Puts the lanes of a source into scratch memory. */
  private void spill(Operand value, PtxType type, int scratch) {
    for (int h = 0; h < FloatOps.halves(type); h++) {
      int at = e.vector(value, type, h, 3);
      Mem to = Mem.at(GangEmitter.FRAME, scratch + 64 * h);
      asm.vector(VectorOp.VMOVDQU64_STORE, at, 0, to, Form.ALL);
    }
  }

  private void store(Operand destination, PtxType type) {
    VectorTarget t = e.target(destination, type);
    VectorOp move = type.size() == 8 ? VectorOp.VMOVDQU64 : VectorOp.VMOVDQU32;
    for (int h = 0; h < FloatOps.halves(type); h++) {
      Mem from = Mem.at(GangEmitter.FRAME, GangFrame.SCRATCH_B + 64 * h);
      asm.vector(move, t.half(h), 0, from, t.form(h));
    }
    e.done(t);
  }

  /** The lane's number is in rcx, its address in rdx; rdi is free, rax is not. */
  private void lane(String operation, PtxType type, boolean shared, boolean result) {
    int width = type.size();
    Mem at = Mem.at(RDX, 0);
    Mem value = Mem.indexed(GangEmitter.FRAME, RCX, width, GangFrame.SCRATCH_B);
    if (!result && !type.isFloat() && simple(operation) != null) {
      asm.load(width, RDI, value);
      asm.aluStore(simple(operation), width, at, RDI, !shared);
    } else if (operation.equals("add") && !type.isFloat() && !shared) {
      asm.load(width, RDI, value);
      asm.lockXadd(width, at, RDI);
      asm.store(width, value, RDI);
    } else if (operation.equals("exch")) {
      asm.load(width, RDI, value);
      asm.xchg(width, at, RDI);
      asm.store(width, value, RDI);
    } else {
      asm.push(RAX);
      if (operation.equals("cas")) {
        asm.load(width, RAX, value);
        asm.load(width, RDI, Mem.indexed(GangEmitter.FRAME, RCX, width, GangFrame.SCRATCH_C));
        asm.lockCmpxchg(width, at, RDI);
      } else {
        update(operation, type, shared, value);
      }
      asm.store(width, value, RAX);
      asm.pop(RAX);
    }
  }

  private static Alu simple(String operation) {
    return switch (operation) {
      case "add" -> Alu.ADD;
      case "and" -> Alu.AND;
      case "or" -> Alu.OR;
      case "xor" -> Alu.XOR;
      default -> null;
    };
  }

  /** Leaves what was there in rax. */
  private void update(String operation, PtxType type, boolean shared, Mem value) {
    int width = type.size();
    Mem at = Mem.at(RDX, 0);
    Label again = new Label();
    asm.bind(again);
    asm.load(width, RAX, at);
    compute(operation, type, value);
    if (shared) {
      asm.store(width, at, RDI);
    } else {
      asm.lockCmpxchg(width, at, RDI);
      asm.jump(Condition.NE, again);
    }
  }

  /** What follows rax, into rdi. */
  private void compute(String operation, PtxType type, Mem value) {
    int width = type.size();
    switch (operation) {
      case "add", "and", "or", "xor" -> {
        if (type.isFloat()) {
          addFloat(type, value);
        } else {
          asm.mov(width, RDI, RAX);
          asm.alu(simple(operation), width, RDI, value);
        }
      }
      case "min", "max" -> {
        asm.load(width, RDI, value);
        asm.alu(Alu.CMP, width, RAX, RDI);
        boolean min = operation.equals("min");
        Condition keeps =
            type.isSigned() ? min ? Condition.L : Condition.G : min ? Condition.B : Condition.A;
        asm.cmov(keeps, width, RDI, RAX);
      }
      case "inc" -> {
        Label below = new Label();
        asm.lea(8, RDI, Mem.at(RAX, 1));
        asm.alu(Alu.CMP, width, RAX, value);
        asm.jump(Condition.B, below);
        asm.mov(RDI, 0);
        asm.bind(below);
      }
      case "dec" -> {
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

  private void addFloat(PtxType type, Mem value) {
    boolean single = type == PtxType.F32;
    Mem sum = Mem.at(GangEmitter.FRAME, GangFrame.SCRATCH_C);
    asm.vector(single ? VectorOp.VPBROADCASTD_GPR : VectorOp.VPBROADCASTQ_GPR, 3, 0, RAX, Form.ALL);
    asm.load(type.size(), RDI, value);
    asm.vector(single ? VectorOp.VPBROADCASTD_GPR : VectorOp.VPBROADCASTQ_GPR, 4, 0, RDI, Form.ALL);
    asm.vector(single ? VectorOp.VADDPS : VectorOp.VADDPD, 3, 3, 4, Form.ALL);
    asm.vector(VectorOp.VMOVDQU64_STORE, 3, 0, sum, Form.ALL);
    asm.load(type.size(), RDI, sum);
  }
}
