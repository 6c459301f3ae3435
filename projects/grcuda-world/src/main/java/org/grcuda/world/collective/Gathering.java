package org.grcuda.world.collective;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  /** What a rank has put in, and by which name it calls the gathering. */
  private record Entry(String name, byte[] value) {}

  /** A gathering in which some have put something. */
  private static final class Round {
    private final Entry[] entries;
    private int missing;

    Round(int size, int missing) {
      entries = new Entry[size];
      this.missing = missing;
    }
  }

  private final Progress progress;
  private final Patience patience;
  private final Departures departures;
  private final Tree tree;
  private final Map<Long, Round> rounds = new HashMap<>();
  private final Map<Long, Entry[]> results = new ConcurrentHashMap<>();
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
    Entry mine = new Entry(name, value);
    progress.act(() -> put(number, progress.rank(), mine));
    progress.awaitUntil(
        () -> results.containsKey(number) || departures.missingFromGathering(next) >= 0,
        patience.of("all ranks to call " + name));
    Entry[] entries = results.remove(number);
    if (entries == null) {
      throw Departures.missing(name, departures.missingFromGathering(next));
    }
    requireAgreement(name, entries);
    return Arrays.stream(entries).map(Entry::value).toList();
  }

  private static void requireAgreement(String name, Entry[] entries) {
    for (int rank = 1; rank < entries.length; rank++) {
      if (!entries[rank].name.equals(entries[0].name)) {
        throw new GrCudaException(
            GrCudaException.Kind.STATE,
            name
                + ": rank 0 calls "
                + entries[0].name
                + ", and rank "
                + rank
                + " "
                + entries[rank].name
                + ": all ranks have to make the same calls in one order");
      }
    }
  }

  /** In how many gatherings this rank has taken part. */
  public long count() {
    return next;
  }

  private Round round(long number) {
    return rounds.computeIfAbsent(
        number, key -> new Round(progress.size(), tree.children().size() + 1));
  }

  private void put(long number, int rank, Entry entry) {
    Round round = round(number);
    round.entries[rank] = entry;
    arrived(number, round);
  }

  private void receive(int source, RecordReader record) {
    long number = record.readLong();
    Entry[] entries = read(record);
    if (source == tree.parent()) {
      down(number, entries);
      return;
    }
    Round round = round(number);
    for (int rank = 0; rank < entries.length; rank++) {
      if (entries[rank] != null) {
        round.entries[rank] = entries[rank];
      }
    }
    arrived(number, round);
  }

  private Entry[] read(RecordReader record) {
    Entry[] entries = new Entry[progress.size()];
    int count = record.readCount(3 * Integer.BYTES);
    for (int i = 0; i < count; i++) {
      int rank = record.readInt();
      if (rank < 0 || rank >= entries.length) {
        throw new FrameException("a value of rank " + rank);
      }
      entries[rank] =
          new Entry(record.readText(), record.readMemory().toArray(ValueLayout.JAVA_BYTE));
    }
    return entries;
  }

  /** One more of this rank and its children has put in what it has. */
  private void arrived(long number, Round round) {
    if (--round.missing > 0) {
      return;
    }
    rounds.remove(number);
    if (tree.isRoot()) {
      down(number, round.entries);
    } else {
      progress.post(tree.parent(), record(number, round.entries));
    }
  }

  private void down(long number, Entry[] entries) {
    byte[] record = record(number, entries);
    for (int child : tree.children()) {
      progress.post(child, record);
    }
    results.put(number, entries);
  }

  private static byte[] record(long number, Entry[] entries) {
    RecordWriter record = new RecordWriter(Kind.GATHER).addLong(number);
    record.addInt((int) Arrays.stream(entries).filter(Objects::nonNull).count());
    for (int rank = 0; rank < entries.length; rank++) {
      if (entries[rank] != null) {
        record.addInt(rank).addText(entries[rank].name).addBytes(entries[rank].value);
      }
    }
    return record.finish();
  }
}
