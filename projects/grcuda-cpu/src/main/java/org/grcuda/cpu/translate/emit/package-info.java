/**
 * Emission of bytecode: {@code *KernelEmitter} and {@code FunctionEmitter} shape the methods,
 * {@code InstructionTable} finds the {@code *Family} of an opcode, or {@code FormulaEmitter} where
 * it computes a value; {@code MethodEmitter} and its helpers move operands, addresses and calls.
 */
package org.grcuda.cpu.translate.emit;
