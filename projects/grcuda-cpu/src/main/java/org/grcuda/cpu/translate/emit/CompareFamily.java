package org.grcuda.cpu.translate.emit;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.util.Map;
import org.grcuda.cpu.translate.semantics.CompareSemantics;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/** Comparison and selection (PTX ISA 9.7.5): setp, set, selp, slct. */
final class CompareFamily {

  private CompareFamily() {}

  static void install(Map<org.grcuda.ptx.Opcode, InstructionEmitter> table) {
    table.put(org.grcuda.ptx.Opcode.SETP, CompareFamily::setp);
    table.put(org.grcuda.ptx.Opcode.SET, CompareFamily::set);
    table.put(org.grcuda.ptx.Opcode.SELP, CompareFamily::selp);
    table.put(org.grcuda.ptx.Opcode.SLCT, CompareFamily::slct);
  }

  private static void setp(MethodEmitter m, Instruction i) {
    PtxType type = i.sourceType();
    boolean packed = isPacked(type);
    if (!(i.operand(0) instanceof Operand.Pair pair)) {
      if (packed) {
        throw m.unsupported(i.mnemonic());
      }
      pushComparison(m, i, type, 0);
      combine(m, i);
      m.store(i.operand(0), PtxType.PRED);
      return;
    }
    pushComparison(m, i, type, packed ? 1 : 0);
    if (!packed) {
      m.code().iconst_1().ixor();
    }
    combine(m, i);
    pushComparison(m, i, type, 0);
    combine(m, i);
    m.store(pair.first(), PtxType.PRED);
    m.store(pair.second(), PtxType.PRED);
  }

  private static boolean isPacked(PtxType type) {
    return type == PtxType.F16X2 || type == PtxType.BF16X2;
  }

  private static void set(MethodEmitter m, Instruction i) {
    PtxType source = i.sourceType();
    pushComparison(m, i, source, 0);
    combine(m, i);
    if (isPacked(source)) {
      pushTruth(m, i);
      pushComparison(m, i, source, 1);
      combine(m, i);
      pushTruth(m, i);
      m.invoke(ConvertSemantics.class, "pack16", int.class, int.class);
    } else {
      pushTruth(m, i);
    }
    m.store(i.operand(0), i.type());
  }

  /** Turns 0 or 1 into what the destination holds for it: a number, or all bits. */
  private static void pushTruth(MethodEmitter m, Instruction i) {
    switch (i.type()) {
      case F32 -> m.code().i2f();
      case F16, F16X2 -> m.code().loadConstant(ConvertSemantics.HALF_ONE).imul();
      case BF16, BF16X2 -> m.code().loadConstant(ConvertSemantics.BFLOAT_ONE).imul();
      case U16, S16, U32, S32 -> m.code().ineg();
      default -> throw m.unsupported(i.mnemonic());
    }
  }

  /** Applies {@code .and}, {@code .or} or {@code .xor} with the third source, if there is one. */
  private static void combine(MethodEmitter m, Instruction i) {
    if (i.operands().size() < 4) {
      return;
    }
    m.push(i.operand(3), PtxType.PRED);
    switch (i.modifiers().get(1)) {
      case "and" -> m.code().iand();
      case "or" -> m.code().ior();
      case "xor" -> m.code().ixor();
      default -> throw m.unsupported(i.mnemonic());
    }
  }

  /** Pushes the comparison of the first two sources, or of a part of them, as 0 or 1. */
  private static void pushComparison(MethodEmitter m, Instruction i, PtxType type, int part) {
    String comparison = i.modifiers().get(0);
    switch (type) {
      case F16, BF16, F16X2, BF16X2 -> {
        HalfFamily.pushPart(m, i, type, 1, part);
        HalfFamily.pushPart(m, i, type, 2, part);
        compareFloats(m, comparison, true);
      }
      case F32, F64 -> {
        pushFloat(m, i, 1, type);
        pushFloat(m, i, 2, type);
        compareFloats(m, comparison, type == PtxType.F32);
      }
      default -> {
        m.push(i.operand(1), type);
        m.push(i.operand(2), type);
        compareIntegers(m, comparison, type, i);
      }
    }
  }

  private static void pushFloat(MethodEmitter m, Instruction i, int operand, PtxType type) {
    m.push(i.operand(operand), type);
    if (i.has(Modifier.FTZ) && type == PtxType.F32) {
      m.invoke(FloatSemantics.class, "ftz", float.class);
    }
  }

