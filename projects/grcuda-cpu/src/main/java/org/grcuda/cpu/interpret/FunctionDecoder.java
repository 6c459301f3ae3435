package org.grcuda.cpu.interpret;

import java.util.List;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Statement;

/** Decodes a function: an operation for each of its statements. */
final class FunctionDecoder {

  private final Program program;
  private final DecodedFunction function;

  private FunctionDecoder(Program program, DecodedFunction function) {
    this.program = program;
    this.function = function;
  }

  /** Decodes all functions of a program. */
  static Program decode(Program program) {
    for (DecodedFunction function : program.functions()) {
      new FunctionDecoder(program, function).run();
    }
    return program;
  }

  private void run() {
    List<Statement> body = function.function().body();
    Decoder decoder = new Decoder(program, function);
    Operation[] operations = new Operation[body.size() + 1];
    int[] lines = new int[body.size() + 1];
    int last = 0;
    for (int s = 0; s < body.size(); s++) {
      switch (body.get(s)) {
        case Label label -> {
          operations[s] = t -> {};
          lines[s] = label.line();
        }
        case Instruction i -> {
          decoder.at(i.position());
          Operation operation = OperationTable.decode(decoder, i);
          operation = guarded(i, program.isCounting() ? Counting.of(i, operation) : operation);
          operations[s] = stepped(i, operation);
          lines[s] = i.line();
          last = i.line();
        }
      }
    }
    operations[body.size()] = ControlOperations.returnFrom(function);
    lines[body.size()] = last;
    function.define(operations, lines);
  }

  /** Lets threads wait before a step of their warp. */
  private Operation stepped(Instruction i, Operation operation) {
    Point point = program.point(i);
    if (point == null || !point.isStep()) {
      return operation;
    }
    return t -> {
      if (t.step(point.state())) {
        operation.execute(t);
      }
    };
  }

  private static Operation guarded(Instruction i, Operation operation) {
    Guard guard = i.guard();
    if (guard == null) {
      return operation;
    }
    int register = guard.predicate().index();
    long wanted = guard.negated() ? 0 : 1;
    return t -> {
      if (t.registers[register] == wanted) {
        operation.execute(t);
      }
    };
  }
}
