package org.grcuda.ptx;

import java.util.List;

/**
 * The parts of a {@code call} instruction (PTX ISA 9.7.12.5).
 *
 * @param results where the return values go: {@code .param} symbols, registers or sinks
 * @param callee a {@link Operand.Symbol} (direct), or a {@link Register} (indirect)
 * @param arguments {@code .param} symbols, registers or constants
 * @param prototype of an indirect call: names a {@link CallPrototype} or a target list; else null
 */
public record Call(
    List<Operand> results, Operand callee, List<Operand> arguments, String prototype) {

  /** The name of the function called, null for an indirect call. */
  public String calleeName() {
    return callee instanceof Operand.Symbol symbol ? symbol.name() : null;
  }
}