  private static void compareIntegers(
      MethodEmitter m, String comparison, PtxType type, Instruction i) {
    boolean unsignedName =
        switch (comparison) {
          case "lo", "ls", "hi", "hs" -> true;
          default -> false;
        };
    boolean equality = comparison.equals("eq") || comparison.equals("ne");
    boolean unsigned = !equality && (unsignedName || !type.isSigned());
    boolean wide = JvmKind.of(type) == JvmKind.LONG;
    CodeBuilder code = m.code();
    if (unsigned && type.size() >= 4) {
      Class<?> operand = JvmKind.of(type).type();
      m.invoke(wide ? Long.class : Integer.class, "compareUnsigned", operand, operand);
      pushCondition(code, singleOperand(comparison, m, i));
    } else if (wide) {
      code.lcmp();
      pushCondition(code, singleOperand(comparison, m, i));
    } else {
      pushCondition(code, twoOperands(comparison, m, i));
    }
  }

  private static Opcode singleOperand(String comparison, MethodEmitter m, Instruction i) {
    return switch (comparison) {
      case "eq" -> Opcode.IFEQ;
      case "ne" -> Opcode.IFNE;
      case "lt", "lo" -> Opcode.IFLT;
      case "le", "ls" -> Opcode.IFLE;
      case "gt", "hi" -> Opcode.IFGT;
      case "ge", "hs" -> Opcode.IFGE;
      default -> throw m.unsupported(i.mnemonic());
    };
  }

  private static Opcode twoOperands(String comparison, MethodEmitter m, Instruction i) {
    return switch (comparison) {
      case "eq" -> Opcode.IF_ICMPEQ;
      case "ne" -> Opcode.IF_ICMPNE;
      case "lt", "lo" -> Opcode.IF_ICMPLT;
      case "le", "ls" -> Opcode.IF_ICMPLE;
      case "gt", "hi" -> Opcode.IF_ICMPGT;
      case "ge", "hs" -> Opcode.IF_ICMPGE;
      default -> throw m.unsupported(i.mnemonic());
    };
  }

  /** Replaces the operands of a conditional jump by whether it would be taken. */
  private static void pushCondition(CodeBuilder code, Opcode jump) {
    Label yes = code.newLabel();
    Label end = code.newLabel();
    code.branch(jump, yes).iconst_0().goto_(end);
    code.labelBinding(yes).iconst_1().labelBinding(end);
  }

  /**
   * The JVM compares with a NaN as -1 ({@code cmpl}) or 1 ({@code cmpg}): the one that makes the
   * ordered relation false, the unordered one true.
   */
  private static void compareFloats(MethodEmitter m, String comparison, boolean single) {
    switch (comparison) {
      case "eq" -> floatCondition(m, single, false, Opcode.IFEQ);
      case "neu" -> floatCondition(m, single, false, Opcode.IFNE);
      case "lt" -> floatCondition(m, single, true, Opcode.IFLT);
      case "le" -> floatCondition(m, single, true, Opcode.IFLE);
      case "gt" -> floatCondition(m, single, false, Opcode.IFGT);
      case "ge" -> floatCondition(m, single, false, Opcode.IFGE);
      case "ltu" -> floatCondition(m, single, false, Opcode.IFLT);
      case "leu" -> floatCondition(m, single, false, Opcode.IFLE);
      case "gtu" -> floatCondition(m, single, true, Opcode.IFGT);
      case "geu" -> floatCondition(m, single, true, Opcode.IFGE);
      case "ne", "equ", "num", "nan" -> {
        Class<?> operand = single ? float.class : double.class;
        m.invoke(CompareSemantics.class, comparison, operand, operand);
      }
      default -> throw m.unsupported("comparison " + comparison);
    }
  }

  private static void floatCondition(
      MethodEmitter m, boolean single, boolean nanIsGreater, Opcode jump) {
    CodeBuilder code = m.code();
    if (single) {
      if (nanIsGreater) {
        code.fcmpg();
      } else {
        code.fcmpl();
      }
    } else if (nanIsGreater) {
      code.dcmpg();
    } else {
      code.dcmpl();
    }
    pushCondition(code, jump);
  }

  private static void selp(MethodEmitter m, Instruction i) {
    m.push(i.operand(3), PtxType.PRED);
    select(m, i, Opcode.IFNE);
  }

  private static void slct(MethodEmitter m, Instruction i) {
    PtxType condition = i.sourceType();
    m.push(i.operand(3), condition);
    if (condition == PtxType.F32) {
      if (i.has(Modifier.FTZ)) {
        m.invoke(FloatSemantics.class, "ftz", float.class);
      }
      m.code().fconst_0().fcmpl();
    }
    select(m, i, Opcode.IFGE);
  }

  /**
   * Stores the first source if the jump on the int on the stack would be taken, else the second.
   */
  private static void select(MethodEmitter m, Instruction i, Opcode jump) {
    CodeBuilder code = m.code();
    Label first = code.newLabel();
    Label end = code.newLabel();
    code.branch(jump, first);
    m.push(i.operand(2), i.type());
    code.goto_(end).labelBinding(first);
    m.push(i.operand(1), i.type());
    code.labelBinding(end);
    m.store(i.operand(0), i.type());
  }
}
