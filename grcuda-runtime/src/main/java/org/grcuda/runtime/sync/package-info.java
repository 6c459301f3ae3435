/**
 * Waiting for a device: how long work is expected to last, and when to sleep, to poll or to block.
 * The package knows events and clocks, but not computations.
 */
package org.grcuda.runtime.sync;
