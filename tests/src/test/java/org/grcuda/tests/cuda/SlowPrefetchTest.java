package org.grcuda.tests.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A driver that takes long to prefetch managed memory holds nobody up but the thread that asks. */
final class SlowPrefetchTest extends DriverDoubleTest {

  private static final String PREFETCH = "cuMemPrefetchAsync_v2";
  private static final String SIGNATURE = "add(x: inout pointer sint32, count: sint32, by: sint32)";
  private static final int COUNT = 64;
  private static final int LAUNCHES = 10;

  private static GrCuda.Builder builder() {
    return GrCuda.builder()
        .option("Backend", "cuda")
        .option("NumberOfGPUs", "2")
        .option("DeviceSelectionPolicy", "round-robin")
        .option("MemoryManager", "managed");
  }

  /** Zeros on the host: a GPU prefetches them. */
  private static IntArray zeros(GrCuda cuda) {
    IntArray made = cuda.intArray(COUNT);
    for (int i = 0; i < COUNT; i++) {
      made.set(i, 0);
    }
    return made;
  }

  private static void add(Kernel add, IntArray to, int by) {
    add.grid(1).block(COUNT).launch(to, COUNT, by);
  }

  /** Runs {@code action} on another thread, and waits for it; whether it has ended. */
  private static boolean endsElsewhere(Runnable action) throws InterruptedException {
    Thread thread = Thread.ofPlatform().daemon().start(action);
    thread.join(10_000);
    return !thread.isAlive();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void otherThreadsLaunchAndReadMeanwhile(boolean records, @TempDir Path folder) throws Exception {
    GrCuda.Builder builder = builder();
    if (records) {
      builder.option("ExportTrace", folder.resolve("trace.json").toString());
    }
    try (GrCuda cuda = builder.open()) {
      Kernel add = cuda.buildKernel(DriverDouble.SOURCE, SIGNATURE);
      IntArray[] resident = {zeros(cuda), zeros(cuda)};
      IntArray moving = zeros(cuda);
      Runnable launches =
          () -> {
            for (int i = 0; i < LAUNCHES; i++) {
              add(add, resident[0], 1);
              add(add, resident[1], 1);
            }
          };
      int[] read = new int[2];
      Runnable reads =
          () -> {
            read[0] = resident[0].get(0);
            read[1] = resident[1].get(COUNT - 1);
          };
      gpus.hold(true);
      Thread slow = Thread.ofPlatform().unstarted(() -> add(add, moving, 7));
      try {
        // One on each GPU, unfinished, so that what follows stays there.
        add(add, resident[0], 1);
        add(add, resident[1], 1);
        gpus.forgetCalls();
        gpus.block(PREFETCH);
        slow.start();
        gpus.awaitCall(PREFETCH);
        assertTrue(endsElsewhere(launches), "another thread could not launch");
        assertEquals(2 * LAUNCHES, gpus.count("cuLaunchKernel"));
        gpus.hold(false);
        assertTrue(endsElsewhere(reads), "another thread could not read");
        assertArrayEquals(new int[] {LAUNCHES + 1, LAUNCHES + 1}, read);
        assertTrue(slow.isAlive(), "the prefetch");
        assertEquals(1, gpus.count(PREFETCH));
      } finally {
        gpus.block("");
        gpus.hold(false);
      }
      slow.join(10_000);
      assertFalse(slow.isAlive());
      assertEquals(7, moving.get(0));
    }
  }

  @Test
  void aStreamOfAPrefetchIsDestroyedAfterIt() throws InterruptedException {
    GrCuda cuda = builder().open();
    Kernel add = cuda.buildKernel(DriverDouble.SOURCE, SIGNATURE);
    IntArray moving = zeros(cuda);
    gpus.forgetCalls();
    gpus.block(PREFETCH);
    Throwable[] thrown = new Throwable[1];
    Thread slow =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    add(add, moving, 7);
                  } catch (RuntimeException e) {
                    thrown[0] = e;
                  }
                });
    gpus.awaitCall(PREFETCH);
    Thread closing = Thread.ofPlatform().start(cuda::close);
    closing.join(200);
    gpus.block("");
    slow.join(10_000);
    closing.join(10_000);
    assertFalse(slow.isAlive() || closing.isAlive());
    assertTrue(thrown[0].getMessage().contains("closed"), thrown[0].getMessage());
  }
}
