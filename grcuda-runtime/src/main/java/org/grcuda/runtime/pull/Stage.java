package org.grcuda.runtime.pull;

/** How far a task is on its way to a device (section 5.2). */
enum Stage {
  /** The scheduler does not hold it: not ready yet, ended or withdrawn. */
  NONE,
  /** Any device may take it. */
  READY,
  /** It is in the plan of one device, and can still be taken back. */
  PLANNED,
  /** One device has pulled it, and it has not ended. */
  BUFFERED
}
