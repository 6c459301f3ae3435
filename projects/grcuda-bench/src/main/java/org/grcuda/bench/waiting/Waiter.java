package org.grcuda.bench.waiting;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.sync.Blocker;
import org.grcuda.runtime.sync.SyncPolicy;

/**
 * A runtime over a {@link ClockDriver}, through which the calling thread launches kernels and waits
 * for them.
 */
final class Waiter implements AutoCloseable {

  private static final LaunchShape SHAPE = new LaunchShape(1, 1, 1, 32, 1, 1, 0);
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final DependencyTracker NONE =
      new DependencyTracker() {
        @Override
        public void findParents(Vertex vertex) {}

        @Override
        public void record(Vertex vertex, Access[] uses, Operation operation) {}
      };

  private final SyncPolicy policy;
  private final ClockDriver driver = new ClockDriver();
  private final GpuRuntime runtime;
  private final Function function = driver.device(0).loadModule(new byte[0]).function("kernel");
  private long latency;
  private long processorNanos;

  Waiter(SyncPolicy policy) {
    this.policy = policy;
    RuntimeOptions options = RuntimeOptions.defaults(1).with().sync(policy).build();
    runtime = GpuRuntime.open(driver, options, Blocker.uninterruptible());
  }

  SyncPolicy policy() {
    return policy;
  }

  /**
   * Launches a kernel of {@code nanos} nanoseconds, and waits for it.
   *
   * @param kernel its name
   */
  void launchAndWait(String kernel, long nanos) {
    Operation launch =
        new Operation.Launch(device -> function, SHAPE, new long[] {nanos}, Long.BYTES, new int[0]);
    Vertex vertex = new Vertex(kernel, launch, new Access[0], Placement.ANYWHERE);
    runtime.submit(vertex, NONE);
    long end = driver.lastEnd();
    long before = THREADS.getCurrentThreadCpuTime();
    runtime.awaitEnd(vertex);
    latency = System.nanoTime() - end;
    processorNanos = THREADS.getCurrentThreadCpuTime() - before;
  }

  /** Nanoseconds from the end of the last kernel on the device to the return of the wait. */
  long latency() {
    return latency;
  }

  /** Nanoseconds of processor time that the last wait took from the calling thread. */
  long processorNanos() {
    return processorNanos;
  }

  @Override
  public void close() {
    runtime.close();
    driver.close();
  }
}
