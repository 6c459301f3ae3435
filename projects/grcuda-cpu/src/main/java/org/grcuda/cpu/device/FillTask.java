package org.grcuda.cpu.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;
import org.grcuda.cpu.memory.Memory;

/** A fill with a pattern of 1, 2, 4 or 8 bytes, in pieces. */
final class FillTask extends ParallelTask {

  private static final long PIECE = 1L << 20;

  /** Time for a piece at 10 GB/s, the rate of one core. */
  private static final long NANOS_PER_PIECE = 100_000;

  private final long destination;
  private final long pattern;
  private final long bytes;
  private final Consumer<Throwable> onEnd;

  /** {@code count} elements of {@code width} bytes. */
  FillTask(long destination, long pattern, int width, long count, Consumer<Throwable> onEnd) {
    super((count * width + PIECE - 1) / PIECE);
    this.destination = destination;
    this.pattern = repeated(pattern, width);
    this.bytes = count * width;
    this.onEnd = onEnd;
  }

  private static long repeated(long pattern, int width) {
    return switch (width) {
      case 1 -> (pattern & 0xffL) * 0x0101010101010101L;
      case 2 -> (pattern & 0xffffL) * 0x0001000100010001L;
      case 4 -> (pattern & 0xffffffffL) * 0x0000000100000001L;
      case 8 -> pattern;
      default -> throw new IllegalArgumentException("elements of " + width + " bytes");
    };
  }

  @Override
  long expectedUnitNanos() {
    return NANOS_PER_PIECE;
  }

  @Override
  void run(long from, long to, Worker worker) {
    long at = from * PIECE;
    long length = Math.min(to * PIECE, bytes) - at;
    MemorySegment piece = Memory.ALL.asSlice(destination + at, length);
    if (pattern == (pattern & 0xff) * 0x0101010101010101L) {
      piece.fill((byte) pattern);
      return;
    }
    long words = length / 8;
    for (long i = 0; i < words; i++) {
      piece.set(ValueLayout.JAVA_LONG_UNALIGNED, i * 8, pattern);
    }
    for (long i = words * 8; i < length; i++) {
      piece.set(ValueLayout.JAVA_BYTE, i, (byte) (pattern >>> (i % 8 * 8)));
    }
  }

  @Override
  void finish(Throwable failure) {
    onEnd.accept(failure);
  }
}
