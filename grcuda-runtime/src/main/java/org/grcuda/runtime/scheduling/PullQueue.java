package org.grcuda.runtime.scheduling;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.grcuda.runtime.completion.Deferred;
import org.grcuda.runtime.completion.Followers;
import org.grcuda.runtime.completion.ReadyQueue;
import org.grcuda.runtime.computation.HeldBack;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.observation.Observer;
import org.grcuda.runtime.pull.PullData;
import org.grcuda.runtime.pull.PullScheduler;
import org.grcuda.runtime.pull.Reason;

/**
 * Keeps computations until a device takes them, which it does while fewer than a few that it took
 * are unfinished: pull scheduling. A computation is kept until its parents have ended; then a
 * {@link PullScheduler} decides which device takes it, and when. A short one whose unfinished
 * parents, and all of whose data, are on one device is next there. What a device has taken goes to
 * the driver at once, so that its data is brought while earlier computations run.
 *
 * <p>Devices begin to take when a thread waits, when there is enough to choose from, or when a
 * millisecond has passed; and go on until all is done.
 */
public final class PullQueue implements ReadyQueue {

  /** If a thread waits for at most so much, that comes before all else. */
  private static final int MOST_URGENT = 256;

  /**
   * A computation of fewer nanoseconds may be over before the host has learnt of its parent's end.
   * A longer one is better decided about then: with four in the buffer, simulated Cholesky of 60
   * tiles loads 273 GB so, and 455 GB where each that can follows its parent.
   */
  private static final double SHORT_NANOS = 200_000;

  /** So many small computations are worth one that has a device for itself. */
  private static final double LEAST_SHARE = 1 / 16.0;

  /** With so many computations taken, a device loads nothing ahead. */
  private static final int MOST = 30;

  private static final int NONE = PullScheduler.NONE;

  private final PullData data;
  private final PullScheduler scheduler;
  private final PulledData pulled;
  private final BottomLevels levels;
  private final Followers followers;
  private final ToDoubleFunction<Vertex> nanos;
  private final ToDoubleFunction<Vertex> share;
  private final DeviceMemory memory;
  private final Consumer<Vertex> release;
  private final Observer observer;
  private final Buffers buffers;
  private final int window;

  private final Consumer<Vertex> parentsEnded = this::parentsEnded;
  private final Consumer<Vertex> ended = this::ended;

  /** By number; null for a number that is free. */
  private final List<Vertex> tasks = new ArrayList<>();

  private int taskCount;
  private final ArrayDeque<Vertex> urgent = new ArrayDeque<>();

  private boolean isStarted;

  /** The number of the last computation that a thread was seen to wait for. */
  private long hastened;

  /**
   * @param data without tasks; of {@code scheduler}
   * @param buffers what the devices have taken: nothing
   * @param window with so many held back devices begin to take
   * @param nanos expected duration of a computation
   * @param share of a device that a computation can use
   * @param release hands over what is not for a device any more
   * @param observer records what is planned and taken; null if nothing is recorded
   */
  public PullQueue(
      PullData data,
      PullScheduler scheduler,
      Buffers buffers,
      int window,
      Followers followers,
      Deferred deferred,
      ToDoubleFunction<Vertex> nanos,
      ToDoubleFunction<Vertex> share,
      DeviceMemory memory,
      Consumer<Vertex> release,
      Observer observer) {
    this.data = data;
    this.scheduler = scheduler;
    this.buffers = buffers;
    this.window = window;
    this.followers = followers;
    this.nanos = nanos;
    this.share = share;
    this.memory = memory;
    this.release = release;
    this.observer = observer;
    pulled = new PulledData(data, scheduler);
    if (observer != null) {
      data.listen(
          (task, device, reason, datum) ->
              observer.planned(
                  tasks.get(task), reason.label(), datum == NONE ? null : pulled.region(datum)));
    }
    levels = new BottomLevels(deferred, nanos, this::ranked);
  }

