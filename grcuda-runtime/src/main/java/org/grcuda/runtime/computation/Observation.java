package org.grcuda.runtime.computation;

import org.grcuda.driver.Event;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.runtime.schedule.RecordedComputation;

/** Notes about one computation, if it is observed. Guarded by the lock. */
public final class Observation {

  /** Its entry in the recording; null if there is no recording. */
  public final RecordedComputation recorded;

  /** Whether the event of the computation, and the events below, record times. */
  public boolean timed;

  /** The event before its data is moved; null if that is not timed, or nothing is moved. */
  public Event moves;

  /** When data moved that was moved ahead of it; null if that is not timed, or none was. */
  public MoveTimes early;

  /** The event before it begins; null unless it is timed. */
  public Event begin;

  /** Where its duration is added; null if it is not a launch, or nobody needs the duration. */
  public KernelProfile profile;

  public int sizeClass;

  /** When host code began. */
  public long hostBegin = -1;

  public Observation(RecordedComputation recorded) {
    this.recorded = recorded;
  }
}
