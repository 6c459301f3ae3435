package org.grcuda.bench.scheduling;

import org.grcuda.FloatArray;
import org.grcuda.driver.nulldevice.NullDriver;

/**
 * Benchmark of a long loop of launches. It shows whether memory, streams and events stay the same.
 */
final class LoopBenchmark {

  private static final int LAUNCHES = 10_000_000;
  private static final int QUICK_LAUNCHES = 100_000;
  private static final int STEPS = 10;
  private static final int ELEMENTS = 64;

  private LoopBenchmark() {}

  static void run(Settings settings) {
    int launches = settings.isQuick() ? QUICK_LAUNCHES : LAUNCHES;
    Machine machine = settings.machines().getFirst();
    try (Rig rig = new Rig(machine, System::nanoTime)) {
      FloatArray x = rig.cuda.floatArray(ELEMENTS);
      FloatArray y = rig.cuda.floatArray(ELEMENTS);
      System.out.printf("%,d launches in a loop on %s%n", launches, machine);
      System.out.printf("%12s %14s %8s %8s%n", "launches", "heap, bytes", "streams", "events");
      line(0, rig.driver);
      for (int step = 1; step <= STEPS; step++) {
        for (int i = 0; i < launches / STEPS; i++) {
          rig.kernels.fork().launch(x, y);
        }
        line(step * (launches / STEPS), rig.driver);
      }
    }
  }

  private static void line(int launches, NullDriver driver) {
    System.out.printf(
        "%,12d %,14d %8d %8d%n",
        launches, Heap.usedAfterCollection(), driver.openStreams(), driver.openEvents());
  }
}
