/** The benchmark suite: its programs in Java, and the matrix of runs over all hosts. */
package org.grcuda.bench.suite;
