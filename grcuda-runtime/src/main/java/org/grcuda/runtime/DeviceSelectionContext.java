package org.grcuda.runtime;

/** What a {@link DeviceSelectionPolicy} may look at. */
public interface DeviceSelectionContext {

  /** The computation. */
  Vertex vertex();

  /** Number of devices. */
  int deviceCount();

  /** The device that the submitting thread made current, 0 at first. */
  int currentDevice();

  /** Streams of {@code device} with unfinished work. */
  int busyStreams(int device);

  /** Bytes that must move to {@code device} before the computation can run there. */
  long missingBytes(int device);

  /** Bytes of the regions whose contents the computation needs, each region once. */
  long neededBytes();

  /**
   * The places that hold all of access {@code index} up to date ({@link Places}), counting what was
   * scheduled as done.
   */
  long holders(int index);
}
