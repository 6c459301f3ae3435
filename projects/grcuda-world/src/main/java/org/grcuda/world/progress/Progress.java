package org.grcuda.world.progress;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.grcuda.runtime.completion.HostProgress;
import org.grcuda.runtime.sync.Idling;
import org.grcuda.transport.Transport;
import org.grcuda.transport.TransportException;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;

/**
 * Moves records and payloads between this rank and the others. Whoever waits for something drives:
 * {@link #awaitUntil}, or {@link #drive} in a wait for an array; while nobody does, a thread of its
 * own drives from time to time.
 *
 * <p>What arrives is handled by the thread that drives, one at a time. {@link #post} and {@link
 * #act} may be called from any thread with any lock held: they only queue.
 */
public final class Progress implements HostProgress, AutoCloseable {

  private record Payload(int rank, long id) {}

  private final Transport transport;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Runnable> actions = new ConcurrentLinkedQueue<>();
  private final Map<Kind, Receiver> receivers = new EnumMap<>(Kind.class);
  private final FlowControl flows;
  private final Outboxes outboxes;
  private final Map<Integer, Assembly> assemblies = new HashMap<>();
  private final Map<Payload, Runnable> sending = new HashMap<>();
  private final Map<Payload, Runnable> receiving = new HashMap<>();
  private final Arrivals arrivals = new Arrivals();
  private final List<Consumer<String>> failureListeners = new ArrayList<>();
  private final Driver driver;
  private volatile String failure;
  private volatile boolean busy;
  private boolean closed;
  private volatile boolean hasLeft;
  private final AtomicInteger waiting = new AtomicInteger();

  /** When a thread other than that of {@link #driver} has driven last. */
  private volatile long driven = System.nanoTime();

  private final long[] payloads;

  /**
   * Over a transport, which this closes.
   *
   * @param kernelsTakeCores whether kernels run on the cores of this machine
   */
  public Progress(Transport transport, Credits credits, boolean kernelsTakeCores) {
    this.transport = transport;
    payloads = new long[transport.size()];
    flows = new FlowControl(this, credits);
    outboxes = new Outboxes(transport, flows);
    driver = new Driver(this, kernelsTakeCores);
  }

  /** The number of this rank. */
  public int rank() {
    return transport.rank();
  }

  /** The number of ranks. */
  public int size() {
    return transport.size();
  }

  /** Lets {@code receiver} take the records of a kind. To be called before any arrives. */
  public void on(Kind kind, Receiver receiver) {
    receivers.put(kind, receiver);
  }

  /** Begins to drive. */
  public void start() {
    if (size() > 1) {
      wake();
    }
  }

  /**
   * Sends a record, in order after those that this thread has posted to {@code target} in the same
   * way before.
   */
  public void post(int target, byte[] record) {
    outboxes.post(target, record, null);
    wake();
  }

  /**
   * Sends a record of the flow of calls when there is a credit for it, in order after those that
   * this thread has posted in the same way.
   *
   * @param leaves is run by the thread that drives, when there is one
   */
  public void postCall(int target, byte[] record, Runnable leaves) {
    outboxes.post(target, record, leaves);
    wake();
  }

  /**
   * This rank leaves the program: {@code farewell} posts its last records, except those about
   * arrays that are on their way. The others may be gone when a rank has heard them.
   */
  public void leave(Runnable farewell) {
    act(
        () -> {
          hasLeft = true;
          farewell.run();
        });
  }

  /** Whether this rank has left. Exact while driving. */
  public boolean hasLeft() {
    return hasLeft;
  }

  /** What holds senders back. */
  public FlowControl flows() {
    return flows;
  }

  /** Has the thread that drives do something. */
  public void act(Runnable action) {
    actions.add(action);
    wake();
  }

  /** Lets the thread of its own drive, unless another thread does anyway. */
  private void wake() {
    if (!isWaitedFor() && !transport.hasVirtualTime()) {
      driver.wake();
    }
  }

  /**
   * Announces a payload, and gives its number. Called while driving or from an action.
   *
   * @param sent is run when it has left its memory
   */
  public long announce(int target, Runnable sent) {
    long id = payloads[target]++;
    sending.put(new Payload(target, id), sent);
    return id;
  }

  /** Forgets payload {@code id}, which {@code target} does not want. */
  public void forget(int target, long id) {
    sending.remove(new Payload(target, id));
  }

  /** Sends payload {@code id}, which {@code target} has memory for. Called while driving. */
  public void sendPayload(int target, long id, long address, long bytes) {
    transport.sendPayload(target, id, address, bytes);
  }

  /** Takes payload {@code id} of {@code source}. Called while driving. */
  public void receivePayload(int source, long id, long address, long bytes, Runnable received) {
    receiving.put(new Payload(source, id), received);
    transport.receivePayload(source, id, address, bytes);
  }

  /**
   * Makes progress, unless another thread does.
   *
   * @return whether anything has happened
   */
  @Override
  public boolean drive() {
    boolean moved = driveIfFree();
    driven = System.nanoTime();
    return moved;
  }

  /** As {@link #drive}, for the thread that drives only while no other does. */
  boolean driveIfFree() {
    return !lock.isHeldByCurrentThread() && lock.tryLock() && driveLocked();
  }

  /** Whether a thread has said that it drives again and again. */
  boolean isWaitedFor() {
    return waiting.get() > 0;
  }

  /** Whether another thread than that one has driven within the last {@code nanos} nanoseconds. */
  boolean wasDriven(long nanos) {
    return System.nanoTime() - driven < nanos;
  }

