package org.grcuda.sim.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Links whose capacity transfers share max-min fairly: no transfer's rate can grow without lowering
 * that of a transfer that is not faster (Bertsekas and Gallager, "Data Networks", section 6.5.2,
 * progressive filling).
 */
public final class Network implements Source {

  private final Engine engine;
  private final double[] capacities;
  private final List<Flow> flows = new ArrayList<>();
  // While rates are computed: the capacity left on each link, and for how many transfers.
  private final double[] left;
  private final int[] users;
  private double since;
  private Flow first;

  Network(Engine engine, double[] capacities) {
    this.engine = engine;
    this.capacities = capacities.clone();
    this.left = new double[capacities.length];
    this.users = new int[capacities.length];
  }

  private static final class Flow extends Activity {

    final int[] links;
    final double limit;
    double remaining;
    double rate;

    Flow(Completion completion, long number, int[] links, double limit) {
      super(completion, number);
      this.links = links;
      this.limit = limit;
    }
  }

  /**
   * Starts a transfer.
   *
   * @param bytes more than 0
   * @param links that it takes, each once
   * @param limit its highest rate, bytes per nanosecond
   */
  public void start(double bytes, int[] links, double limit, Completion completion) {
    progress(engine.now());
    Flow flow = new Flow(completion, engine.nextNumber(), links, limit);
    flow.remaining = bytes;
    flows.add(flow);
    share();
  }

  @Override
  public double next() {
    return first == null ? Double.POSITIVE_INFINITY : first.due;
  }

  @Override
  public Activity first() {
    return first;
  }

  @Override
  public void remove(double now) {
    progress(now);
    flows.remove(first);
    share();
  }

  private void progress(double now) {
    for (int i = 0; i < flows.size(); i++) {
      Flow flow = flows.get(i);
      flow.remaining = Math.max(0, flow.remaining - flow.rate * (now - since));
    }
    since = now;
  }

  /** Finds the rate of each flow, and the first to end. */
  private void share() {
    findRates();
    first = null;
    for (int i = 0; i < flows.size(); i++) {
      Flow flow = flows.get(i);
      flow.due = since + flow.remaining / flow.rate;
      if (first == null || flow.due < first.due) {
        first = flow;
      }
    }
  }

  private void findRates() {
    Arrays.fill(users, 0);
    for (int i = 0; i < flows.size(); i++) {
      Flow flow = flows.get(i);
      flow.rate = 0;
      for (int link : flow.links) {
        left[link] = capacities[link];
        users[link]++;
      }
    }
    int unsettled = flows.size();
    while (unsettled > 0) {
      double least = leastShare();
      for (int i = 0; i < flows.size(); i++) {
        Flow flow = flows.get(i);
        if (flow.rate == 0 && (flow.limit <= least || isFull(flow, least))) {
          flow.rate = -Math.min(least, flow.limit);
        }
      }
      unsettled -= settle();
    }
  }

  /** The rate of the flow that can grow least. */
  private double leastShare() {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < flows.size(); i++) {
      Flow flow = flows.get(i);
      if (flow.rate == 0) {
        least = Math.min(least, flow.limit);
        for (int link : flow.links) {
          least = Math.min(least, left[link] / users[link]);
        }
      }
    }
    return least;
  }

  private boolean isFull(Flow flow, double share) {
    for (int link : flow.links) {
      if (left[link] / users[link] <= share) {
        return true;
      }
    }
    return false;
  }

  /** Subtracts the rates of the flows just decided (stored as negative) from their links. */
  private int settle() {
    int settled = 0;
    for (int i = 0; i < flows.size(); i++) {
      Flow flow = flows.get(i);
      if (flow.rate < 0) {
        flow.rate = -flow.rate;
        settled++;
        for (int link : flow.links) {
          left[link] -= flow.rate;
          users[link]--;
        }
      }
    }
    return settled;
  }
}
