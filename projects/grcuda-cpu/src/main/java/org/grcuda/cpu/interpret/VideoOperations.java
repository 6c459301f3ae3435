package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import java.util.List;
import org.grcuda.cpu.translate.semantics.IntegerSemantics;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.cpu.translate.semantics.VideoSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;

/** Video instructions (PTX ISA 9.7.18), with whole operands. */
final class VideoOperations {

  private VideoOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    boolean compares = i.opcode().startsWith("vset");
    List<PtxType> types = i.types();
    boolean signedD = !compares && types.get(0) == PtxType.S32;
    boolean signedA = types.get(compares ? 0 : 1) == PtxType.S32;
    boolean signedB = types.get(compares ? 1 : 2) == PtxType.S32;
    char last = i.opcode().charAt(i.opcode().length() - 1);
    String name =
        Character.isDigit(last)
            ? i.opcode().substring(1, i.opcode().length() - 1)
            : i.opcode().substring(1);
    Expression operation =
        Expression.ofInt(VideoSemantics.OPERATIONS.indexOf(compares ? i.modifiers().get(2) : name));
    Expression a = d.source(i.operand(1), PtxType.B32);
    Expression b = d.source(i.operand(2), PtxType.B32);
    if (!Character.isDigit(last)) {
      Expression value =
          call(
              VideoSemantics.class,
              "compute",
              extended(a, signedA),
              extended(b, signedB),
              operation);
      return word(d, i, value, signedD);
    }
    int flags = signedA ? VideoSemantics.SIGNED_A : 0;
    flags += signedB ? VideoSemantics.SIGNED_B : 0;
    flags += signedD ? VideoSemantics.SIGNED_D : 0;
    flags += i.hasModifier("sat") ? VideoSemantics.SATURATES : 0;
    flags += i.hasModifier("add") ? VideoSemantics.ADDS : 0;
    Expression c = d.source(i.operand(3), PtxType.B32);
    Expression lanes = Expression.ofInt(last - '0');
    return d.store(
        i.operand(0),
        PtxType.B32,
        call(VideoSemantics.class, "lanes", a, b, c, operation, lanes, Expression.ofInt(flags)));
  }

  private static Expression extended(Expression word, boolean signed) {
    return call(PlainSemantics.class, signed ? "extendSigned" : "extendUnsigned", word);
  }

  private static Operation word(Decoder d, Instruction i, Expression value, boolean signed) {
    Expression clamped =
        i.hasModifier("sat")
            ? call(
                VideoSemantics.class, "clamp", value, Expression.ofInt(32), Expression.flag(signed))
            : value;
    Expression result = call(PlainSemantics.class, "low", clamped);
    if (i.operands().size() > 3) {
      Expression c = d.source(i.operand(3), PtxType.B32);
      String second = i.modifiers().get(i.modifiers().size() - 1);
      result =
          switch (second) {
            case "add" -> call(PlainSemantics.class, "add", result, c);
            case "min", "max" ->
                signed
                    ? call(Math.class, second, result, c)
                    : call(IntegerSemantics.class, second + "U32", result, c);
            default -> throw d.unsupported(i.mnemonic());
          };
    }
    return d.store(i.operand(0), PtxType.B32, result);
  }
}
