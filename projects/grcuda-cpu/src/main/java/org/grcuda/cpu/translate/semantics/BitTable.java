package org.grcuda.cpu.translate.semantics;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;

/**
 * The instructions on bits that one method executes (PTX ISA 9.7.1, 9.7.8, 9.7.9.8): which method,
 * and as which types it takes the operands. Bytecode and interpreter both ask here.
 */
public final class BitTable {

  /** The opcodes of the table. */
  public static final Set<Opcode> OPCODES =
      Collections.unmodifiableSet(
          EnumSet.of(
              Opcode.CNOT,
              Opcode.SHF,
              Opcode.PRMT,
              Opcode.BFE,
              Opcode.BFI,
              Opcode.BMSK,
              Opcode.FNS,
              Opcode.POPC,
              Opcode.CLZ,
              Opcode.BREV));

  private static final Class<?> BITS = BitSemantics.class;
  private static final PtxType WORD = PtxType.B32;

  private BitTable() {}

  /**
   * A method of the semantics.
   *
   * @param name of a static method, whose parameters hold the sources
   * @param result the type of the destination
   * @param sources the types of the operands behind it
   */
  public record Method(Class<?> owner, String name, PtxType result, List<PtxType> sources) {}

  /** The method that executes an instruction of one of the {@link #OPCODES}. */
  public static Method of(Instruction i) {
    PtxType type = i.type();
    boolean wide = type.size() == Long.BYTES;
    Class<?> box = wide ? Long.class : Integer.class;
    return switch (i.opcode()) {
      case CNOT -> method(BITS, "cnot", type, type);
      case SHF -> method(BITS, funnelShift(i), type, WORD, WORD, WORD);
      case PRMT -> method(BITS, permutation(i), type, WORD, WORD, WORD);
      case BFE -> method(BITS, fieldOf(type), type, type, WORD, WORD);
      case BFI -> method(BITS, wide ? "bfi64" : "bfi32", type, type, type, WORD, WORD);
      case BMSK -> method(BITS, clamps(i) ? "bmskClamp" : "bmskWrap", type, WORD, WORD);
      case FNS -> method(BITS, "fns", type, WORD, WORD, WORD);
      case POPC -> method(box, "bitCount", PtxType.U32, type);
      case CLZ -> method(box, "numberOfLeadingZeros", PtxType.U32, type);
      case BREV -> method(box, "reverse", type, type);
      default -> throw new IllegalArgumentException(i.text());
    };
  }

  private static Method method(Class<?> owner, String name, PtxType result, PtxType... sources) {
    return new Method(owner, name, result, List.of(sources));
  }

  private static boolean clamps(Instruction i) {
    return i.has(Modifier.CLAMP);
  }

  private static String funnelShift(Instruction i) {
    return i.has(Modifier.L)
        ? clamps(i) ? "shfLeftClamp" : "shfLeftWrap"
        : clamps(i) ? "shfRightClamp" : "shfRightWrap";
  }

  private static String fieldOf(PtxType type) {
    return switch (type) {
      case S32 -> "bfeS32";
      case S64 -> "bfeS64";
      case U32 -> "bfeU32";
      default -> "bfeU64";
    };
  }

  private static String permutation(Instruction i) {
    return i.has(Modifier.F4E)
        ? "prmtF4e"
        : i.has(Modifier.B4E)
            ? "prmtB4e"
            : i.has(Modifier.RC8)
                ? "prmtRc8"
                : i.has(Modifier.ECL)
                    ? "prmtEcl"
                    : i.has(Modifier.ECR) ? "prmtEcr" : i.has(Modifier.RC16) ? "prmtRc16" : "prmt";
  }
}
