/**
 * A plain interpreter of PTX: the reference that generated code is compared with. It takes the
 * computation of each instruction from {@code translate.formula}, as the emitters of bytecode do.
 */
package org.grcuda.cpu.interpret;
