package org.grcuda.world;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.spi.HostTask;
import org.grcuda.world.array.ArrayWorld;
import org.grcuda.world.message.Collectives;
import org.grcuda.world.message.Messages;

/** Ranks of one process, for tests: a context and a thread each, joined by copies of the host. */
final class LocalRanks implements AutoCloseable {

  /** What a message is found by. */
  private record Key(int source, int target, long tag) {}

  /** A receive that has begun. */
  private record Wanted(HostTask task, MemorySegment memory) {}

  private final List<Rank> ranks = new ArrayList<>();
  private final ExecutorService courier = Executors.newSingleThreadExecutor();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final double[][] given;
  private final CyclicBarrier barrier;
  // Used by the courier only.
  private final Map<Key, ArrayDeque<byte[]>> sent = new HashMap<>();
  private final Map<Key, ArrayDeque<Wanted>> wanted = new HashMap<>();

  LocalRanks(int size, int devices, String... options) {
    given = new double[size][];
    barrier = new CyclicBarrier(size);
    for (int rank = 0; rank < size; rank++) {
      GrCuda.Builder builder = GrCuda.builder().option("CpuDevices", Integer.toString(devices));
      for (int i = 0; i < options.length; i += 2) {
        builder.option(options[i], options[i + 1]);
      }
      ranks.add(new Rank(rank, builder.open()));
    }
  }

  /** What each rank's program returns. */
  <T> List<T> run(Function<ArrayWorld, T> program) throws InterruptedException {
    List<Callable<T>> programs = new ArrayList<>();
    ranks.forEach(rank -> programs.add(() -> program.apply(rank.world)));
    List<T> results = new ArrayList<>();
    for (Future<T> future : threads.invokeAll(programs)) {
      try {
        results.add(future.get());
      } catch (ExecutionException e) {
        throw new AssertionError(e.getCause());
      }
    }
    return results;
  }

  @Override
  public void close() {
    ranks.forEach(rank -> rank.cuda.close());
    threads.shutdown();
    courier.shutdown();
  }

  @SuppressWarnings("restricted") // memory of an array that a task uses
  private static MemorySegment memory(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  private final class Rank implements Messages, Collectives {

    private final int rank;
    private final GrCuda cuda;
    private final ArrayWorld world;

    Rank(int rank, GrCuda cuda) {
      this.rank = rank;
      this.cuda = cuda;
      this.world = new ArrayWorld(cuda, this, this);
    }

    @Override
    public int rank() {
      return rank;
    }

    @Override
    public int size() {
      return given.length;
    }

    @Override
    public void send(int target, long tag, DeviceArray data) {
      Key key = new Key(rank, target, tag);
      submit(
          "send",
          AccessMode.READ,
          data,
          (task, memory) -> {
            Wanted next = wanted.getOrDefault(key, new ArrayDeque<>()).poll();
            byte[] bytes = memory.toArray(ValueLayout.JAVA_BYTE);
            task.finish(null);
            if (next == null) {
              sent.computeIfAbsent(key, absent -> new ArrayDeque<>()).add(bytes);
            } else {
              arrived(next, bytes);
            }
          });
    }

    @Override
    public void receive(int source, long tag, DeviceArray data) {
      Key key = new Key(source, rank, tag);
      submit(
          "receive",
          AccessMode.OVERWRITE,
          data,
          (task, memory) -> {
            byte[] bytes = sent.getOrDefault(key, new ArrayDeque<>()).poll();
            if (bytes == null) {
              wanted
                  .computeIfAbsent(key, absent -> new ArrayDeque<>())
                  .add(new Wanted(task, memory));
            } else {
              arrived(new Wanted(task, memory), bytes);
            }
          });
    }

    private void arrived(Wanted receive, byte[] bytes) {
      if (receive.memory.byteSize() != bytes.length) {
        throw new AssertionError("sent " + bytes.length + ", expected " + receive.memory);
      }
      receive.memory.copyFrom(MemorySegment.ofArray(bytes));
      receive.task.finish(null);
    }

    private void submit(
        String name, AccessMode mode, DeviceArray data, BiConsumer<HostTask, MemorySegment> body) {
      HostTask.submit(
          cuda,
          name,
          List.of(new HostTask.Use(data, mode)),
          (task, addresses) -> {
            MemorySegment memory = memory(addresses[0], data.byteSize());
            courier.execute(() -> body.accept(task, memory));
          });
    }

    @Override
    public double[][] gather(double... values) {
      try {
        given[rank] = values;
        barrier.await();
        double[][] all = Arrays.copyOf(given, given.length);
        barrier.await();
        return all;
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new AssertionError(e);
      }
    }
  }
}
