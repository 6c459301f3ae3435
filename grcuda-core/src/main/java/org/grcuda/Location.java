package org.grcuda;

import java.util.List;

/**
 * The places that hold an up-to-date copy of an array.
 *
 * @param host whether the host's memory is one
 * @param devices the numbers of the devices that are, ascending
 */
public record Location(boolean host, List<Integer> devices) {}
