package org.grcuda.attacks.chaos;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.graalvm.polyglot.Engine;

/** What the threads do: each step one thing to one of a few shared contexts. */
final class Chaos {

  private static final int CONTEXTS = 3;
  private static final long SPIN_NANOS = 20_000_000;

  private final AtomicReferenceArray<World> worlds = new AtomicReferenceArray<>(CONTEXTS);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Map<String, AtomicLong> counts = new ConcurrentSkipListMap<>();
  private final Engine engine;
  private final long end;

  /**
   * @param engine of the polyglot contexts
   * @param end of {@link System#nanoTime}
   */
  Chaos(Engine engine, long end) {
    this.engine = engine;
    this.end = end;
  }

  /** Until the end, or until something went wrong. */
  void work(Random random, List<Thread> workers) {
    try {
      while (System.nanoTime() < end && failure.get() == null) {
        step(random, workers);
      }
      closeAll();
    } catch (RuntimeException | Error broken) {
      failure.compareAndSet(null, broken);
    }
  }

  private void closeAll() {
    for (int i = 0; i < CONTEXTS; i++) {
      World world = worlds.getAndSet(i, null);
      if (world != null) {
        world.cancel();
      }
    }
  }

  private void step(Random random, List<Thread> workers) {
    int place = random.nextInt(CONTEXTS);
    World world = worlds.get(place);
    if (world == null || world.isClosing()) {
      open(place, world, random);
      return;
    }
    try {
      act(world, random, workers);
    } catch (RuntimeException error) {
      if (!world.isExpected(error)) {
        throw error;
      }
      count("expected error");
    } finally {
      Thread.interrupted();
    }
  }

  private void open(int place, World before, Random random) {
    count("open");
    World world = random.nextBoolean() ? new TypedWorld(random) : new PolyglotWorld(engine, random);
    if (!worlds.compareAndSet(place, before, world)) {
      world.close();
    }
  }

  private void act(World world, Random random, List<Thread> workers) {
    int choice = random.nextInt(1000);
    if (choice < 800) {
      count("compute");
      world.compute(random);
    } else if (choice < 860) {
      count("fault");
      world.fault(random);
    } else if (choice < 920) {
      count("misuse");
      world.misuse(random);
    } else if (choice < 950) {
      count("synchronize");
      world.synchronize();
    } else if (choice < 965) {
      count("interrupt a thread");
      workers.get(random.nextInt(workers.size())).interrupt();
    } else if (choice < 980) {
      count("interrupt a context");
      world.interrupt();
    } else if (choice < 988) {
      count("close");
      world.close();
    } else if (choice < 996) {
      count("cancel");
      world.cancel();
    } else {
      count("spin, cancel");
      spin(world);
    }
  }

  /** Waits for what never ends, until another thread cancels it. */
  private static void spin(World world) {
    Thread canceller =
        Thread.ofPlatform()
            .start(
                () -> {
                  LockSupport.parkNanos(SPIN_NANOS);
                  world.cancel();
                });
    try {
      world.spin();
    } finally {
      joinUninterruptibly(canceller);
    }
  }

  /** Whoever interrupts this thread is one of the others, at random. */
  private static void joinUninterruptibly(Thread thread) {
    while (thread.isAlive()) {
      Thread.interrupted();
      LockSupport.parkNanos(SPIN_NANOS);
    }
  }

  private void count(String what) {
    counts.computeIfAbsent(what, name -> new AtomicLong()).incrementAndGet();
  }

  /** How often it was done. */
  long times(String what) {
    return counts.getOrDefault(what, new AtomicLong()).get();
  }

  /** How often what was done. */
  String summary() {
    return counts.toString();
  }

  /** Throws what went wrong first. */
  void requireNoFailure() {
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
  }
}
