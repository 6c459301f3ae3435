/**
 * Benchmark of what waiting for a device costs. {@link org.grcuda.bench.waiting.WaitingBenchmark}
 * compares the policies of waiting on a {@code ClockDriver}, whose launches end by the clock.
 */
package org.grcuda.bench.waiting;
