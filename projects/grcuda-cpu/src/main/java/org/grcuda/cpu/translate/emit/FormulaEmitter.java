package org.grcuda.cpu.translate.emit;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.util.List;
import org.grcuda.cpu.translate.formula.Assignments;
import org.grcuda.cpu.translate.formula.Assignments.Assignment;
import org.grcuda.cpu.translate.formula.Formula;
import org.grcuda.cpu.translate.formula.Formulas;
import org.grcuda.cpu.translate.formula.JvmKind;
import org.grcuda.cpu.translate.formula.Plain;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * Emits the computations of instructions, as {@link Formulas} say. The carry flag is an int local.
 */
final class FormulaEmitter {

  private final MethodEmitter m;
  private final CodeBuilder code;

  private FormulaEmitter(MethodEmitter m) {
    this.m = m;
    this.code = m.code();
  }

  /** Emits an instruction. */
  static void emit(MethodEmitter m, Instruction i) {
    new FormulaEmitter(m).emit(Formulas.of(i));
  }

  private void emit(Assignments assignments) {
    List<Assignment> results = assignments.results();
    for (Assignment result : results) {
      push(result.value());
    }
    if (assignments.carry() != null) {
      push(assignments.carry());
      code.istore(m.carry());
    }
    for (Assignment result : results.reversed()) {
      store(result);
    }
  }

  private void store(Assignment result) {
    PtxType type = result.type();
    m.adapt(result.value().kind(), JvmKind.of(type), false);
    if (result.destination() instanceof Register register && register.type().size() > type.size()) {
      narrow(type);
    }
    m.store(result.destination(), type);
  }

  /** Extends the low bits of an int as a type says. */
  private void narrow(PtxType type) {
    switch (type.size()) {
      case 1 -> {
        if (type.isSigned()) {
          code.i2b();
        } else if (type != PtxType.PRED) {
          code.sipush(0xff).iand();
        }
      }
      case 2 -> {
        if (type.isSigned()) {
          code.i2s();
        } else {
          code.i2c();
        }
      }
      default -> {}
    }
  }

  // No pattern switch, stream or lambda is used here: a first kernel would wait for linking them.
  private void push(Formula formula) {
    if (formula instanceof Formula.Call call) {
      call(call);
    } else if (formula instanceof Formula.Source source) {
      m.push(source.operand(), source.type());
    } else if (formula instanceof Formula.Constant constant) {
      constant(constant);
    } else if (formula instanceof Formula.Address address) {
      m.addresses()
          .pushChecked((Operand.Address) address.operand(), address.space(), address.bytes());
    } else if (formula instanceof Formula.Choice choice) {
      choose(choice);
    } else {
      code.iload(m.carry());
    }
  }

  private void pushAll(List<Formula> formulas) {
    for (Formula formula : formulas) {
      push(formula);
    }
  }

  private void constant(Formula.Constant constant) {
    long bits = constant.bits();
    switch (constant.kind()) {
      case INT -> code.loadConstant((int) bits);
      case LONG -> code.loadConstant(bits);
      case FLOAT -> code.loadConstant(Float.intBitsToFloat((int) bits));
      case DOUBLE -> code.loadConstant(Double.longBitsToDouble(bits));
    }
  }

  private void call(Formula.Call call) {
    if (call.step() instanceof Plain plain) {
      if (isComparison(plain)) {
        compare(call, plain);
        return;
      }
      pushAll(call.arguments());
      for (Opcode opcode : plain.code()) {
        operator(opcode);
      }
      return;
    }
    pushAll(call.arguments());
    m.invoke(call.step());
  }

  private void operator(Opcode opcode) {
    if (opcode.kind() == Opcode.Kind.CONVERT) {
      code.with(ConvertInstruction.of(opcode));
    } else {
      code.with(OperatorInstruction.of(opcode));
    }
  }

  private static boolean isComparison(Plain plain) {
    return plain.code().getLast().kind() == Opcode.Kind.BRANCH;
  }

  /** Pushes whether a comparison holds. */
  private void compare(Formula.Call call, Plain comparison) {
    Label yes = code.newLabel();
    Label end = code.newLabel();
    branch(call, comparison, yes);
    code.iconst_0().goto_(end);
    code.labelBinding(yes).iconst_1().labelBinding(end);
  }

  private void branch(Formula.Call call, Plain comparison, Label yes) {
    pushAll(call.arguments());
    List<Opcode> opcodes = comparison.code();
    if (opcodes.size() > 1) {
      code.with(OperatorInstruction.of(opcodes.getFirst()));
    } else if (isOfOneInt(opcodes.getFirst())) {
      m.invoke(
          call.arguments().getFirst().kind() == JvmKind.LONG
              ? RuntimeMethod.COMPARE_UNSIGNED_64
              : RuntimeMethod.COMPARE_UNSIGNED_32);
    }
    code.branch(opcodes.getLast(), yes);
  }

  private static boolean isOfOneInt(Opcode jump) {
    return switch (jump) {
      case IFLT, IFLE, IFGT, IFGE -> true;
      default -> false;
    };
  }

  private void choose(Formula.Choice choice) {
    Label first = code.newLabel();
    Label end = code.newLabel();
    if (choice.condition() instanceof Formula.Call call
        && call.step() instanceof Plain plain
        && isComparison(plain)) {
      branch(call, plain, first);
    } else {
      push(choice.condition());
      code.ifne(first);
    }
    push(choice.second());
    code.goto_(end).labelBinding(first);
    push(choice.first());
    code.labelBinding(end);
  }
}
