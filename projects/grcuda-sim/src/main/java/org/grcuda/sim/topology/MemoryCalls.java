package org.grcuda.sim.topology;

/**
 * What calls of the driver that concern memory cost the host, and what copies of memory that is not
 * page-locked reach. Times are nanoseconds, rates bytes per nanosecond.
 *
 * @param pageable most that a copy between a device and host memory gets that is not page-locked;
 *     infinite if it is as fast as others, and does not make the host wait either
 * @param pageLocks whether the host memory that the driver gives out is page-locked
 * @param pinning spent on page-locking, whatever the size
 * @param pinningRate bytes that are page-locked
 * @param allocation spent on an allocation of device memory
 * @param release spent on freeing device memory; if above 0, the host waits until the device is
 *     idle before
 */
public record MemoryCalls(
    double pageable,
    boolean pageLocks,
    double pinning,
    double pinningRate,
    double allocation,
    double release) {

  /** Whether the host waits for copies of memory that is not page-locked. */
  public boolean isPageableSlow() {
    return pageable < Double.POSITIVE_INFINITY;
  }

  /** What page-locking so many bytes costs; 0 if nothing is page-locked. */
  public double pinning(long bytes) {
    return pageLocks ? pinning + bytes / pinningRate : 0;
  }
}
