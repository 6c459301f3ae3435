package org.grcuda.cpu.translate.simd.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * What the few instructions of {@link RandomKernel} do to one lane. Values are 64-bit patterns; the
 * upper half of a 32-bit register is zero.
 */
final class Model {

  /** One lane: its thread index, what the launch gives, and the stores that it did. */
  static final class Lane {
    final long[] registers;
    final Function<String, Long> specials;
    final List<String> stores = new ArrayList<>();

    Lane(int registers, Function<String, Long> specials) {
      this.registers = new long[registers];
      this.specials = specials;
    }

    long value(Operand operand, PtxType type) {
      return cut(
          switch (operand) {
            case Register r -> registers[r.index()];
            case Operand.IntegerImmediate n -> n.value();
            case Operand.SpecialRegister s -> specials.apply(s.name());
            case Operand.Symbol s -> s.name().hashCode() * 64L;
            default -> throw new IllegalArgumentException(operand.text());
          },
          type);
    }

    boolean passes(Guard guard) {
      return guard == null || (registers[guard.predicate().index()] != 0) != guard.negated();
    }
  }

  private Model() {}

  static long cut(long value, PtxType type) {
    return switch (type.bits()) {
      case 1 -> value & 1;
      case 32 -> value & 0xffffffffL;
      case 64 -> value;
      default -> throw new IllegalArgumentException(type.ptxName());
    };
  }

  private static long extend(long value, PtxType type) {
    return type == PtxType.S32 ? (int) value : value;
  }

  /** The value that an instruction without side effect defines. */
  static long result(Lane lane, Instruction i) {
    PtxType type = i.type();
    if (i.opcode() == Opcode.LD) {
      Operand.Address address = (Operand.Address) i.operand(1);
      return cut(load(lane.value(address.base(), PtxType.U64) + address.offset()), type);
    }
    long a = lane.value(i.operand(1), i.opcode() == Opcode.CVT ? i.sourceType() : type);
    long b =
        i.operands().size() > 2
            ? lane.value(
                i.operand(2),
                i.opcode() == Opcode.SHL || i.opcode() == Opcode.SHR ? PtxType.U32 : type)
            : 0;
    boolean wide = i.has(Modifier.WIDE);
    long value =
        switch (i.opcode()) {
          case MOV -> a;
          case ADD -> a + b;
          case SUB -> a - b;
          case MUL, MAD ->
              (wide ? extend(a, type) * extend(b, type) : a * b)
                  + (i.opcode() == Opcode.MAD
                      ? lane.value(i.operand(3), wide ? PtxType.U64 : type)
                      : 0);
          case AND -> a & b;
          case OR -> a | b;
          case XOR -> a ^ b;
          case NOT -> ~a;
          case NEG -> -a;
          case SHL -> Long.compareUnsigned(b, type.bits()) >= 0 ? 0 : a << b;
          case SHR -> shiftRight(extend(a, type), b, type);
          case CVT -> extend(a, i.sourceType());
          case SELP -> lane.value(i.operand(3), PtxType.PRED) != 0 ? a : b;
          case SETP -> compare(i, extend(a, type), extend(b, type)) ? 1 : 0;
          default -> throw new IllegalArgumentException(i.text());
        };
    return i.opcode() == Opcode.SETP ? value : wide ? value : cut(value, type);
  }

  private static long shiftRight(long a, long b, PtxType type) {
    if (Long.compareUnsigned(b, type.bits()) >= 0) {
      return type.isSigned() && a < 0 ? -1 : 0;
    }
    return type.isSigned() ? a >> b : a >>> b;
  }

  private static boolean compare(Instruction i, long a, long b) {
    return i.has(Modifier.LT) ? a < b : i.has(Modifier.EQ) ? a == b : a >= b;
  }

  /** What memory holds, which nobody writes: some function of the address. */
  private static long load(long address) {
    long mixed = (address ^ 0x5bd1e995L) * 0x9e3779b97f4a7c15L;
    return (mixed ^ mixed >>> 29) & 31;
  }

  static void store(Lane lane, Instruction i) {
    Operand.Address address = (Operand.Address) i.operand(0);
    long at = lane.value(address.base(), PtxType.U64) + address.offset();
    lane.stores.add(at + "=" + lane.value(i.operand(1), i.type()));
  }
}
