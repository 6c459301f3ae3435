package org.grcuda.runtime.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole sequences of waits, in virtual time. */
class HybridWaitsTest {

  /** Waits after which the duration of work that always lasts equally long is known. */
  private static final int LEARNT = 60;

  /** An event is seen to be complete so soon after, by someone who polls. */
  private static final long SEEN = 500;

  private static final long MILLI = 1_000_000;

  private final SimulatedMachine machine = new SimulatedMachine();
  private HybridWaits waits = new HybridWaits(machine::clock, machine::sleep, 0);

  @ParameterizedTest
  @ValueSource(longs = {10_000, 30_000, 50_000, 100_000, 1_000_000, 10_000_000, 100_000_000})
  void steadyWorkIsCaughtPollingAfterOneSleep(long nanos) throws InterruptedException {
    repeat(LEARNT, nanos);
    for (int i = 0; i < 200; i++) {
      assertTrue(await(nanos) < SEEN, "latency of wait " + i);
      assertTrue(machine.takePollNanos() <= 2 * machine.wakeUpNanos);
      assertTrue(machine.takeWakeUps() <= 1);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {100_000, 1_000_000, 100_000_000})
  void lateTimersAreLearnt(long nanos) throws InterruptedException {
    machine.slackNanos = 55_000;
    repeat(LEARNT, nanos);
    for (int i = 0; i < 200; i++) {
      assertTrue(await(nanos) < SEEN, "latency of wait " + i);
    }
  }

  @Test
  void theFirstWaitPollsShortlyAndBlocks() throws InterruptedException {
    long latency = await(MILLI);
    assertTrue(latency >= machine.wakeUpNanos, "woke up after " + latency);
    assertEquals(15_000, machine.takePollNanos(), 200);
  }

  @Test
  void theFirstWaitCatchesShortWork() throws InterruptedException {
    assertTrue(await(10_000) < SEEN);
    assertEquals(0, machine.takeWakeUps());
  }

  @Test
  void theTimeThatHasPassedBeforeTheWaitCounts() throws InterruptedException {
    repeat(LEARNT, MILLI);
    for (int i = 0; i < 20; i++) {
      long begun = machine.clock();
      var work = machine.new Work(MILLI);
      machine.pass(i * 40_000L);
      HybridWait wait = waits.begin(work, key("k"), begun, -1);
      wait.await();
      waits.end(wait);
      assertTrue(work.latency() < SEEN, "after " + i * 40 + " us of other work");
    }
  }

  @Test
  void workThatVariesTooMuchIsBlockedFor() throws InterruptedException {
    repeat(LEARNT, 10 * MILLI);
    machine.takePollNanos();
    for (int i = 0; i < 400; i++) {
      await(10 * MILLI + (long) (machine.random.nextGaussian() * 300_000));
    }
    // Trying now and then whether it has become steadier costs little.
    assertTrue(machine.takePollNanos() / 400 < machine.wakeUpNanos / 2);
  }

  @ParameterizedTest
  @ValueSource(longs = {200_000, 5_000_000})
  void anotherDurationIsLearnt(long next) throws InterruptedException {
    repeat(LEARNT, MILLI);
    repeat(2 * LEARNT, next);
    for (int i = 0; i < 50; i++) {
      assertTrue(await(next) < SEEN, "wait " + i);
    }
  }

  @Test
  void oneLateWakeUpChangesNothing() throws InterruptedException {
    repeat(LEARNT, MILLI);
    machine.wakeUpNanos = 3 * MILLI;
    await(MILLI);
    machine.wakeUpNanos = 20_000;
    repeat(5, MILLI);
    for (int i = 0; i < 50; i++) {
      assertTrue(await(MILLI) < SEEN, "wait " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {10_000, 30_000, 100_000, 1_000_000})
  void aFirstWaitThatWokeUpLateChangesNothing(long nanos) throws InterruptedException {
    machine.preempt(400_000);
    await(nanos);
    repeat(2 * LEARNT, nanos);
    for (int i = 0; i < 50; i++) {
      assertTrue(await(nanos) < SEEN, "wait " + i);
    }
  }

  @Test
  void aGuessServesForTheFirstWait() throws InterruptedException {
    repeat(LEARNT, MILLI);
    long begun = machine.clock();
    var work = machine.new Work(300_000);
    HybridWait wait = waits.begin(work, key("new"), begun, 300_500);
    wait.await();
    waits.end(wait);
    assertTrue(work.latency() < SEEN, "latency " + work.latency());
  }

  /** Blocked for, a duration is known to a wake-up's delay; the device knows it exactly. */
  @Test
  void whatTheDeviceMeasuredIsLearnt() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      long begun = machine.clock();
      var work = machine.new Work(MILLI);
      HybridWait wait = waits.begin(work, key("k"), begun, -1);
      wait.await();
      wait.measured(MILLI);
      assertEquals(MILLI, wait.notBefore(), SEEN);
      assertEquals(MILLI, wait.notAfter(), SEEN + WaitPlan.RESOLUTION);
      waits.end(wait);
    }
    assertTrue(await(MILLI) < SEEN);
  }

  @Test
  void kernelsAreLearntOneByOne() throws InterruptedException {
    for (int i = 0; i < LEARNT; i++) {
      await("short", 100_000);
      await("long", 2 * MILLI);
    }
    for (int i = 0; i < 20; i++) {
      assertTrue(await("short", 100_000) < SEEN);
      assertTrue(await("long", 2 * MILLI) < SEEN);
    }
  }

  @Test
  void aConfiguredThresholdBoundsPolling() throws InterruptedException {
    waits = new HybridWaits(machine::clock, machine::sleep, MILLI);
    repeat(LEARNT, 900_000);
    machine.takeWakeUps();
    assertTrue(await(900_000) < SEEN);
    assertEquals(0, machine.takeWakeUps());
    // Twenty times what a wake-up takes: uncertain work is polled for, too.
    for (int i = 0; i < LEARNT; i++) {
      await("varying", 10 * MILLI + (long) (machine.random.nextGaussian() * 50_000));
    }
    machine.takePollNanos();
    int caught = 0;
    for (int i = 0; i < 100; i++) {
      long nanos = 10 * MILLI + (long) (machine.random.nextGaussian() * 50_000);
      caught += await("varying", nanos) < SEEN ? 1 : 0;
      assertTrue(machine.takePollNanos() < MILLI);
    }
    assertTrue(caught > 80, caught + " of 100 caught");
  }

  @Test
  void whoLosesTheCoreWhilePollingBlocksForSomeWaits() throws InterruptedException {
    repeat(LEARNT, MILLI);
    int polled = 0;
    for (int i = 0; i < 200; i++) {
      machine.preempt(3 * MILLI);
      await(MILLI);
      polled += machine.takePollNanos() > 1_000 ? 1 : 0;
    }
    assertTrue(polled < 20, polled + " of 200 waits polled");
    machine.preempt(0);
    repeat(2 * LEARNT, MILLI);
    for (int i = 0; i < 50; i++) {
      assertTrue(await(MILLI) < SEEN, "wait " + i);
    }
  }

  @Test
  void whoGetsTheCoreLateBlocksForSomeWaits() throws InterruptedException {
    repeat(LEARNT, MILLI);
    machine.wakeUpNanos = 3 * MILLI;
    repeat(LEARNT, MILLI);
    for (int i = 0; i < 200; i++) {
      await(MILLI);
    }
    long polled = machine.takePollNanos() / 200;
    assertTrue(polled < 1_000, polled + " ns of polls in a wait");
    machine.wakeUpNanos = 20_000;
    repeat(2 * LEARNT, MILLI);
    for (int i = 0; i < 50; i++) {
      assertTrue(await(MILLI) < SEEN, "wait " + i);
    }
  }

  @Test
  void anInterruptEndsAPoll() throws InterruptedException {
    HybridWait wait = waits.begin(machine.new Work(10_000), key("k"), machine.clock(), -1);
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, wait::await);
    // And the wait may go on.
    wait.await();
    waits.end(wait);
  }

  private static WaitKey key(String kernel) {
    return new WaitKey(kernel, 0, 1024, 4096, 1);
  }

  private void repeat(int times, long nanos) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      await(nanos);
    }
    machine.takePollNanos();
    machine.takeWakeUps();
  }

  private long await(long nanos) throws InterruptedException {
    return await("k", nanos);
  }

  /** Submits work and waits for it; how long after its end. */
  private long await(String kernel, long nanos) throws InterruptedException {
    long begun = machine.clock();
    var work = machine.new Work(nanos);
    HybridWait wait = waits.begin(work, key(kernel), begun, -1);
    wait.await();
    waits.end(wait);
    return work.latency();
  }
}
