package org.grcuda.runtime.memory;

/**
 * What the driver is told about managed memory.
 *
 * @param prefetches whether data that is not on the chosen device is prefetched to it, where the
 *     device can
 * @param advice which advice is given
 * @param attaches whether arrays are attached to the streams of the computations that write them
 */
public record ManagedSettings(boolean prefetches, MemoryAdvicePolicy advice, boolean attaches) {}
