package org.grcuda.runtime.memory;

/**
 * The hints that the driver gets about managed memory.
 *
 * @param prefetches whether data that is not on the chosen device is prefetched to it, if the
 *     device can do that
 * @param advice which advice is given
 * @param attaches whether arrays are attached to the streams of the computations that write them
 */
public record ManagedSettings(boolean prefetches, MemoryAdvicePolicy advice, boolean attaches) {}
