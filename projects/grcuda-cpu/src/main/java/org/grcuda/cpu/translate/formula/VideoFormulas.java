package org.grcuda.cpu.translate.formula;

import static org.grcuda.cpu.translate.formula.Formula.call;
import static org.grcuda.cpu.translate.formula.Formula.flag;
import static org.grcuda.cpu.translate.formula.Formula.number;
import static org.grcuda.cpu.translate.formula.Formulas.source;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.translate.formula.ConvertFormulas.Conversions;
import org.grcuda.cpu.translate.formula.IntegerFormulas.Integers;
import org.grcuda.cpu.translate.semantics.VideoSemantics;
import org.grcuda.cpu.translate.semantics.VideoSemantics.Operation;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Section;
import org.grcuda.ptx.Trait;

/** Video instructions (PTX ISA 9.7.18). */
final class VideoFormulas {

  static final Set<Opcode> OPCODES = opcodes();

  /** The operations that may combine a word with the third operand. */
  private static final Set<Modifier> SECOND_OPERATIONS =
      EnumSet.of(Modifier.ADD, Modifier.MIN, Modifier.MAX);

  private static final PtxType WORD = PtxType.B32;

  /** The steps. */
  enum Videos implements Step {
    PART("part", "(IIIZ)J"),
    MERGE("merge", "(IIII)I"),
    MULTIPLY_ADD("multiplyAdd", "(JJJIZZ)J"),
    LANES("lanes", "(IIIIII)I"),
    COMPUTE("compute", "(JJI)J"),
    CLAMP("clamp", "(JIZ)J");

    private final StaticMethod method;

    Videos(String name, String descriptor) {
      this.method = new StaticMethod(VideoSemantics.class, name, descriptor);
    }

    @Override
    public StaticMethod method() {
      return method;
    }
  }

  private VideoFormulas() {}

  private static Set<Opcode> opcodes() {
    Set<Opcode> opcodes = EnumSet.noneOf(Opcode.class);
    for (Opcode opcode : Opcode.values()) {
      if (opcode.section() == Section.VIDEO) {
        opcodes.add(opcode);
      }
    }
    return Collections.unmodifiableSet(opcodes);
  }

  static Assignments of(Instruction i) {
    if (i.opcode() == Opcode.VMAD) {
      return Assignments.of(i.operand(0), WORD, multiplyAdd(i));
    }
    return i.opcode().lanes() == 1 ? word(i) : Assignments.of(i.operand(0), WORD, lanes(i));
  }

  /** Of the result, or of a source; the result of a comparison is unsigned. */
  private static boolean isSigned(Instruction i, int position) {
    List<PtxType> types = i.types();
    int at = i.is(Trait.COMPARES) ? position - 1 : position;
    return at >= 0 && types.get(at).isSigned();
  }

  private static Operation operation(Instruction i) {
    boolean wraps = i.has(Modifier.WRAP);
    return switch (i.opcode()) {
      case VADD, VADD2, VADD4 -> Operation.ADD;
      case VSUB, VSUB2, VSUB4 -> Operation.SUB;
      case VAVRG2, VAVRG4 -> Operation.AVRG;
      case VABSDIFF, VABSDIFF2, VABSDIFF4 -> Operation.ABSDIFF;
      case VMIN, VMIN2, VMIN4 -> Operation.MIN;
      case VMAX, VMAX2, VMAX4 -> Operation.MAX;
      case VSHL -> wraps ? Operation.SHL_WRAP : Operation.SHL_CLAMP;
      case VSHR -> wraps ? Operation.SHR_WRAP : Operation.SHR_CLAMP;
      case VSET, VSET2, VSET4 ->
          switch (i.oneOf(Modifier.COMPARISONS)) {
            case EQ -> Operation.EQ;
            case NE -> Operation.NE;
            case LT -> Operation.LT;
            case LE -> Operation.LE;
            case GT -> Operation.GT;
            case GE -> Operation.GE;
            default -> throw Formulas.unsupported(i);
          };
      default -> throw Formulas.unsupported(i);
    };
  }

  private static Formula lanes(Instruction i) {
    int flags =
        (isSigned(i, 1) ? VideoSemantics.SIGNED_A : 0)
            | (isSigned(i, 2) ? VideoSemantics.SIGNED_B : 0)
            | (isSigned(i, 0) ? VideoSemantics.SIGNED_D : 0)
            | (i.has(Modifier.SAT) ? VideoSemantics.SATURATES : 0)
            | (i.has(Modifier.ADD) ? VideoSemantics.ADDS : 0);
    return call(
        Videos.LANES,
        source(i, 1, WORD),
        source(i, 2, WORD),
        source(i, 3, WORD),
        number(operation(i).ordinal()),
        number(i.opcode().lanes()),
        number(flags));
  }

  private static Formula multiplyAdd(Instruction i) {
    boolean signed = isSigned(i, 1) || isSigned(i, 2);
    int scale = i.has(Modifier.SHR7) ? 7 : i.has(Modifier.SHR15) ? 15 : 0;
    Formula value =
        call(
            Videos.MULTIPLY_ADD,
            extended(i.operand(1), isSigned(i, 1)),
            extended(i.operand(2), isSigned(i, 2)),
            extended(i.operand(3), signed),
            number(scale),
            flag(i.has(Modifier.PO)),
            flag(signed));
    if (i.has(Modifier.SAT)) {
      value =
          signed
              ? call(Videos.CLAMP, value, number(Integer.SIZE), flag(true))
              : call(Conversions.CLAMP_UNSIGNED, value, number(0xffff_ffffL));
    }
    return call(Plain.LOW, value);
  }

  /** A source as a long: all of a word, or a part of it. */
  private static Formula extended(Operand operand, boolean signed) {
    if (operand instanceof Operand.Element e) {
      return call(
          Videos.PART,
          new Formula.Source(e.register(), WORD),
          number(VideoSemantics.shift(e.selector())),
          number(VideoSemantics.bits(e.selector())),
          flag(signed));
    }
    return Plain.extend(new Formula.Source(operand, WORD), signed);
  }

  private static Assignments word(Instruction i) {
    boolean signed = isSigned(i, 0);
    Operand target = i.operand(0);
    String selector = target instanceof Operand.Element e ? e.selector() : "";
    Formula bits = number(VideoSemantics.bits(selector));
    Formula value =
        call(
            Videos.COMPUTE,
            extended(i.operand(1), isSigned(i, 1)),
            extended(i.operand(2), isSigned(i, 2)),
            number(operation(i).ordinal()));
    if (i.has(Modifier.SAT)) {
      value = call(Videos.CLAMP, value, bits, flag(signed));
    }
    Formula result = call(Plain.LOW, value);
    if (target instanceof Operand.Element e) {
      Formula shift = number(VideoSemantics.shift(selector));
      return Assignments.of(
          e.register(), WORD, call(Videos.MERGE, result, source(i, 3, WORD), shift, bits));
    }
    return Assignments.of(
        target, WORD, i.operands().size() > 3 ? second(i, signed, result) : result);
  }

  private static Formula second(Instruction i, boolean signed, Formula result) {
    Formula c = source(i, 3, WORD);
    Modifier operation = i.oneOf(SECOND_OPERATIONS);
    if (operation == null) {
      throw Formulas.unsupported(i);
    }
    return switch (operation) {
      case ADD -> Plain.add(result, c);
      case MIN -> call(signed ? Integers.MIN_S32 : Integers.MIN_U32, result, c);
      default -> call(signed ? Integers.MAX_S32 : Integers.MAX_U32, result, c);
    };
  }
}
