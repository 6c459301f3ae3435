package org.grcuda.runtime.pull;

/**
 * Decides which task a device takes next. A task is ready, then perhaps planned for a device, from
 * which it can be taken back, then pulled by a device, then ended (section 5.2). Not safe for use
 * by several threads at once.
 */
public interface PullScheduler {

  /** What there is where there is no task or no device. */
  int NONE = -1;

  /**
   * All that {@code task} depends on has ended.
   *
   * @param releasedBy the device on which the last of that ran; {@link #NONE} if there is none
   * @throws IllegalStateException if the task is held already
   */
  void ready(int task, int releasedBy);

  /**
   * What {@code task} waits for has been taken by {@code device} and has not ended: it comes next
   * there, so that a chain of short tasks does not wait for the host between them.
   *
   * @throws IllegalStateException if the task is held already
   */
  void follows(int task, int device);

  /** The task that {@code device} takes now; {@link #NONE} if there is none for it. */
  int pull(int device);

  /**
   * A task that {@code device}, which has taken enough, takes to load data for it meanwhile; {@link
   * #NONE} if there is none, or no hurry.
   *
   * @param taken how many tasks the device has taken and not ended
   * @param nanosEach for how long each of these keeps it busy
   */
  default int pullAhead(int device, int taken, double nanosEach) {
    return NONE;
  }

  /**
   * A device takes {@code task}, which is neither ready nor planned, without being asked.
   *
   * @throws IllegalStateException if the task is held
   */
  void take(int task, int device);

  /**
   * Takes back a task that no device has pulled.
   *
   * @throws IllegalStateException if the task is neither ready nor planned
   */
  void withdraw(int task);

  /**
   * A pulled task has ended, or has failed.
   *
   * @throws IllegalStateException if no device has pulled it
   */
  void ended(int task);

  /**
   * The content of {@code datum} is, or is on its way to, a place; or is there no longer because it
   * was written elsewhere.
   *
   * @param place a device, or {@link LinkCost#HOST}
   */
  void present(int datum, int place, boolean isPresent);

  /** A datum has left a device to make room (section 5.4). */
  void evicted(int datum, int device);

  /** Priorities of tasks, in whatever stage they are, have changed. */
  void reprioritized();
}
