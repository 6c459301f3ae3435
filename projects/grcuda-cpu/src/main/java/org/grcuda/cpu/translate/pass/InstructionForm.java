package org.grcuda.cpu.translate.pass;

import static org.grcuda.ptx.PtxType.B128;
import static org.grcuda.ptx.PtxType.B16;
import static org.grcuda.ptx.PtxType.B32;
import static org.grcuda.ptx.PtxType.B64;
import static org.grcuda.ptx.PtxType.B8;
import static org.grcuda.ptx.PtxType.BF16;
import static org.grcuda.ptx.PtxType.BF16X2;
import static org.grcuda.ptx.PtxType.E4M3X2;
import static org.grcuda.ptx.PtxType.E5M2X2;
import static org.grcuda.ptx.PtxType.F16;
import static org.grcuda.ptx.PtxType.F16X2;
import static org.grcuda.ptx.PtxType.F32;
import static org.grcuda.ptx.PtxType.F32X2;
import static org.grcuda.ptx.PtxType.F64;
import static org.grcuda.ptx.PtxType.PRED;
import static org.grcuda.ptx.PtxType.S16;
import static org.grcuda.ptx.PtxType.S16X2;
import static org.grcuda.ptx.PtxType.S32;
import static org.grcuda.ptx.PtxType.S64;
import static org.grcuda.ptx.PtxType.S8;
import static org.grcuda.ptx.PtxType.TF32;
import static org.grcuda.ptx.PtxType.U16;
import static org.grcuda.ptx.PtxType.U16X2;
import static org.grcuda.ptx.PtxType.U32;
import static org.grcuda.ptx.PtxType.U64;
import static org.grcuda.ptx.PtxType.U8;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * What an opcode takes, by PTX ISA 9.7.
 *
 * @param types of destinations and sources together; none: any
 * @param least operands
 * @param operands the most there are, a letter each: {@code t} of the first type that the
 *     instruction names, {@code u} of the last, {@code w} twice as wide as the first, {@code i} of
 *     32 bits, {@code p} a predicate, {@code a} an address in brackets, {@code n} none of these
 */
record InstructionForm(Set<PtxType> types, int least, String operands) {

  private static final Set<PtxType> BITS = EnumSet.of(B16, B32, B64);
  private static final Set<PtxType> INTEGERS = EnumSet.of(U16, U32, U64, S16, S32, S64);
  private static final Set<PtxType> FLOATS = EnumSet.of(F32, F64);
  private static final Set<PtxType> HALVES = EnumSet.of(F16, F16X2, BF16, BF16X2);
  private static final Set<PtxType> WORDS = EnumSet.of(U32, U64, S32, S64);
  private static final Set<PtxType> ANY = EnumSet.noneOf(PtxType.class);

  private static final Map<String, InstructionForm> FORMS = forms();

  /** That of an instruction's opcode; null where it is not known. */
  static InstructionForm of(Instruction i) {
    InstructionForm form = FORMS.get(i.opcode());
    if (form == null) {
      return null;
    }
    String operands =
        switch (i.opcode()) {
          case "mul" -> i.hasModifier("wide") ? "wtt" : form.operands;
          case "mad" -> i.hasModifier("wide") ? "wttw" : form.operands;
          // 9.7.5, mixed precision.
          case "add", "sub" -> i.types().size() > 1 ? "tut" : form.operands;
          case "fma" -> i.types().size() > 1 ? "tuut" : form.operands;
          case "cvt" -> i.hasModifier("pack") ? "iiin" : form.operands;
          case "atom" -> i.hasModifier("cas") ? "tattn" : form.operands;
          case "vote" -> i.hasModifier("ballot") ? "ipi" : form.operands;
          case "bar", "barrier" -> i.hasModifier("red") ? reduction(i) : form.operands;
          default -> form.operands;
        };
    return operands.equals(form.operands)
        ? form
        : new InstructionForm(form.types, form.least, operands);
  }

  /** Of {@code bar.red}: the number of threads may be left out, the predicate is last. */
  private static String reduction(Instruction i) {
    String start = i.hasModifier("popc") ? "ii" : "pi";
    return i.operands().size() > 3 ? start + "ip" : start + "p";
  }

  private static Map<String, InstructionForm> forms() {
    Map<String, InstructionForm> table = new HashMap<>();
    addArithmetic(table);
    addSelection(table);
    addMovement(table);
    addCommunication(table);
    addVideo(table);
    return Map.copyOf(table);
  }

  /** 9.7.1 to 9.7.5: integers, floating point. */
  private static void addArithmetic(Map<String, InstructionForm> table) {
    Set<PtxType> numbers = union(INTEGERS, FLOATS, HALVES, EnumSet.of(U16X2, S16X2, F32X2));
    put(table, numbers, 3, "ttt", "add", "sub", "mul");
    put(table, numbers, 4, "tttt", "mad", "fma");
    put(table, numbers, 3, "tttt", "min", "max");
    put(table, numbers, 2, "tt", "abs", "neg");
    put(table, union(INTEGERS, FLOATS), 3, "ttt", "div");
    put(table, INTEGERS, 3, "ttt", "rem");
    put(table, INTEGERS, 4, "tttt", "sad");
    put(table, EnumSet.of(U32, S32), 3, "iii", "mul24", "szext");
    put(table, EnumSet.of(U32, S32), 4, "iiii", "mad24", "dp4a", "dp2a");
    put(table, WORDS, 3, "ttt", "addc", "subc");
    put(table, WORDS, 4, "tttt", "madc");
    put(table, WORDS, 4, "ttii", "bfe");
    put(table, WORDS, 2, "it", "bfind");
    put(table, EnumSet.of(B32, B64), 2, "it", "popc", "clz");
    put(table, EnumSet.of(B32, B64), 2, "tt", "brev");
    put(table, EnumSet.of(B32, B64), 5, "tttii", "bfi");
    put(table, EnumSet.of(B32), 4, "iiii", "fns");
    put(table, EnumSet.of(B32), 3, "iii", "bmsk");
    put(table, FLOATS, 2, "pt", "testp");
    put(table, FLOATS, 2, "tt", "rcp", "sqrt", "rsqrt");
    put(table, FLOATS, 3, "ttt", "copysign");
    put(table, EnumSet.of(F32), 2, "tt", "sin", "cos", "lg2");
    put(table, union(EnumSet.of(F32), HALVES), 2, "tt", "ex2", "tanh");
  }

