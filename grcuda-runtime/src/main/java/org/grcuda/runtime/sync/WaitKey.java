package org.grcuda.runtime.sync;

/**
 * Waits whose work is expected to last equally long.
 *
 * @param name of the computation that is waited for: the kernel's
 * @param device where it runs
 * @param threads of the launch; 0 if it is not a launch
 * @param bytes of the memory that it uses
 * @param depth how many computations the work consists of: those before it on its stream count
 */
public record WaitKey(String name, int device, long threads, long bytes, int depth) {}
