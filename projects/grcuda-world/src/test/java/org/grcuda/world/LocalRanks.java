package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.grcuda.GrCuda;
import org.grcuda.transport.Loopback;
import org.grcuda.transport.Transport;
import org.grcuda.types.GrCudaException;

/** Ranks of one process that run one program after another: a context and a thread each. */
final class LocalRanks implements AutoCloseable {

  private final List<World> worlds = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /**
   * Ranks with so many devices each.
   *
   * @param options names and values
   */
  LocalRanks(int size, int devices, String... options) {
    for (Transport transport : Loopback.connect(size)) {
      GrCuda.Builder builder =
          GrCuda.builder().option("Backend", "cpu").option("CpuDevices", Integer.toString(devices));
      for (int i = 0; i < options.length; i += 2) {
        builder.option(options[i], options[i + 1]);
      }
      worlds.add(World.over(builder.open(), transport, System.err::println));
    }
  }

  /** What each rank's program returns. */
  <T> List<T> run(Function<World, T> program) {
    List<Callable<T>> programs = new ArrayList<>();
    worlds.forEach(world -> programs.add(() -> run(world, program)));
    List<T> results = new ArrayList<>();
    try {
      for (Future<T> future : threads.invokeAll(programs)) {
        results.add(future.get());
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
    return results;
  }

  private static <T> T run(World world, Function<World, T> program) {
    try {
      return program.apply(world);
    } catch (RuntimeException | Error e) {
      // The others may wait for this rank.
      GrCudaException ended =
          assertThrows(GrCudaException.class, () -> world.abort(1, e.toString()));
      e.addSuppressed(ended);
      throw e;
    }
  }

  @Override
  public void close() {
    run(
        world -> {
          world.close();
          world.cuda().close();
          return null;
        });
    threads.shutdown();
  }
}