  @Override
  public boolean offer(Vertex ready) {
    if (!isForAnyDevice(ready)) {
      return false;
    }
    add(ready);
    if (!ready.hasUnfinishedParent()) {
      makeReady(ready);
      return true;
    }
    int device = unfinishedParents(ready);
    if (device != NONE && isFollower(ready, device)) {
      estimate(ready);
      scheduler.follows(ready.held.task, device);
    } else {
      followers.afterParents(ready, parentsEnded);
    }
    return true;
  }

  /** Whether {@code vertex} is soon done on {@code device}, where all is that it needs. */
  private boolean isFollower(Vertex vertex, int device) {
    return !vertex.held.isUrgent
        && !data.lacksInputs(vertex.held.task, device)
        && nanos.applyAsDouble(vertex) < SHORT_NANOS;
  }

  /** The device on which all unfinished parents of {@code vertex} are; NONE if they are on more. */
  private static int unfinishedParents(Vertex vertex) {
    int device = NONE;
    for (Vertex parent : vertex.parents()) {
      if (!parent.isComplete()) {
        if (parent.device() < 0 || device != NONE && parent.device() != device) {
          return NONE;
        }
        device = parent.device();
      }
    }
    return device;
  }

  /** Whether {@code vertex} was announced or offered to a queue like this. */
  static boolean knows(Vertex vertex) {
    return vertex.held != null && vertex.held.task != NONE;
  }

  private static boolean isForAnyDevice(Vertex vertex) {
    return vertex.placement() == Placement.ANYWHERE && vertex.operation().usesData();
  }

  @Override
  public void announce(Vertex waiting) {
    if (isForAnyDevice(waiting)) {
      add(waiting);
    }
  }

  private void add(Vertex vertex) {
    HeldBack held = vertex.held();
    if (held.task != NONE) {
      return;
    }
    int[] inputs = pulled.inputs(vertex.accesses());
    held.task = data.newTask(vertex.id, inputs, pulled.changed());
    held.whenEnded = ended;
    while (tasks.size() <= held.task) {
      tasks.add(null);
    }
    tasks.set(held.task, vertex);
    taskCount++;
  }

  private void parentsEnded(Vertex vertex) {
    if (Dispatcher.isExecuted(vertex)) {
      makeReady(vertex);
    } else {
      release.accept(vertex);
    }
  }

  private void makeReady(Vertex vertex) {
    estimate(vertex);
    HeldBack held = vertex.held;
    if (held.isUrgent) {
      urgent.add(vertex);
    } else {
      scheduler.ready(held.task, releasedBy(vertex));
    }
  }

  private void estimate(Vertex vertex) {
    HeldBack held = vertex.held;
    held.share = Math.max(LEAST_SHARE, share.applyAsDouble(vertex));
    data.setNanos(held.task, nanos.applyAsDouble(vertex));
    data.setPriority(held.task, held.rank);
  }

  /** The device of the parent that was dispatched last. */
  private static int releasedBy(Vertex vertex) {
    Vertex last = null;
    for (Vertex parent : vertex.parents()) {
      if (parent.device() >= 0 && (last == null || parent.sequence > last.sequence)) {
        last = parent;
      }
    }
    return last == null ? NONE : last.device();
  }

  private void ended(Vertex vertex) {
    int task = vertex.held.task;
    if (data.isBuffered(task)) {
      buffers.end(data.device(task), vertex.held.share);
      scheduler.ended(task);
    }
    pulled.release(data.forgetTask(task));
    vertex.held.task = NONE;
    tasks.set(task, null);
    taskCount--;
    isStarted &= taskCount > 0;
  }

  @Override
  public Vertex surplus(int heldBack) {
    isStarted |= heldBack >= window;
    return isStarted ? take() : null;
  }

  @Override
  public Vertex request(int device) {
    return null;
  }

  @Override
  public Vertex demanded(Vertex wanted) {
    if (wanted.id != hastened || wanted.id == 0) {
      hastened = wanted.id;
      hasten(wanted);
    }
    return take();
  }

