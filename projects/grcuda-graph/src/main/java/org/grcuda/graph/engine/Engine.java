package org.grcuda.graph.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
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

  /** What has arrived at each part since its latest step began. */
  private final List<Queue<Segment<A>>> inboxes = new ArrayList<>();

  /** The parts that step. */
  private final BitSet stepping = new BitSet();

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
    parts.forEach(part -> inboxes.add(new ArrayDeque<>()));
  }

  /** Works until no work and no packet is left. */
  public void run() {
    runUntil(() -> false);
  }

  /**
   * The same, unless it stops before: it asks when no part steps, and all that was sent was taken
   * in.
   *
   * @return whether it has stopped
   */
  public boolean runUntil(BooleanSupplier stops) {
    begin();
    while (!isQuiet()) {
      take(Receiver.receive(receivers));
      if (isQuiet()) {
        IntStream.range(0, parts.size()).forEach(this::admitArrived);
        if (stops.getAsBoolean()) {
          return true;
        }
      }
      begin();
    }
    return false;
  }

  private boolean isQuiet() {
    return stepping.isEmpty() && received == sent;
  }

  private void take(Segment<A> segment) {
    int source = segment.source();
    if (segment.target().device() < 0) {
      try (segment) {
        stepping.clear(source);
        sent += parts.get(source).finish(segment.data());
      }
    } else {
      received++;
      int target = segment.target().index();
      parts.get(source).delivered(target);
      inboxes.get(target).add(segment);
    }
  }

  /** Begins the steps that can begin; the other parts that do not step take in what has arrived. */
  private void begin() {
    boolean steps = !synchronous || isQuiet();
    BitSet idle = new BitSet();
    for (int i = 0; i < parts.size(); i++) {
      if (!stepping.get(i)) {
        admitArrived(i);
        if (steps && parts.get(i).canStep() && parts.get(i).hasWork()) {
          step(i);
        } else {
          idle.set(i, parts.get(i).canStep());
        }
      }
    }
    more.wake(idle, isQuiet()).stream().forEach(this::step);
  }

  private void admitArrived(int part) {
    Queue<Segment<A>> inbox = inboxes.get(part);
    while (!inbox.isEmpty()) {
      try (Segment<A> arrived = inbox.remove()) {
        parts.get(part).admit(arrived);
      }
    }
  }

  private void step(int part) {
    parts.get(part).step();
    stepping.set(part);
  }
}
