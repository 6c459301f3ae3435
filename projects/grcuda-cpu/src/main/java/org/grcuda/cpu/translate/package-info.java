/**
 * Translates PTX to executable code. {@link org.grcuda.cpu.translate.PtxTranslator} translates
 * modules; {@code Pipeline} lists the passes over each kernel, in order, with the facts that each
 * needs and gives. The passes are in {@code pass} and {@code order}. {@code emit} turns their
 * result into a hidden class per kernel, with an emitter per instruction family that calls the
 * methods of {@code semantics}; {@code simd} turns it into machine code; {@code runtime} runs the
 * threads of a block that wait for one another.
 */
package org.grcuda.cpu.translate;
