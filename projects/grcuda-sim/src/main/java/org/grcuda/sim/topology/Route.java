package org.grcuda.sim.topology;

/**
 * The way of copies from one place to another.
 *
 * @param links the directed links that they take: link {@code i} of the topology in its own
 *     direction is {@code 2 i}, in the other {@code 2 i + 1}; of one whose directions share its
 *     bandwidth always {@code 2 i}; after them the host's memory, if it begins or ends there
 * @param limit the most that one copy gets, bytes per nanosecond
 */
public record Route(int[] links, double limit) {}
