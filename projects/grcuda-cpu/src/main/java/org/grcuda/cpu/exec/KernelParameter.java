package org.grcuda.cpu.exec;

/**
 * Where one kernel parameter lies in the parameter block.
 *
 * @param offset bytes from the start of the block
 * @param bytes size
 * @param alignment natural alignment, a power of two
 */
public record KernelParameter(String name, int offset, int bytes, int alignment) {}
