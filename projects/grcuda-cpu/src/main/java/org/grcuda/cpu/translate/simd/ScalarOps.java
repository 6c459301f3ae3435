package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.translate.simd.analysis.Shape;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Assembler.Unary;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * Integer instructions whose result does not vary, or varies only by a stride. They are computed
 * for lane 0, on general registers.
 */
final class ScalarOps {

  private final GangEmitter e;
  private final VectorAssembler asm;

  /** A progression that was found not to wrap around. */
  private record Tested(Operand source, boolean signed) {}

  private final Set<Tested> tested = new HashSet<>();

  ScalarOps(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
  }

  private static int width(PtxType type) {
    return type.size() == 8 ? 8 : 4;
  }

  /** Begins a block: nothing is known about its progressions. */
  void enter() {
    tested.clear();
  }

  /** An instruction has changed its results. */
  void after(Instruction i) {
    if (tested.isEmpty()) {
      return;
    }
    List<Register> changed = RegisterUse.defined(i);
    tested.removeIf(t -> t.source() instanceof Register r && changed.contains(r));
  }

  /** Emits an instruction other than a memory access. */
  void emit(Instruction i) {
    switch (i.opcode()) {
      case MOV -> move(i);
      case ADD, SUB -> sum(i);
      case MUL, MAD -> multiply(i);
      case DIV, REM -> divide(i);
      case AND, OR, XOR -> binary(i, Alu.valueOf(i.opcode().name()));
      case NOT -> not(i);
      case NEG -> negate(i);
      case ABS -> absolute(i);
      case MIN, MAX -> minMax(i);
      case SHL, SHR -> shift(i);
      case SETP -> compare(i);
      case SELP -> select(i);
      case CVT -> convert(i);
      case CVTA -> address(i);
      case POPC, CLZ -> count(i);
      default -> throw e.refuse();
    }
  }

  private void move(Instruction i) {
    if (i.operand(0) instanceof Operand.Vector || i.operand(1) instanceof Operand.Vector) {
      throw e.refuse();
    }
    PtxType type = i.type();
    int d = e.scalarTarget(i.operand(0), RAX);
    int at = e.scalar(i.operand(1), type, d);
    if (at == d && i.operand(1) instanceof Register r && r.type().size() > type.size()) {
      asm.mov(4, d, d);
    }
    finish(i, type, at);
  }

  /**
   * The register in which to compute a result: the destination's, unless a later operand is read
   * from it after it has been written.
   */
  private int target(Instruction i, int firstLater) {
    int d = e.scalarTarget(i.operand(0), RAX);
    for (Operand o : i.operands().subList(firstLater, i.operands().size())) {
      Operand read = o instanceof Operand.Negated n ? n.predicate() : o;
      if (read instanceof Register r && e.place(r).low() == d) {
        return RAX;
      }
    }
    return d;
  }

  /** Copies an operand to a register. */
  private int load(Operand o, PtxType type, int to) {
    int at = e.scalar(o, type, to);
    if (at != to) {
      asm.mov(width(type), to, at);
    }
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
    int d = target(i, 2);
    load(i.operand(1), type, d);
    apply(op, d, i.operand(2), type);
    finish(i, type, d);
  }

  /** {@code to = to op second}. */
  private void apply(Alu op, int to, Operand second, PtxType type) {
    if (second instanceof Operand.IntegerImmediate n && n.value() == (int) n.value()) {
      asm.aluImmediate(op, width(type), to, (int) GangEmitter.immediate(type, n.value()));
    } else if (e.scalarMemory(second, type) != null) {
      asm.alu(op, width(type), to, e.scalarMemory(second, type));
    } else {
      asm.alu(op, width(type), to, e.scalar(second, type, RCX));
    }
  }

  private void sum(Instruction i) {
    if (i.has(Modifier.SAT) || i.has(Modifier.CC)) {
      throw e.refuse();
    }
    binary(i, i.opcode() == Opcode.ADD ? Alu.ADD : Alu.SUB);
  }

