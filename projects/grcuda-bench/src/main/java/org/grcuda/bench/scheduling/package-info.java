/**
 * Benchmarks of the scheduler on the null device. {@link
 * org.grcuda.bench.scheduling.SchedulingBenchmark} measures what a computation costs, beside a
 * plain loop over the driver and StarPU. {@link org.grcuda.bench.scheduling.PullBenchmark} measures
 * the decisions of pull scheduling, and {@link org.grcuda.bench.scheduling.ObservingBenchmark} what
 * timers and recording cost.
 */
package org.grcuda.bench.scheduling;
