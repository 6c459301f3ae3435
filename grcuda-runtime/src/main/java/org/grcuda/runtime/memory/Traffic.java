package org.grcuda.runtime.memory;

/**
 * The data that replicated memory has moved to and from a device since the context was opened. A
 * transfer is counted when it is submitted.
 *
 * @param loads bytes from the host to the device
 * @param peerLoads bytes from other devices to the device
 * @param reloads of all these, bytes that the device had had and had given up to make room
 * @param writeBacks bytes from the device to the host
 * @param evictions number of blocks of memory that the device gave up to make room for others
 */
public record Traffic(long loads, long peerLoads, long reloads, long writeBacks, long evictions) {

  /** The traffic of a device whose memory the driver manages: nothing is counted. */
  public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0);
}
