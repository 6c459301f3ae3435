package org.grcuda.cpu.translate.formula;

import static org.grcuda.ptx.Opcode.ABS;
import static org.grcuda.ptx.Opcode.ADD;
import static org.grcuda.ptx.Opcode.CVT;
import static org.grcuda.ptx.Opcode.DIV;
import static org.grcuda.ptx.Opcode.MAD;
import static org.grcuda.ptx.Opcode.MAX;
import static org.grcuda.ptx.Opcode.MIN;
import static org.grcuda.ptx.Opcode.MUL;
import static org.grcuda.ptx.Opcode.NEG;
import static org.grcuda.ptx.Opcode.REM;
import static org.grcuda.ptx.Opcode.SUB;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.translate.semantics.Rounding;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxType;

/** The computation of each instruction: one entry for interpreter and bytecode. */
public final class Formulas {

  private static final Map<Opcode, Function<Instruction, Assignments>> TABLE = table();

  private Formulas() {}

  private static Map<Opcode, Function<Instruction, Assignments>> table() {
    Map<Opcode, Function<Instruction, Assignments>> table = new EnumMap<>(Opcode.class);
    put(table, EnumSet.of(ADD, SUB, MUL, MAD, DIV, REM), Formulas::arithmetic);
    put(table, EnumSet.of(ABS, NEG, MIN, MAX), Formulas::arithmetic);
    put(table, FloatFormulas.OPCODES, Formulas::arithmetic);
    put(table, IntegerFormulas.OPCODES, IntegerFormulas::of);
    put(table, BitFormulas.OPCODES, BitFormulas::of);
    put(table, CompareFormulas.OPCODES, CompareFormulas::of);
    put(table, VideoFormulas.OPCODES, VideoFormulas::of);
    put(table, EnumSet.of(CVT), ConvertFormulas::of);
    put(table, AtomicFormulas.OPCODES, AtomicFormulas::of);
    return Collections.unmodifiableMap(table);
  }

  private static void put(
      Map<Opcode, Function<Instruction, Assignments>> table,
      Set<Opcode> opcodes,
      Function<Instruction, Assignments> rule) {
    for (Opcode opcode : opcodes) {
      table.put(opcode, rule);
    }
  }

  /** The opcodes whose instructions have formulas. */
  public static Set<Opcode> opcodes() {
    return TABLE.keySet();
  }

  /**
   * The results of an instruction of one of the {@link #opcodes}.
   *
   * @throws UnsupportedPtxException if nothing here executes it
   */
  public static Assignments of(Instruction i) {
    return TABLE.get(i.opcode()).apply(i);
  }

  /** Opcodes that integers and floats share. */
  private static Assignments arithmetic(Instruction i) {
    return switch (i.type()) {
      case F32, F64 -> FloatFormulas.of(i);
      case F16, F16X2, BF16, BF16X2 -> HalfFormulas.of(i);
      case S16, U16, S32, U32, S64, U64 -> IntegerFormulas.of(i);
      case S16X2, U16X2 -> IntegerFormulas.pair(i);
      default -> throw unsupported(i);
    };
  }

  /** A source of an instruction, of its type. */
  static Formula source(Instruction i, int operand) {
    return source(i, operand, i.type());
  }

  /** A source of an instruction, read as a type. */
  static Formula source(Instruction i, int operand, PtxType type) {
    return new Formula.Source(i.operand(operand), type);
  }

  /** A refusal of an instruction that nothing here executes. */
  static UnsupportedPtxException unsupported(Instruction i) {
    return new UnsupportedPtxException(i.mnemonic(), i.position());
  }

  /** The rounding mode as {@link Rounding} numbers it; 0 to nearest. */
  static int rounding(Instruction i) {
    return i.has(Modifier.RZ)
        ? Rounding.RZ
        : i.has(Modifier.RM) ? Rounding.RM : i.has(Modifier.RP) ? Rounding.RP : 0;
  }

  /** One of four steps, by sign and size of a type. */
  static <S extends Step> S ofSign(PtxType type, S s32, S u32, S s64, S u64) {
    boolean wide = JvmKind.of(type) == JvmKind.LONG;
    return type.isSigned() ? wide ? s64 : s32 : wide ? u64 : u32;
  }
}
