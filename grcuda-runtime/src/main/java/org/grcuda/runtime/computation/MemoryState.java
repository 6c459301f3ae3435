package org.grcuda.runtime.computation;

/** What a memory manager keeps with an allocation that it made; nobody else looks into it. */
public interface MemoryState {}
