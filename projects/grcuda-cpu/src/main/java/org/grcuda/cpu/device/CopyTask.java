package org.grcuda.cpu.device;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.grcuda.cpu.memory.Memory;

/** A copy between two ranges that do not overlap, in pieces. */
final class CopyTask extends ParallelTask {

  /** Large enough for full bandwidth, small enough to share among workers. */
  private static final long PIECE = 1L << 20;

  /** Time for a piece at 10 GB/s, the rate of one core. */
  private static final long NANOS_PER_PIECE = 100_000;

  private final long destination;
  private final long source;
  private final long bytes;
  private final Consumer<Throwable> onEnd;

  CopyTask(long destination, long source, long bytes, Consumer<Throwable> onEnd) {
    super((bytes + PIECE - 1) / PIECE);
    this.destination = destination;
    this.source = source;
    this.bytes = bytes;
    this.onEnd = onEnd;
  }

  @Override
  long expectedUnitNanos() {
    return NANOS_PER_PIECE;
  }

  @Override
  void run(long from, long to, Worker worker) {
    long at = from * PIECE;
    long length = Math.min(to * PIECE, bytes) - at;
    MemorySegment.copy(Memory.ALL, source + at, Memory.ALL, destination + at, length);
  }

  @Override
  void finish(Throwable failure) {
    onEnd.accept(failure);
  }
}
