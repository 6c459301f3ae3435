/**
 * Simulated clusters: ranks with devices of their own, and a network between them, in one simulated
 * time.
 */
package org.grcuda.sim.cluster;
