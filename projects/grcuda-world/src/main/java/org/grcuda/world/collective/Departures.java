package org.grcuda.world.collective;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ToLongFunction;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.progress.Progress;

/**
 * Which ranks have ended their part of the program. Each says so in its last record, whether it has
 * come to its end or failed, so that no rank waits for one that is gone.
 */
public final class Departures {

  /**
   * What a rank has done when it leaves.
   *
   * @param sends arrays that it has submitted to the rank that is told
   * @param runs ends of {@code run} that it has come to
   * @param gatherings in which it has taken part
   */
  public record Farewell(long sends, long runs, long gatherings) {}

  /** Is told of ranks that are gone, by the thread that drives. */
  @FunctionalInterface
  public interface Listener {

    /** {@code rank} submits nothing more; it has submitted {@code sends} sends to this rank. */
    void gone(int rank, long sends);
  }

  private final Progress progress;
  private final Listener listener;
  private final AtomicReferenceArray<Farewell> gone;

  /** Over the ranks of {@code progress}. */
  public Departures(Progress progress, Listener listener) {
    this.progress = progress;
    this.listener = listener;
    gone = new AtomicReferenceArray<>(progress.size());
    progress.on(Kind.GOODBYE, this::receive);
  }

  private void receive(int source, RecordReader record) {
    Farewell farewell = new Farewell(record.readLong(), record.readLong(), record.readLong());
    gone.set(source, farewell);
    progress.flows().open(source);
    listener.gone(source, farewell.sends);
  }

  /**
   * This rank submits nothing more.
   *
   * @param sends the number of sends that it has submitted to a rank
   */
  public void leave(ToLongFunction<Integer> sends, long runs, long gatherings) {
    progress.leave(
        () -> {
          for (int rank = 0; rank < progress.size(); rank++) {
            RecordWriter record = new RecordWriter(Kind.GOODBYE).addLong(sends.applyAsLong(rank));
            progress.post(rank, record.addLong(runs).addLong(gatherings).finish());
          }
        });
  }

  /** Whether all ranks are gone. */
  public boolean areAllGone() {
    return firstBelow(farewell -> farewell == null ? 0 : 1, 1) < 0;
  }

  /** The first rank of which {@code done} gives less than {@code wanted}; -1 if there is none. */
  private int firstBelow(ToLongFunction<Farewell> done, long wanted) {
    for (int rank = 0; rank < gone.length(); rank++) {
      if (done.applyAsLong(gone.get(rank)) < wanted) {
        return rank;
      }
    }
    return -1;
  }

  /** The rank that is gone without having come to so many ends of {@code run}; -1 if none is. */
  public int missingFromRun(long runs) {
    return firstBelow(farewell -> farewell == null ? runs : farewell.runs, runs);
  }

  /** The rank that is gone without having taken part in so many gatherings; -1 if none is. */
  int missingFromGathering(long gatherings) {
    return firstBelow(farewell -> farewell == null ? gatherings : farewell.gatherings, gatherings);
  }

  /** The error that {@code rank} is gone. */
  public static GrCudaException missing(String name, int rank) {
    return new GrCudaException(
        GrCudaException.Kind.STATE, name + ": rank " + rank + " has ended, and takes no part");
  }
}
