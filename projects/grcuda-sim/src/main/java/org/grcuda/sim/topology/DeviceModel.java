package org.grcuda.sim.topology;

/**
 * One device. Times are nanoseconds, rates per nanosecond.
 *
 * @param name its product name
 * @param capability compute capability, such as 70 for 7.0
 * @param memory bytes
 * @param memoryBandwidth bytes that kernels can read and write
 * @param flops operations in single precision
 * @param doubleFlops operations in double precision
 * @param multiprocessors number of them
 * @param threads most threads of a multiprocessor at once
 * @param blocks most blocks of a multiprocessor at once
 * @param registers registers of a multiprocessor
 * @param shared bytes of shared memory of a multiprocessor
 * @param sharedPerBlock bytes of it that one block may have at most
 * @param l2 bytes of second level cache
 * @param copyEngines copies that the device can receive, and send, at once
 * @param launchLatency from the turn of a kernel in its stream until its blocks run
 * @param copyLatency the same of a copy
 * @param computeSaturation share of the threads that can be resident from which on kernels reach
 *     the full rate of operations
 * @param memorySaturation the same for the memory's bandwidth
 * @param faultEfficiency share of a link's bandwidth that page faults reach
 */
public record DeviceModel(
    String name,
    int capability,
    long memory,
    double memoryBandwidth,
    double flops,
    double doubleFlops,
    int multiprocessors,
    int threads,
    int blocks,
    int registers,
    int shared,
    int sharedPerBlock,
    int l2,
    int copyEngines,
    double launchLatency,
    double copyLatency,
    double computeSaturation,
    double memorySaturation,
    double faultEfficiency) {}
