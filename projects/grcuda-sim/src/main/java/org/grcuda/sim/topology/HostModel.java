package org.grcuda.sim.topology;

/**
 * The host's memory, and the host's costs of driving devices. Times are nanoseconds.
 *
 * @param memory bytes
 * @param memoryBandwidth bytes per nanosecond
 * @param submission spent once for commands that are submitted together: the host program and the
 *     scheduler
 * @param launch spent by the driver on a launch
 * @param copy the same on a copy, fill or prefetch
 * @param event the same on a record of an event or a wait for one
 * @param query the same on a query whether an event has completed, if the answer is no; above 0
 * @param wake from the end of the awaited work until the thread goes on
 * @param memoryCalls what allocations and pageable memory cost
 */
public record HostModel(
    long memory,
    double memoryBandwidth,
    double submission,
    double launch,
    double copy,
    double event,
    double query,
    double wake,
    MemoryCalls memoryCalls) {}
