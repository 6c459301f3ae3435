package org.grcuda.world.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.grcuda.transport.Transport;
import org.grcuda.transport.contract.ShufflingTransport;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.progress.Credits;
import org.grcuda.world.progress.FlowControl.Flow;
import org.grcuda.world.progress.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The end is never announced while work is left or on its way, and always announced when none is:
 * one thread plays all ranks, in a random order. More: {@code -Dtest=TerminationTest
 * -Dgrcuda.test.programs=100000}.
 */
@Timeout(3600)
final class TerminationTest {

  private static final int PROGRAMS = Integer.getInteger("grcuda.test.programs", 2_000);

  /** Steps after which an end is overdue: waves take some hops, and each hop a few polls. */
  private static final int MOST_STEPS = 200_000;

  private static final int RECORD_BYTES = RecordWriter.HEADER + Integer.BYTES;

  /** A record that asks for more. */
  private record Work(int source, int depth) {}

  /** A rank whose work is to send more work, a random number of times. */
  private static final class Rank {
    private final Progress progress;
    private final Termination termination;
    private final Deque<Work> inbox = new ArrayDeque<>();
    private long end;

    Rank(Transport transport, Credits credits) {
      progress = new Progress(transport, credits, false);
      // This test drives: the thread that usually does is never woken.
      progress.begin();
      termination = new Termination(progress);
      progress.on(Kind.INVOKE, (source, record) -> inbox.add(new Work(source, record.readInt())));
    }

    void send(int target, int depth) {
      termination.sent();
      progress.postCall(target, new RecordWriter(Kind.INVOKE).addInt(depth).finish(), () -> {});
    }

    boolean hasEnded() {
      return termination.ends() >= end;
    }
  }

  /** One program: {@code left} counts the records that were sent and not handled. */
  private static final class Play {
    private final Random random;
    private final List<Rank> ranks = new ArrayList<>();
    private int left;

    Play(long seed) {
      random = new Random(seed);
      int size = 1 + random.nextInt(6);
      Credits credits = random.nextBoolean() ? new Credits(1, 1) : Credits.USUAL;
      for (Transport transport : ShufflingTransport.connect(size, seed, 1 + random.nextInt(4))) {
        ranks.add(new Rank(transport, credits));
      }
    }

    void run() {
      for (int run = 0; run < 2; run++) {
        for (Rank rank : ranks) {
          sendFrom(rank, random.nextInt(6));
          rank.end = rank.termination.begin();
        }
        int steps = 0;
        while (!ranks.stream().allMatch(Rank::hasEnded)) {
          assertTrue(steps++ < MOST_STEPS, "no end, and " + left + " records are left");
          step(ranks.get(random.nextInt(ranks.size())));
        }
        assertEquals(0, left, "the end is early");
      }
      ranks.forEach(rank -> rank.progress.close());
    }

    private void sendFrom(Rank rank, int depth) {
      for (int i = random.nextInt(3); i > 0; i--) {
        left++;
        rank.send(random.nextInt(ranks.size()), depth);
      }
    }

    private void step(Rank rank) {
      rank.progress.drive();
      if (rank.hasEnded()) {
        assertEquals(0, left, "the end is early");
        return;
      }
      if (rank.inbox.isEmpty()) {
        rank.termination.passive();
      } else if (random.nextInt(3) == 0) {
        Work work = rank.inbox.remove();
        rank.progress.flows().handled(Flow.CALLS, work.source, RECORD_BYTES);
        int depth = work.depth;
        if (depth > 0) {
          sendFrom(rank, depth - 1);
        }
        rank.termination.handled();
        left--;
      }
    }
  }

  @Test
  void theEndIsNeverEarlyAndAlwaysComes() {
    for (long seed = 0; seed < PROGRAMS; seed++) {
      try {
        new Play(seed).run();
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }
}
