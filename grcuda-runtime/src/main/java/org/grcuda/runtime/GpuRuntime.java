package org.grcuda.runtime;

import java.util.Map;
import java.util.function.Consumer;
import org.grcuda.driver.Driver;
import org.grcuda.driver.HostWaiter;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.schedule.Schedule;

/**
 * The inner layer: takes computations with their dependencies, and runs them asynchronously on the
 * devices of one driver. One instance per context; instances share nothing.
 *
 * <p>It owns the devices manager, the policy manager, the stream manager, the memory manager and
 * the tracking of completion. Methods may be called from any thread. Submission takes one short
 * lock; waiting holds none.
 */
public final class GpuRuntime implements AutoCloseable {

  private final Driver driver;
  private final RuntimeOptions options;
  private final SchedulingLock lock = new SchedulingLock(this::release);
  private final Gate gate = new Gate();
  private final DevicesManager devices;
  private final EventPool[] events;
  private final StreamManager streams;
  private final PolicyManager policies;
  private final CompletionTracker completion;
  private final WorkSignal signal;

  /** What is ready and kept back; null where nothing ever is. */
  private final KeptBack kept;

  /** Notes what happens; null where nobody wants to know. */
  private final Observer observer;

  private final VertexWaits waits;
  private final UnfinishedWork work;
  private final EndNotices notices;
  private final MemoryManager memory;
  private final Dispatcher dispatcher;
  private final Scheduler scheduler;
  private final Consumer<Vertex> scheduling;
  private final Admission admission;
  private final Intake intake;
  private final HostCalls hostCalls;

  /** Null where time is virtual: nothing completes while nobody submits or waits. */
  private final Reaper reaper;

  private GpuRuntime(Driver driver, RuntimeOptions options, Blocker blocker) {
    this.driver = driver;
    this.options = options;
    devices = new DevicesManager(driver);
    requireDevices(options.bandwidths(), devices.count());
    events = new EventPool[devices.count()];
    for (int i = 0; i < events.length; i++) {
      events[i] = new EventPool(devices.device(i));
    }
    streams =
        new StreamManager(lock, gate, devices, options.newStream(), options.maxStreamsPerDevice());
    policies =
        new PolicyManager(
            options.deviceSelection().get(),
            options.bandwidths(),
            options.dataThreshold(),
            devices,
            streams);
    observer =
        Observer.of(
            driver,
            options.timing(),
            options.recording(),
            policies.usesDurations(),
            this::usedBytes);
    boolean virtualTime = driver.hasVirtualTime();
    SyncPolicy sync = virtualTime ? SyncPolicy.BLOCK : options.sync();
    HostWaits hostWaits = new HostWaits(sync, options.syncThresholdNanos());
    signal = new WorkSignal();
    completion =
        new CompletionTracker(
            streams, policies, events, hostWaits, lock, observer, this::transferEnded, signal);
    Deferred deferred = new Deferred(lock);
    kept = keptBack(deferred);
    waits = new VertexWaits(driver, lock, completion, deferred, hostWaits, blocker, kept);
    work = new UnfinishedWork(lock, gate, streams, deferred, completion, waits, kept);
    notices = new EndNotices(driver, lock, gate, completion, work, kept);
    memory = newMemory();
    dispatcher = new Dispatcher(devices, streams, policies, memory, events, completion, observer);
    StreamChooser chooser =
        new StreamChooser(options.stream(), policies, streams, devices, completion);
    scheduler =
        new Scheduler(
            devices,
            streams,
            policies,
            chooser,
            memory,
            dispatcher,
            completion,
            deferred,
            lock,
            kept);
    scheduling = scheduler::schedule;
    admission = new Admission(options.maxUnfinished(), lock, devices, streams, completion, waits);
    intake = new Intake(gate, completion, observer);
    hostCalls = new HostCalls(lock, intake, scheduler, waits, memory, observer);
    reaper =
        virtualTime
            ? null
            : new Reaper(
                lock, streams, completion, notices, waits, scheduler::waitsForMemory, kept, signal);
  }

  private MemoryManager newMemory() {
    if (options.memory().isReplicated(driver)) {
      Transfers transfers =
          new Transfers(driver, streams, policies::bandwidths, this::submitTransfer);
      return new ReplicatedMemoryManager(
          driver, lock, options.devicePoolShare(), options.eviction(), work, transfers);
    }
    ManagedSettings settings =
        new ManagedSettings(
            options.inputPrefetch(), options.memoryAdvice(), options.streamAttach());
    return new ManagedMemoryManager(driver, lock, settings, options.recording(), work);
  }

  private KeptBack keptBack(Deferred deferred) {
    if (!policies.looksAhead()) {
      return null;
    }
    Window window =
        new Window(options.window(), policies::isKept, policies::expectedNanos, policies.backlog());
    return new KeptBack(
        window,
        devices.count(),
        streams::busyStreams,
        deferred::heldBackCount,
        this::dispatchKept,
        signal);
  }

