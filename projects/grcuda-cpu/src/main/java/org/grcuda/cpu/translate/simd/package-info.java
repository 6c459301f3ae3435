/**
 * Translates kernels to x86-64 machine code that runs 8, 16 or 32 threads of a block, a gang, at
 * once: varying values in vectors, values that a gang shares in general registers, divergence by
 * masks.
 */
package org.grcuda.cpu.translate.simd;
