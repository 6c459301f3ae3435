package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;
import static org.grcuda.cpu.x86.Assembler.RDX;

import org.grcuda.cpu.translate.simd.analysis.Shape;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Assembler.Unary;
import org.grcuda.cpu.x86.Label;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * Integer instructions whose result does not vary, or varies by a stride only, on general
 * registers: computed for lane 0.
 */
final class ScalarOps {

  private final GangEmitter e;
  private final Assembler asm;

  ScalarOps(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
  }

  private static int width(PtxType type) {
    return type.size() == 8 ? 8 : 4;
  }

  /** Emits an instruction other than a memory access. */
  void emit(Instruction i) {
    switch (i.opcode()) {
      case "mov" -> move(i);
      case "add", "sub" -> sum(i);
      case "mul", "mad" -> multiply(i);
      case "div", "rem" -> divide(i);
      case "and", "or", "xor" ->
          binary(i, Alu.valueOf(i.opcode().toUpperCase(java.util.Locale.ROOT)));
      case "not" -> not(i);
      case "neg" -> negate(i);
      case "abs" -> absolute(i);
      case "min", "max" -> minMax(i);
      case "shl", "shr" -> shift(i);
      case "setp" -> compare(i);
      case "selp" -> select(i);
      case "cvt" -> convert(i);
      case "cvta" -> address(i);
      default -> throw e.refuse();
    }
  }

  private void move(Instruction i) {
    if (i.operand(0) instanceof Operand.Vector || i.operand(1) instanceof Operand.Vector) {
      throw e.refuse();
    }
    finish(i, i.type(), load(i.operand(1), i.type(), RAX));
  }

  /** Copies an operand to a scratch register. */
  private int load(Operand o, PtxType type, int to) {
    int at = e.scalar(o, type, to);
    asm.mov(Math.max(4, type.size()), to, at);
    return to;
  }

  private void finish(Instruction i, PtxType type, int at) {
    Operand destination = i.operand(0);
    int to = e.scalarTarget(destination, at);
    if (to != at) {
      asm.mov(width(type), to, at);
    }
    e.scalarDone(destination, type, to);
  }

  private void binary(Instruction i, Alu op) {
    PtxType type = i.type();
    load(i.operand(1), type, RAX);
    apply(op, i.operand(2), type);
    finish(i, type, RAX);
  }

  private void apply(Alu op, Operand second, PtxType type) {
    if (second instanceof Operand.IntegerImmediate n && n.value() == (int) n.value()) {
      asm.aluImmediate(op, width(type), RAX, (int) GangEmitter.immediate(type, n.value()));
    } else {
      asm.alu(op, width(type), RAX, e.scalar(second, type, RCX));
    }
  }

  private void sum(Instruction i) {
    if (i.hasModifier("sat") || i.hasModifier("cc")) {
      throw e.refuse();
    }
    binary(i, i.opcode().equals("add") ? Alu.ADD : Alu.SUB);
  }

  private void multiply(Instruction i) {
    PtxType type = i.type();
    boolean add = i.opcode().equals("mad");
    if (i.hasModifier("sat") || i.hasModifier("cc")) {
      throw e.refuse();
    }
    PtxType result = type;
    if (e.hasProduct()) {
      load(i.operand(3), type, RAX);
      asm.alu(Alu.ADD, width(type), RAX, e.product());
      finish(i, type, RAX);
      return;
    }
    load(i.operand(1), type, RAX);
    load(i.operand(2), type, RCX);
    if (i.hasModifier("wide") && type.size() == 4) {
      result = type.isSigned() ? PtxType.S64 : PtxType.U64;
      testWrap(i.operand(1), RAX, type);
      testWrap(i.operand(2), RCX, type);
      if (type.isSigned()) {
        asm.movsxd(RAX, RAX);
        asm.movsxd(RCX, RCX);
      }
      asm.imul(8, RAX, RCX);
    } else if (i.hasModifier("wide")) {
      result = type.isSigned() ? PtxType.S32 : PtxType.U32;
      asm.imul(4, RAX, RCX);
    } else if (i.hasModifier("hi")) {
      high(type);
    } else {
      asm.imul(width(type), RAX, RCX);
    }
    if (add) {
      asm.alu(Alu.ADD, width(result), RAX, e.scalar(i.operand(3), result, RDX));
    }
    finish(i, result, RAX);
  }

  /** Keeps the product of a {@code mad.lo} for all threads of the block. */
  void product(Instruction i) {
    load(i.operand(1), i.type(), RAX);
    load(i.operand(2), i.type(), RCX);
    asm.imul(width(i.type()), RAX, RCX);
    asm.store(width(i.type()), e.product(), RAX);
  }

