package org.grcuda.cpu.interpret;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Position;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;

/**
 * The tools that every family of operations needs to decode an instruction: operands, labels,
 * addresses.
 */
final class Decoder {

  private final Program program;
  private final DecodedFunction function;
  private final Addresses addresses;
  private final Map<String, Integer> labels = new HashMap<>();
  private Position position;

  Decoder(Program program, DecodedFunction function) {
    this.program = program;
    this.function = function;
    this.addresses = new Addresses(this);
    List<Statement> body = function.function().body();
    for (int s = 0; s < body.size(); s++) {
      if (body.get(s) instanceof Label label) {
        labels.put(label.name(), s);
      }
    }
  }

  /** Sets the place in the PTX of the text that is decoded from here. */
  void at(Position place) {
    position = place;
  }

  /** The place in the PTX of the text that is decoded now. */
  Position position() {
    return position;
  }

  Program program() {
    return program;
  }

  DecodedFunction function() {
    return function;
  }

  Addresses addresses() {
    return addresses;
  }

  /** Statement of a label. */
  int label(String name) {
    return labels.get(name);
  }

  /** A refusal of something at the current place. */
  UnsupportedPtxException unsupported(String what) {
    return new UnsupportedPtxException(what, position);
  }

  // ---- operands

  /** The value of an operand, read as a type. */
  Expression source(Operand operand, PtxType type) {
    return switch (operand) {
      case Register r -> {
        int index = r.index();
        yield t -> Expression.extend(t.registers[index], type);
      }
      case Operand.IntegerImmediate n -> {
        boolean truth = type == PtxType.PRED;
        long bits = truth ? (n.value() == 0 ? 0 : 1) : Expression.extend(n.value(), type);
        yield t -> bits;
      }
      case Operand.FloatImmediate f -> {
        long bits = bits(f, type);
        yield t -> bits;
      }
      case Operand.SpecialRegister s -> {
        Expression read = SpecialRegisters.read(this, s.name());
        yield t -> Expression.extend(read.of(t), type);
      }
      case Operand.Negated n -> {
        if (type != PtxType.PRED) {
          throw unsupported("operand " + operand.text());
        }
        int index = n.predicate().index();
        yield t -> t.registers[index] ^ 1;
      }
      case Operand.Symbol symbol -> addresses.of(symbol);
      default -> throw unsupported("operand " + operand.text());
    };
  }

  private static long bits(Operand.FloatImmediate f, PtxType type) {
    return switch (type) {
      case F32 -> f.type() == PtxType.F32 ? f.bits() : Float.floatToRawIntBits((float) f.value());
      case F64 -> Double.doubleToRawLongBits(f.value());
      default -> Expression.extend(f.bits(), type);
    };
  }

  /** The value of an operand of an instruction, read as the instruction's type. */
  Expression source(Instruction i, int operand) {
    return source(i.operand(operand), i.type());
  }

  /** Writes bits, a value of a type, into a destination. */
  void write(ThreadState t, Operand destination, PtxType type, long bits) {
    if (destination instanceof Register r) {
      long extended = Expression.extend(bits, type);
      t.registers[r.index()] = Expression.extend(extended, unsigned(r.type()));
    }
  }

  /** The type of the same size that zero-extends. */
  static PtxType unsigned(PtxType type) {
    return switch (type.size()) {
      case 1 -> type == PtxType.PRED ? type : PtxType.U8;
      case 2 -> PtxType.U16;
      case 4 -> PtxType.U32;
      default -> PtxType.U64;
    };
  }

  /** Checks that an operand can be written. */
  void checkDestination(Operand destination) {
    if (!(destination instanceof Register || destination instanceof Operand.Sink)) {
      throw unsupported("destination " + destination.text());
    }
  }

  /** Computes a value of a type and writes it into a destination. */
  Operation store(Operand destination, PtxType type, Expression value) {
    checkDestination(destination);
    return t -> write(t, destination, type, value.of(t));
  }

  /** Writes a value of the instruction's type into its first operand. */
  Operation store(Instruction i, Expression value) {
    return store(i.operand(0), i.type(), value);
  }
}
