package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.translate.pass.Renaming.Target;
import org.grcuda.ptx.Call;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Position;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Variable;

/**
 * The pass that copies {@link LeavingFunctions} into the kernel: a thread can leave the kernel's
 * method and come back, but not a function's.
 *
 * <p>In the result, the scalar parameters that calls pass are registers, which live and survive a
 * suspension like any other.
 */
public final class Inlining {

  /** Limit for a kernel into which all functions that it calls are copied. */
  private static final int MOST_STATEMENTS = 10_000;

  private static final String COPY = "inline";

  private final PtxModule module;
  private final Set<String> leaves;
  private final List<Register> registers = new ArrayList<>();
  private final List<Variable> variables = new ArrayList<>();
  private final Set<String> variableNames = new HashSet<>();
  private final Map<String, List<String>> branchTargets = new HashMap<>();
  private final List<Statement> body = new ArrayList<>();
  private int copies;

  private Inlining(PtxModule module, Set<String> leaves) {
    this.module = module;
    this.leaves = leaves;
  }

  /**
   * The kernel with such calls replaced; itself if it calls nothing.
   *
   * @param leaves names of the functions that are copied, of which none calls itself
   */
  public static PtxFunction run(PtxModule module, PtxFunction kernel, Set<String> leaves) {
    Inlining pass = new Inlining(module, leaves);
    boolean calls =
        kernel.body().stream().anyMatch(s -> s instanceof Instruction i && isDirectCall(i));
    return calls ? pass.rewrite(kernel) : kernel;
  }

  /**
   * The kernel with every call of a device function replaced.
   *
   * @param calls of the kernel
   * @return empty if a function calls itself, or the copies would be very long
   */
  public static Optional<PtxFunction> whole(PtxModule module, PtxFunction kernel, CallGraph calls) {
    if (calls.statements(kernel.name(), MOST_STATEMENTS) > MOST_STATEMENTS) {
      return Optional.empty();
    }
    Set<String> all = new HashSet<>();
    calls.functions().forEach(function -> all.add(function.name()));
    try {
      return Optional.of(run(module, kernel, all));
    } catch (UnsupportedPtxException partOfParameter) {
      return Optional.empty();
    }
  }

  private PtxFunction rewrite(PtxFunction kernel) {
    Renaming renaming = new Renaming("");
    for (Register register : kernel.registers()) {
      renaming.map(register, add(register.name(), register));
    }
    kernel.variables().forEach(this::add);
    copies = copiesIn(kernel);
    branchTargets.putAll(kernel.branchTargets());
    copy(kernel, renaming, null);
    return new PtxFunction(
        kernel.name(),
        kernel.isEntry(),
        kernel.linkage(),
        kernel.isDeclaration(),
        kernel.results(),
        kernel.parameters(),
        kernel.directives(),
        registers,
        variables,
        branchTargets,
        kernel.callPrototypes(),
        kernel.callTargets(),
        body,
        kernel.position());
  }

  /** An upper bound of the copies made before: each has a label of its own. */
  private static int copiesIn(PtxFunction kernel) {
    return (int)
        kernel.body().stream()
            .filter(s -> s instanceof Label label && label.name().startsWith(COPY))
            .count();
  }

  private Register add(String name, Register like) {
    Register register = new Register(name, like.type(), registers.size());
    registers.add(register);
    return register;
  }

  /** Arguments in memory lie in the thread's local memory, as any variable of the kernel. */
  private void add(Variable variable) {
    if (variableNames.add(variable.name())) {
      boolean passed = MemoryLayout.isAggregateParameter(variable);
      variables.add(passed ? Renaming.local(variable) : variable);
    }
  }

  /**
   * An access of a variable that is local now: the access names it, or a function other than the
   * kernel has its address.
   */
  private Instruction inLocal(Instruction i, boolean ofKernel) {
    boolean access = i.opcode() == Opcode.LD || i.opcode() == Opcode.ST;
    if (!access
        || i.space() != StateSpace.PARAM
        || !i.operands().stream().anyMatch(o -> isPassed(o, ofKernel))) {
      return i;
    }
    List<String> modifiers = i.modifiers().stream().map(Inlining::localForParam).toList();
    return new Instruction(i.guard(), i.opcode(), modifiers, i.operands(), i.position());
  }

  private static String localForParam(String modifier) {
    boolean isParam = StateSpace.ofModifier(modifier) == StateSpace.PARAM;
    return isParam ? StateSpace.LOCAL.ptxName() : modifier;
  }

  private boolean isPassed(Operand operand, boolean ofKernel) {
    return operand instanceof Operand.Address address
        && (address.base() instanceof Operand.Symbol symbol
            ? variableNames.contains(symbol.name())
            : !ofKernel);
  }

  private static boolean isDirectCall(Instruction i) {
    return i.opcode() == Opcode.CALL && i.call().calleeName() != null;
  }

  private boolean isInlined(Instruction i) {
    if (!isDirectCall(i) || CallGraph.isProvided(i.call().calleeName())) {
      return false;
    }
    PtxFunction callee = module.function(i.call().calleeName());
    return callee != null && !callee.isDeclaration() && leaves.contains(callee.name());
  }

