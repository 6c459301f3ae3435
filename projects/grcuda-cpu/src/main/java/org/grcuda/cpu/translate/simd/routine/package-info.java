/**
 * Machine code on vectors that knows nothing of the kernel: it has its operands in registers for
 * computations, or in the frame.
 */
package org.grcuda.cpu.translate.simd.routine;
