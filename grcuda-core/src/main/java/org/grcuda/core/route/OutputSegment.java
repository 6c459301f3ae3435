package org.grcuda.core.route;

import org.grcuda.core.engine.NdArray;

/**
 * A buffer in which a computation makes a packet.
 *
 * @param data room for the rows of a packet
 * @param counter one unsigned integer of 32 bits, for how many there are
 */
public record OutputSegment(NdArray data, NdArray counter) {}
