package org.grcuda.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ranks within one process. A single one is how a program runs that was not started as one of
 * several.
 */
public final class Loopback {

  /** Frames on their way to one rank, above which others must wait. */
  private static final int MOST_FRAMES = 1024;

  /** Events that one poll tells. */
  private static final int MOST_EVENTS = 64;

  private final List<Rank> ranks = new ArrayList<>();

  private Loopback(int size) {
    for (int rank = 0; rank < size; rank++) {
      ranks.add(new Rank(rank));
    }
  }

  /** {@code size} connected ranks. */
  public static List<Transport> connect(int size) {
    return List.copyOf(new Loopback(size).ranks);
  }

  private sealed interface Item {}

  private record Frame(int source, byte[] bytes) implements Item {}

  private record Offer(int source, long id, long address, long bytes) implements Item {}

  private record Taken(int target, long id) implements Item {}

  private record Abort(int source, String reason) implements Item {}

  private record Key(int rank, long id) {}

  private final class Rank implements Transport {

    private final int rank;
    private final Queue<Item> inbox = new ConcurrentLinkedQueue<>();
    private final AtomicInteger frames = new AtomicInteger();
    private final Map<Key, Offer> offered = new HashMap<>();
    private final Map<Key, Offer> wanted = new HashMap<>();
    private final ArrayDeque<Key> received = new ArrayDeque<>();
    private int sending;

    Rank(int rank) {
      this.rank = rank;
    }

    @Override
    public int rank() {
      return rank;
    }

    @Override
    public int size() {
      return ranks.size();
    }

    @Override
    public String description() {
      return ranks.size() == 1 ? "one process" : ranks.size() + " ranks of one process";
    }

    @Override
    public boolean send(int target, MemorySegment frame) {
      if (frame.byteSize() > FRAME_BYTES) {
        throw new IllegalArgumentException("a frame of " + frame.byteSize() + " bytes");
      }
      Rank to = ranks.get(target);
      if (to.frames.get() >= MOST_FRAMES) {
        return false;
      }
      to.frames.incrementAndGet();
      to.inbox.add(new Frame(rank, frame.toArray(ValueLayout.JAVA_BYTE)));
      return true;
    }

    @Override
    public void sendPayload(int target, long id, long address, long bytes) {
      sending++;
      ranks.get(target).inbox.add(new Offer(rank, id, address, bytes));
    }

    @Override
    public void receivePayload(int source, long id, long address, long bytes) {
      Key key = new Key(source, id);
      Offer want = new Offer(source, id, address, bytes);
      Offer offer = offered.remove(key);
      if (offer == null) {
        wanted.put(key, want);
      } else {
        take(offer, want);
      }
    }

    private void take(Offer offer, Offer want) {
      if (offer.bytes != want.bytes) {
        throw new TransportException(
            "rank "
                + offer.source
                + " sends "
                + offer.bytes
                + " bytes, and rank "
                + rank
                + " expects "
                + want.bytes);
      }
      memory(want).copyFrom(memory(offer));
      received.add(new Key(offer.source, offer.id));
      ranks.get(offer.source).inbox.add(new Taken(rank, offer.id));
    }

    @SuppressWarnings("restricted") // by contract, the memory is there until it is told of
    private static MemorySegment memory(Offer offer) {
      return MemorySegment.ofAddress(offer.address).reinterpret(offer.bytes);
    }

    @Override
    public boolean poll(Events events) {
      int told = 0;
      while (told < MOST_EVENTS) {
        Key done = received.poll();
        if (done != null) {
          events.received(done.rank, done.id);
        } else {
          Item item = inbox.poll();
          if (item == null) {
            break;
          }
          tell(item, events);
        }
        told++;
      }
      return told > 0;
    }

    private void tell(Item item, Events events) {
      switch (item) {
        case Frame frame -> {
          frames.decrementAndGet();
          events.frame(frame.source, MemorySegment.ofArray(frame.bytes));
        }
        case Offer offer -> {
          Offer want = wanted.remove(new Key(offer.source, offer.id));
          if (want == null) {
            offered.put(new Key(offer.source, offer.id), offer);
          } else {
            take(offer, want);
          }
        }
        case Taken taken -> {
          sending--;
          events.sent(taken.target, taken.id);
        }
        case Abort abort -> events.aborted(abort.source, abort.reason);
      }
    }

    @Override
    public boolean isBusy() {
      return sending > 0 || !wanted.isEmpty() || !received.isEmpty();
    }

    @Override
    public void abort(int code, String reason) {
      for (Rank each : ranks) {
        each.inbox.add(new Abort(rank, reason));
      }
    }

    @Override
    public void close() {}
  }
}