  private void high(PtxType type) {
    switch (type.size()) {
      case 2 -> {
        asm.imul(4, RAX, RCX);
        asm.shift(Shift.SHR, 4, RAX, 16);
      }
      case 4 -> {
        if (type.isSigned()) {
          asm.movsxd(RAX, RAX);
          asm.movsxd(RCX, RCX);
        }
        asm.imul(8, RAX, RCX);
        asm.shift(Shift.SHR, 8, RAX, 32);
      }
      default -> {
        asm.unary(type.isSigned() ? Unary.IMUL : Unary.MUL, 8, RCX);
        asm.mov(8, RAX, RDX);
      }
    }
  }

  /**
   * Leaves for the scalar code if a source with a stride, of which {@code at} holds lane 0, wraps
   * in some lane, so that its extension has no stride. Changes rdx and rdi.
   */
  private void testWrap(Operand source, int at, PtxType type) {
    Shape shape = e.scope().plan().shape(source);
    if (shape.stride() == 0 || !e.needsWrapTest()) {
      return;
    }
    long last = 15 * (long) (int) shape.stride();
    if (last != (int) last) {
      throw e.refuse("a stride of " + shape.stride());
    }
    if (type.isSigned()) {
      asm.movsxd(RDX, at);
    } else {
      asm.mov(4, RDX, at);
    }
    e.add(RDX, last);
    if (type.isSigned()) {
      asm.movsxd(RDI, RDX);
    } else {
      asm.mov(4, RDI, RDX);
    }
    asm.alu(Alu.CMP, 8, RDI, RDX);
    asm.jump(Condition.NE, e.scalarExit());
  }

  /** Division by zero gives all ones, and the lowest number by -1 itself, as in the scalar code. */
  private void divide(Instruction i) {
    PtxType type = i.type();
    if (type.size() < 4) {
      throw e.refuse();
    }
    int w = width(type);
    boolean remainder = i.opcode().equals("rem");
    load(i.operand(1), type, RAX);
    load(i.operand(2), type, RCX);
    Label zero = new Label();
    Label end = new Label();
    asm.test(w, RCX, RCX);
    asm.jump(Condition.E, zero);
    if (type.isSigned()) {
      Label divide = new Label();
      asm.aluImmediate(Alu.CMP, w, RCX, -1);
      asm.jump(Condition.NE, divide);
      if (remainder) {
        asm.mov(RAX, 0);
      } else {
        asm.unary(Unary.NEG, w, RAX);
      }
      asm.jump(end);
      asm.bind(divide);
      asm.signToRdx(w);
      asm.unary(Unary.IDIV, w, RCX);
    } else {
      asm.mov(RDX, 0);
      asm.unary(Unary.DIV, w, RCX);
    }
    if (remainder) {
      asm.mov(w, RAX, RDX);
    }
    asm.jump(end);
    asm.bind(zero);
    asm.mov(RAX, -1);
    asm.bind(end);
    finish(i, type, RAX);
  }

  private void not(Instruction i) {
    load(i.operand(1), i.type(), RAX);
    if (i.type() == PtxType.PRED) {
      asm.aluImmediate(Alu.XOR, 4, RAX, 1);
    } else {
      asm.unary(Unary.NOT, width(i.type()), RAX);
    }
    finish(i, i.type(), RAX);
  }

  private void negate(Instruction i) {
    load(i.operand(1), i.type(), RAX);
    asm.unary(Unary.NEG, width(i.type()), RAX);
    finish(i, i.type(), RAX);
  }

  private void absolute(Instruction i) {
    int w = width(i.type());
    load(i.operand(1), i.type(), RAX);
    asm.mov(w, RCX, RAX);
    asm.unary(Unary.NEG, w, RCX);
    asm.cmov(Condition.NS, w, RAX, RCX);
    finish(i, i.type(), RAX);
  }

  private void minMax(Instruction i) {
    PtxType type = i.type();
    if (i.hasModifier("relu") || type == PtxType.S16X2 || type == PtxType.U16X2) {
      throw e.refuse();
    }
    int w = width(type);
    load(i.operand(1), type, RAX);
    int second = e.scalar(i.operand(2), type, RCX);
    asm.alu(Alu.CMP, w, RAX, second);
    boolean min = i.opcode().equals("min");
    Condition replace =
        type.isSigned() ? (min ? Condition.G : Condition.L) : (min ? Condition.A : Condition.B);
    asm.cmov(replace, w, RAX, second);
    finish(i, type, RAX);
  }

