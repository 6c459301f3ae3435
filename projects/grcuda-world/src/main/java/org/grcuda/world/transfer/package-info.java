/** Arrays between ranks, as vertices of the DAG. */
package org.grcuda.world.transfer;
