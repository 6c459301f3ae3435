package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import java.util.List;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.IntegerSemantics;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.cpu.translate.semantics.VideoSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/** Video instructions (PTX ISA 9.7.18). */
final class VideoOperations {

  private VideoOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    if (i.opcode().equals("vmad")) {
      return multiplyAdd(d, i);
    }
    boolean compares = i.opcode().startsWith("vset");
    List<PtxType> types = i.types();
    boolean signedD = !compares && types.get(0) == PtxType.S32;
    boolean signedA = types.get(compares ? 0 : 1) == PtxType.S32;
    boolean signedB = types.get(compares ? 1 : 2) == PtxType.S32;
    char last = i.opcode().charAt(i.opcode().length() - 1);
    Expression operation = Expression.ofInt(operation(i, compares));
    if (!Character.isDigit(last)) {
      Expression value =
          call(
              VideoSemantics.class,
              "compute",
              extended(d, i.operand(1), signedA),
              extended(d, i.operand(2), signedB),
              operation);
      return word(d, i, value, signedD);
    }
    int flags = signedA ? VideoSemantics.SIGNED_A : 0;
    flags += signedB ? VideoSemantics.SIGNED_B : 0;
    flags += signedD ? VideoSemantics.SIGNED_D : 0;
    flags += i.hasModifier("sat") ? VideoSemantics.SATURATES : 0;
    flags += i.hasModifier("add") ? VideoSemantics.ADDS : 0;
    Expression a = d.source(i.operand(1), PtxType.B32);
    Expression b = d.source(i.operand(2), PtxType.B32);
    Expression c = d.source(i.operand(3), PtxType.B32);
    Expression lanes = Expression.ofInt(last - '0');
    return d.store(
        i.operand(0),
        PtxType.B32,
        call(VideoSemantics.class, "lanes", a, b, c, operation, lanes, Expression.ofInt(flags)));
  }

  private static int operation(Instruction i, boolean compares) {
    String name = i.opcode().substring(1);
    if (Character.isDigit(name.charAt(name.length() - 1))) {
      name = name.substring(0, name.length() - 1);
    }
    String mode = i.hasModifier("wrap") ? "wrap" : i.hasModifier("clamp") ? "clamp" : "";
    return VideoSemantics.operation(compares ? i.modifiers().get(2) : name + mode);
  }

  private static Operation multiplyAdd(Decoder d, Instruction i) {
    boolean signedA = i.types().get(1) == PtxType.S32;
    boolean signedB = i.types().get(2) == PtxType.S32;
    boolean signed = signedA || signedB;
    int scale = i.hasModifier("shr7") ? 7 : i.hasModifier("shr15") ? 15 : 0;
    Expression value =
        call(
            VideoSemantics.class,
            "multiplyAdd",
            extended(d, i.operand(1), signedA),
            extended(d, i.operand(2), signedB),
            extended(d, i.operand(3), signed),
            Expression.ofInt(scale),
            Expression.flag(i.hasModifier("po")),
            Expression.flag(signed));
    if (i.hasModifier("sat")) {
      value =
          signed
              ? call(
                  VideoSemantics.class, "clamp", value, Expression.ofInt(32), Expression.flag(true))
              : call(
                  ConvertSemantics.class,
                  "clampUnsigned",
                  value,
                  new Expression(long.class, t -> 0xffff_ffffL));
    }
    return d.store(i.operand(0), PtxType.B32, call(PlainSemantics.class, "low", value));
  }

  private static Expression extended(Decoder d, Operand operand, boolean signed) {
    if (operand instanceof Operand.Element e) {
      return call(
          VideoSemantics.class,
          "part",
          d.source(e.register(), PtxType.B32),
          Expression.ofInt(VideoSemantics.shift(e.selector())),
          Expression.ofInt(VideoSemantics.bits(e.selector())),
          Expression.flag(signed));
    }
    Expression word = d.source(operand, PtxType.B32);
    return call(PlainSemantics.class, signed ? "extendSigned" : "extendUnsigned", word);
  }

  private static Operation word(Decoder d, Instruction i, Expression value, boolean signed) {
    Operand target = i.operand(0);
    String selector = target instanceof Operand.Element e ? e.selector() : "";
    Expression bits = Expression.ofInt(VideoSemantics.bits(selector));
    Expression clamped =
        i.hasModifier("sat")
            ? call(VideoSemantics.class, "clamp", value, bits, Expression.flag(signed))
            : value;
    Expression result = call(PlainSemantics.class, "low", clamped);
    if (target instanceof Operand.Element e) {
      Expression c = d.source(i.operand(3), PtxType.B32);
      Expression shift = Expression.ofInt(VideoSemantics.shift(selector));
      return d.store(
          e.register(), PtxType.B32, call(VideoSemantics.class, "merge", result, c, shift, bits));
    }
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
    return d.store(target, PtxType.B32, result);
  }
}
