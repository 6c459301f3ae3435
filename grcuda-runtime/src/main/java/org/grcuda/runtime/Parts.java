package org.grcuda.runtime;

import org.grcuda.driver.Driver;
import org.grcuda.driver.HostWaiter;
import org.grcuda.runtime.completion.Bursts;
import org.grcuda.runtime.completion.CompletionTracker;
import org.grcuda.runtime.completion.Deferred;
import org.grcuda.runtime.completion.EndNotices;
import org.grcuda.runtime.completion.Followers;
import org.grcuda.runtime.completion.HostWaits;
import org.grcuda.runtime.completion.KeptBack;
import org.grcuda.runtime.completion.ReadyQueue;
import org.grcuda.runtime.completion.Reaper;
import org.grcuda.runtime.completion.Standstill;
import org.grcuda.runtime.completion.UnfinishedWork;
import org.grcuda.runtime.completion.VertexWaits;
import org.grcuda.runtime.completion.WorkSignal;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Gate;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.ManagedMemoryManager;
import org.grcuda.runtime.memory.ManagedSettings;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.memory.MemoryManager;
import org.grcuda.runtime.memory.ReplicatedMemoryManager;
import org.grcuda.runtime.memory.Transfers;
import org.grcuda.runtime.observation.Observer;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.pull.PullData;
import org.grcuda.runtime.pull.PullPolicy;
import org.grcuda.runtime.route.Exchange;
import org.grcuda.runtime.scheduling.Admission;
import org.grcuda.runtime.scheduling.Buffers;
import org.grcuda.runtime.scheduling.Choices;
import org.grcuda.runtime.scheduling.DeviceMemory;
import org.grcuda.runtime.scheduling.Dispatcher;
import org.grcuda.runtime.scheduling.FirstLoads;
import org.grcuda.runtime.scheduling.HostCalls;
import org.grcuda.runtime.scheduling.HostTasks;
import org.grcuda.runtime.scheduling.Intake;
import org.grcuda.runtime.scheduling.Preparations;
import org.grcuda.runtime.scheduling.PullQueue;
import org.grcuda.runtime.scheduling.Scheduler;
import org.grcuda.runtime.scheduling.Sends;
import org.grcuda.runtime.scheduling.StreamChooser;
import org.grcuda.runtime.scheduling.SwitchingQueue;
import org.grcuda.runtime.scheduling.Window;
import org.grcuda.runtime.selection.PolicyManager;
import org.grcuda.runtime.stream.DevicesManager;
import org.grcuda.runtime.stream.EventPool;
import org.grcuda.runtime.stream.StreamManager;
import org.grcuda.runtime.sync.Blocker;
import org.grcuda.runtime.sync.SyncPolicy;

/**
 * The parts of a runtime. They are made here, each from parts that were made before it, and closed
 * here.
 */
final class Parts {

  private final Driver driver;
  private final RuntimeOptions options;

  /** Whether the runtime moves data, not the driver. */
  private final boolean replicates;

  final SchedulingLock lock = new SchedulingLock(this::release);
  final Gate gate = new Gate();
  final DevicesManager devices;
  private final EventPool[] events;
  final StreamManager streams;
  final PolicyManager policies;
  final CompletionTracker completion;
  final WorkSignal signal;

  /** The ready computations that are kept back; null if none ever are. */
  final KeptBack kept;

  /** Times or records computations. */
  final Observer observer;

  final VertexWaits waits;
  final UnfinishedWork work;
  final EndNotices notices;
  final MemoryManager memory;
  private final Dispatcher dispatcher;
  final Scheduler scheduler;
  final Admission admission;
  final FirstLoads loads;
  final Preparations preparations = new Preparations(lock, this::enqueue);
  final Intake intake;
  final HostTasks hostTasks;
  final Choices choices;
  final HostCalls hostCalls;
  final Exchange exchange;

  /**
   * Lets completed work go; null under virtual time, where nothing completes while nobody submits
   * or waits.
   */
  final Reaper reaper;

