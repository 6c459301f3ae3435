/**
 * Benchmark of kernels on the CPU backend, side by side with PoCL and with C and OpenMP. {@link
 * org.grcuda.bench.cpu.CpuBenchmark} runs each {@code Problem} on each {@code Side}, compares the
 * results with plain Java, and prints the times and their ratios.
 */
package org.grcuda.bench.cpu;
