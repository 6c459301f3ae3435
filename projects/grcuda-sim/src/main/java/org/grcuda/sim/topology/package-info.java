/** Machines: their devices, links and costs, and the files that describe them. */
package org.grcuda.sim.topology;
