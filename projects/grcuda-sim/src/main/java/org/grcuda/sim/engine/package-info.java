/** A discrete-event simulation of shared processors and links. It knows no commands of drivers. */
package org.grcuda.sim.engine;
