package org.grcuda.cpu.translate.emit;

import java.util.Map;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.IntegerSemantics;
import org.grcuda.cpu.translate.semantics.VideoSemantics;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Section;
import org.grcuda.ptx.Trait;

/** Video instructions (PTX ISA 9.7.18). */
final class VideoFamily {

  private static final Class<VideoSemantics> SEMANTICS = VideoSemantics.class;

  private VideoFamily() {}

  static void install(Map<Opcode, InstructionEmitter> table) {
    for (Opcode opcode : Opcode.values()) {
      if (opcode.section() == Section.VIDEO) {
        table.put(opcode, opcode.lanes() == 1 ? VideoFamily::word : VideoFamily::lanes);
      }
    }
    table.put(Opcode.VMAD, VideoFamily::multiplyAdd);
  }

  /** What lanes compute, as {@link VideoSemantics} numbers it. */
  static int operation(Instruction i) {
    String name = i.name().substring(1).replaceAll("[24]$", "");
    String mode = i.has(Modifier.WRAP) ? "wrap" : i.has(Modifier.CLAMP) ? "clamp" : "";
    return VideoSemantics.operation(name.equals("set") ? i.modifiers().get(2) : name + mode);
  }

  /** Types of result and operands; the result of a comparison is unsigned. */
  static boolean isSigned(Instruction i, int position) {
    boolean compares = i.is(Trait.COMPARES);
    int at = compares ? position - 1 : position;
    return at >= 0 && PtxType.ofName(i.modifiers().get(at)) == PtxType.S32;
  }

  private static void word(MethodEmitter m, Instruction i) {
    pushLong(m, i, 1);
    pushLong(m, i, 2);
    m.code().loadConstant(operation(i));
    m.invoke(SEMANTICS, "compute", long.class, long.class, int.class);
    boolean signed = isSigned(i, 0);
    Operand target = i.operand(0);
    String selector = target instanceof Operand.Element e ? e.selector() : "";
    int bits = VideoSemantics.bits(selector);
    if (i.has(Modifier.SAT)) {
      m.code().loadConstant(bits).loadConstant(signed ? 1 : 0);
      m.invoke(SEMANTICS, "clamp", long.class, int.class, boolean.class);
    }
    m.code().l2i();
    if (target instanceof Operand.Element e) {
      m.push(i.operand(3), PtxType.B32);
      m.code().loadConstant(VideoSemantics.shift(selector)).loadConstant(bits);
      Class<?> n = int.class;
      m.invoke(SEMANTICS, "merge", n, n, n, n);
      m.store(e.register(), PtxType.B32);
      return;
    }
    if (i.operands().size() > 3) {
      m.push(i.operand(3), PtxType.B32);
      String second = i.modifiers().get(i.modifiers().size() - 1);
      switch (second) {
        case "add" -> m.code().iadd();
        case "min", "max" -> {
          Class<?> owner = signed ? Math.class : IntegerSemantics.class;
          m.invoke(owner, signed ? second : second + "U32", int.class, int.class);
        }
        default -> throw m.unsupported(i.mnemonic());
      }
    }
    m.store(i.operand(0), PtxType.B32);
  }

  private static void multiplyAdd(MethodEmitter m, Instruction i) {
    boolean signed = isSigned(i, 1) || isSigned(i, 2);
    pushLong(m, i, 1);
    pushLong(m, i, 2);
    m.push(i.operand(3), PtxType.B32);
    m.adapt(JvmKind.INT, JvmKind.LONG, signed);
    m.code().loadConstant(i.has(Modifier.SHR7) ? 7 : i.has(Modifier.SHR15) ? 15 : 0);
    m.code().loadConstant(i.has(Modifier.PO) ? 1 : 0).loadConstant(signed ? 1 : 0);
    Class<?> n = long.class;
    m.invoke(SEMANTICS, "multiplyAdd", n, n, n, int.class, boolean.class, boolean.class);
    if (i.has(Modifier.SAT) && signed) {
      m.code().loadConstant(32).iconst_1();
      m.invoke(SEMANTICS, "clamp", long.class, int.class, boolean.class);
    } else if (i.has(Modifier.SAT)) {
      m.code().loadConstant(0xffff_ffffL);
      m.invoke(ConvertSemantics.class, "clampUnsigned", long.class, long.class);
    }
    m.code().l2i();
    m.store(i.operand(0), PtxType.B32);
  }

  private static void pushLong(MethodEmitter m, Instruction i, int operand) {
    boolean signed = isSigned(i, operand);
    if (i.operand(operand) instanceof Operand.Element e) {
      m.push(e.register(), PtxType.B32);
      m.code().loadConstant(VideoSemantics.shift(e.selector()));
      m.code().loadConstant(VideoSemantics.bits(e.selector())).loadConstant(signed ? 1 : 0);
      m.invoke(SEMANTICS, "part", int.class, int.class, int.class, boolean.class);
      return;
    }
    m.push(i.operand(operand), PtxType.B32);
    m.adapt(JvmKind.INT, JvmKind.LONG, signed);
  }

  private static void lanes(MethodEmitter m, Instruction i) {
    for (int k = 1; k <= 3; k++) {
      m.push(i.operand(k), PtxType.B32);
    }
    int flags =
        (isSigned(i, 1) ? VideoSemantics.SIGNED_A : 0)
            | (isSigned(i, 2) ? VideoSemantics.SIGNED_B : 0)
            | (isSigned(i, 0) ? VideoSemantics.SIGNED_D : 0)
            | (i.has(Modifier.SAT) ? VideoSemantics.SATURATES : 0)
            | (i.has(Modifier.ADD) ? VideoSemantics.ADDS : 0);
    m.code().loadConstant(operation(i)).loadConstant(i.opcode().lanes());
    m.code().loadConstant(flags);
    Class<?> n = int.class;
    m.invoke(SEMANTICS, "lanes", n, n, n, n, n, n);
    m.store(i.operand(0), PtxType.B32);
  }
}
