/**
 * The suite over a matrix of sizes, devices, policies and languages. {@link
 * org.grcuda.bench.suite.matrix.SuiteMatrix} runs the cells that are not done yet, and writes the
 * results and plots.
 */
package org.grcuda.bench.suite.matrix;
