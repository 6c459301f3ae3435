package org.grcuda.attacks.wild;

import java.util.List;
import java.util.Random;

/** PTX that computes an address into {@code %a}: near a memory that there is, or nowhere. */
final class WildPointer {

  /** Registers that hold addresses from the start, see {@link WildKernel}. */
  private static final List<String> ORIGINS =
      List.of(
          "%own",
          "%own", "%own", "%other", "%freed", "%host", "%tile", "%frame", "%code", "%const", "0");

  private static final long[] STEPS = {
    1, 2, 3, 4, 7, 8, 15, 16, 63, 64, 128, 255, 256, 4092, 4096, 65_536, 1 << 20, 2 << 20
  };
  private static final long[] SCALES = {
    0, 0, 1, 3, 4, 4, 8, 16, 4096, 1L << 20, 1L << 31, 1L << 32, 1L << 40, 1L << 60, -4, -1L << 33
  };

  private final Random random;

  WildPointer(Random random) {
    this.random = random;
  }

  /** The instructions. */
  String text() {
    String origin = ORIGINS.get(random.nextInt(ORIGINS.size()));
    return "mov.b64 %%a, %s;%nadd.s64 %%a, %%a, %d;%nmad.lo.s64 %%a, %%lane, %d, %%a;%n"
        .formatted(origin, offset(), SCALES[random.nextInt(SCALES.length)]);
  }

  private long offset() {
    long step = STEPS[random.nextInt(STEPS.length)];
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> step;
      case 2 -> -step;
      case 3 -> WildKernel.BYTES - step;
      case 4 -> WildKernel.BYTES + step;
      case 5 -> 1L << random.nextInt(64);
      case 6 -> -(1L << random.nextInt(64)) + step;
      default -> random.nextLong();
    };
  }
}