  /**
   * Does something that posts, and lets it leave at once. To be called without a lock that a thread
   * that drives may need.
   */
  public void sending(Runnable posts) {
    if (transport.hasVirtualTime()) {
      posts.run();
      return;
    }
    begin();
    try {
      posts.run();
      drive();
    } finally {
      end();
    }
  }

  /** Runs {@code loop}, which drives again and again. */
  public void driving(Runnable loop) {
    begin();
    try {
      loop.run();
    } finally {
      end();
    }
  }

  /**
   * Makes progress, if need be when the thread that does so now has finished: what this thread has
   * posted before is then as far as it gets without other ranks. Not to be called while driving.
   */
  public void driveNext() {
    lock.lock();
    driveLocked();
  }

  /** Makes progress and lets the lock go. */
  private boolean driveLocked() {
    try {
      if (closed) {
        return false;
      }
      // Until it is known better: what leaves a queue now may not leave this rank.
      busy = failure == null;
      boolean moved = runActions();
      if (failure == null) {
        moved |= outboxes.send();
        moved |= transport.poll(arrivals);
        moved |= outboxes.send();
        busy =
            transport.isBusy()
                || !sending.isEmpty()
                || !receiving.isEmpty()
                || outboxes.hasUnsent();
      }
      return moved;
    } catch (RuntimeException | Error e) {
      fail(
          e instanceof TransportException || e instanceof FrameException
              ? e.getMessage()
              : e.toString());
      transport.abort(1, failure);
      return false;
    } finally {
      lock.unlock();
    }
  }

  private boolean runActions() {
    boolean any = false;
    Runnable action = actions.poll();
    while (action != null) {
      action.run();
      any = true;
      action = actions.poll();
    }
    return any;
  }

  /** Whether something is on its way that this rank has sent or expects. */
  public boolean isBusy() {
    // In this order: a queue that a thread has just emptied has made that thread set the flag.
    return outboxes.hasPosts() || !actions.isEmpty() || busy;
  }

  /**
   * Tells {@code listener} why the connection has failed, if it does. Called by the thread that
   * drives, which still runs actions then.
   */
  public void onFailure(Consumer<String> listener) {
    failureListeners.add(listener);
  }

  /** The connection is of no use any more. */
  private void fail(String reason) {
    if (failure == null) {
      failure = reason;
      busy = false;
      failureListeners.forEach(listener -> listener.accept(reason));
    }
  }

  /** Whether the connection has failed. */
  public boolean hasFailed() {
    return failure != null;
  }

  /**
   * Drives until {@code isMet}, which is asked without a lock.
   *
   * @param patience is told how long the wait has lasted, now and then
   * @throws GrCudaException if the connection has failed
   */
  public void awaitUntil(BooleanSupplier isMet, Patience patience) {
    if (transport.hasVirtualTime()) {
      transport.awaitUntil(() -> drivenUntil(isMet));
      requireConnection();
      return;
    }
    begin();
    try {
      drive(isMet, patience);
    } finally {
      end();
    }
  }

  private boolean drivenUntil(BooleanSupplier isMet) {
    while (!isMet.getAsBoolean() && failure == null) {
      if (!drive()) {
        return false;
      }
    }
    return true;
  }

  private void requireConnection() {
    if (failure != null) {
      throw new GrCudaException(GrCudaException.Kind.DEVICE, failure);
    }
  }

  @Override
  public void begin() {
    waiting.incrementAndGet();
  }

  @Override
  public void end() {
    waiting.decrementAndGet();
    if (isBusy()) {
      wake();
    }
  }

  private void drive(BooleanSupplier isMet, Patience patience) {
    Idling idling = new Idling();
    long begin = System.nanoTime();
    while (!isMet.getAsBoolean()) {
      requireConnection();
      if (drive()) {
        idling.reset();
        begin = System.nanoTime();
      } else if (idling.isSleepy()) {
        LockSupport.parkNanos(Idling.SLEEP_NANOS);
        patience.waited(System.nanoTime() - begin);
      }
    }
  }

  /** Is told of waits. */
  @FunctionalInterface
  public interface Patience {

    /** Nothing has happened for {@code nanos} nanoseconds. */
    void waited(long nanos);
  }

  /** Ends all ranks of the program. */
  public void abort(int code, String reason) {
    lock.lock();
    try {
      transport.abort(code, reason);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    driver.close();
    lock.lock();
    try {
      closed = true;
      transport.close();
    } finally {
      lock.unlock();
    }
  }

  /** Takes what arrives to where it belongs. */
  private final class Arrivals implements Transport.Events {

    @Override
    public void frame(int source, MemorySegment frame) {
      long at = 0;
      while (at < frame.byteSize()) {
        RecordReader record = RecordReader.first(frame.asSlice(at));
        take(source, record);
        at += record.bytes();
      }
    }

    private void take(int source, RecordReader record) {
      if (record.kind() == Kind.FRAGMENT) {
        MemorySegment whole =
            assemblies.computeIfAbsent(source, rank -> new Assembly()).take(record);
        if (whole != null) {
          take(source, RecordReader.first(whole));
        }
        return;
      }
      Receiver receiver = receivers.get(record.kind());
      if (receiver == null) {
        throw new FrameException("nobody takes a record of kind " + record.kind());
      }
      receiver.receive(source, record);
    }

    @Override
    public void sent(int target, long id) {
      sending.remove(new Payload(target, id)).run();
    }

    @Override
    public void received(int source, long id) {
      receiving.remove(new Payload(source, id)).run();
    }

    @Override
    public void aborted(int source, String reason) {
      fail("rank " + source + " has ended the program: " + reason);
    }
  }
}
