package org.grcuda.runtime.memory;

/**
 * What replicated memory has moved to and from a device since the context was opened, counted when
 * a transfer is submitted.
 *
 * @param loads bytes from the host to the device
 * @param peerLoads bytes from other devices to the device
 * @param writeBacks bytes from the device to the host
 * @param evictions how often the device gave up a block of memory, to make room for others
 */
public record Traffic(long loads, long peerLoads, long writeBacks, long evictions) {

  /** Of a device whose memory the driver manages, which counts nothing. */
  public static final Traffic NONE = new Traffic(0, 0, 0, 0);
}
