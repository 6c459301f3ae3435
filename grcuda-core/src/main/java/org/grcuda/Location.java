package org.grcuda;

import java.util.List;

/**
 * The places that hold an up-to-date copy of an array.
 *
 * @param host whether the host's memory holds one
 * @param devices the numbers of the devices that hold one, ascending
 */
public record Location(boolean host, List<Integer> devices) {}