  @Override
  public Vertex overdue(long id) {
    return take();
  }

  /** What the device that has taken least takes next, or another, if there is nothing for it. */
  @Override
  public Vertex take() {
    isStarted = true;
    if (levels.update()) {
      scheduler.reprioritized();
    }
    Vertex taken = urgent.isEmpty() ? null : takeUrgent();
    long asked = 0;
    for (int device = asking(asked); taken == null && device != NONE; device = asking(asked)) {
      asked |= 1L << device;
      int task = scheduler.pull(device);
      taken = task == NONE ? null : taken(tasks.get(task), device);
    }
    return taken == null && urgent.isEmpty() ? takeAhead() : taken;
  }

  /** What a device that has taken enough loads data for, as its link has nothing else to do. */
  private Vertex takeAhead() {
    for (int device = 0; device < buffers.devices(); device++) {
      if (buffers.shares(device) < MOST && !memory.isLoading(device) && !memory.isAwaited(device)) {
        int task = scheduler.pullAhead(device, buffers.count(device), buffers.nanosEach(device));
        if (task != NONE) {
          return taken(tasks.get(task), device);
        }
      }
    }
    return null;
  }

  private void ranked(Vertex vertex) {
    if (vertex.held.task != NONE) {
      data.setPriority(vertex.held.task, vertex.held.rank);
    }
  }

  /** The device that has taken least and not ended it, and may take more. */
  private int asking(long asked) {
    int best = NONE;
    for (int device = 0; device < buffers.devices(); device++) {
      if ((asked & 1L << device) == 0
          && !buffers.isFull(device)
          && (best == NONE || buffers.shares(device) < buffers.shares(best))
          && !memory.isAwaited(device)) {
        best = device;
      }
    }
    return best;
  }

  private Vertex takeUrgent() {
    Vertex first = urgent.peek();
    int best = NONE;
    long least = Long.MAX_VALUE;
    for (int device = 0; device < buffers.devices(); device++) {
      long nanosMissing = data.missingNanos(first.held.task, device);
      if (!buffers.isFull(device) && !memory.isAwaited(device) && nanosMissing < least) {
        best = device;
        least = nanosMissing;
      }
    }
    if (best == NONE) {
      return null;
    }
    scheduler.take(first.held.task, best);
    data.tellPlanned(first.held.task, best, Reason.URGENT, NONE);
    return taken(urgent.remove(), best);
  }

  private Vertex taken(Vertex vertex, int device) {
    buffers.take(device, vertex.held.share);
    vertex.deviceOrdinal = (byte) device;
    if (observer != null) {
      observer.taken(vertex);
    }
    return vertex;
  }

  /** If {@code wanted} waits for little, that comes first. */
  private void hasten(Vertex wanted) {
    List<Vertex> needed = pending(wanted);
    if (needed.size() > MOST_URGENT) {
      return;
    }
    needed.sort(Comparator.comparingLong(Vertex::id));
    for (Vertex vertex : needed) {
      HeldBack held = vertex.held();
      held.isUrgent = true;
      if (held.task != NONE && data.isAvailable(held.task)) {
        scheduler.withdraw(held.task);
        urgent.add(vertex);
      }
    }
  }

  /**
   * {@code wanted} and what it depends on, as far as it is not dispatched; cut where it is much.
   */
  private static List<Vertex> pending(Vertex wanted) {
    Set<Vertex> seen = new HashSet<>();
    List<Vertex> found = new ArrayList<>();
    seen.add(wanted);
    found.add(wanted);
    for (int i = 0; i < found.size() && found.size() <= MOST_URGENT; i++) {
      for (Vertex parent : found.get(i).parents()) {
        if (!parent.isDispatched() && seen.add(parent)) {
          found.add(parent);
        }
      }
    }
    return found;
  }

  @Override
  public boolean isPulled() {
    return true;
  }

  @Override
  public boolean isEmpty() {
    return taskCount == 0;
  }
}
