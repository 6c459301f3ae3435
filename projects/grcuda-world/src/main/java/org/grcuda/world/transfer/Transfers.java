package org.grcuda.world.transfer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.message.Messages;
import org.grcuda.world.progress.Progress;

/**
 * Arrays between ranks. A send is a vertex that reads the array, a receive one that overwrites it;
 * each ends when the transport has done with the memory. Small arrays travel within a record,
 * larger ones straight from memory to memory once the receiver has granted its own.
 *
 * <p>What has begun and what has arrived is kept by the thread that drives {@link Progress}.
 */
public final class Transfers implements Messages {

  /**
   * Arrays of at most so many bytes travel within a record. The paper's section 4.2.3 has 512; Open
   * MPI sends up to 4,096 at once through shared memory.
   */
  public static final int EAGER_BYTES = 4096;

  private final GrCuda cuda;
  private final Progress progress;
  private final Outgoing outgoing;
  private final Matching matching;
  private final Map<TransferKey, Long> sends = new HashMap<>();
  private final Map<TransferKey, Long> receives = new HashMap<>();
  private volatile boolean isClosed;
  private final AtomicLong ownNumbers = new AtomicLong();

  /** Between arrays of {@code cuda}. */
  public Transfers(GrCuda cuda, Progress progress) {
    this.cuda = cuda;
    this.progress = progress;
    outgoing = new Outgoing(progress);
    matching = new Matching(progress);
    progress.onFailure(
        reason -> {
          matching.fail(reason);
          outgoing.fail();
        });
  }

  @Override
  public int rank() {
    return progress.rank();
  }

  @Override
  public int size() {
    return progress.size();
  }

  @Override
  public void send(int target, long tag, DeviceArray data) {
    check("target", target, tag);
    progress.sending(() -> outgoing.submit(cuda, next(sends, target, tag), data));
  }

  @Override
  public void receive(int source, long tag, DeviceArray data) {
    check("source", source, tag);
    progress.sending(() -> matching.submit(cuda, next(receives, source, tag), data));
  }

  private void check(String what, int rank, long tag) {
    if (isClosed) {
      throw new GrCudaException(GrCudaException.Kind.STATE, "the world is closed");
    }
    if (rank < 0 || rank >= size()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          what + ": expected a rank from 0 to " + (size() - 1) + ", given " + rank);
    }
    if (tag <= TransferKey.ASKED) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "tag: expected more than " + TransferKey.ASKED + ", given " + tag);
    }
  }

  /** The key of the next array with {@code tag}: both sides count. */
  private static TransferKey next(Map<TransferKey, Long> counts, int rank, long tag) {
    synchronized (counts) {
      long number = counts.merge(new TransferKey(rank, tag, 0), 1L, Long::sum) - 1;
      return new TransferKey(rank, tag, number);
    }
  }

  /**
   * Sends an array that a record names by the number that this gives. It leaves when {@link #left}
   * was called for it.
   */
  public long sendOwn(int target, DeviceArray data) {
    long number = ownNumbers.getAndIncrement();
    outgoing.submit(cuda, new TransferKey(target, TransferKey.OWN, number), data);
    return number;
  }

  /** The record that names these arrays leaves for rank {@code target}. Called while driving. */
  public void left(int target, List<Long> numbers) {
    outgoing.left(
        numbers.stream().map(number -> new TransferKey(target, TransferKey.OWN, number)).toList());
  }

  /** Receives array {@code number} of a record of {@code source}. */
  public void receiveOwn(int source, long number, DeviceArray data) {
    matching.submit(cuda, new TransferKey(source, TransferKey.OWN, number), data);
  }

  /** Receives an array that some rank sends with {@link #answer} and the number that this gives. */
  public long ask(DeviceArray data) {
    long number = ownNumbers.getAndIncrement();
    matching.submit(cuda, TransferKey.asked(number), data);
    return number;
  }

  /** Sends what rank {@code target} has asked for. */
  public void answer(int target, long number, DeviceArray data) {
    outgoing.submit(cuda, new TransferKey(target, TransferKey.ASKED, number), data);
  }

  /** Tells rank {@code target} that it does not get what it has asked for. */
  public void refuse(int target, long number, String reason) {
    outgoing.refuse(new TransferKey(target, TransferKey.ASKED, number), reason);
  }

  /** How many arrays this rank has sent to {@code target}, or will as it has submitted them. */
  public long submitted(int target) {
    return outgoing.submitted(target);
  }

  /** Rank {@code rank} sends {@code count} arrays in all. */
  public void gone(int rank, long count) {
    matching.gone(rank, count);
  }

  /** This rank receives nothing that it has not submitted yet. */
  public void leave() {
    matching.leave();
  }

  /** Refuses further sends and receives of the program. */
  public void close() {
    isClosed = true;
  }

  /** Whether all sends and receives have ended, and no rank waits for this one to take more. */
  public boolean areEnded() {
    return matching.areEnded() && outgoing.areEnded();
  }
}
