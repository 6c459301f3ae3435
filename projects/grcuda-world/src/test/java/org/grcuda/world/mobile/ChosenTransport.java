package org.grcuda.world.mobile;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.grcuda.transport.Transport;

/**
 * Ranks of one thread, to which frames are delivered one by one, as a test chooses. No payloads.
 */
final class ChosenTransport {

  /** The frames from one rank to another that have not arrived. */
  final class Channel {

    final int source;
    final int target;

    /** How many frames of other channels have arrived since the first of these could have. */
    int passedOver;

    private final Deque<byte[]> frames = new ArrayDeque<>();

    private Channel(int source, int target) {
      this.source = source;
      this.target = target;
    }

    /** Lets the first frame arrive at the next poll of the target. */
    void deliver() {
      for (Channel other : waiting()) {
        other.passedOver++;
      }
      passedOver = 0;
      ranks.get(target).arriving = this;
    }
  }

  private final List<Channel> channels = new ArrayList<>();
  private final List<Rank> ranks = new ArrayList<>();

  ChosenTransport(int size) {
    for (int rank = 0; rank < size; rank++) {
      ranks.add(new Rank(rank));
      for (int target = 0; target < size; target++) {
        channels.add(new Channel(rank, target));
      }
    }
  }

  List<Rank> ranks() {
    return ranks;
  }

  /** The channels with frames, always in the same order. */
  List<Channel> waiting() {
    return channels.stream().filter(channel -> !channel.frames.isEmpty()).toList();
  }

  /** One rank. */
  final class Rank implements Transport {

    private final int rank;
    private Channel arriving;

    private Rank(int rank) {
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
      return "chosen";
    }

    @Override
    public boolean send(int target, MemorySegment frame) {
      return channels.get(rank * ranks.size() + target).frames.add(frame.toArray(JAVA_BYTE));
    }

    @Override
    public void sendPayload(int target, long id, long address, long bytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void receivePayload(int source, long id, long address, long bytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean poll(Events events) {
      Channel channel = arriving;
      arriving = null;
      if (channel == null) {
        return false;
      }
      events.frame(channel.source, MemorySegment.ofArray(channel.frames.remove()));
      return true;
    }

    @Override
    public boolean isBusy() {
      return false;
    }

    @Override
    public void abort(int code, String reason) {
      throw new AssertionError("rank " + rank + ": " + reason);
    }

    @Override
    public void close() {}
  }
}
