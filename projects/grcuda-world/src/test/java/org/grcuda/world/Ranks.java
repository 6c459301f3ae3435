package org.grcuda.world;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.grcuda.GrCuda;
import org.grcuda.transport.Loopback;
import org.grcuda.transport.Transport;

/** Runs a program on several ranks of this process, each with a context and a thread of its own. */
final class Ranks {

  private Ranks() {}

  /** Runs {@code program} on {@code size} ranks. What one of them throws is thrown. */
  static void run(int size, Consumer<World> program) {
    run(Loopback.connect(size), program);
  }

  /** Runs {@code program} on the ranks of transports. */
  static void run(List<? extends Transport> transports, Consumer<World> program) {
    List<Throwable> errors = new CopyOnWriteArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (Transport transport : transports) {
      threads.add(
          Thread.ofPlatform()
              .name("rank " + transport.rank())
              .start(() -> run(transport, program, errors)));
    }
    for (Thread thread : threads) {
      join(thread);
    }
    if (!errors.isEmpty()) {
      AssertionError error = new AssertionError(errors.getFirst().toString(), errors.getFirst());
      errors.stream().skip(1).forEach(error::addSuppressed);
      throw error;
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void run(Transport transport, Consumer<World> program, List<Throwable> errors) {
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open();
        World world = World.over(cuda, transport, System.err::println)) {
      program.accept(world);
    } catch (RuntimeException | Error e) {
      errors.add(e);
    }
  }
}
