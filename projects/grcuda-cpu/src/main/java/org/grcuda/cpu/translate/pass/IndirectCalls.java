package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.translate.semantics.ProvidedFunction;
import org.grcuda.ptx.Call;
import org.grcuda.ptx.CallPrototype;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.InitialValue;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Position;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Variable;

/**
 * The pass that replaces indirect calls: the callee is compared with the address of each function
 * that it may be, and the matching function is called directly. Candidates are functions whose
 * address is taken and whose parameters fit. All later passes see only direct calls.
 */
public final class IndirectCalls {

  private final PtxModule module;
  private final List<PtxFunction> candidates;

  private IndirectCalls(PtxModule module) {
    this.module = module;
    this.candidates = candidates(module);
  }

  /** The module without indirect calls; itself if it has none. */
  public static PtxModule run(PtxModule module) {
    if (module.functions().stream().noneMatch(IndirectCalls::hasIndirectCall)) {
      return module;
    }
    IndirectCalls pass = new IndirectCalls(module);
    return module.withFunctions(module.functions().stream().map(pass::rewrite).toList());
  }

  private static boolean hasIndirectCall(PtxFunction function) {
    return function.body().stream().anyMatch(IndirectCalls::isIndirectCall);
  }

  private static boolean isIndirectCall(Statement statement) {
    return statement instanceof Instruction i
        && i.opcode() == Opcode.CALL
        && i.call().calleeName() == null;
  }

  /** The functions whose address is taken by an instruction or an initialiser. */
  private static List<PtxFunction> candidates(PtxModule module) {
    Set<String> names = new LinkedHashSet<>();
    for (Variable variable : module.variables()) {
      addInitialisers(variable, names);
    }
    for (PtxFunction function : module.functions()) {
      function.variables().forEach(variable -> addInitialisers(variable, names));
      function.callTargets().values().forEach(names::addAll);
      for (Statement statement : function.body()) {
        if (statement instanceof Instruction i && i.opcode() != Opcode.CALL) {
          for (Operand operand : i.operands()) {
            if (operand instanceof Operand.Symbol symbol) {
              names.add(symbol.name());
            }
          }
        }
      }
    }
    return names.stream()
        .map(module::function)
        .filter(f -> f != null && !f.isEntry() && !f.isDeclaration())
        .distinct()
        .toList();
  }

  private static void addInitialisers(Variable variable, Set<String> names) {
    for (InitialValue value : variable.initializer()) {
      if (value instanceof InitialValue.SymbolAddress symbol) {
        names.add(symbol.symbol());
      }
    }
  }

  private PtxFunction rewrite(PtxFunction function) {
    return hasIndirectCall(function) ? new Body(function).rewrite() : function;
  }

  private static boolean fits(PtxFunction candidate, CallPrototype prototype) {
    return prototype == null
        || fits(candidate.parameters(), prototype.parameters())
            && fits(candidate.results(), prototype.results());
  }

  private static boolean fits(List<Variable> declared, List<Variable> wanted) {
    boolean fit = declared.size() == wanted.size();
    for (int k = 0; fit && k < declared.size(); k++) {
      fit =
          declared.get(k).size() == wanted.get(k).size()
              && MemoryLayout.isAggregateParameter(declared.get(k))
                  == MemoryLayout.isAggregateParameter(wanted.get(k));
    }
    return fit;
  }

  /** One function being rewritten. */
  private final class Body {

    private final PtxFunction function;
    private final List<Register> registers;
    private final List<Statement> body = new ArrayList<>();
    private int calls;

    Body(PtxFunction function) {
      this.function = function;
      this.registers = new ArrayList<>(function.registers());
    }

    PtxFunction rewrite() {
      Register address = register("$callee", PtxType.B64);
      Register other = register("$is_other", PtxType.PRED);
      for (Statement statement : function.body()) {
        if (isIndirectCall(statement)) {
          emit((Instruction) statement, address, other);
        } else {
          body.add(statement);
        }
      }
      return function.withBody(registers, body);
    }

    private Register register(String name, PtxType type) {
      Register register = new Register(name, type, registers.size());
      registers.add(register);
      return register;
    }

    private void emit(Instruction i, Register address, Register other) {
      Call call = i.call();
      String end = "$call" + ++calls + "_end";
      if (i.isGuarded()) {
        Guard skip = new Guard(i.guard().predicate(), !i.guard().negated());
        body.add(branch(skip, end, i.position()));
      }
      CallPrototype prototype = function.callPrototypes().get(call.prototype());
      int tried = 0;
      for (PtxFunction candidate : candidates) {
        if (fits(candidate, prototype)) {
          String next = "$call" + calls + "_" + ++tried;
          Operand symbol = new Operand.Symbol(candidate.name(), 0);
          body.add(instruction(Opcode.MOV, List.of("b64"), List.of(address, symbol), i.position()));
          List<Operand> compared = List.of(other, address, call.callee());
          body.add(instruction(Opcode.SETP, List.of("ne", "b64"), compared, i.position()));
          body.add(branch(new Guard(other, false), next, i.position()));
          body.add(call(i, symbol, i.operand(0), i.operand(2)));
          body.add(branch(null, end, i.position()));
          body.add(new Label(next, i.position()));
        }
      }
      Operand none = new Operand.ArgumentList(List.of());
      Operand callee = new Operand.ArgumentList(List.of(call.callee()));
      body.add(
          call(i, new Operand.Symbol(ProvidedFunction.INVALID_CALLEE.symbol(), 0), none, callee));
      body.add(instruction(Opcode.TRAP, List.of(), List.of(), i.position()));
      body.add(new Label(end, i.position()));
    }

    private Instruction call(Instruction i, Operand callee, Operand results, Operand arguments) {
      return instruction(
          Opcode.CALL, i.modifiers(), List.of(results, callee, arguments), i.position());
    }

    private Instruction branch(Guard guard, String label, Position position) {
      return new Instruction(
          guard, Opcode.BRA, List.of(), List.of(new Operand.LabelReference(label)), position);
    }

    private Instruction instruction(
        Opcode opcode, List<String> modifiers, List<Operand> operands, Position position) {
      return new Instruction(null, opcode, modifiers, operands, position);
    }
  }
}