  private void multiply(Instruction i) {
    PtxType type = i.type();
    boolean add = i.opcode() == Opcode.MAD;
    if (i.has(Modifier.SAT) || i.has(Modifier.CC)) {
      throw e.refuse();
    }
    if (e.hasProduct()) {
      int d = e.scalarTarget(i.operand(0), RAX);
      load(i.operand(3), type, d);
      asm.alu(Alu.ADD, width(type), d, e.product());
      finish(i, type, d);
      return;
    }
    PtxType result = type;
    int d = RAX;
    if (i.has(Modifier.WIDE)) {
      result = wide(type);
      d = target(i, 2);
      widen(i.operand(1), type, d);
      multiplyBy(i.operand(2), type, result, d);
    } else if (i.has(Modifier.HI)) {
      load(i.operand(1), type, RAX);
      load(i.operand(2), type, RCX);
      high(type);
    } else {
      d = target(i, 2);
      load(i.operand(1), type, d);
      multiplyBy(i.operand(2), type, type, d);
    }
    if (add) {
      apply(Alu.ADD, d, i.operand(3), result);
    }
    finish(i, result, d);
  }

  private static PtxType wide(PtxType type) {
    if (type.size() == 4) {
      return type.isSigned() ? PtxType.S64 : PtxType.U64;
    }
    return type.isSigned() ? PtxType.S32 : PtxType.U32;
  }

  /** A factor of a wide product, as wide as that, into a register. */
  private void widen(Operand factor, PtxType type, int to) {
    int at = e.scalar(factor, type, to);
    testWrap(factor, at, type);
    if (type.size() == 4 && type.isSigned()) {
      asm.movsxd(to, at);
    } else if (at != to || factor instanceof Register r && r.type().size() > type.size()) {
      asm.mov(4, to, at);
    }
  }

