/**
 * The computation of each instruction, as an expression over the methods of {@code
 * org.grcuda.cpu.translate.semantics}: {@link org.grcuda.cpu.translate.formula.Formulas} has one
 * entry for an opcode with its types and modifiers. The interpreter evaluates it, the bytecode
 * translator emits it. Instructions that do not compute a value, such as control, memory accesses
 * and barriers, are not here.
 */
package org.grcuda.cpu.translate.formula;
