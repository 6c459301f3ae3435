/**
 * A plain interpreter of PTX: the reference that generated code is compared with. What an
 * instruction computes it takes from {@code translate.formula}, as the emitters of bytecode do.
 */
package org.grcuda.cpu.interpret;
