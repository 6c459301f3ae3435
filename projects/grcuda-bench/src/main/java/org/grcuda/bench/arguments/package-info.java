/**
 * Converters of arguments to values, shared by all benchmarks: {@link
 * org.grcuda.bench.arguments.Names} and {@link org.grcuda.bench.arguments.WholeNumber}.
 */
package org.grcuda.bench.arguments;
