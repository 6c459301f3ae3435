package org.grcuda.sim.cluster;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.grcuda.sim.SimDriver;
import org.grcuda.transport.Transport;
import org.grcuda.transport.TransportException;

/**
 * One rank's connection to the ranks of a cluster. Payloads leave when the target waits for them,
 * and it has told so; up to {@value #EAGER} bytes they leave at once, as MPI's do.
 */
final class ClusterTransport implements Transport {

  private static final long EAGER = 4096;

  /** Frames on their way to one rank, above which others must wait. */
  private static final int MOST_FRAMES = 1024;

  /** Events that one poll tells. */
  private static final int MOST_EVENTS = 64;

  private final Cluster cluster;
  private final int rank;
  private final PriorityQueue<Arrival> inbox =
      new PriorityQueue<>(
          Comparator.comparingDouble(Arrival::time).thenComparingLong(Arrival::number));
  private final Map<Key, Offer> offers = new HashMap<>();
  private final Map<Key, Want> wants = new HashMap<>();

  /** When the last frame of a rank arrives here. */
  private final Map<Integer, Double> lastFrames = new HashMap<>();

  private SimDriver driver;
  private int pending;
  private int frames;

  ClusterTransport(Cluster cluster, int rank) {
    this.cluster = cluster;
    this.rank = rank;
  }

  /** What this rank is told at a time; of several at one time, those first that were sent first. */
  private record Arrival(double time, long number, Consumer<Events> tell) {}

  private record Key(int source, long id) {}

  /**
   * A payload that its source has sent at {@code time}.
   *
   * @param copy what has left, if it left at once and there is real memory; else null
   * @param arrived when it has arrived, if it left at once; else infinite
   */
  private record Offer(long address, long bytes, double time, MemorySegment copy, double arrived) {}

  private record Want(long address, long bytes, double time) {}

  void drive(SimDriver own) {
    driver = own;
  }

  SimDriver driver() {
    return driver;
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return cluster.size();
  }

  @Override
  public String description() {
    return "a simulated cluster of " + size() + " ranks";
  }

  @Override
  public boolean hasVirtualTime() {
    return true;
  }

  @Override
  public void awaitUntil(BooleanSupplier isMet) {
    try {
      driver.awaitUntil(isMet);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransportException("interrupted", e);
    } catch (IllegalStateException e) {
      throw new TransportException(e.getMessage(), e);
    }
  }

  /** The processor is busy with a message, and then those come first that are behind. */
  private double begin() {
    driver.spend(cluster.interconnect().overhead());
    driver.process().meet();
    return driver.process().now();
  }

  @Override
  public boolean send(int target, MemorySegment frame) {
    if (frame.byteSize() > FRAME_BYTES) {
      throw new IllegalArgumentException("a frame of " + frame.byteSize() + " bytes");
    }
    double now = begin();
    ClusterTransport receiver = cluster.transport(target);
    if (receiver.frames >= MOST_FRAMES) {
      return false;
    }
    receiver.frames++;
    double arrived = cluster.ports().pass(now, rank, target, frame.byteSize()).arrived();
    // A short frame does not overtake one that was sent before.
    double inOrder = receiver.lastFrames.merge(rank, arrived, Math::max);
    MemorySegment copy = copy(frame);
    receiver.arrive(inOrder, events -> receiver.tellFrame(events, rank, copy));
    return true;
  }

  private void tellFrame(Events events, int source, MemorySegment frame) {
    frames--;
    events.frame(source, frame);
  }

  private static MemorySegment copy(MemorySegment memory) {
    return MemorySegment.ofArray(memory.toArray(ValueLayout.JAVA_BYTE));
  }

  /** Something arrives at this rank. Called by the rank whose turn it is. */
  private void arrive(double time, Consumer<Events> tell) {
    inbox.add(new Arrival(time, cluster.nextNumber(), tell));
    driver.process().arrive(time);
  }

  @Override
  public void sendPayload(int target, long id, long address, long bytes) {
    pending++;
    double now = begin();
    Key key = new Key(rank, id);
    Offer offer = new Offer(address, bytes, now, null, Double.POSITIVE_INFINITY);
    if (bytes <= EAGER) {
      Ports.Passage passage = cluster.ports().pass(now, rank, target, bytes);
      MemorySegment copy = driver.hasRealMemory() ? copy(memory(address, bytes)) : null;
      offer = new Offer(address, bytes, now, copy, passage.arrived());
      arrive(passage.sent(), events -> tellSent(events, target, id));
    }
    ClusterTransport receiver = cluster.transport(target);
    Want want = receiver.wants.remove(key);
    if (want == null) {
      receiver.offers.put(key, offer);
    } else {
      receiver.match(key, offer, want);
    }
  }

  @Override
  public void receivePayload(int source, long id, long address, long bytes) {
    pending++;
    Want want = new Want(address, bytes, begin());
    Key key = new Key(source, id);
    Offer offer = offers.remove(key);
    if (offer == null) {
      wants.put(key, want);
    } else {
      match(key, offer, want);
    }
  }

  /** Both sides have named a payload that comes to this rank. */
  private void match(Key key, Offer offer, Want want) {
    if (offer.bytes != want.bytes) {
      throw new TransportException(
          "rank %d sends %d bytes, and rank %d expects %d"
              .formatted(key.source, offer.bytes, rank, want.bytes));
    }
    if (driver.hasRealMemory()) {
      MemorySegment source = offer.copy == null ? memory(offer.address, offer.bytes) : offer.copy;
      memory(want.address, want.bytes).copyFrom(source);
    }
    double arrived = offer.arrived;
    if (arrived == Double.POSITIVE_INFINITY) {
      Ports ports = cluster.ports();
      double ready = Math.max(offer.time, want.time + ports.latency(rank, key.source));
      Ports.Passage passage = ports.pass(ready, key.source, rank, offer.bytes);
      arrived = passage.arrived();
      ClusterTransport sender = cluster.transport(key.source);
      sender.arrive(passage.sent(), events -> sender.tellSent(events, rank, key.id));
    }
    arrive(Math.max(arrived, want.time), events -> tellReceived(events, key));
  }

  private void tellSent(Events events, int target, long id) {
    pending--;
    events.sent(target, id);
  }

  private void tellReceived(Events events, Key key) {
    pending--;
    events.received(key.source, key.id);
  }

  @SuppressWarnings("restricted") // by contract, the memory is there until it is told of
  private static MemorySegment memory(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  @Override
  public boolean poll(Events events) {
    driver.process().meet();
    int told = 0;
    while (told < MOST_EVENTS && hasArrived()) {
      inbox.remove().tell.accept(events);
      told++;
    }
    if (told == 0) {
      driver.asked();
    }
    return told > 0;
  }

  private boolean hasArrived() {
    Arrival first = inbox.peek();
    return first != null && first.time <= driver.process().now();
  }

  @Override
  public boolean isBusy() {
    return pending > 0;
  }

  @Override
  public void abort(int code, String reason) {
    double now = begin();
    for (int target = 0; target < size(); target++) {
      cluster.transport(target).arrive(now, events -> events.aborted(rank, reason));
    }
  }

  @Override
  public void close() {}
}
