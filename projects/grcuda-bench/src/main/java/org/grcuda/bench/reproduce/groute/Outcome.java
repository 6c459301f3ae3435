package org.grcuda.bench.reproduce.groute;

import org.grcuda.worklist.Statistics;

/**
 * A simulated run of a graph algorithm.
 *
 * @param seconds of simulated time
 * @param statistics what it has done
 * @param result an array
 */
record Outcome(double seconds, Statistics statistics, Object result) {}
