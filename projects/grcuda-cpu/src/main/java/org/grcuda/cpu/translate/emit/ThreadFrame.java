package org.grcuda.cpu.translate.emit;

/**
 * Local variables that hold what surrounds a thread.
 *
 * @param context the {@code BlockContext}
 * @param thread index of the thread in its block, x fastest
 * @param tidX {@code %tid.x}; -1 where the method computes it from {@code thread} when asked
 * @param stack start of the frame in the thread's local memory, as an offset; -1 for a kernel,
 *     where it is 0
 */
record ThreadFrame(int context, int thread, int tidX, int tidY, int tidZ, int stack) {}
