package org.grcuda.runtime;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.grcuda.driver.Driver;
import org.grcuda.runtime.completion.ClosingWatch;
import org.grcuda.runtime.completion.CompletionTracker;
import org.grcuda.runtime.completion.EndNotices;
import org.grcuda.runtime.completion.HostProgress;
import org.grcuda.runtime.completion.ThreadWork;
import org.grcuda.runtime.completion.UnfinishedWork;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.DependencyTracker;
import org.grcuda.runtime.computation.EventRecord;
import org.grcuda.runtime.computation.Gate;
import org.grcuda.runtime.computation.NotReadyException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManager;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.route.Exchange;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.stream.DevicesManager;
import org.grcuda.runtime.stream.StreamManager;
import org.grcuda.runtime.sync.Blocker;

/**
 * The inner layer of the scheduler. It takes computations with their dependencies, and runs them
 * asynchronously on the devices of one driver. There is one instance per context; instances share
 * nothing.
 *
 * <p>It owns the devices manager, the policy manager, the stream manager, the memory manager and
 * the tracking of completion. Methods may be called from any thread. Submission takes one short
 * lock; waiting holds none.
 */
public final class GpuRuntime implements AutoCloseable {

  private final Driver driver;
  private final RuntimeOptions options;
  private final Parts parts;
  private final SchedulingLock lock;
  private final Gate gate;
  private final CompletionTracker completion;
  private final UnfinishedWork work;
  private final Consumer<Vertex> scheduling;

  private GpuRuntime(Driver driver, RuntimeOptions options, Parts parts) {
    this.driver = driver;
    this.options = options;
    this.parts = parts;
    lock = parts.lock;
    gate = parts.gate;
    completion = parts.completion;
    work = parts.work;
    scheduling = parts.scheduler::schedule;
  }

  /**
   * Opens a runtime over every device of {@code driver}. The driver stays the caller's to close,
   * after the runtime.
   *
   * @param blocker how threads that wait for computations block
   */
  public static GpuRuntime open(Driver driver, RuntimeOptions options, Blocker blocker) {
    Parts parts = new Parts(driver, options, blocker);
    driver.waitWith(parts.waiter(blocker));
    if (parts.reaper != null) {
      parts.reaper.start();
    }
    return new GpuRuntime(driver, options, parts);
  }

  /** The driver of the devices. */
  public Driver driver() {
    return driver;
  }

  /** The options that it was opened with. */
  public RuntimeOptions options() {
    return options;
  }

  /** The devices of the driver. */
  public DevicesManager devices() {
    return parts.devices;
  }

  /** The streams of the devices. */
  public StreamManager streams() {
    return parts.streams;
  }

  /** The memory of the devices and its allocations. */
  public MemoryManager memory() {
    return parts.memory;
  }

  /** Gives notices when computations have ended. */
  public EndNotices endNotices() {
    return parts.notices;
  }

  /** Routers and their packets. */
  public Exchange exchange() {
    return parts.exchange;
  }

  /** The bandwidths that the device selection policy sees. */
  public BandwidthMatrix bandwidths() {
    return lock.get(parts.policies::bandwidths);
  }

  /**
   * Makes {@code matrix} the bandwidths that the device selection policy sees from now on.
   *
   * @param matrix bandwidths of at least as many devices as there are
   * @throws IllegalArgumentException if it has too few devices
   */
  public void install(BandwidthMatrix matrix) {
    Parts.requireDevices(matrix, parts.devices.count());
    lock.lock();
    try {
      parts.policies.install(matrix);
    } finally {
      lock.unlock();
    }
  }

  /** A recording of an event, for an {@link Operation.RecordEvent} that is about to make it. */
  public EventRecord newRecording() {
    return new EventRecord(lock, this::query);
  }

