package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.ptx.Call;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Linkage;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Position;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Variable;

/**
 * The pass that replaces the {@code .reg} parameters and results of device functions (PTX ISA 7.1)
 * by {@code .param} ones: a function loads its parameters where it begins and stores its results
 * where it returns. A predicate is passed as a word. Several results, or a predicate result, are
 * passed as an array. All later passes see at most one result, in the {@code .param} space.
 */
public final class RegisterParameters extends Rewriter {

  private static final String PREFIX = "$param_";
  private static final String ARRAY = PREFIX + "results";

  /** How far apart results lie in an array. */
  private static final int STRIDE = 8;

  private final PtxModule module;
  private final PtxFunction function;
  private final List<Variable> variables;

  private RegisterParameters(PtxModule module, PtxFunction function) {
    super(function, PREFIX);
    this.module = module;
    this.function = function;
    this.variables = new ArrayList<>(function.variables());
  }

  /**
   * The module without such parameters in what a kernel calls; itself if there are none.
   *
   * @param calls of the kernel
   * @throws org.grcuda.cpu.exec.UnsupportedPtxException for a call that does not pass what its
   *     callee declares
   */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    return run(module, calls, function -> new RegisterParameters(module, function));
  }

  private static boolean inRegisters(List<Variable> parameters) {
    return parameters.stream().anyMatch(p -> p.space() == StateSpace.REG);
  }

  private static boolean hasAny(PtxFunction function) {
    return inRegisters(function.parameters()) || inRegisters(function.results());
  }

  @Override
  boolean replacesAny() {
    return hasAny(function) || super.replacesAny();
  }

  @Override
  boolean replaces(Instruction i) {
    return switch (i.opcode()) {
      case RET -> inRegisters(function.results());
      case CALL -> {
        PtxFunction callee = module.function(i.call().calleeName());
        yield callee != null && hasAny(callee);
      }
      default -> false;
    };
  }

  @Override
  void replace(Instruction i) {
    if (i.opcode() == Opcode.RET) {
      storeResults();
      add("ret");
    } else {
      call(i);
    }
  }

  @Override
  PtxFunction rewritten() {
    PtxFunction result = super.rewritten();
    return new PtxFunction(
        result.name(),
        result.isEntry(),
        result.linkage(),
        result.isDeclaration(),
        passed(function.results()),
        function.parameters().stream().map(RegisterParameters::passed).toList(),
        result.directives(),
        result.registers(),
        variables,
        result.branchTargets(),
        result.callPrototypes(),
        result.callTargets(),
        result.body(),
        result.position());
  }

  // ---- declarations

  /** What replaces the results of a function. */
  private static List<Variable> passed(List<Variable> results) {
    return areArray(results)
        ? List.of(array(ARRAY, results.size(), results.getFirst().position()))
        : results.stream().map(RegisterParameters::passed).toList();
  }

  private static boolean areArray(List<Variable> results) {
    return inRegisters(results)
        && (results.size() > 1 || results.getFirst().type() == PtxType.PRED);
  }

  private static Variable array(String name, int results, Position position) {
    return parameter(PtxType.B8, name, STRIDE, List.of((long) STRIDE * results), position);
  }

  /** What replaces a parameter or the only result. */
  private static Variable passed(Variable given) {
    PtxType type = passedAs(given.type());
    return given.space() == StateSpace.REG
        ? parameter(type, PREFIX + given.name(), type.size(), List.of(), given.position())
        : given;
  }

  private static Variable parameter(
      PtxType type, String name, int alignment, List<Long> dimensions, Position position) {
    return new Variable(
        StateSpace.PARAM,
        Linkage.INTERNAL,
        type,
        1,
        name,
        alignment,
        dimensions,
        List.of(),
        false,
        null,
        position);
  }

  private static PtxType passedAs(PtxType type) {
    return type == PtxType.PRED ? PtxType.B32 : type;
  }

  // ---- in the function

  @Override
  void begin() {
    for (Variable parameter : function.parameters()) {
      if (parameter.space() == StateSpace.REG) {
        load(registerOf(parameter), parameter.type(), PREFIX + parameter.name(), 0);
      }
    }
  }

  @Override
  void end() {
    if (inRegisters(function.results())) {
      storeResults();
    }
  }

  private void storeResults() {
    List<Variable> results = function.results();
    for (int k = 0; k < results.size(); k++) {
      Variable result = results.get(k);
      String into = areArray(results) ? ARRAY : PREFIX + result.name();
      Operand value = passed(registerOf(result), result.type(), "result");
      add("st.param." + passedAs(result.type()).ptxName(), at(into, k * STRIDE), value);
    }
  }

  private Register registerOf(Variable parameter) {
    return function.registers().stream()
        .filter(r -> r.name().equals(parameter.name()))
        .findFirst()
        .orElseThrow();
  }

  private static Operand at(String name, long offset) {
    return new Operand.Address(new Operand.Symbol(name, 0), offset);
  }

  /** Loads a passed value, as a type. */
  private void load(Operand into, PtxType type, String from, long offset) {
    boolean truth = type == PtxType.PRED;
    Operand loaded = truth ? register("loaded", PtxType.B32) : into;
    add("ld.param." + passedAs(type).ptxName(), loaded, at(from, offset));
    if (truth) {
      add("setp.ne.b32", into, loaded, number(0));
    }
  }

  /**
   * A value as it is passed.
   *
   * @param word name of the register that takes the word of a predicate
   */
  private Operand passed(Operand value, PtxType type, String word) {
    if (type != PtxType.PRED) {
      return value;
    }
    Register bits = register(word, PtxType.B32);
    switch (value) {
      case Operand.Negated not -> add("selp.b32", bits, number(0), number(1), not.predicate());
      case Operand.IntegerImmediate n -> add("mov.b32", bits, number(n.value() == 0 ? 0 : 1));
      default -> add("selp.b32", bits, number(1), number(0), value);
    }
    return bits;
  }

  // ---- calls

  private void call(Instruction i) {
    Call call = i.call();
    PtxFunction callee = module.function(call.calleeName());
    List<Variable> declared = callee.results();
    List<Operand> results = call.results();
    check(i, call.arguments().size() == callee.parameters().size());
    check(i, results.isEmpty() || results.size() == declared.size());
    List<Operand> arguments = new ArrayList<>();
    for (int k = 0; k < call.arguments().size(); k++) {
      PtxType type = callee.parameters().get(k).type();
      arguments.add(passed(call.arguments().get(k), type, "argument_" + k));
    }
    if (!areArray(declared)) {
      call(i, results, arguments);
      return;
    }
    String array = arrayOf(declared.size());
    call(i, List.of(new Operand.Symbol(array, 0)), arguments);
    for (int k = 0; k < results.size(); k++) {
      if (!(results.get(k) instanceof Operand.Sink)) {
        load(results.get(k), declared.get(k).type(), array, k * STRIDE);
      }
    }
  }

  private void call(Instruction i, List<Operand> results, List<Operand> arguments) {
    List<Operand> operands =
        List.of(
            new Operand.ArgumentList(results), i.operand(1), new Operand.ArgumentList(arguments));
    add(new Instruction(null, Opcode.CALL, i.modifiers(), operands, i.position()));
  }

  /** The name of the array in which this function receives this many results. */
  private String arrayOf(int results) {
    String name = ARRAY + "_" + results;
    if (variables.stream().noneMatch(v -> v.name().equals(name))) {
      variables.add(array(name, results, function.position()));
    }
    return name;
  }
}