  /** Appends the statements of a function; {@code end} is where its returns go, null for none. */
  private void copy(PtxFunction function, Renaming renaming, String end) {
    for (Statement statement : function.body()) {
      if (statement instanceof Instruction i && isDirectCall(i)) {
        bindScalars(function, i.call(), renaming);
      }
    }
    for (Statement statement : function.body()) {
      switch (statement) {
        case Label label -> body.add(new Label(renaming.label(label.name()), label.position()));
        case Instruction i -> copy(i, renaming, end);
      }
    }
  }

  private void copy(Instruction i, Renaming renaming, String end) {
    if (isInlined(i)) {
      inline(renaming.guard(i.guard()), i, renaming);
    } else if (end != null && i.opcode() == Opcode.RET) {
      body.add(branch(renaming.guard(i.guard()), end, i.position()));
    } else {
      body.add(inLocal(renaming.rewrite(i), end == null));
    }
  }

  private static Instruction branch(Guard guard, String label, Position position) {
    return new Instruction(
        guard, Opcode.BRA, List.of(), List.of(new Operand.LabelReference(label)), position);
  }

  /** Gives the scalar parameters that the caller passes a register each. */
  private void bindScalars(PtxFunction caller, Call call, Renaming renaming) {
    List<Operand> passed = new ArrayList<>(call.arguments());
    passed.addAll(call.results());
    for (Operand operand : passed) {
      if (operand instanceof Operand.Symbol symbol) {
        Variable variable = caller.variable(symbol.name());
        boolean scalar =
            variable.space() == StateSpace.PARAM && !MemoryLayout.isAggregateParameter(variable);
        Target bound = renaming.target(symbol.name());
        if (scalar && (bound == null || bound.register() == null)) {
          Register like = new Register(symbol.name(), variable.type(), 0);
          renaming.bind(symbol.name(), new Target(add(renaming.label(symbol.name()), like), null));
        }
      }
    }
  }

  private void inline(Guard guard, Instruction i, Renaming caller) {
    Call call = i.call();
    PtxFunction callee = module.function(call.calleeName());
    Renaming inner = new Renaming(COPY + ++copies + "$");
    String end = inner.label("end");
    if (guard != null) {
      body.add(branch(new Guard(guard.predicate(), !guard.negated()), end, i.position()));
    }
    for (Register register : callee.registers()) {
      inner.map(register, add(inner.label(register.name()), register));
    }
    for (Variable variable : callee.variables()) {
      boolean own = variable.space() == StateSpace.LOCAL || variable.space() == StateSpace.PARAM;
      Variable copy = own ? Renaming.named(variable, inner.label(variable.name())) : variable;
      inner.bind(variable.name(), new Target(null, copy.name()));
      add(copy);
    }
    callee.branchTargets().forEach((name, labels) -> copyTargets(name, labels, inner));
    for (int k = 0; k < call.arguments().size(); k++) {
      bindArgument(
          callee.parameters().get(k), call.arguments().get(k), caller, inner, i.position());
    }
    if (!callee.results().isEmpty()) {
      boolean dropped = call.results().isEmpty();
      Operand into = dropped ? new Operand.Sink() : call.results().getFirst();
      bindResult(callee.results().getFirst(), into, caller, inner);
    }
    copy(callee, inner, end);
    body.add(new Label(end, i.position()));
  }

  private void copyTargets(String name, List<String> labels, Renaming inner) {
    inner.bind(name, new Target(null, inner.label(name)));
    branchTargets.put(inner.label(name), labels.stream().map(inner::label).toList());
  }

  /** Makes a parameter of the callee another name of the variable, or a copy of the value. */
  private void bindArgument(
      Variable parameter, Operand passed, Renaming caller, Renaming inner, Position position) {
    if (passed instanceof Operand.Symbol symbol) {
      bindVariable(parameter, symbol, caller, inner);
      return;
    }
    Register copy = register(parameter, inner);
    List<String> type = List.of(parameter.type().ptxName());
    List<Operand> operands = List.of(copy, caller.rewrite(passed));
    body.add(new Instruction(null, Opcode.MOV, type, operands, position));
  }

  /** Makes a result of the callee another name of the variable that takes it. */
  private void bindResult(Variable result, Operand into, Renaming caller, Renaming inner) {
    switch (into) {
      case Operand.Symbol symbol -> bindVariable(result, symbol, caller, inner);
      case Operand.Sink nowhere -> register(result, inner);
      default -> inner.bind(result.name(), new Target((Register) caller.rewrite(into), null));
    }
  }

  private static void bindVariable(
      Variable parameter, Operand.Symbol passed, Renaming caller, Renaming inner) {
    Target target = caller.target(passed.name());
    inner.bind(parameter.name(), target == null ? new Target(null, passed.name()) : target);
  }

  /** A register of its own in place of a parameter of the callee. */
  private Register register(Variable parameter, Renaming inner) {
    Register like = new Register(parameter.name(), parameter.type(), 0);
    Register register = add(inner.label(parameter.name()), like);
    inner.bind(parameter.name(), new Target(register, null));
    return register;
  }
}
