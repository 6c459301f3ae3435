/**
 * The benchmarks of the suite in Java, a class each; {@code Benchmark} is what they share. Not
 * exported: they are run by name.
 */
package org.grcuda.bench.suite.program;