  /** 9.7.6 to 9.7.8: comparison and selection, logic and shift. */
  private static void addSelection(Map<String, InstructionForm> table) {
    put(table, union(BITS, INTEGERS, FLOATS, HALVES), 3, "tuup", "set");
    put(table, union(BITS, INTEGERS, FLOATS, HALVES), 3, "pttp", "setp");
    put(table, union(BITS, INTEGERS, FLOATS), 4, "tttp", "selp");
    put(table, union(BITS, INTEGERS, FLOATS), 4, "tttu", "slct");
    put(table, union(BITS, EnumSet.of(PRED)), 3, "ttt", "and", "or", "xor");
    put(table, union(BITS, EnumSet.of(PRED)), 2, "tt", "not");
    put(table, BITS, 2, "tt", "cnot");
    put(table, BITS, 3, "tti", "shl");
    put(table, union(BITS, INTEGERS), 3, "tti", "shr");
    put(table, EnumSet.of(B32), 5, "iiiiip", "lop3");
    put(table, EnumSet.of(B32), 4, "iiii", "shf", "prmt");
  }

  /** 9.7.9: data movement and conversion. */
  private static void addMovement(Map<String, InstructionForm> table) {
    put(table, union(BITS, INTEGERS, FLOATS, EnumSet.of(PRED, B128)), 2, "tt", "mov");
    Set<PtxType> stored = union(BITS, INTEGERS, FLOATS, EnumSet.of(B8, U8, S8, B128));
    put(table, stored, 2, "tan", "ld", "ldu");
    put(table, stored, 2, "atn", "st");
    Set<PtxType> small = EnumSet.of(U8, S8, TF32, E4M3X2, E5M2X2);
    put(table, union(INTEGERS, FLOATS, HALVES, small, EnumSet.of(B32)), 2, "tuun", "cvt");
    put(table, EnumSet.of(U32, U64), 2, "tt", "cvta");
    put(table, ANY, 2, "pn", "isspacep");
    put(table, ANY, 1, "a", "prefetch", "prefetchu");
    put(table, ANY, 2, "an", "applypriority", "discard");
  }

  /** 9.7.12 and 9.7.13: control flow, synchronization and communication. */
  private static void addCommunication(Map<String, InstructionForm> table) {
    put(table, union(BITS, WORDS, FLOATS, HALVES, EnumSet.of(B128)), 3, "tatnn", "atom");
    put(table, union(BITS, WORDS, FLOATS, HALVES), 2, "atn", "red");
    put(table, EnumSet.of(B32), 4, "iiiii", "shfl");
    put(table, EnumSet.of(PRED, B32), 2, "ppi", "vote");
    put(table, EnumSet.of(B32, B64), 3, "iti", "match");
    put(table, EnumSet.of(B32, U32, S32, F32), 3, "tti", "redux");
    put(table, EnumSet.of(B32), 1, "i", "activemask");
    put(table, ANY, 1, "iii", "bar");
    put(table, ANY, 0, "iii", "barrier");
    put(table, ANY, 2, "ii", "elect");
    put(table, ANY, 0, "", "ret", "exit", "trap", "brkpt");
    put(table, ANY, 2, "in", "brx");
    put(table, ANY, 1, "i", "nanosleep", "pmevent");
  }

  /** 9.7.18, video. */
  private static void addVideo(Map<String, InstructionForm> table) {
    Set<PtxType> words = EnumSet.of(U32, S32);
    for (String name : new String[] {"add", "sub", "absdiff", "min", "max", "set"}) {
      put(table, words, 3, "iiii", "v" + name);
      put(table, words, 4, "iiii", "v" + name + 2, "v" + name + 4);
    }
    put(table, words, 3, "iiii", "vshl", "vshr");
    put(table, words, 4, "iiii", "vmad", "vavrg2", "vavrg4");
  }

  private static void put(
      Map<String, InstructionForm> table,
      Set<PtxType> types,
      int least,
      String operands,
      String... opcodes) {
    for (String opcode : opcodes) {
      table.put(opcode, new InstructionForm(types, least, operands));
    }
  }

  @SafeVarargs
  private static Set<PtxType> union(Set<PtxType>... parts) {
    Set<PtxType> all = EnumSet.noneOf(PtxType.class);
    for (Set<PtxType> part : parts) {
      all.addAll(part);
    }
    return all;
  }

  /** Whether an instruction may set the carry flag (9.7.2). */
  static boolean mayCarry(Instruction i) {
    return switch (i.opcode()) {
      case "add", "addc", "sub", "subc", "mad", "madc" -> WORDS.contains(i.type());
      default -> false;
    };
  }

  /** Whether registers may be wider than the type (9.4.1, operand size exceeding type size). */
  static boolean takesWider(Instruction i) {
    return switch (i.opcode()) {
      case "ld", "ldu", "st", "cvt" -> true;
      case "mov" -> i.operands().stream().anyMatch(o -> o instanceof Operand.Vector);
      default -> false;
    };
  }
}
