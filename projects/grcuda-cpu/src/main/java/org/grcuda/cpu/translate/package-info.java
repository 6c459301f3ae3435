/**
 * PTX to JVM bytecode. {@link org.grcuda.cpu.translate.PtxTranslator} runs the pipeline; its passes
 * are in {@code pass}, in this order: ModuleVariables, Inlining, CallGraph, MemoryLayout,
 * Segmentation, SuspensionPoints, SavedRegisters. {@code emit} turns the result into a hidden class
 * per kernel, with an emitter per instruction family that calls the methods of {@code semantics};
 * {@code runtime} runs the threads of a block that wait for one another.
 */
package org.grcuda.cpu.translate;
