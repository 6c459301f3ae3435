package org.grcuda.runtime;

import org.grcuda.driver.Event;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.runtime.schedule.RecordedComputation;

/** What is noted of one computation on its way, where anything is. Guarded by the lock. */
final class Observation {

  /** Its entry in the recording; null where none is made. */
  final RecordedComputation recorded;

  /** Whether the event of the computation, and those below, are ones with timing. */
  boolean timed;

  /** Before the data it needs is moved; null if that is not timed, or nothing is moved. */
  Event moves;

  /** Before it begins; null unless timed. */
  Event begin;

  /** Where its duration is added; null if it is no launch, or nobody wants to know. */
  KernelProfile profile;

  int sizeClass;

  /** When host code began. */
  long hostBegin = -1;

  Observation(RecordedComputation recorded) {
    this.recorded = recorded;
  }
}
