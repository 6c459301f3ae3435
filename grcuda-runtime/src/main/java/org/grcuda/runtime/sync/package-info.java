/**
 * Waiting for a device: how long work is expected to last, and when to sleep, to poll or to block.
 * Knows events and clocks, no computations.
 */
package org.grcuda.runtime.sync;
