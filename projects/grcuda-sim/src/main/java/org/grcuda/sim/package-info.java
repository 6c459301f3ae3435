/**
 * The simulated backend: devices of a simulated machine, in virtual time. Another backend computes
 * their results, if they are computed at all.
 */
package org.grcuda.sim;
