/**
 * What each instruction computes, as an expression over the methods of {@code
 * org.grcuda.cpu.translate.semantics}: {@link org.grcuda.cpu.translate.formula.Formulas} has one
 * entry for an opcode with its types and modifiers. The interpreter evaluates it, the bytecode
 * translator emits it. What is no value, as control, memory accesses and barriers, is not here.
 */
package org.grcuda.cpu.translate.formula;
