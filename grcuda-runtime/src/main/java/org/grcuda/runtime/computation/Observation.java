package org.grcuda.runtime.computation;

import org.grcuda.driver.Event;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.runtime.schedule.RecordedComputation;

/** What is noted of one computation on its way, where anything is. Guarded by the lock. */
public final class Observation {

  /** Its entry in the recording; null where none is made. */
  public final RecordedComputation recorded;

  /** Whether the event of the computation, and those below, are ones with timing. */
  public boolean timed;

  /** Before the data it needs is moved; null if that is not timed, or nothing is moved. */
  public Event moves;

  /** Before it begins; null unless timed. */
  public Event begin;

  /** Where its duration is added; null if it is no launch, or nobody wants to know. */
  public KernelProfile profile;

  public int sizeClass;

  /** When host code began. */
  public long hostBegin = -1;

  public Observation(RecordedComputation recorded) {
    this.recorded = recorded;
  }
}
