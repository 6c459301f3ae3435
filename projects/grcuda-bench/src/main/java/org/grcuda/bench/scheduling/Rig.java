package org.grcuda.bench.scheduling;

import java.util.function.LongSupplier;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;

/** A context on a null device. The device holds completions back while a sample is submitted. */
final class Rig implements AutoCloseable {

  /**
   * The settings of the null device. Addresses are only numbers, so arrays cost no memory but their
   * objects. The device queues its work, so that it can complete the work later. It does not check
   * the work, because only what comes before the device is measured.
   */
  private static final NullSettings MACHINE =
      NullSettings.defaults().withLog(false).withHostMemory(1L << 40, false).withChecks(false);

  /** Limit of unfinished computations: more than a sample ever submits. */
  private static final int MOST_UNFINISHED = 10_000_000;

  private static final int COLLECT_FROM = 10_000;

  final NullDriver driver;
  final GrCuda cuda;
  final Kernels kernels;

  private final LongSupplier clock;

  /**
   * Opens a context on {@code machine}.
   *
   * @param clock the time that is measured, in nanoseconds
   */
  Rig(Machine machine, LongSupplier clock) {
    this.clock = clock;
    driver = new NullDriver(MACHINE.withDevices(machine.devices()));
    GrCuda.Builder builder = GrCuda.builder().driver(driver);
    builder.option("MaxUnfinished", Integer.toString(MOST_UNFINISHED));
    machine.options().forEach(builder::option);
    cuda = builder.open();
    kernels = Kernels.of(cuda);
  }

  /** What a sample cost per computation. */
  record Sample(double submitNanos, double completeNanos, double allocatedBytes) {}

  /**
   * Submits {@code count} computations, none of which completes meanwhile; then all complete.
   * Making many arrays leaves garbage. It is collected before, so that it does not count.
   */
  Sample sample(Workload workload, int count) {
    Workload.Program program = workload.program(cuda, kernels, count);
    if (count >= COLLECT_FROM) {
      System.gc();
    }
    driver.hold();
    long bytes = Heap.allocatedByThisThread();
    long start = clock.getAsLong();
    program.submit().run();
    long submitted = clock.getAsLong();
    long allocated = Heap.allocatedByThisThread() - bytes;
    driver.release();
    cuda.synchronize();
    long completed = clock.getAsLong();
    program.arrays().forEach(FloatArray::close);
    return new Sample(
        (double) (submitted - start) / count,
        (double) (completed - submitted) / count,
        (double) allocated / count);
  }

  /** Bytes of heap that a computation keeps alive, before and after it has completed. */
  record Footprint(double unfinishedBytes, double retainedBytes) {}

  /**
   * Measures the heap before {@code count} computations are submitted, while they are unfinished,
   * and after they have completed.
   */
  Footprint footprint(Workload workload, int count) {
    Workload.Program program = workload.program(cuda, kernels, count);
    long before = Heap.usedAfterCollection();
    driver.hold();
    program.submit().run();
    long unfinished = Heap.usedAfterCollection();
    driver.release();
    cuda.synchronize();
    long after = Heap.usedAfterCollection();
    program.arrays().forEach(FloatArray::close);
    return new Footprint((double) (unfinished - before) / count, (double) (after - before) / count);
  }

  @Override
  public void close() {
    cuda.close();
  }
}
