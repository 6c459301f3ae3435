package org.grcuda.cpu.interpret;

import java.util.List;
import org.grcuda.cpu.translate.semantics.CompareSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;

/** Moves, packing and address conversion (PTX ISA 9.7.9: mov, cvta, isspacep). */
final class MoveOperations {

  private MoveOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    return switch (i.opcode()) {
      case MOV -> mov(d, i);
      case CVTA -> cvta(d, i);
      default -> isspacep(d, i);
    };
  }

  private static Operation mov(Decoder d, Instruction i) {
    if (i.type().size() > 8) {
      throw d.unsupported(i.mnemonic());
    }
    if (i.operand(0) instanceof Operand.Vector vector) {
      return unpack(d, i, vector.elements());
    }
    if (i.operand(1) instanceof Operand.Vector vector) {
      return pack(d, i, vector.elements());
    }
    return d.store(i, d.source(i, 1));
  }

  private static PtxType part(Decoder d, Instruction i, int parts) {
    return switch (i.type().size() / parts) {
      case 1 -> PtxType.U8;
      case 2 -> PtxType.U16;
      case 4 -> PtxType.U32;
      default -> throw d.unsupported("mov of " + parts + " parts of ." + i.type().ptxName());
    };
  }

  private static Operation unpack(Decoder d, Instruction i, List<Operand> parts) {
    PtxType part = part(d, i, parts.size());
    Expression whole = d.source(i, 1);
    parts.forEach(d::checkDestination);
    return t -> {
      long bits = whole.of(t);
      for (int k = 0; k < parts.size(); k++) {
        d.write(t, parts.get(k), part, bits >>> k * part.bits());
      }
    };
  }

  private static Operation pack(Decoder d, Instruction i, List<Operand> parts) {
    PtxType part = part(d, i, parts.size());
    List<Expression> values = parts.stream().map(p -> d.source(p, part)).toList();
    Expression whole =
        t -> {
          long bits = 0;
          for (int k = 0; k < values.size(); k++) {
            bits |= Expression.extend(values.get(k).of(t), part) << k * part.bits();
          }
          return bits;
        };
    return d.store(i, whole);
  }

  private static Operation cvta(Decoder d, Instruction i) {
    Expression address = d.source(i.operand(1), PtxType.U64);
    StateSpace space = i.space();
    boolean to = i.has(Modifier.TO);
    return d.store(
        i.operand(0),
        PtxType.U64,
        t -> to ? address.of(t) - t.window(space) : address.of(t) + t.window(space));
  }

  private static Operation isspacep(Decoder d, Instruction i) {
    Expression address = d.source(i.operand(1), PtxType.U64);
    Expression inside =
        switch (i.space()) {
          case SHARED -> t -> inShared(t, address.of(t)) ? 1 : 0;
          case LOCAL -> t -> inLocal(t, address.of(t)) ? 1 : 0;
          case GLOBAL -> t -> inShared(t, address.of(t)) || inLocal(t, address.of(t)) ? 0 : 1;
          default -> throw d.unsupported(i.mnemonic());
        };
    return d.store(i.operand(0), PtxType.PRED, inside);
  }

  private static boolean inShared(ThreadState t, long address) {
    return CompareSemantics.inside(address, t.sharedBase, t.sharedBytes);
  }

  private static boolean inLocal(ThreadState t, long address) {
    return CompareSemantics.inside(address, t.localBase, t.localBytes);
  }
}
