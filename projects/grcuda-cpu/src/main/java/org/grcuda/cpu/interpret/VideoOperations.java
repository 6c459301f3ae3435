package org.grcuda.cpu.interpret;

import static org.grcuda.cpu.interpret.Decoder.call;

import java.util.List;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.IntegerSemantics;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.cpu.translate.semantics.VideoSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Trait;

/** Video instructions (PTX ISA 9.7.18). */
final class VideoOperations {

  private VideoOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    if (i.opcode() == Opcode.VMAD) {
      return multiplyAdd(d, i);
    }
    boolean compares = i.is(Trait.COMPARES);
    List<PtxType> types = i.types();
    boolean signedD = !compares && types.get(0) == PtxType.S32;
    boolean signedA = types.get(compares ? 0 : 1) == PtxType.S32;
    boolean signedB = types.get(compares ? 1 : 2) == PtxType.S32;
    Expression operation = Expression.ofInt(operation(i, compares));
    if (i.opcode().lanes() == 1) {
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
    flags += i.has(Modifier.SAT) ? VideoSemantics.SATURATES : 0;
    flags += i.has(Modifier.ADD) ? VideoSemantics.ADDS : 0;
    Expression a = d.source(i.operand(1), PtxType.B32);
    Expression b = d.source(i.operand(2), PtxType.B32);
    Expression c = d.source(i.operand(3), PtxType.B32);
    Expression lanes = Expression.ofInt(i.opcode().lanes());
    return d.store(
        i.operand(0),
        PtxType.B32,
        call(VideoSemantics.class, "lanes", a, b, c, operation, lanes, Expression.ofInt(flags)));
  }

  private static int operation(Instruction i, boolean compares) {
    String name = i.name().substring(1);
    if (i.opcode().lanes() > 1) {
      name = name.substring(0, name.length() - 1);
    }
    String mode = i.has(Modifier.WRAP) ? "wrap" : i.has(Modifier.CLAMP) ? "clamp" : "";
    return VideoSemantics.operation(compares ? i.modifiers().get(2) : name + mode);
  }

  private static Operation multiplyAdd(Decoder d, Instruction i) {
    boolean signedA = i.types().get(1) == PtxType.S32;
    boolean signedB = i.types().get(2) == PtxType.S32;
    boolean signed = signedA || signedB;
    int scale = i.has(Modifier.SHR7) ? 7 : i.has(Modifier.SHR15) ? 15 : 0;
    Expression value =
        call(
            VideoSemantics.class,
            "multiplyAdd",
            extended(d, i.operand(1), signedA),
            extended(d, i.operand(2), signedB),
            extended(d, i.operand(3), signed),
            Expression.ofInt(scale),
            Expression.flag(i.has(Modifier.PO)),
            Expression.flag(signed));
    if (i.has(Modifier.SAT)) {
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
        i.has(Modifier.SAT)
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