  /** {@code to = to * factor}. */
  private void multiplyBy(Operand factor, PtxType type, PtxType result, int to) {
    int w = width(result);
    boolean wide = result != type;
    if (factor instanceof Operand.IntegerImmediate n) {
      long value = n.value();
      if (wide) {
        value = GangEmitter.immediate(type, value);
        value = type.isSigned() ? (int) value : value;
      } else if (w == 4) {
        value = (int) value;
      }
      if (Long.bitCount(value) == 1 && value > 0) {
        asm.shift(Shift.SHL, w, to, Long.numberOfTrailingZeros(value));
        return;
      }
      if (value == (int) value) {
        asm.imul(w, to, to, (int) value);
        return;
      }
    }
    if (wide) {
      widen(factor, type, RCX);
      asm.imul(w, to, RCX);
    } else {
      asm.imul(w, to, e.scalar(factor, type, RCX));
    }
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
   * Goes over to scalar code if a source with a stride wraps around in some lane, so that its
   * extension has no stride; {@code at} holds lane 0 of the source. Changes rdx.
   */
  private void testWrap(Operand source, int at, PtxType type) {
    Shape shape = e.scope().plan().shape(source);
    if (shape.stride() == 0 || !e.needsWrapTest()) {
      return;
    }
    long last = (e.scope().gangs().lanes() - 1) * (long) (int) shape.stride();
    if (last != (int) last) {
      throw e.refuse("a stride of " + shape.stride());
    }
    boolean always = e.isFull() && !e.instructionAt(e.statement()).isGuarded();
    if (always && !tested.add(new Tested(source, type.isSigned()))) {
      return;
    }
    asm.mov(4, RDX, at);
    boolean down = !type.isSigned() && last < 0;
    asm.aluImmediate(down ? Alu.SUB : Alu.ADD, 4, RDX, (int) (down ? -last : last));
    asm.jump(type.isSigned() ? Condition.O : Condition.B, e.scalarExit());
  }

  /** Division by zero gives all ones, and the lowest number by -1 itself, as in the scalar code. */
  private void divide(Instruction i) {
    PtxType type = i.type();
    if (type.size() < 4) {
      throw e.refuse();
    }
    load(i.operand(1), type, RAX);
    load(i.operand(2), type, RCX);
    divide(asm, width(type), type.isSigned(), i.opcode() == Opcode.REM);
    finish(i, type, RAX);
  }

  /** The quotient or remainder of rax and rcx into rax, by zero all ones; changes rdx. */
  static void divide(VectorAssembler asm, int w, boolean signed, boolean remainder) {
    Label zero = new Label();
    Label end = new Label();
    asm.test(w, RCX, RCX);
    asm.jump(Condition.E, zero);
    if (signed) {
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
  }

  /** {@code popc} and {@code clz}: of 64 bits too the result has 32. */
  private void count(Instruction i) {
    load(i.operand(1), i.type(), RAX);
    int w = width(i.type());
    if (i.opcode() == Opcode.POPC) {
      asm.popcnt(w, RAX, RAX);
    } else {
      asm.lzcnt(w, RAX, RAX);
    }
    finish(i, PtxType.U32, RAX);
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
    if (i.has(Modifier.RELU) || type == PtxType.S16X2 || type == PtxType.U16X2) {
      throw e.refuse();
    }
    int w = width(type);
    load(i.operand(1), type, RAX);
    int second = e.scalar(i.operand(2), type, RCX);
    asm.alu(Alu.CMP, w, RAX, second);
    boolean min = i.opcode() == Opcode.MIN;
    Condition replace =
        type.isSigned() ? (min ? Condition.G : Condition.L) : (min ? Condition.A : Condition.B);
    asm.cmov(replace, w, RAX, second);
    finish(i, type, RAX);
  }

  private void shift(Instruction i) {
    PtxType type = i.type();
    int w = width(type);
    boolean left = i.opcode() == Opcode.SHL;
    Shift op = left ? Shift.SHL : type.isSigned() ? Shift.SAR : Shift.SHR;
    if (i.operand(2) instanceof Operand.IntegerImmediate n) {
      int d = e.scalarTarget(i.operand(0), RAX);
      load(i.operand(1), type, d);
      long amount = n.value() & 0xffff_ffffL;
      if (amount < 8 * w) {
        asm.shift(op, w, d, (int) amount);
      } else if (op == Shift.SAR) {
        asm.shift(op, w, d, 8 * w - 1);
      } else {
        asm.mov(d, 0);
      }
      finish(i, type, d);
      return;
    }
    load(i.operand(1), type, RAX);
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
    finish(i, type, RAX);
  }

  private void compare(Instruction i) {
    Operand first = i.operand(0);
    Operand second = null;
    if (first instanceof Operand.Pair pair) {
      first = pair.first();
      second = pair.second();
    }
    Condition condition = compareFlags(i);
    if (second == null && i.operands().size() == 3) {
      int only = e.scalarTarget(first, RAX);
      asm.set(condition, only);
      e.scalarDone(first, PtxType.PRED, only);
      return;
    }
    asm.set(condition, RAX);
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

  /** Compares the sources of a {@code setp}; returns the condition under which its result is 1. */
  Condition compareFlags(Instruction i) {
    PtxType type = i.sourceType();
    apply(Alu.CMP, e.scalar(i.operand(1), type, RAX), i.operand(2), type);
    return condition(i, type);
  }

  private void combine(Instruction i, int with) {
    if (i.operands().size() > 3) {
      Alu op =
          switch (i.oneOf(Modifier.BOOLEANS)) {
            case AND -> Alu.AND;
            case OR -> Alu.OR;
            case XOR -> Alu.XOR;
            default -> throw e.refuse();
          };
      asm.alu(op, 4, with, e.scalar(i.operand(3), PtxType.PRED, RCX));
    }
  }

  private Condition condition(Instruction i, PtxType type) {
    boolean signed = type.isSigned();
    return switch (i.oneOf(Modifier.COMPARISONS)) {
      case EQ -> Condition.E;
      case NE -> Condition.NE;
      case LT -> signed ? Condition.L : Condition.B;
      case LE -> signed ? Condition.LE : Condition.BE;
      case GT -> signed ? Condition.G : Condition.A;
      case GE -> signed ? Condition.GE : Condition.AE;
      case LO -> Condition.B;
      case LS -> Condition.BE;
      case HI -> Condition.A;
      case HS -> Condition.AE;
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
    if (i.has(Modifier.SAT) || to.isFloat() || from.isFloat()) {
      throw e.refuse();
    }
    int d = e.scalarTarget(i.operand(0), RAX);
    if (to.size() == 8 && from.size() < 8) {
      int at = e.scalar(i.operand(1), from, d);
      testWrap(i.operand(1), at, from);
      if (from.isSigned()) {
        asm.movsxd(d, at);
      } else {
        asm.mov(4, d, at);
      }
    } else if (to.size() < 4) {
      asm.extend(to.size(), to.isSigned(), d, load(i.operand(1), from, d));
    } else {
      asm.mov(width(to), d, e.scalar(i.operand(1), from, d));
    }
    finish(i, to, d);
  }

  private void address(Instruction i) {
    int d = e.scalarTarget(i.operand(0), RAX);
    load(i.operand(1), PtxType.U64, d);
    if (i.space() == StateSpace.SHARED) {
      Alu op = i.has(Modifier.TO) ? Alu.SUB : Alu.ADD;
      asm.alu(op, 8, d, Mem.at(GangEmitter.FRAME, GangFrame.SHARED_BASE));
    } else if (i.space() == StateSpace.LOCAL) {
      throw e.refuse();
    }
    finish(i, PtxType.U64, d);
  }
}
