package org.grcuda.transport.contract;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.grcuda.transport.Transport;
import org.grcuda.transport.TransportException;

/**
 * Ranks within one process, for tests, that tell events in any order that the contract allows: a
 * seed chooses one. Frames keep their order from one rank to another, and nothing else is in order.
 * Payloads are copied as late as possible, so a sender that changes one too early is found out.
 *
 * <p>Ranks may be used by several threads. If one thread uses all of them, the seed and its calls
 * determine everything that happens.
 */
public final class ShufflingTransport {

  private static final int MOST_EVENTS = 8;

  private final Random random;
  private final int framesPerChannel;
  private final List<Rank> ranks = new ArrayList<>();

  private ShufflingTransport(int size, long seed, int framesPerChannel) {
    this.random = new Random(seed);
    this.framesPerChannel = framesPerChannel;
    for (int rank = 0; rank < size; rank++) {
      ranks.add(new Rank(rank, size));
    }
  }

  /**
   * {@code size} connected ranks.
   *
   * @param framesPerChannel frames that may be under way from one rank to another; more are refused
   */
  public static List<Transport> connect(int size, long seed, int framesPerChannel) {
    return List.copyOf(new ShufflingTransport(size, seed, framesPerChannel).ranks);
  }

  /** One side's word on a payload: where it is, or where it is to go. */
  private record Payload(int source, int target, long id, long address, long bytes) {

    boolean matches(Payload other) {
      return source == other.source && target == other.target && id == other.id;
    }

    @SuppressWarnings("restricted") // by contract, the memory is there until it is told of
    MemorySegment memory() {
      return MemorySegment.ofAddress(address).reinterpret(bytes);
    }
  }

  /** Something to tell a rank. */
  private interface Notice {
    void tell(Transport.Events events);
  }

  private final class Rank implements Transport {

    private final int rank;

    /** Frames to this rank, by sender, in order. */
    private final List<Deque<byte[]>> channels = new ArrayList<>();

    /** What this rank has yet to be told besides frames, in no order. */
    private final List<Notice> notices = new ArrayList<>();

    private final List<Payload> offered = new ArrayList<>();
    private final List<Payload> wanted = new ArrayList<>();
    private int unfinished;

    Rank(int rank, int size) {
      this.rank = rank;
      for (int sender = 0; sender < size; sender++) {
        channels.add(new ArrayDeque<>());
      }
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
      return ranks.size() + " ranks in any order";
    }

    @Override
    public boolean send(int target, MemorySegment frame) {
      if (frame.byteSize() > FRAME_BYTES) {
        throw new IllegalArgumentException("a frame of " + frame.byteSize() + " bytes");
      }
      synchronized (ranks) {
        Deque<byte[]> channel = ranks.get(target).channels.get(rank);
        return channel.size() < framesPerChannel && channel.add(frame.toArray(JAVA_BYTE));
      }
    }

    @Override
    public void sendPayload(int target, long id, long address, long bytes) {
      synchronized (ranks) {
        unfinished++;
        Rank to = ranks.get(target);
        to.offered.add(new Payload(rank, target, id, address, bytes));
        to.match();
      }
    }

    @Override
    public void receivePayload(int source, long id, long address, long bytes) {
      synchronized (ranks) {
        unfinished++;
        wanted.add(new Payload(source, rank, id, address, bytes));
        match();
      }
    }

    /** Notes the copies that are possible now. */
    private void match() {
      for (Payload want : List.copyOf(wanted)) {
        offered.stream()
            .filter(want::matches)
            .findFirst()
            .ifPresent(
                offer -> {
                  offered.remove(offer);
                  wanted.remove(want);
                  notices.add(events -> copy(offer, want, events));
                });
      }
    }

    private void copy(Payload offer, Payload want, Events events) {
      synchronized (ranks) {
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
        want.memory().copyFrom(offer.memory());
        unfinished--;
        Rank sender = ranks.get(offer.source);
        sender.notices.add(
            sent -> {
              synchronized (ranks) {
                sender.unfinished--;
              }
              sent.sent(rank, offer.id);
            });
      }
      events.received(offer.source, offer.id);
    }

    @Override
    public boolean poll(Events events) {
      int told = 0;
      while (told < MOST_EVENTS) {
        Notice notice = choose();
        if (notice == null) {
          break;
        }
        notice.tell(events);
        told++;
      }
      return told > 0;
    }

    /** Any that may be told now; null for none, and now and then although there is one. */
    private Notice choose() {
      synchronized (ranks) {
        List<Deque<byte[]>> full = channels.stream().filter(each -> !each.isEmpty()).toList();
        int choices = notices.size() + full.size();
        if (choices == 0 || random.nextInt(3) == 0) {
          return null;
        }
        int choice = random.nextInt(choices);
        if (choice < notices.size()) {
          return notices.remove(choice);
        }
        Deque<byte[]> channel = full.get(choice - notices.size());
        int source = sender(channel);
        MemorySegment frame = MemorySegment.ofArray(channel.remove());
        return events -> events.frame(source, frame);
      }
    }

    private int sender(Deque<byte[]> channel) {
      for (int source = 0; source < channels.size(); source++) {
        if (channels.get(source) == channel) {
          return source;
        }
      }
      throw new IllegalStateException("a channel of another rank");
    }

    @Override
    public boolean isBusy() {
      synchronized (ranks) {
        return unfinished > 0;
      }
    }

    @Override
    public void abort(int code, String reason) {
      synchronized (ranks) {
        for (Rank each : ranks) {
          each.notices.add(events -> events.aborted(rank, reason));
        }
      }
    }

    @Override
    public void close() {}
  }
}
