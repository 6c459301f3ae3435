/**
 * Predicts when computations will have finished, from earlier durations and bandwidths, for the
 * device selection policies that go by time.
 */
package org.grcuda.runtime.prediction;
