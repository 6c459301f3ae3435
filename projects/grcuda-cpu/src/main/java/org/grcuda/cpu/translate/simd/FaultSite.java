package org.grcuda.cpu.translate.simd;

import org.grcuda.ptx.StateSpace;

/**
 * A place in the machine code that stops a kernel.
 *
 * @param line of the PTX
 * @param width bytes of the access
 * @param space shared, or any other for the whole arena; null for a {@code trap}
 */
record FaultSite(int line, int width, StateSpace space) {}