  private void shift(Instruction i) {
    PtxType type = i.type();
    int w = width(type);
    boolean left = i.opcode().equals("shl");
    Shift op = left ? Shift.SHL : type.isSigned() ? Shift.SAR : Shift.SHR;
    load(i.operand(1), type, RAX);
    if (i.operand(2) instanceof Operand.IntegerImmediate n) {
      long amount = n.value() & 0xffff_ffffL;
      if (amount < 8 * w) {
        asm.shift(op, w, RAX, (int) amount);
      } else if (op == Shift.SAR) {
        asm.shift(op, w, RAX, 8 * w - 1);
      } else {
        asm.mov(RAX, 0);
      }
    } else {
      load(i.operand(2), PtxType.U32, RCX);
      asm.mov(op == Shift.SAR ? RDX : RDI, op == Shift.SAR ? 8 * w - 1 : 0);
      asm.aluImmediate(Alu.CMP, 4, RCX, 8 * w - 1);
      if (op == Shift.SAR) {
        asm.cmov(Condition.A, 4, RCX, RDX);
        asm.shiftByCl(op, w, RAX);
      } else {
        asm.cmov(Condition.A, w, RAX, RDI);
        asm.shiftByCl(op, w, RAX);
      }
    }
    finish(i, type, RAX);
  }

  private void compare(Instruction i) {
    PtxType type = i.sourceType();
    Operand first = i.operand(0);
    Operand second = null;
    if (first instanceof Operand.Pair pair) {
      first = pair.first();
      second = pair.second();
    }
    load(i.operand(1), type, RAX);
    apply(Alu.CMP, i.operand(2), type);
    asm.set(condition(i, type), RAX);
    if (second != null) {
      asm.mov(4, RDX, RAX);
      asm.aluImmediate(Alu.XOR, 4, RDX, 1);
      combine(i, RDX);
    }
    combine(i, RAX);
    int to = e.scalarTarget(first, RAX);
    asm.mov(4, to, RAX);
    e.scalarDone(first, PtxType.PRED, to);
    if (second != null) {
      to = e.scalarTarget(second, RDX);
      asm.mov(4, to, RDX);
      e.scalarDone(second, PtxType.PRED, to);
    }
  }

  private void combine(Instruction i, int with) {
    if (i.operands().size() > 3) {
      Alu op =
          switch (i.modifiers().get(1)) {
            case "and" -> Alu.AND;
            case "or" -> Alu.OR;
            case "xor" -> Alu.XOR;
            default -> throw e.refuse();
          };
      asm.alu(op, 4, with, e.scalar(i.operand(3), PtxType.PRED, RCX));
    }
  }

  private Condition condition(Instruction i, PtxType type) {
    boolean signed = type.isSigned();
    return switch (i.modifiers().get(0)) {
      case "eq" -> Condition.E;
      case "ne" -> Condition.NE;
      case "lt" -> signed ? Condition.L : Condition.B;
      case "le" -> signed ? Condition.LE : Condition.BE;
      case "gt" -> signed ? Condition.G : Condition.A;
      case "ge" -> signed ? Condition.GE : Condition.AE;
      case "lo" -> Condition.B;
      case "ls" -> Condition.BE;
      case "hi" -> Condition.A;
      case "hs" -> Condition.AE;
      default -> throw e.refuse();
    };
  }

  private void select(Instruction i) {
    PtxType type = i.type();
    load(i.operand(2), type, RAX);
    load(i.operand(1), type, RCX);
    int p = e.scalar(i.operand(3), PtxType.PRED, RDX);
    asm.test(4, p, p);
    asm.cmov(Condition.NE, width(type), RAX, RCX);
    finish(i, type, RAX);
  }

  private void convert(Instruction i) {
    PtxType to = i.types().get(0);
    PtxType from = i.types().get(1);
    if (i.hasModifier("sat") || to.isFloat() || from.isFloat()) {
      throw e.refuse();
    }
    load(i.operand(1), from, RAX);
    if (to.size() == 8 && from.size() < 8) {
      testWrap(i.operand(1), RAX, from);
      if (from.isSigned()) {
        asm.movsxd(RAX, RAX);
      } else {
        asm.mov(4, RAX, RAX);
      }
    } else if (to.size() < 4) {
      asm.extend(to.size(), to.isSigned(), RAX, RAX);
    }
    finish(i, to, RAX);
  }

  private void address(Instruction i) {
    boolean from = i.hasModifier("to");
    load(i.operand(1), PtxType.U64, RAX);
    switch (i.space()) {
      case SHARED ->
          asm.alu(
              from ? Alu.SUB : Alu.ADD,
              8,
              RAX,
              org.grcuda.cpu.x86.Mem.at(GangEmitter.FRAME, GangFrame.SHARED_BASE));
      case LOCAL -> throw e.refuse();
      default -> {}
    }
    finish(i, PtxType.U64, RAX);
  }
}
