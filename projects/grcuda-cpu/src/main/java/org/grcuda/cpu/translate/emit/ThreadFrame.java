package org.grcuda.cpu.translate.emit;

/**
 * Local variables that hold the surroundings of a thread.
 *
 * @param context the {@code BlockContext}
 * @param thread index of the thread in its block, x fastest
 * @param tidX {@code %tid.x}; -1 if the method computes it from {@code thread} when needed
 * @param stack start of the frame in the thread's local memory, as an offset; -1 for a kernel,
 *     where it is 0
 */
record ThreadFrame(int context, int thread, int tidX, int tidY, int tidZ, int stack) {}
