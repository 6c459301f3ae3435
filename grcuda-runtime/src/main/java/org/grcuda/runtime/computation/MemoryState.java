package org.grcuda.runtime.computation;

/**
 * State that a memory manager keeps with an allocation that it made; only that manager looks into
 * it.
 */
public interface MemoryState {}
