package org.grcuda.world;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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

  /** As the other, with settings that options do not have. */
  static void run(int size, UnaryOperator<WorldSettings> settings, Consumer<World> program) {
    run(Loopback.connect(size), settings, program);
  }

  /** Runs {@code program} on the ranks of transports, each with a context of its own. */
  static void run(List<? extends Transport> transports, Consumer<World> program) {
    run(transports, UnaryOperator.identity(), program);
  }

  private static void run(
      List<? extends Transport> transports,
      UnaryOperator<WorldSettings> settings,
      Consumer<World> program) {
    List<GrCuda> contexts = new ArrayList<>();
    try {
      for (int rank = 0; rank < transports.size(); rank++) {
        contexts.add(GrCuda.builder().option("Backend", "cpu").open());
      }
      run(transports, contexts::get, settings, program);
    } finally {
      contexts.forEach(GrCuda::close);
    }
  }

  /** As the other, with the context of each rank. */
  static void run(
      List<? extends Transport> transports,
      IntFunction<GrCuda> contexts,
      UnaryOperator<WorldSettings> settings,
      Consumer<World> program) {
    List<Throwable> errors = new CopyOnWriteArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (Transport transport : transports) {
      GrCuda cuda = contexts.apply(transport.rank());
      WorldSettings its = settings.apply(WorldSettings.of(cuda));
      Supplier<World> world = () -> World.over(cuda, transport, its, System.err::println);
      threads.add(
          Thread.ofPlatform()
              .name("rank " + transport.rank())
              .start(() -> run(world, program, errors)));
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

  private static void run(Supplier<World> worlds, Consumer<World> program, List<Throwable> errors) {
    try (World world = worlds.get()) {
      program.accept(world);
    } catch (RuntimeException | Error e) {
      errors.add(e);
    }
  }
}
