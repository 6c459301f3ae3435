/** The benchmarks of the suite in Java, a class each; {@code Benchmark} is what they share. */
package org.grcuda.bench.suite.program;
