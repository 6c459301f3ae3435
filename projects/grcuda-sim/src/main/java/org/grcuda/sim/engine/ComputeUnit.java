package org.grcuda.sim.engine;

import java.util.PriorityQueue;

/**
 * A device's processors. Each kernel can use a share of them. While the sum of the shares is at
 * most 1, each kernel takes its own duration. If the sum is greater, the kernels share the device
 * in proportion: each runs at 1 / (sum of shares) of its speed.
 *
 * <p>As all have the same speed, one count of service is enough: a kernel ends when the service has
 * grown by its duration.
 */
public final class ComputeUnit implements Source {

  private final Engine engine;
  private final PriorityQueue<Job> running = new PriorityQueue<>(Timers.ORDER);
  private double service;
  private double since;
  private double demand;

  ComputeUnit(Engine engine) {
    this.engine = engine;
  }

  private static final class Job extends Activity {

    final double share;

    Job(Completion completion, long number, double share) {
      super(completion, number);
      this.share = share;
    }
  }

  /**
   * Starts a kernel.
   *
   * @param nanos how long it takes alone
   * @param share of the device that it can use, above 0, up to 1
   */
  public void start(double nanos, double share, Completion completion) {
    serve(engine.now());
    Job job = new Job(completion, engine.nextNumber(), share);
    job.due = service + nanos;
    demand += share;
    running.add(job);
  }

  @Override
  public double next() {
    Job first = running.peek();
    return first == null
        ? Double.POSITIVE_INFINITY
        : since + Math.max(0, first.due - service) * Math.max(1, demand);
  }

  @Override
  public Activity first() {
    return running.peek();
  }

  @Override
  public void remove(double now) {
    Job ended = running.remove();
    if (running.isEmpty()) {
      // So that sums stay exact.
      service = 0;
      demand = 0;
    } else {
      service = ended.due;
      demand -= ended.share;
    }
    since = now;
  }

  private void serve(double now) {
    service += (now - since) / Math.max(1, demand);
    since = now;
  }
}