  /** Tells {@code dependencies} of each computation that ends from now on. */
  public void onEnd(DependencyTracker dependencies) {
    lock.lock();
    try {
      completion.onEnd(dependencies);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the scheduling lock, which is reentrant. For the outer layer: hold it briefly, and never
   * wait while holding it.
   */
  public void lock() {
    lock.lock();
  }

  /** Releases the scheduling lock. */
  public void unlock() {
    lock.unlock();
  }

  /** Number of computations that were submitted and are not known to have completed. */
  public long unfinished() {
    return lock.get(completion::unfinished);
  }

  /**
   * Submits a computation: finds its parents, places it, and hands it to the driver. With {@link
   * ExecutionPolicy#SYNC} it also waits for the computation, unless that is a free or a host task,
   * or comes after a packet that no receiver has taken. A computation whose data parents are known
   * to have failed fails too, without being executed and without a throw here.
   *
   * @param vertex a new vertex, whose operation is not {@link Operation.HostTask#CALL}
   * @param dependencies finds the parents
   * @return {@code vertex}
   * @throws org.grcuda.driver.DriverException if the device refuses it: nothing has changed then
   * @throws ComputationFailedException if synchronous, and it failed
   * @throws org.grcuda.driver.UsageException if the runtime is closed, or if the stream that it is
   *     placed on was destroyed
   */
  public Vertex submit(Vertex vertex, DependencyTracker dependencies) {
    Operation operation = vertex.operation();
    if (operation == Operation.HostTask.CALL) {
      throw new IllegalArgumentException("a host call is submitted with call() or enter()");
    }
    if (operation instanceof Operation.Send) {
      throw new IllegalArgumentException("a send is submitted by a router");
    }
    if (operation instanceof Operation.HostTask) {
      submitTask(vertex, dependencies);
      return vertex;
    }
    // A cleaner's thread frees, and must not block as others do.
    boolean isLimited = operation.isLimited();
    parts.loads.before(vertex);
    NotReadyException missing = take(vertex, dependencies, isLimited);
    if (missing != null) {
      parts.preparations.prepare(vertex, missing, () -> take(vertex, dependencies, isLimited));
    }
    parts.loads.after(vertex);
    if (isSynchronous() && isLimited && !exchange().isBehindPacket(vertex)) {
      await(vertex);
    }
    return vertex;
  }

  /** Takes {@code vertex} in; returns what has to be done first, or null. */
  private NotReadyException take(Vertex vertex, DependencyTracker dependencies, boolean isLimited) {
    lock.lock();
    try {
      gate.requireOpen();
      if (isLimited) {
        parts.admission.await();
      }
      StreamManager.requireOpen(vertex);
      vertex.currentDevice = (byte) parts.devices.current();
      if (vertex.operation() instanceof Operation.Choice) {
        parts.choices.submit(vertex, dependencies);
      } else {
        parts.intake.take(vertex, dependencies, scheduling);
      }
      if (isLimited) {
        parts.admission.awaitRoom(vertex);
      }
      return null;
    } catch (NotReadyException e) {
      parts.preparations.begin(vertex);
      return e;
    } finally {
      lock.unlock();
    }
  }

  /** Whether each submission waits for its computation. */
  public boolean isSynchronous() {
    return options.execution() == ExecutionPolicy.SYNC;
  }

  private void submitTask(Vertex task, DependencyTracker dependencies) {
    Operation.HostWork work = ((Operation.HostTask) task.operation()).work();
    lock.lock();
    try {
      parts.hostTasks.submit(task, dependencies, work.isOfThread() ? Thread.currentThread() : null);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends a host task: computations that depend on it may start. A task that has not begun, because
   * its parents have not ended, does nothing, and ends when they have. Does nothing if the task was
   * finished before. May be called from any thread, with or without the scheduling lock.
   *
   * @param task a vertex with an {@link Operation.HostTask}, submitted or entered
   * @param error what went wrong, which fails computations that use the task's data; null if
   *     nothing did
   */
  public void finish(Vertex task, Throwable error) {
    lock.lock();
    try {
      parts.hostTasks.finish(task, error);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets threads that wait for host tasks, or for what comes after them, drive {@code progress}.
   * Without this call they sleep until another thread finishes the task.
   *
   * @param progress null if there is nothing to drive any more
   */
  public void driveWith(HostProgress progress) {
    parts.waits.driveWith(progress);
  }

  /** Threads that wait for computations execute {@code work} meanwhile. */
  public void workWith(ThreadWork work) {
    parts.waits.workWith(work);
  }

  /**
   * Runs host code as a computation: submits it, waits for its parents, and calls it on this
   * thread. Computations that depend on it start when it has returned. What it throws reaches the
   * caller, and fails the vertex.
   *
   * @param vertex a new vertex, with {@link Operation.HostTask#CALL}
   * @param dependencies finds the parents
   * @return what the host code returned
   * @throws ComputationFailedException if data that it uses comes from a computation that failed
   */
  public Object call(
      Vertex vertex, DependencyTracker dependencies, Operation.HostFunction function) {
    long[] addresses = enter(vertex, dependencies);
    Throwable error = null;
    try {
      return function.call(addresses);
    } catch (Throwable e) {
      error = e;
      throw e;
    } finally {
      finish(vertex, error);
    }
  }

  /**
   * Begins host code that is a computation: submits it and waits for its parents. The computation
   * lasts until {@link #finish}. If the wait is cancelled, the computation has changed nothing.
   *
   * @param vertex a new vertex, with {@link Operation.HostTask#CALL}
   * @param dependencies finds the parents
   * @return the host address of each access of the computation
   * @throws ComputationFailedException if data that it uses comes from a computation that failed
   */
  public long[] enter(Vertex vertex, DependencyTracker dependencies) {
    if (vertex.operation() != Operation.HostTask.CALL) {
      throw new IllegalArgumentException(vertex.name() + " is no host call: submit() takes it");
    }
    return parts.hostCalls.enter(vertex, dependencies);
  }

  /**
   * Waits until {@code task}, a host task, has begun, or has ended without beginning.
   *
   * @throws ComputationFailedException if data that it uses comes from a computation that failed
   */
  public void awaitBegin(Vertex task) {
    parts.hostCalls.awaitBegin(task);
    task.throwIfFailed();
  }

  /**
   * Waits until {@code vertex} has completed.
   *
   * @throws ComputationFailedException if it failed, or depends on the data of one that did
   */
  public void await(Vertex vertex) {
    awaitEnd(vertex);
    vertex.throwIfFailed();
  }

  /**
   * Waits until one of {@code some} has ended, with or without a failure.
   *
   * @param some at least one
   * @return the first of them that has ended, in their order
   */
  public Vertex awaitAny(List<Vertex> some) {
    return parts.waits.awaitAny(some);
  }

  /** As {@link #await}, but leaves a failure to {@link Vertex#throwIfFailed}. */
  public void awaitEnd(Vertex vertex) {
    work.await(vertex);
  }

  /** Whether {@code vertex} has completed or failed; queries its event. */
  public boolean isComplete(Vertex vertex) {
    if (vertex.isComplete()) {
      return true;
    }
    lock.lock();
    try {
      completion.poll(vertex);
    } finally {
      lock.unlock();
    }
    return vertex.isComplete();
  }

  /**
   * As {@link #isComplete}, for a program that asks again until the answer is yes. Under virtual
   * time, asking makes time pass, and dispatches kept-back computations that {@code vertex} waits
   * for.
   */
  public boolean query(Vertex vertex) {
    if (!vertex.isComplete()) {
      parts.waits.query(vertex);
    }
    return vertex.isComplete();
  }

  /**
   * The earliest failed computation whose failure {@link Vertex#throwIfFailed} has not reported
   * yet; null if there is none. If there are many such failures, the latest may be forgotten.
   */
  public Vertex unreportedFailure() {
    lock.lock();
    try {
      return completion.unreportedFailure();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Frees memory that no unfinished computation uses, as an {@link Operation.Free} would, but
   * without a vertex. Call it with the scheduling lock held; the memory is released when the lock
   * is released.
   */
  public void releaseUnused(Allocation allocation) {
    lock.releaseLater(allocation);
  }

  /**
   * Waits until everything submitted before has completed, its output was passed on, and the memory
   * that it frees is free. It does not wait for computations that wait for host code that this
   * thread has entered. It throws no failure of a computation; reading what a failed computation
   * wrote throws.
   */
  public void synchronize() {
    work.await();
    flushOutput();
  }

  /** Passes on what completed kernels have printed. Called without the lock. */
  public void flushOutput() {
    for (int i = 0; i < parts.devices.count(); i++) {
      parts.devices.device(i).flushOutput();
    }
  }

  /**
   * Waits until memory is free whose frees wait only for work that is with the devices. It does not
   * wait for frees that wait for host code, of this thread or another, because that code may itself
   * be waiting for memory.
   */
  public void awaitFrees() {
    work.awaitFrees();
  }

  /**
   * Waits for all work, frees memory, streams and events, and refuses later work. Kernels that make
   * no progress for 5 seconds are stopped; all kernels are stopped if the calling thread is
   * interrupted. Host code that the calling thread has entered counts as finished; other host tasks
   * are waited for. Idempotent.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      if (gate.isClosed()) {
        return;
      }
      gate.close();
      parts.hostTasks.finishOwn();
      parts.exchange.close();
      parts.preparations.awaitNone();
    } finally {
      lock.unlock();
    }
    awaitLast();
    parts.close();
  }

  private void awaitLast() {
    if (!work.isEmpty()) {
      try (ClosingWatch watch = new ClosingWatch(driver)) {
        work.awaitLast(watch);
      }
    }
  }

  /** Learns which computations have completed, without waiting for any. */
  public void poll() {
    lock.lock();
    try {
      completion.pollAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the schedule is recorded. */
  public boolean isRecording() {
    return parts.observer.isRecording();
  }

  /**
   * The recorded schedule until now, with every computation that was submitted since the runtime
   * was opened.
   *
   * @param metadata descriptions to put into the schedule
   * @throws IllegalStateException unless the schedule is recorded ({@link
   *     RuntimeOptions#recording})
   */
  public Schedule schedule(Map<String, String> metadata) {
    if (!isRecording()) {
      throw new IllegalStateException("the schedule is not being recorded");
    }
    lock.lock();
    try {
      completion.pollAll();
      return parts.observer.schedule(metadata);
    } finally {
      lock.unlock();
    }
  }

  /** Whether {@link #close} was called. */
  public boolean isClosed() {
    return lock.get(gate::isClosed);
  }

  /** The parts that it is made of. */
  Parts parts() {
    return parts;
  }
}
