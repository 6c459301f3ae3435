package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.grcuda.GrCuda;
import org.grcuda.transport.Loopback;
import org.grcuda.transport.Transport;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many ranks in one process, without devices: objects are called, call each other, and move, until
 * nothing is left. All of them: {@code -Dtest=ManyWorldsTest -Dgrcuda.test.ranks=1024}.
 */
@Timeout(600)
final class ManyWorldsTest {

  private static final int RANKS = Integer.getInteger("grcuda.test.ranks", 128);

  /** Calls that each rank makes. */
  private static final int CALLS = 10;

  /** Calls that each of them leads to, one after the other. */
  private static final int HOPS = 5;

  private static final int RUNS = 2;

  private final AtomicLongArray records = new AtomicLongArray(Kind.values().length);
  private final AtomicLong frames = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  private void count(MemorySegment frame) {
    frames.incrementAndGet();
    bytes.addAndGet(frame.byteSize());
    for (long at = 0; at < frame.byteSize(); ) {
      RecordReader record = RecordReader.first(frame.asSlice(at));
      records.incrementAndGet(record.kind().ordinal());
      at += record.bytes();
    }
  }

  private long records(Kind kind) {
    return records.get(kind.ordinal());
  }

  /** Handler: counts, and calls another object until there were enough. */
  private static void hop(World world, MobileObject object, List<Object> arguments) {
    object.setState((Long) object.state() + 1);
    long left = (Long) arguments.get(0);
    long seed = (Long) arguments.get(1);
    if (left > 0) {
      world.send(random(new Random(seed)), "hop", left - 1, seed * 31 + 7);
    }
  }

  private static MobilePointer random(Random random) {
    return new MobilePointer(random.nextInt(RANKS), 0);
  }

  private static double play(World world) {
    world.handler("hop", (object, arguments) -> hop(world, object, arguments));
    MobilePointer mine = world.create(0);
    assertEquals(new MobilePointer(world.rank(), 0), mine);
    world.barrier();
    Random random = new Random(world.rank());
    for (int run = 0; run < RUNS; run++) {
      for (int i = 0; i < CALLS; i++) {
        world.send(random(random), "hop", HOPS, random.nextLong());
      }
      world.migrate(mine, random.nextInt(RANKS));
      world.run();
    }
    long handled = 0;
    long objects = 0;
    for (int home = 0; home < RANKS; home++) {
      MobileObject object = world.find(new MobilePointer(home, 0));
      if (object != null) {
        objects++;
        handled += (Long) object.state();
      }
    }
    assertEquals(RANKS, world.sum(objects));
    return world.sum(handled);
  }

  @Test
  void allCallsAreHandledAndTheEndIsFound() throws Exception {
    long begin = System.nanoTime();
    try (GrCuda cuda = GrCuda.builder().option("Backend", "null").open();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      WorldSettings settings = WorldSettings.of(cuda).withoutThread();
      List<Callable<Double>> ranks = new ArrayList<>();
      for (Transport transport : Loopback.connect(RANKS)) {
        Transport observed = new ObservedTransport(transport, this::count);
        ranks.add(
            () -> {
              try (World world = World.over(cuda, observed, settings, System.err::println)) {
                return play(world);
              }
            });
      }
      for (Future<Double> handled : threads.invokeAll(ranks)) {
        assertEquals((double) RUNS * RANKS * CALLS * (1 + HOPS), handled.get());
      }
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    // Each wave goes down and up each edge of the tree, and the end goes down.
    double waves = (records(Kind.WAVE) - RUNS * (RANKS - 1.0)) / (2 * (RANKS - 1.0));
    System.out.printf(
        "%d ranks: %.1f s, %d frames, %d KiB; %d calls and answers, %d objects moved, %d places"
            + " told, %d credits, %.0f waves for %d ends%n",
        RANKS,
        seconds,
        frames.get(),
        bytes.get() >> 10,
        records(Kind.INVOKE),
        records(Kind.MIGRATE),
        records(Kind.LOCATION),
        records(Kind.CREDIT),
        waves,
        RUNS);
    assertEquals((long) RANKS * RANKS, records(Kind.GOODBYE));
    assertTrue(waves >= 2 * RUNS && waves == Math.rint(waves), waves + " waves");
  }
}
