/**
 * Graphs that are drawn or of a known shape, for tests and benchmarks: {@link
 * org.grcuda.graph.generate.Generators}.
 */
package org.grcuda.graph.generate;
