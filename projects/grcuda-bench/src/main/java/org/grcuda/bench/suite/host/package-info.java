/** Runs a benchmark of the suite in a host language. */
package org.grcuda.bench.suite.host;
