package org.grcuda.cpu.translate.pass;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.grcuda.cpu.exec.UnsupportedPtxException;
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
 * the engines trust not to be there. Instructions must have types, numbers of operands and
 * registers as their {@link InstructionForm} says, {@code .param} accesses must name parameters,
 * and the bounds of a block must be a number of threads.
 */
public final class WellFormed {

  /** Barriers of a block (9.7.13.1). */
  private static final int BARRIERS = 16;

  /** Graphs and code have an edge for each: the square of the text is refused. */
  private static final int MOST_TARGETS = 1 << 18;

  private WellFormed() {}

  /**
   * Checks a kernel and what it calls.
   *
   * @throws UnsupportedPtxException naming the first instruction or directive that is malformed,
   *     its line, and what was expected
   */
  public static void run(PtxFunction kernel, CallGraph calls) {
    checkBounds(kernel);
    checkTargets(calls);
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

  /** Of all {@code brx.idx} together. */
  private static void checkTargets(CallGraph calls) {
    long targets = 0;
    for (PtxFunction function : calls.functions()) {
      for (Statement statement : function.body()) {
        if (statement instanceof Instruction i
            && i.opcode().equals("brx")
            && i.operand(1) instanceof Operand.Symbol list) {
          targets += function.branchTargets().get(list.name()).size();
          if (targets > MOST_TARGETS) {
            throw new UnsupportedPtxException(
                "brx.idx with " + targets + " targets in one kernel: at most " + MOST_TARGETS,
                i.line());
          }
        }
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
    InstructionForm form = InstructionForm.of(i);
    if (form == null) {
      return;
    }
    int operands = i.operands().size();
    int most = form.operands().length();
    if (operands < form.least() || operands > most) {
      String range = most == form.least() ? "" : " to " + most;
      throw malformed(i, "has %d operands; it takes %d%s", operands, form.least(), range);
    }
    checkTypes(i, form.types());
    if (i.hasModifier("cc") && !InstructionForm.mayCarry(i)) {
      throw malformed(i, "has .cc; it takes none");
    }
    checkBarrier(i);
    for (int k = 0; k < operands; k++) {
      OperandCheck.run(i, k, form.operands().charAt(k));
    }
  }

  /** Of a block, by a number that is known now; others are checked where they are executed. */
  private static void checkBarrier(Instruction i) {
    boolean ofBlock = i.opcode().equals("bar") || i.opcode().equals("barrier");
    int position = i.hasModifier("red") ? 1 : 0;
    if (!ofBlock || i.hasModifier("warp") || i.operands().size() <= position) {
      return;
    }
    if (i.operand(position) instanceof Operand.IntegerImmediate number
        && (number.value() < 0 || number.value() >= BARRIERS)) {
      throw malformed(i, "has barrier %d; a block has 0 to %d", number.value(), BARRIERS - 1);
    }
  }

  private static void checkTypes(Instruction i, Set<PtxType> types) {
    if (types.isEmpty()) {
      return;
    }
    if (i.type() == null) {
      throw malformed(i, "has no type; it takes %s", list(types));
    }
    for (PtxType type : i.types()) {
      if (!types.contains(type)) {
        throw malformed(i, "has .%s; it takes %s", type.ptxName(), list(types));
      }
    }
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
          throw malformed(i, "names '%s', which is no parameter", symbol.name());
        }
      }
    }
  }

  /** A refusal of an instruction, with what is wrong with it. */
  static UnsupportedPtxException malformed(Instruction i, String what, Object... values) {
    String why = "'" + i.opcode() + "' " + what.formatted(values);
    return UnsupportedPtxException.malformed(i.text(), why, i.line());
  }
}
