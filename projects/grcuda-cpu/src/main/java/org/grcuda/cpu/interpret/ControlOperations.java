package org.grcuda.cpu.interpret;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.semantics.ProvidedFunction;
import org.grcuda.cpu.translate.semantics.SystemCalls;
import org.grcuda.ptx.Call;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Variable;

/** Control flow (PTX ISA 9.7.12). */
final class ControlOperations {

  private ControlOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    return switch (i.opcode()) {
      case BRA -> {
        int target = d.label(((Operand.LabelReference) i.operand(0)).name());
        yield t -> t.jump(target);
      }
      case BRX -> indexedBranch(d, i);
      case RET -> returnFrom(d.function());
      case EXIT -> ThreadState::exit;
      case CALL -> call(d, i);
      default ->
          t -> {
            throw SystemCalls.trap();
          };
    };
  }

  private static Operation indexedBranch(Decoder d, Instruction i) {
    String list = ((Operand.Symbol) i.operand(1)).name();
    List<String> names = d.function().function().branchTargets().get(list);
    int[] targets = names.stream().mapToInt(d::label).toArray();
    Expression index = d.source(i.operand(0), PtxType.U32);
    return t -> {
      long at = index.of(t);
      t.jump(targets[at < targets.length ? (int) at : 0]);
    };
  }

  /** {@code ret}, with the function's scalar result if it has one. */
  static Operation returnFrom(DecodedFunction function) {
    List<Variable> results = function.function().results();
    boolean scalar = !results.isEmpty() && !MemoryLayout.isAggregateParameter(results.get(0));
    int result = scalar ? function.parameter(results.get(0).name()) : -1;
    return t -> t.leave(result);
  }

  private static Operation call(Decoder d, Instruction i) {
    Call call = i.call();
    if (call.calleeName() == null) {
      throw d.unsupported(i.text());
    }
    if (CallGraph.isProvided(call.calleeName())) {
      return provided(d, call);
    }
    String name = d.program().module().function(call.calleeName()).name();
    DecodedFunction callee = d.program().function(name);
    List<Variable> parameters = callee.function().parameters();
    List<Argument> arguments = new ArrayList<>();
    for (int k = 0; k < call.arguments().size(); k++) {
      arguments.add(argument(d, call.arguments().get(k), parameters.get(k), callee));
    }
    Operation onReturn = t -> {};
    if (!callee.function().results().isEmpty() && !call.results().isEmpty()) {
      Variable result = callee.function().results().get(0);
      if (MemoryLayout.isAggregateParameter(result)) {
        arguments.add(argument(d, call.results().get(0), result, callee));
      } else {
        onReturn = storeResult(d, call.results().get(0), result.type());
      }
    }
    Operation then = onReturn;
    return t -> {
      Activation entered = t.enter(callee, then);
      for (Argument argument : arguments) {
        entered.parameters[argument.position()] = argument.value().of(t);
        if (argument.register() >= 0) {
          entered.registers[argument.register()] = argument.value().of(t);
        }
      }
      t.start(entered);
    };
  }

  /**
   * What a call passes.
   *
   * @param position among the callee's {@code .param} variables
   * @param register of the callee that gets the value, -1 if none does
   */
  private record Argument(int position, int register, Expression value) {}

  private static Argument argument(
      Decoder d, Operand operand, Variable parameter, DecodedFunction callee) {
    int register = -1;
    if (parameter.space() == StateSpace.REG) {
      register = callee.function().parameters().indexOf(parameter);
      throw d.unsupported("register parameter " + parameter.name() + " (" + register + ")");
    }
    int position = callee.parameter(parameter.name());
    if (!(operand instanceof Operand.Symbol symbol)) {
      Expression value = d.source(operand, Decoder.unsigned(parameter.type()));
      return new Argument(position, register, value);
    }
    if (MemoryLayout.isAggregateParameter(parameter)) {
      return new Argument(
          position, register, d.addresses().of(new Operand.Symbol(symbol.name(), 0)));
    }
    int from = d.function().parameter(symbol.name());
    return new Argument(position, register, t -> t.frame.parameters[from]);
  }

  private static Operation storeResult(Decoder d, Operand target, PtxType type) {
    if (target instanceof Operand.Symbol symbol) {
      int position = d.function().parameter(symbol.name());
      return t -> t.frame.parameters[position] = t.returned;
    }
    d.checkDestination(target);
    return t -> d.write(t, target, Decoder.unsigned(type), t.returned);
  }

  private static Operation provided(Decoder d, Call call) {
    ProvidedFunction function = ProvidedFunction.of(call.calleeName());
    List<Expression> arguments = new ArrayList<>();
    for (int k = 0; k < function.parameters().size(); k++) {
      arguments.add(scalar(d, call, k));
    }
    if (function == ProvidedFunction.IMAGE) {
      return image(d, call, function, arguments);
    }
    Operation then =
        call.results().isEmpty()
            ? t -> {}
            : storeResult(d, call.results().get(0), function.result());
    return t -> {
      long[] values = arguments.stream().mapToLong(argument -> argument.of(t)).toArray();
      long result = function.code().call(t.launch, values);
      t.returned = function.result() == PtxType.S32 ? result & 0xffff_ffffL : result;
      then.execute(t);
    };
  }

  private static Operation image(
      Decoder d, Call call, ProvidedFunction function, List<Expression> arguments) {
    call.results().forEach(d::checkDestination);
    return t -> {
      long[] values = arguments.stream().mapToLong(argument -> argument.of(t)).toArray();
      long pair = function.code().call(t.launch, values);
      for (int r = 0; r < call.results().size(); r++) {
        long word = (r < 2 ? pair : values[1]) >>> Integer.SIZE * (r % 2);
        d.write(t, call.results().get(r), PtxType.U32, word & 0xffff_ffffL);
      }
    };
  }

  private static Expression scalar(Decoder d, Call call, int argument) {
    Operand operand = call.arguments().get(argument);
    if (operand instanceof Operand.Symbol symbol) {
      int from = d.function().parameter(symbol.name());
      return t -> t.frame.parameters[from];
    }
    return d.source(operand, PtxType.U64);
  }
}
