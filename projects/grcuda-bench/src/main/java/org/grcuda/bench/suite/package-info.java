/**
 * The benchmark suite: its files ({@link org.grcuda.bench.suite.SuiteFiles}), its table of
 * benchmarks and kernels ({@link org.grcuda.bench.suite.SuiteTable}), and the settings and the
 * result of a run. The programs in Java are in {@code program}, what runs programs in each language
 * is in {@code host}, and the matrix of runs is in {@code matrix}.
 */
package org.grcuda.bench.suite;
