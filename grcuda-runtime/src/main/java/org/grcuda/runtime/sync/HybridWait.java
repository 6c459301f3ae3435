package org.grcuda.runtime.sync;

import java.util.Set;
import org.grcuda.driver.Event;

/** One wait of {@link HybridWaits}, by one thread. */
public final class HybridWait {

  /** After this many waits that did not see the end, the next one polls around it to see it. */
  private static final long PROBE_INTERVAL = 16;

  /**
   * A wake-up is assumed to be later than most by at most this many spreads; beyond that, the work
   * took longer.
   */
  private static final long SPREADS = 4;

  /** After this many such waits, too: at first, new knowledge is worth more. */
  private static final Set<Long> FIRST_PROBES = Set.of(2L, 4L, 8L);

  private final HybridWaits owner;
  private final Event event;
  private final WaitKey key;
  private final long begun;
  private final long expected;
  private final long deviation;
  private final boolean probe;
  private long notBefore;
  private long notAfter = -1;

  /**
   * @param begun when the work began
   * @param known how long such work lasts; null if nothing is known from waits
   * @param guess how long it may last, where nothing is known; negative for no guess
   */
  HybridWait(HybridWaits owner, Event event, WaitKey key, long begun, Estimate known, long guess) {
    this.owner = owner;
    this.event = event;
    this.key = key;
    this.begun = begun;
    expected = known == null ? guess : (long) known.mean();
    deviation = known == null ? 0 : (long) known.deviation();
    probe = known != null && isProbe(known.inexact());
  }

  /**
   * Returns when the event has completed. May be called again after an interrupt.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public void await() throws InterruptedException {
    long now = owner.now();
    long remaining = begun + expected - now;
    WaitPlan plan = plan(remaining);
    if (plan.sleepNanos() > 0 && sleep(plan.sleepNanos(), now, remaining)) {
      return;
    }
    boolean complete = plan.pollNanos() > 0 ? poll(now + plan.pollNanos()) : isComplete();
    if (complete) {
      return;
    }
    if (expected < 0) {
      owner.calibrate();
    }
    event.await();
    awoke();
  }

  private static boolean isProbe(long inexact) {
    return inexact > 1 && (inexact % PROBE_INTERVAL == 0 || FIRST_PROBES.contains(inexact));
  }

  private WaitPlan plan(long remaining) {
    if (!owner.preemptions().mayPoll()) {
      return WaitPlan.BLOCK;
    }
    if (expected < 0) {
      return WaitPlan.unknown(owner.threshold());
    }
    long threshold = owner.threshold();
    return probe
        ? WaitPlan.probe(remaining, owner.sleeps(), threshold)
        : WaitPlan.of(remaining, deviation, owner.sleeps(), threshold, owner.mostPolling());
  }

  /**
   * Sleeps; returns whether the event has completed meanwhile.
   *
   * @param remaining predicted time until the end, for which the length of the sleep was chosen
   */
  private boolean sleep(long nanos, long from, long remaining) throws InterruptedException {
    owner.slack().reduce();
    boolean complete = event.await(nanos);
    long now = owner.now();
    long late = now - from - nanos;
    if (late > 0) {
      owner.sleeps().add(remaining, late);
    }
    owner.preemptions().waited(late);
    if (complete) {
      awoke();
    } else {
      notBefore = now - begun;
    }
    return complete;
  }

  /** Polls until {@code end}; returns whether the event has completed. */
  private boolean poll(long end) throws InterruptedException {
    long longest = 0;
    long last = owner.now();
    boolean complete;
    long now;
    do {
      complete = isComplete();
      if (!complete && Thread.interrupted()) {
        throw new InterruptedException();
      }
      Thread.onSpinWait();
      now = begun + (complete ? notAfter : notBefore);
      longest = Math.max(longest, now - last);
      last = now;
    } while (!complete && now - end < 0);
    owner.preemptions().waited(longest);
    return complete;
  }

  /** Asks once. */
  private boolean isComplete() {
    boolean complete = event.isComplete();
    long after = owner.now() - begun;
    if (complete) {
      notAfter = after;
    } else {
      notBefore = after;
    }
    return complete;
  }

  /** The event woke the thread: it completed earlier, by about the time that a wake-up takes. */
  private void awoke() {
    notAfter = owner.now() - begun;
    long wakeUp = owner.sleeps().lateness(notAfter) + SPREADS * owner.sleeps().spread(notAfter);
    notBefore = Math.max(notBefore, notAfter - wakeUp);
  }

  /**
   * The device measured that the work took {@code nanos} nanoseconds, from the moment when its turn
   * came, just after it was submitted. That tells when the work ended, where the thread was asleep
   * then.
   */
  public void measured(long nanos) {
    notBefore = Math.clamp(nanos, notBefore(), notAfter);
    notAfter = Math.clamp(nanos + WaitPlan.RESOLUTION, notBefore, notAfter);
  }

  /** When the work ended, as far as is known; on the clock of the waits. */
  public long ended() {
    return begun + notAfter;
  }

  WaitKey key() {
    return key;
  }

  /** Nanoseconds after the work's begin at which the event was last seen not completed. */
  long notBefore() {
    return Math.min(notBefore, notAfter);
  }

  /** Nanoseconds after the work's begin at which the event was first seen completed. */
  long notAfter() {
    return notAfter;
  }
}
