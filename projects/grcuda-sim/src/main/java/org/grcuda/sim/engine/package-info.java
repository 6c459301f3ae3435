/**
 * A discrete-event simulation of processors and links that are shared. Knows no driver's command.
 */
package org.grcuda.sim.engine;
