package org.grcuda.world.collective;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.progress.Progress;

/**
 * Gives each rank what every rank has put in: values go up the tree, and all of them down. Every
 * rank takes part in the same gatherings, in the same order.
 */
public final class Gathering {

  /** A gathering in which some have put something. */
  private static final class Round {
    private final byte[][] values;
    private String name;
    private int missing;
    private String dispute;

    Round(int size, int missing) {
      values = new byte[size][];
      this.missing = missing;
    }
  }

  private record Result(String dispute, List<byte[]> values) {}

  private final Progress progress;
  private final Patience patience;
  private final Departures departures;
  private final Tree tree;
  private final Map<Long, Round> rounds = new HashMap<>();
  private final Map<Long, Result> results = new ConcurrentHashMap<>();
  private long next;

  /** Over the ranks of {@code progress}. */
  public Gathering(Progress progress, Patience patience, Departures departures) {
    this.departures = departures;
    this.progress = progress;
    this.patience = patience;
    tree = Tree.of(progress.rank(), progress.size());
    progress.on(Kind.GATHER, this::receive);
  }

  /**
   * Puts {@code value} in, waits for all ranks, and gives their values in the order of ranks.
   *
   * @param name of what the program does, which must be the same on all ranks
   * @throws GrCudaException if a rank takes part in another gathering
   */
  public List<byte[]> gather(String name, byte[] value) {
    long number = next++;
    progress.act(() -> put(number, progress.rank(), name, value));
    progress.awaitUntil(
        () -> results.containsKey(number) || departures.missingFromGathering(next) >= 0,
        patience.of("all ranks to call " + name));
    Result result = results.remove(number);
    if (result == null) {
      throw Departures.missing(name, departures.missingFromGathering(next));
    }
    if (result.dispute != null) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE,
          name + ": " + result.dispute + ": all ranks have to make the same calls in one order");
    }
    return result.values;
  }

  /** In how many gatherings this rank has taken part. */
  public long count() {
    return next;
  }

  private Round round(long number) {
    return rounds.computeIfAbsent(
        number, key -> new Round(progress.size(), tree.children().size() + 1));
  }

  private void put(long number, int rank, String name, byte[] value) {
    Round round = round(number);
    round.values[rank] = value;
    name(round, rank, name);
    arrived(number, round);
  }

  private static void name(Round round, int rank, String name) {
    if (round.name == null) {
      round.name = name;
    } else if (!round.name.equals(name) && round.dispute == null) {
      round.dispute =
          "rank " + rank + " and those below it call " + name + ", others " + round.name;
    }
  }

  private void receive(int source, RecordReader record) {
    long number = record.readLong();
    String name = record.readText();
    String dispute = record.readText();
    int count = record.readCount(2 * Integer.BYTES);
    byte[][] values = new byte[progress.size()][];
    for (int i = 0; i < count; i++) {
      int rank = record.readInt();
      byte[] value = record.readMemory().toArray(ValueLayout.JAVA_BYTE);
      values[checked(rank)] = value;
    }
    if (source == tree.parent()) {
      down(number, name, dispute, values);
      return;
    }
    Round round = round(number);
    for (int rank = 0; rank < values.length; rank++) {
      if (values[rank] != null) {
        round.values[rank] = values[rank];
      }
    }
    name(round, source, name);
    if (!dispute.isEmpty() && round.dispute == null) {
      round.dispute = dispute;
    }
    arrived(number, round);
  }

  private int checked(int rank) {
    if (rank < 0 || rank >= progress.size()) {
      throw new FrameException("a value of rank " + rank);
    }
    return rank;
  }

  /** One more of this rank and its children has put in what it has. */
  private void arrived(long number, Round round) {
    if (--round.missing > 0) {
      return;
    }
    rounds.remove(number);
    String dispute = round.dispute == null ? "" : round.dispute;
    if (tree.isRoot()) {
      down(number, round.name, dispute, round.values);
    } else {
      progress.post(tree.parent(), record(number, round.name, dispute, round.values));
    }
  }

  private void down(long number, String name, String dispute, byte[][] values) {
    byte[] record = record(number, name, dispute, values);
    for (int child : tree.children()) {
      progress.post(child, record);
    }
    results.put(number, new Result(dispute.isEmpty() ? null : dispute, Arrays.asList(values)));
  }

  private static byte[] record(long number, String name, String dispute, byte[][] values) {
    RecordWriter record =
        new RecordWriter(Kind.GATHER).addLong(number).addText(name).addText(dispute);
    int count = 0;
    for (byte[] value : values) {
      count += value == null ? 0 : 1;
    }
    record.addInt(count);
    for (int rank = 0; rank < values.length; rank++) {
      if (values[rank] != null) {
        record.addInt(rank).addBytes(values[rank]);
      }
    }
    return record.finish();
  }
}
