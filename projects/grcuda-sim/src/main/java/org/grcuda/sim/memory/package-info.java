/** The allocations of a simulated machine, and where the pages of managed memory are. */
package org.grcuda.sim.memory;
