/**
 * Benchmarks that print both sides of a comparison from one run. The classes of this package
 * measure arrays ({@link org.grcuda.bench.ArrayBenchmark}, {@link
 * org.grcuda.bench.AllocationBenchmark}), launches ({@link org.grcuda.bench.LaunchBenchmark},
 * {@link org.grcuda.bench.OverlapBenchmark}), the simulator ({@link
 * org.grcuda.bench.SimulationBenchmark}) and the translation of PTX ({@link
 * org.grcuda.bench.TranslationBenchmark}). Larger benchmarks have packages of their own. All of
 * them read their arguments by {@link org.grcuda.bench.BenchmarkArguments}.
 */
package org.grcuda.bench;