  /**
   * A runtime over every device of {@code driver}, which stays the caller's to close, after the
   * runtime.
   *
   * @param blocker how threads that wait for computations block
   */
  public static GpuRuntime open(Driver driver, RuntimeOptions options, Blocker blocker) {
    GpuRuntime runtime = new GpuRuntime(driver, options, blocker);
    driver.waitWith(runtime.waiter(blocker));
    if (runtime.reaper != null) {
      runtime.reaper.start();
    }
    return runtime;
  }

  /** How the driver waits: while a thread does the work of others, nothing interrupts it. */
  private HostWaiter waiter(Blocker blocker) {
    return wait -> {
      Blocker chosen = scheduler.dispatchesHeldBack() ? Blocker.uninterruptible() : blocker;
      chosen.block(HostWaiter.Wait::await, wait);
    };
  }

  /** The driver. */
  public Driver driver() {
    return driver;
  }

  /** How it schedules. */
  public RuntimeOptions options() {
    return options;
  }

  /** The devices. */
  public DevicesManager devices() {
    return devices;
  }

  /** The streams. */
  public StreamManager streams() {
    return streams;
  }

  /** The memory. */
  public MemoryManager memory() {
    return memory;
  }

  /** Who tells that computations have ended. */
  public EndNotices endNotices() {
    return notices;
  }

