/**
 * The simulated backend: devices of a machine that is not there, in virtual time. What they compute
 * is computed by another backend, if at all.
 */
package org.grcuda.sim;
