package org.grcuda.cpu.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Workers and the processors that they may use, as Linux tells it. */
class AffinityTest {

  private static final Path STATUS = Path.of("/proc/thread-self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  @Test
  void asManyWorkersAsProcessorsHaveOneEach() throws Exception {
    BitSet usable = several();
    Affinity affinity = Affinity.of(usable.cardinality(), usable);
    int[] numbers = usable.stream().toArray();
    for (int worker = 0; worker < numbers.length; worker++) {
      int own = worker;
      assertEquals("" + numbers[worker], allowedAfter(() -> affinity.bind(own)));
    }
  }

  @Test
  void otherWorkersRunEverywhere() throws Exception {
    BitSet usable = several();
    String everywhere = allowedAfter(() -> {});
    int processors = usable.cardinality();
    for (int workers : new int[] {1, processors - 1, processors + 1}) {
      Affinity affinity = Affinity.of(workers, usable);
      assertEquals(everywhere, allowedAfter(() -> affinity.bind(0)));
    }
  }

  @Test
  void aThreadThatAWorkerStartsRunsEverywhere() throws Exception {
    BitSet usable = several();
    String everywhere = allowedAfter(() -> {});
    Affinity affinity = Affinity.of(usable.cardinality(), usable);
    CompletableFuture<String> allowed = new CompletableFuture<>();
    Runnable started =
        () -> {
          affinity.unbind();
          allowed.complete(allowed());
        };
    allowedAfter(
        () -> {
          affinity.bind(0);
          new Thread(started).start();
        });
    assertEquals(everywhere, allowed.get());
  }

  @Test
  void threadsOfAPoolSayWhichTheyAre() throws Exception {
    CountDownLatch begun = new CountDownLatch(3);
    BitSet seen = new BitSet();
    WorkerPool pool =
        new WorkerPool(
            "affinity",
            3,
            index -> {
              synchronized (seen) {
                seen.set(index);
              }
              begun.countDown();
            });
    begun.await();
    pool.close();
    assertEquals("{0, 1, 2}", seen.toString());
  }

  private static BitSet several() {
    assumeTrue(Files.exists(STATUS), "Linux only");
    BitSet usable = Affinity.usable();
    assumeTrue(usable.cardinality() > 1, "several processors only");
    return usable;
  }

  /** What a new thread may use once it has executed {@code first}. */
  private static String allowedAfter(Runnable first) throws Exception {
    CompletableFuture<String> allowed = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              first.run();
              allowed.complete(allowed());
            });
    thread.start();
    thread.join();
    return allowed.get();
  }

  private static String allowed() {
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith(ALLOWED))
          .map(line -> line.substring(ALLOWED.length()).strip())
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
