/** Which machine registers hold which values. */
package org.grcuda.cpu.translate.simd.registers;
