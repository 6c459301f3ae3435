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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.grcuda.cpu.translate.UnsupportedPtxException;
import org.grcuda.ptx.Directive;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Variable;

/**
 * The first pass over a kernel and its functions: refuses what is no PTX and the later passes and
 * the engines trust not to be there. Every type that an instruction names must be one that the ISA
 * has for its opcode (PTX ISA 9.7), with as many operands, {@code .param} accesses must name
 * parameters, and the bounds of a block must be a number of threads.
 */
public final class WellFormed {

  private static final Set<PtxType> BITS = EnumSet.of(B16, B32, B64);
  private static final Set<PtxType> INTEGERS = EnumSet.of(U16, U32, U64, S16, S32, S64);
  private static final Set<PtxType> FLOATS = EnumSet.of(F32, F64);
  private static final Set<PtxType> HALVES = EnumSet.of(F16, F16X2, BF16, BF16X2);
  private static final Set<PtxType> WORDS = EnumSet.of(U32, U64, S32, S64);

  private static final Set<PtxType> UNTYPED = EnumSet.noneOf(PtxType.class);

  private static final Map<String, Form> FORMS = forms();

  /**
   * What an opcode takes.
   *
   * @param types of destinations and sources together; none: it is not typed, or not checked
   * @param least operands
   * @param most operands
   */
  private record Form(Set<PtxType> types, int least, int most) {}

  private WellFormed() {}

  private static Map<String, Form> forms() {
    Map<String, Form> table = new HashMap<>();
    addArithmetic(table);
    addSelection(table);
    addMovement(table);
    addCommunication(table);
    addVideo(table);
    return Map.copyOf(table);
  }

  /** 9.7.1 to 9.7.5: integers, floating point. */
  private static void addArithmetic(Map<String, Form> table) {
    Set<PtxType> numbers = union(INTEGERS, FLOATS, HALVES, EnumSet.of(U16X2, S16X2, F32X2));
    put(table, numbers, 3, 3, "add", "sub", "mul");
    put(table, numbers, 4, 4, "mad", "fma");
    put(table, numbers, 3, 4, "min", "max");
    put(table, numbers, 2, 2, "abs", "neg");
    put(table, union(INTEGERS, FLOATS), 3, 3, "div");
    put(table, INTEGERS, 3, 3, "rem");
    put(table, INTEGERS, 4, 4, "sad");
    put(table, EnumSet.of(U32, S32), 3, 3, "mul24", "szext");
    put(table, EnumSet.of(U32, S32), 4, 4, "mad24", "dp4a", "dp2a");
    put(table, WORDS, 3, 3, "addc", "subc");
    put(table, WORDS, 4, 4, "madc", "bfe");
    put(table, WORDS, 2, 2, "bfind");
    put(table, EnumSet.of(B32, B64), 2, 2, "popc", "clz", "brev");
    put(table, EnumSet.of(B32, B64), 5, 5, "bfi");
    put(table, EnumSet.of(B32), 4, 4, "fns");
    put(table, EnumSet.of(B32), 3, 3, "bmsk");
    put(table, FLOATS, 2, 2, "testp", "rcp", "sqrt", "rsqrt");
    put(table, FLOATS, 3, 3, "copysign");
    put(table, EnumSet.of(F32), 2, 2, "sin", "cos", "lg2");
    put(table, union(EnumSet.of(F32), HALVES), 2, 2, "ex2", "tanh");
  }

  /** 9.7.6 to 9.7.8: comparison and selection, logic and shift. */
  private static void addSelection(Map<String, Form> table) {
    put(table, union(BITS, INTEGERS, FLOATS, HALVES), 3, 4, "set", "setp");
    put(table, union(BITS, INTEGERS, FLOATS), 4, 4, "selp", "slct");
    put(table, union(BITS, EnumSet.of(PRED)), 3, 3, "and", "or", "xor");
    put(table, union(BITS, EnumSet.of(PRED)), 2, 2, "not");
    put(table, BITS, 2, 2, "cnot");
    put(table, BITS, 3, 3, "shl");
    put(table, union(BITS, INTEGERS), 3, 3, "shr");
    put(table, EnumSet.of(B32), 5, 6, "lop3");
    put(table, EnumSet.of(B32), 4, 4, "shf", "prmt");
  }

  /** 9.7.9: data movement and conversion. */
  private static void addMovement(Map<String, Form> table) {
    put(table, union(BITS, INTEGERS, FLOATS, EnumSet.of(PRED, B128)), 2, 2, "mov");
    Set<PtxType> stored = union(BITS, INTEGERS, FLOATS, EnumSet.of(B8, U8, S8, B128));
    put(table, stored, 2, 3, "ld", "ldu", "st");
    Set<PtxType> small = EnumSet.of(U8, S8, TF32, E4M3X2, E5M2X2);
    put(table, union(INTEGERS, FLOATS, HALVES, small, EnumSet.of(B32)), 2, 4, "cvt");
    put(table, UNTYPED, 2, 2, "cvta", "isspacep");
  }

