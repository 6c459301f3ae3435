/**
 * PTX text and its syntax tree.
 *
 * <p>{@link org.grcuda.ptx.PtxParser} gives a {@link org.grcuda.ptx.PtxModule}: variables and
 * {@link org.grcuda.ptx.PtxFunction functions}, whose body is a flat list of {@link
 * org.grcuda.ptx.Label labels} and {@link org.grcuda.ptx.Instruction instructions} with resolved
 * {@link org.grcuda.ptx.Operand operands}. {@link org.grcuda.ptx.text.PtxPrinter} is the way back.
 * {@link org.grcuda.ptx.Opcode} is the table of instructions: the operands and modifiers that each
 * takes, and the traits that it shares with others. Section numbers refer to NVIDIA's "PTX ISA",
 * release 8.8.
 */
package org.grcuda.ptx;
