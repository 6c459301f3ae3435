/**
 * Runs a benchmark of the suite in a host language: {@link org.grcuda.bench.suite.host.JavaProgram}
 * in Java, {@link org.grcuda.bench.suite.host.GuestProgram} in Python and JavaScript.
 */
package org.grcuda.bench.suite.host;