  /** 9.7.12 and 9.7.13: control flow, synchronization and communication. */
  private static void addCommunication(Map<String, Form> table) {
    put(table, union(BITS, WORDS, FLOATS, HALVES, EnumSet.of(B128)), 3, 5, "atom");
    put(table, union(BITS, WORDS, FLOATS, HALVES), 2, 4, "red");
    put(table, EnumSet.of(B32), 4, 5, "shfl");
    put(table, EnumSet.of(PRED, B32), 2, 3, "vote");
    put(table, EnumSet.of(B32, B64), 3, 3, "match");
    put(table, EnumSet.of(B32, U32, S32, F32), 3, 3, "redux");
    put(table, EnumSet.of(B32), 1, 1, "activemask");
    put(table, UNTYPED, 1, 4, "bar");
    put(table, UNTYPED, 0, 4, "barrier");
    put(table, UNTYPED, 2, 2, "elect");
    put(table, UNTYPED, 0, 0, "ret", "exit", "trap", "brkpt");
  }

  /** 9.7.18, video. */
  private static void addVideo(Map<String, Form> table) {
    Set<PtxType> words = EnumSet.of(U32, S32);
    for (String name : List.of("add", "sub", "absdiff", "min", "max", "set")) {
      put(table, words, 3, 4, "v" + name);
      put(table, words, 4, 4, "v" + name + 2, "v" + name + 4);
    }
    put(table, words, 3, 4, "vshl", "vshr");
    put(table, words, 4, 4, "vmad", "vavrg2", "vavrg4");
  }

  private static void put(
      Map<String, Form> table, Set<PtxType> types, int least, int most, String... opcodes) {
    for (String opcode : opcodes) {
      table.put(opcode, new Form(types, least, most));
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

  /**
   * Checks a kernel and what it calls.
   *
   * @throws UnsupportedPtxException naming the first instruction or directive that is malformed,
   *     its line, and what was expected
   */
  public static void run(PtxFunction kernel, CallGraph calls) {
    checkBounds(kernel);
    for (PtxFunction function : calls.functions()) {
      for (Statement statement : function.body()) {
        if (statement instanceof Instruction i) {
          checkForm(i);
          checkParameter(i, function);
        }
      }
    }
  }

  /** Performance directives of a kernel (PTX ISA 11.4). */
  private static void checkBounds(PtxFunction kernel) {
    for (String name : List.of("maxntid", "reqntid")) {
      Directive bounds = kernel.directive(name);
      if (bounds != null && !isThreads(bounds.values())) {
        throw UnsupportedPtxException.malformed(
            bounds.text(),
            "expected one to three extents of a block, of fewer than 2^31 threads together",
            kernel.line());
      }
    }
  }

  private static boolean isThreads(List<Long> extents) {
    long threads = 1;
    for (long extent : extents) {
      if (extent < 1 || extent > Integer.MAX_VALUE / threads) {
        return false;
      }
      threads *= extent;
    }
    return !extents.isEmpty() && extents.size() <= 3;
  }

  private static void checkForm(Instruction i) {
    Form form = FORMS.get(i.opcode());
    if (form == null) {
      return;
    }
    int operands = i.operands().size();
    if (operands < form.least() || operands > form.most()) {
      String most = form.most() == form.least() ? "" : " to " + form.most();
      throw malformed(i, "%d operands; it takes %d%s", operands, form.least(), most);
    }
    if (form.types().isEmpty()) {
      return;
    }
    if (i.type() == null) {
      throw malformed(i, "no type; it takes %s", list(form.types()));
    }
    for (PtxType type : i.types()) {
      if (!form.types().contains(type)) {
        throw malformed(i, ".%s; it takes %s", type.ptxName(), list(form.types()));
      }
    }
  }

  private static UnsupportedPtxException malformed(Instruction i, String has, Object... values) {
    String why = "'" + i.opcode() + "' has " + has.formatted(values);
    return UnsupportedPtxException.malformed(i.text(), why, i.line());
  }

  private static String list(Set<PtxType> types) {
    return types.stream().map(type -> "." + type.ptxName()).collect(Collectors.joining(", "));
  }

  private static void checkParameter(Instruction i, PtxFunction function) {
    if (i.space() != StateSpace.PARAM) {
      return;
    }
    for (Operand operand : i.operands()) {
      if (operand instanceof Operand.Address address
          && address.base() instanceof Operand.Symbol symbol) {
        Variable variable = function.variable(symbol.name());
        if (variable == null || variable.space() != StateSpace.PARAM) {
          throw UnsupportedPtxException.malformed(
              i.text(), "'%s' is no parameter".formatted(symbol.name()), i.line());
        }
      }
    }
  }
}
