package org.grcuda.sim.topology;

/**
 * The way of copies from one place to another.
 *
 * @param links the directed links that they take. Link {@code i} of the topology is {@code 2 i} in
 *     its own direction and {@code 2 i + 1} in the other; a link whose directions share its
 *     bandwidth is always {@code 2 i}. After them comes the host's memory, if the route begins or
 *     ends there
 * @param limit the highest rate of one copy, bytes per nanosecond
 */
public record Route(int[] links, double limit) {}
