package org.grcuda.cpu.translate.pass;

import org.grcuda.cpu.translate.semantics.ProvidedFunction;
import org.grcuda.ptx.Call;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Variable;

/**
 * Checks that a direct call passes the parameters that its callee takes (PTX ISA 7.1). A parameter
 * that the callee has in memory must be passed in memory, with the same size; one that it has as a
 * value must be passed as a value.
 */
final class CallCheck {

  private final Instruction i;
  private final PtxFunction caller;

  private CallCheck(Instruction i, PtxFunction caller) {
    this.i = i;
    this.caller = caller;
  }

  /**
   * Checks one call.
   *
   * @param caller the function that it is in
   */
  static void run(Instruction i, PtxFunction caller, CallGraph calls) {
    CallCheck check = new CallCheck(i, caller);
    ProvidedFunction provided = ProvidedFunction.of(i.call().calleeName());
    if (provided != null) {
      check.check(provided);
    } else {
      check.check(calls.callee(i));
    }
  }

  /** More may be passed than the function uses, such as the size of a character to __assertfail. */
  private void check(ProvidedFunction callee) {
    Call call = i.call();
    int least = callee.parameters().size();
    checkCounts(Math.max(least, call.arguments().size()), callee.results());
    call.arguments().forEach(this::requireValue);
    call.results().forEach(this::requireValue);
  }

  private void check(PtxFunction callee) {
    Call call = i.call();
    checkCounts(callee.parameters().size(), callee.results().size());
    for (int k = 0; k < call.arguments().size(); k++) {
      require(call.arguments().get(k), callee.parameters().get(k));
    }
    for (int k = 0; k < call.results().size(); k++) {
      require(call.results().get(k), callee.results().get(k));
    }
  }

  private void checkCounts(int parameters, int results) {
    Call call = i.call();
    if (call.arguments().size() != parameters) {
      throw malformed("passes %d values; it takes %d", call.arguments().size(), parameters);
    }
    if (!call.results().isEmpty() && call.results().size() != results) {
      throw malformed("takes %d results; there are %d", call.results().size(), results);
    }
  }

  private void require(Operand passed, Variable parameter) {
    if (!MemoryLayout.isAggregateParameter(parameter)) {
      requireValue(passed);
    } else if (inMemory(passed) == null || inMemory(passed).size() != parameter.size()) {
      throw malformed(
          "passes %s for %s, of %d bytes", passed.text(), parameter.name(), parameter.size());
    }
  }

  private void requireValue(Operand passed) {
    Variable variable = inMemory(passed);
    if (variable != null) {
      throw malformed("passes %s, of %d bytes, for a value", passed.text(), variable.size());
    }
  }

  /** The variable that holds the argument; null for a value. */
  private Variable inMemory(Operand passed) {
    if (!(passed instanceof Operand.Symbol symbol)) {
      return null;
    }
    Variable variable = caller.variable(symbol.name());
    return variable != null && MemoryLayout.isAggregateParameter(variable) ? variable : null;
  }

  private RuntimeException malformed(String what, Object... values) {
    return WellFormed.malformed(i, what, values);
  }
}