  /** The bandwidths that the device selection policy sees. */
  public BandwidthMatrix bandwidths() {
    lock.lock();
    try {
      return policies.bandwidths();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets the device selection policy see other bandwidths from now on.
   *
   * @param matrix of as many devices as there are, at least
   * @throws IllegalArgumentException if it has too few devices
   */
  public void install(BandwidthMatrix matrix) {
    requireDevices(matrix, devices.count());
    lock.lock();
    try {
      policies.install(matrix);
    } finally {
      lock.unlock();
    }
  }

  private static void requireDevices(BandwidthMatrix matrix, int count) {
    if (matrix.devices() < count) {
      throw new IllegalArgumentException(
          matrix + ": too few for the " + count + " devices of the driver");
    }
  }

  /** A recording of an event, which an {@link Operation.RecordEvent} is about to make. */
  public EventRecord newRecording() {
    return new EventRecord(lock, this::query);
  }

  /** Tells {@code dependencies} of the computations that end from now on. */
  public void onEnd(DependencyTracker dependencies) {
    lock.lock();
    try {
      completion.onEnd(dependencies);
    } finally {
      lock.unlock();
    }
  }

  /** Enters the scheduling lock; reentrant. For the outer layer: hold it shortly, never wait. */
  public void lock() {
    lock.lock();
  }

  /** Leaves the scheduling lock. */
  public void unlock() {
    lock.unlock();
  }

  /** Computations submitted and not known to have completed. */
  public long unfinished() {
    lock.lock();
    try {
      return completion.unfinished();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Submits a computation: finds its parents, places it, and hands it to the driver. With {@link
   * ExecutionPolicy#SYNC} waits for it, too, unless it is a free. One whose data parents are known
   * to have failed fails at once, without a throw.
   *
   * @param vertex a new one, no {@link Operation.HostCall}
   * @param dependencies finds the parents
   * @return {@code vertex}
   * @throws org.grcuda.driver.DriverException if the device refuses it: nothing has changed then
   * @throws ComputationFailedException if synchronous, and it failed
   * @throws IllegalStateException if the runtime is closed, or the stream it is placed on destroyed
   */
  public Vertex submit(Vertex vertex, DependencyTracker dependencies) {
    if (vertex.operation() instanceof Operation.HostCall) {
      throw new IllegalArgumentException("a host call is submitted with call()");
    }
    // A free is let in at once: it relieves, and a cleaner's thread may not block as others do.
    boolean isFree = vertex.operation() instanceof Operation.Free;
    lock.lock();
    try {
      gate.requireOpen();
      if (!isFree) {
        admission.await();
      }
      StreamManager.requireOpen(vertex);
      vertex.currentDevice = (byte) devices.current();
      intake.take(vertex, dependencies, scheduling);
      if (!isFree) {
        admission.awaitRoom(vertex);
      }
    } finally {
      lock.unlock();
    }
    if (options.execution() == ExecutionPolicy.SYNC && !isFree) {
      await(vertex);
    }
    return vertex;
  }

  /**
   * Runs host code as a computation: submits it, waits for its parents, calls it on this thread.
   * Computations that depend on it start when it has returned. What it throws reaches the caller,
   * and fails the vertex.
   *
   * @param vertex a new one, with an {@link Operation.HostCall}
   * @param dependencies finds the parents
   * @return what the host code returned
   * @throws ComputationFailedException if data that it uses comes from a computation that failed
   */
  public Object call(Vertex vertex, DependencyTracker dependencies) {
    Operation.HostFunction function = ((Operation.HostCall) vertex.operation()).function();
    long[] addresses = enter(vertex, dependencies);
    Throwable error = null;
    try {
      return function.call(addresses);
    } catch (Throwable e) {
      error = e;
      throw e;
    } finally {
      leave(vertex, error);
    }
  }

  /**
   * Begins host code that is a computation: submits it and waits for its parents. It lasts until
   * {@link #leave}. If the wait is cancelled, it has changed nothing.
   *
   * @param vertex a new one, with an {@link Operation.HostCall}
   * @param dependencies finds the parents
   * @return of each access of the computation the address on the host
   * @throws ComputationFailedException if data that it uses comes from a computation that failed
   */
  public long[] enter(Vertex vertex, DependencyTracker dependencies) {
    return hostCalls.enter(vertex, dependencies);
  }

  /**
   * Ends host code that {@link #enter} began: computations that depend on it may start. Nothing if
   * it was ended before.
   *
   * @param error what it threw; null if it succeeded
   */
  public void leave(Vertex vertex, Throwable error) {
    hostCalls.leave(vertex, error);
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

  /** As {@link #await}, but a failure is left for {@link Vertex#throwIfFailed}. */
  public void awaitEnd(Vertex vertex) {
    work.await(vertex);
  }

  /** Whether {@code vertex} has completed or failed; asks its event. */
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
   * As {@link #isComplete}, for a program that asks again until the answer is yes: where time is
   * virtual, asking makes it pass, and what is kept back is kept back no longer.
   */
  public boolean query(Vertex vertex) {
    if (!vertex.isComplete()) {
      waits.query(vertex);
    }
    return vertex.isComplete();
  }

  /**
   * The earliest computation that failed and whose failure {@link Vertex#throwIfFailed} has told
   * nobody yet; null if there is none. Of many such failures the latest may be forgotten.
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
   * Frees memory that no unfinished computation uses: as an {@link Operation.Free} would, without a
   * vertex. Call it with the scheduling lock held; the memory is released when it is left.
   */
  public void releaseUnused(Allocation allocation) {
    lock.releaseLater(allocation);
  }

  /**
   * Waits until everything submitted before has completed, what it has printed is passed on, and
   * the memory of the frees among it is free; not for what waits for host code that this thread has
   * entered. Failures stay where they are: reading what a failed computation wrote throws.
   */
  public void synchronize() {
    work.await();
    flushOutput();
  }

  /** Has what completed kernels have printed passed on. Called without the lock. */
  public void flushOutput() {
    for (int i = 0; i < devices.count(); i++) {
      devices.device(i).flushOutput();
    }
  }

  /**
   * Waits until the memory of the frees that are with the devices is free; not for what waits for
   * host code, of this thread or another, which may itself be waiting for memory.
   */
  public void awaitFrees() {
    work.awaitFrees();
  }

  // What the parts of the runtime, made before, call of those that are made later.

  private void release(Allocation allocation) {
    memory.release(allocation);
  }

  private long usedBytes(int device) {
    return memory.usedBytes(device);
  }

  private void transferEnded(Vertex vertex, Operation.Transfer transfer) {
    memory.ended(vertex, transfer);
  }

  private void dispatchKept(Vertex vertex) {
    scheduler.release(vertex);
  }

  private void submitTransfer(Vertex transfer, ComputeStream stream) {
    gate.number(transfer);
    dispatcher.enqueue(transfer, stream);
  }

  /**
   * Waits for all work, frees memory, streams and events, refuses later work. Kernels that do not
   * get on for 5 seconds are stopped, and all are if the calling thread is interrupted. Host code
   * that the calling thread has entered counts as left. Idempotent.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      if (gate.isClosed()) {
        return;
      }
      gate.close();
      scheduler.endOwnHostCalls();
    } finally {
      lock.unlock();
    }
    awaitLast();
    if (reaper != null) {
      reaper.stop();
    }
    // The driver is closed next: nobody may still be freeing memory.
    lock.awaitReleases();
    memory.close();
    lock.lock();
    try {
      streams.close();
      for (EventPool pool : events) {
        pool.close();
      }
      if (observer != null) {
        observer.close();
      }
    } finally {
      lock.unlock();
    }
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
    return observer != null && observer.isRecording();
  }

  /**
   * The schedule until now, with every computation that was submitted since the runtime was opened.
   *
   * @param metadata what to say about it
   * @throws IllegalStateException unless it is recorded ({@link RuntimeOptions#recording})
   */
  public Schedule schedule(Map<String, String> metadata) {
    if (!isRecording()) {
      throw new IllegalStateException("the schedule is not being recorded");
    }
    lock.lock();
    try {
      completion.pollAll();
      return observer.schedule(metadata);
    } finally {
      lock.unlock();
    }
  }

  /** Whether {@link #close} was called. */
  public boolean isClosed() {
    lock.lock();
    try {
      return gate.isClosed();
    } finally {
      lock.unlock();
    }
  }

  /** What is ready and kept back; null where nothing ever is. */
  KeptBack kept() {
    return kept;
  }

  CompletionTracker completion() {
    return completion;
  }

  WorkSignal signal() {
    return signal;
  }
}
