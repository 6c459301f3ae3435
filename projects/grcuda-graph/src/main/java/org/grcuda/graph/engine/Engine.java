package org.grcuda.graph.engine;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.grcuda.DeviceArray;
import org.grcuda.Receiver;
import org.grcuda.Segment;

/**
 * Runs the parts of an algorithm until no work is left. One thread, the one that calls {@link
 * #run}, begins all steps and sends all packets, so it knows when nothing is left: no part steps,
 * none has work, and as many packets were received as were sent.
 *
 * @param <A> the arrays that parts send
 */
public final class Engine<A extends DeviceArray> {

  private final List<? extends Stepper<A>> parts;
  private final boolean synchronous;
  private final MoreWork more;

  /** First the one for reports, then one for the packets of each part. */
  private final List<Receiver<A>> receivers;

  private int stepping;
  private long sent;
  private long received;

  Engine(
      List<? extends Stepper<A>> parts,
      boolean synchronous,
      MoreWork more,
      List<Receiver<A>> receivers) {
    this.parts = parts;
    this.synchronous = synchronous;
    this.more = more;
    this.receivers = receivers;
  }

  /** Works until no work and no packet is left. */
  public void run() {
    runUntil(() -> false);
  }

  /**
   * The same, unless it stops before: it asks when no part steps, and all that was sent has
   * arrived.
   *
   * @return whether it has stopped
   */
  public boolean runUntil(BooleanSupplier stops) {
    begin();
    while (!isQuiet()) {
      take(Receiver.receive(receivers));
      if (isQuiet()) {
        parts.forEach(Stepper::admitArrived);
        if (stops.getAsBoolean()) {
          return true;
        }
      }
      begin();
    }
    return false;
  }

  private boolean isQuiet() {
    return stepping == 0 && received == sent;
  }

  private void take(Segment<A> segment) {
    if (segment.target().device() < 0) {
      try (segment) {
        stepping--;
        sent += parts.get(segment.source()).finish(segment.data());
      }
    } else {
      received++;
      int target = segment.target().index();
      parts.get(segment.source()).delivered(target);
      parts.get(target).accept(segment);
    }
  }

  /** Begins the steps that can begin. */
  private void begin() {
    boolean steps = !synchronous || isQuiet();
    for (Stepper<A> part : parts) {
      if (steps && part.canStep() && part.hasWork()) {
        part.step();
        stepping++;
      } else if (!part.isStepping()) {
        part.admitArrived();
      }
    }
    stepping += more.begin(isQuiet());
  }
}