  Parts(Driver driver, RuntimeOptions options, Blocker blocker) {
    this.driver = driver;
    this.options = options;
    devices = new DevicesManager(driver);
    requireDevices(options.bandwidths(), devices.count());
    events = newEventPools(devices);
    streams =
        new StreamManager(lock, gate, devices, options.newStream(), options.maxStreamsPerDevice());
    policies = newPolicies();
    replicates = replicates();
    observer = newObserver();
    boolean virtualTime = driver.hasVirtualTime();
    SyncPolicy sync = virtualTime ? SyncPolicy.BLOCK : options.sync();
    HostWaits hostWaits = new HostWaits(sync, options.syncThresholdNanos());
    signal = new WorkSignal();
    Followers followers = new Followers();
    Bursts bursts = new Bursts(devices, events);
    completion =
        new CompletionTracker(
            streams,
            events,
            bursts,
            hostWaits,
            lock,
            followers,
            observer,
            policies::ended,
            this::transferEnded,
            signal);
    Deferred deferred = new Deferred(lock);
    ReadyQueue queue = newQueue(deferred, followers);
    kept = queue == null ? null : keptBack(queue, deferred);
    Standstill standstill = new Standstill(deferred);
    waits =
        new VertexWaits(driver, lock, completion, deferred, hostWaits, standstill, blocker, kept);
    work = new UnfinishedWork(lock, gate, streams, deferred, completion, waits, kept);
    notices = new EndNotices(driver, lock, gate, completion, followers, work, kept);
    memory = newMemory();
    dispatcher =
        new Dispatcher(devices, streams, policies, memory, events, bursts, completion, observer);
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
            followers,
            deferred,
            lock,
            kept);
    if (pulls()) {
      lock.onProgress(kept::progressed);
    }
    admission = new Admission(options.maxUnfinished(), lock, devices, streams, completion, waits);
    loads = new FirstLoads(devices, policies.alwaysPulls());
    intake = new Intake(gate, completion, observer, driver.hasCheapQueries());
    hostTasks =
        new HostTasks(intake, scheduler, completion, followers, deferred, memory, kept, observer);
    choices = new Choices(intake, scheduler, hostTasks, policies, observer);
    hostCalls = new HostCalls(lock, hostTasks, waits);
    Sends sends = new Sends(intake, scheduler, completion, deferred);
    exchange = new Exchange(lock, gate, sends, waits, completion, notices, deferred, standstill);
    reaper =
        virtualTime
            ? null
            : new Reaper(
                lock,
                streams,
                completion,
                followers,
                waits,
                scheduler::waitsForMemory,
                kept,
                signal);
  }

  private static EventPool[] newEventPools(DevicesManager devices) {
    EventPool[] pools = new EventPool[devices.count()];
    for (int i = 0; i < pools.length; i++) {
      pools[i] = new EventPool(devices.device(i));
    }
    return pools;
  }

  private PolicyManager newPolicies() {
    return new PolicyManager(
        options.newDeviceSelection(),
        options.bandwidths(),
        options.dataThreshold(),
        devices,
        streams);
  }

  private Observer newObserver() {
    return Observer.of(
        driver,
        options.timing(),
        options.recording(),
        policies.usesDurations() || pulls(),
        this::usedBytes);
  }

  /** Where the driver moves data, nobody can tell what it evicts. */
  private boolean replicates() {
    MemoryManagement memory = options.memory();
    return memory.isReplicated(driver) || memory == MemoryManagement.AUTO && policies.alwaysPulls();
  }

  /** Null if nothing is recorded. */
  private Observer recorder() {
    return observer.isRecording() ? observer : null;
  }

  private MemoryManager newMemory() {
    if (replicates) {
      Transfers transfers = new Transfers(driver, streams, policies::bandwidths, this::enqueue);
      return new ReplicatedMemoryManager(
          driver,
          lock,
          options.devicePoolShare(),
          options.eviction(),
          pulls(),
          work,
          transfers,
          recorder());
    }
    ManagedSettings settings =
        new ManagedSettings(
            options.inputPrefetch(), options.memoryAdvice(), options.streamAttach());
    return new ManagedMemoryManager(driver, lock, settings, options.recording(), work);
  }

  /** Whether devices may take computations from a queue. */
  private boolean pulls() {
    return policies.alwaysPulls() || policies.pulls() != null && replicates;
  }

  /** Where computations are kept that are not dispatched at once; null if all are. */
  private ReadyQueue newQueue(Deferred deferred, Followers followers) {
    if (!pulls()) {
      return policies.looksAhead() ? newWindow() : null;
    }
    PullQueue pulls = newPulls(policies.pulls(), deferred, followers);
    return policies.alwaysPulls()
        ? pulls
        : new SwitchingQueue(
            newWindow(),
            pulls,
            this::isBeyondMemory,
            devices.count(),
            () -> completion.unfinished() == 0);
  }

  private Window newWindow() {
    int size = policies.looksAhead() ? options.window() : 0;
    return new Window(size, policies::isKept, policies::expectedNanos, policies.backlog());
  }

  private PullQueue newPulls(PullPolicy policy, Deferred deferred, Followers followers) {
    PullData data = new PullData(devices.count(), policies::linkNanos);
    return new PullQueue(
        data,
        policy.make(data, policies::linkNanos),
        new Buffers(devices.count(), options.taskBufferDepth(), driver::hostNanos),
        options.window(),
        followers,
        deferred,
        policies::likelyNanos,
        policies::share,
        deviceMemory(),
        this::dispatchKept,
        recorder());
  }

  private DeviceMemory deviceMemory() {
    return new DeviceMemory() {
      @Override
      public boolean isAwaited(int device) {
        return scheduler.waitsForMemory(device);
      }

      @Override
      public boolean isLoading(int device) {
        return memory.isLoading(device);
      }
    };
  }

  private KeptBack keptBack(ReadyQueue queue, Deferred deferred) {
    return new KeptBack(
        queue,
        devices.count(),
        streams::busyStreams,
        deferred::heldBackCount,
        this::dispatchKept,
        signal);
  }

  /**
   * How a thread waits inside the driver. While it dispatches held-back work, perhaps that of other
   * threads, nothing interrupts it.
   */
  HostWaiter waiter(Blocker blocker) {
    return wait -> {
      Blocker chosen = scheduler.dispatchesHeldBack() ? Blocker.uninterruptible() : blocker;
      chosen.block(HostWaiter.Wait::await, wait);
    };
  }

  /**
   * Closes what is left when all work has ended. Waits until no thread is freeing memory, because
   * the driver is closed next.
   */
  void close() {
    if (reaper != null) {
      reaper.stop();
    }
    lock.awaitReleases();
    memory.close();
    lock.lock();
    try {
      streams.close();
      for (EventPool pool : events) {
        pool.close();
      }
      observer.close();
    } finally {
      lock.unlock();
    }
  }

  // Calls from parts to other parts that are made later.

  private void release(Allocation allocation) {
    memory.release(allocation);
  }

  private long usedBytes(int device) {
    return memory.usedBytes(device);
  }

  private void transferEnded(Vertex vertex, Operation.Transfer transfer) {
    memory.ended(vertex, transfer);
  }

  private boolean isBeyondMemory() {
    return memory.isBeyondMemory();
  }

  private void dispatchKept(Vertex vertex) {
    scheduler.release(vertex);
  }

  /** Takes in what the program has not submitted. */
  private void enqueue(Vertex vertex, ComputeStream stream) {
    gate.number(vertex);
    dispatcher.enqueue(vertex, stream);
  }

  static void requireDevices(BandwidthMatrix matrix, int count) {
    if (matrix.devices() < count) {
      throw new IllegalArgumentException(
          matrix + ": too few for the " + count + " devices of the driver");
    }
  }
}
