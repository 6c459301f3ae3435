/**
 * Benchmark of what it costs to hand a submission to NVIDIA's driver. {@link
 * org.grcuda.bench.crossing.CrossingBenchmark} measures the ways from Java to C on a double of the
 * driver.
 */
package org.grcuda.bench.crossing;
