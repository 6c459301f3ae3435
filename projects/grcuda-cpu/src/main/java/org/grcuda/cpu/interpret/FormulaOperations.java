package org.grcuda.cpu.interpret;

import java.lang.invoke.MethodHandle;
import java.util.List;
import org.grcuda.cpu.translate.formula.Assignments;
import org.grcuda.cpu.translate.formula.Assignments.Assignment;
import org.grcuda.cpu.translate.formula.Formula;
import org.grcuda.cpu.translate.formula.Formulas;
import org.grcuda.ptx.Instruction;

/** Operations that compute values as {@link Formulas} say. */
final class FormulaOperations {

  private FormulaOperations() {}

  static Operation decode(Decoder d, Instruction i) {
    Assignments assignments = Formulas.of(i);
    List<Assignment> results = assignments.results();
    results.forEach(result -> d.checkDestination(result.destination()));
    Expression first = expression(d, results.getFirst().value());
    if (assignments.carry() != null) {
      return withCarry(d, results.getFirst(), first, expression(d, assignments.carry()));
    }
    if (results.size() == 1) {
      return d.store(results.getFirst().destination(), results.getFirst().type(), first);
    }
    Expression second = expression(d, results.get(1).value());
    return t -> {
      long bits = first.of(t);
      long others = second.of(t);
      write(d, t, results.get(0), bits);
      write(d, t, results.get(1), others);
    };
  }

  private static Operation withCarry(
      Decoder d, Assignment result, Expression value, Expression carry) {
    return t -> {
      long bits = value.of(t);
      t.carry = (int) carry.of(t);
      write(d, t, result, bits);
    };
  }

  private static void write(Decoder d, ThreadState t, Assignment result, long bits) {
    d.write(t, result.destination(), result.type(), bits);
  }

  private static Expression expression(Decoder d, Formula formula) {
    return switch (formula) {
      case Formula.Source source -> d.source(source.operand(), source.type());
      case Formula.Address address ->
          d.addresses().checked(address.operand(), address.space(), address.bytes());
      case Formula.Constant constant -> {
        long bits = constant.bits();
        yield t -> bits;
      }
      case Formula.Carry carry -> t -> t.carry;
      case Formula.Choice choice -> {
        Expression condition = expression(d, choice.condition());
        Expression first = expression(d, choice.first());
        Expression second = expression(d, choice.second());
        yield t -> condition.of(t) != 0 ? first.of(t) : second.of(t);
      }
      case Formula.Call call -> {
        MethodHandle handle = StepHandles.of(call.step());
        Expression[] arguments =
            call.arguments().stream().map(a -> expression(d, a)).toArray(Expression[]::new);
        yield t -> invoke(handle, arguments, t);
      }
    };
  }

  private static long invoke(MethodHandle handle, Expression[] a, ThreadState t) {
    try {
      return switch (a.length) {
        case 0 -> (long) handle.invokeExact();
        case 1 -> (long) handle.invokeExact(a[0].of(t));
        case 2 -> (long) handle.invokeExact(a[0].of(t), a[1].of(t));
        case 3 -> (long) handle.invokeExact(a[0].of(t), a[1].of(t), a[2].of(t));
        case 4 -> (long) handle.invokeExact(a[0].of(t), a[1].of(t), a[2].of(t), a[3].of(t));
        case 5 ->
            (long) handle.invokeExact(a[0].of(t), a[1].of(t), a[2].of(t), a[3].of(t), a[4].of(t));
        case 6 ->
            (long)
                handle.invokeExact(
                    a[0].of(t), a[1].of(t), a[2].of(t), a[3].of(t), a[4].of(t), a[5].of(t));
        default -> throw new IllegalStateException(a.length + " arguments");
      };
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
