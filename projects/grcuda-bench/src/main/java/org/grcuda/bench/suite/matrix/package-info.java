/** The suite over a matrix of sizes, devices, policies and languages: runs, results, plots. */
package org.grcuda.bench.suite.matrix;
