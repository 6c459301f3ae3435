/**
 * When computations will have finished, as far as durations seen before and bandwidths tell: what
 * the device selection policies that go by time stand on.
 */
package org.grcuda.runtime.prediction;
