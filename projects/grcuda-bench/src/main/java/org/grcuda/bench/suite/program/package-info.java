/**
 * The benchmarks of the suite in Java, one class each, and their versions scheduled by hand. {@link
 * org.grcuda.bench.suite.program.Benchmark} is their common part, and {@code TiledBenchmark} that
 * of the benchmarks on tiles. The package is not exported, because benchmarks are run by name.
 */
package org.grcuda.bench.suite.program;
