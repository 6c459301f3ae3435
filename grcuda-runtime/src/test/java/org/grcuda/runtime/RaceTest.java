package org.grcuda.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.race.Race;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.SchedulingLock;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads that meet in the runtime: what each may see, and that nothing is left or lost. */
@Timeout(600)
class RaceTest {

  /** Of each race; more of them for long runs by hand. */
  private static final int ROUNDS = Integer.getInteger("grcuda.test.rounds", 300);

  private static final String CLOSED = "the context is closed";

  /** A runtime on null devices. */
  private static final class State {

    final NullDriver driver;
    final GpuRuntime runtime;
    final Allocation x;

    State(Blocker blocker, DeviceSelection policy) {
      driver = new NullDriver(NullSettings.defaults().withDevices(2).withLog(false));
      RuntimeOptions options =
          RuntimeOptions.defaults(2).with().deviceSelection(policy).taskBufferDepth(2).build();
      runtime = GpuRuntime.open(driver, options, blocker);
      x = runtime.memory().allocate("x", 64);
    }

    State(Blocker blocker) {
      this(blocker, DeviceSelection.AUTO);
    }

    State(DeviceSelection policy) {
      this(Blocker.uninterruptible(), policy);
    }

    State() {
      this(DeviceSelection.AUTO);
    }

    Vertex fill() {
      return runtime.submit(
          new Vertex(
              "fill",
              new Operation.Fill(x.whole(), 0, 4),
              new Access[] {new Access(x.whole(), AccessMode.OVERWRITE)},
              Placement.ANYWHERE),
          Rig.BY_HAND);
    }

    String close() {
      runtime.close();
      return "closed";
    }

    /** Closes all, and says what is left. */
    String left() {
      driver.release();
      runtime.close();
      String left =
          runtime.unfinished() == 0
                  && driver.openStreams() == 0
                  && driver.openEvents() == 0
                  && driver.liveAllocations() == 0
              ? ""
              : driver.openStreams()
                  + " streams, "
                  + driver.openEvents()
                  + " events, "
                  + driver.liveAllocations()
                  + " allocations, "
                  + runtime.unfinished()
                  + " computations left";
      driver.close();
      return left;
    }
  }

  private static void assertOnly(Set<String> legal, Map<String, Integer> seen) {
    assertTrue(legal.containsAll(seen.keySet()), "legal: " + legal + ", seen: " + seen);
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "DARTS", "WORK_STEALING"})
  void submittingAndClosing(DeviceSelection policy) throws Exception {
    Map<String, Integer> seen =
        Race.on(() -> new State(policy))
            .actor(
                state -> {
                  Vertex first = state.fill();
                  Vertex second = state.fill();
                  // Nothing orders the two.
                  state.runtime.await(first);
                  state.runtime.await(second);
                  return first.isComplete() && !second.isFailed() ? "done" : "lost";
                })
            .actor(State::close)
            .judge(State::left)
            .run(ROUNDS);
    assertOnly(Set.of("done, closed", CLOSED + ", closed"), seen);
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "DARTS", "WORK_STEALING"})
  void waitingAndClosingAndCompleting(DeviceSelection policy) throws Exception {
    Map<String, Integer> seen =
        Race.on(
                () -> {
                  State state = new State(policy);
                  state.driver.hold();
                  return state;
                })
            .actor(
                state -> {
                  Vertex vertex = state.fill();
                  state.runtime.await(vertex);
                  return vertex.status().toString();
                })
            .actor(
                state -> {
                  state.driver.release();
                  return "released";
                })
            .actor(State::close)
            .judge(State::left)
            .run(ROUNDS);
    assertOnly(Set.of("COMPLETE, released, closed", CLOSED + ", released, closed"), seen);
  }

  /** A device takes what one thread submits while another waits for what it submitted itself. */
  @Test
  void twoThreadsWhoseComputationsAreTaken() throws Exception {
    Map<String, Integer> seen =
        Race.on(() -> new State(DeviceSelection.DARTS))
            .actor(RaceTest::submitsAndWaits)
            .actor(RaceTest::submitsAndWaits)
            .judge(State::left)
            .run(ROUNDS);
    assertOnly(Set.of("done, done"), seen);
  }

  private static String submitsAndWaits(State state) {
    Vertex last = null;
    for (int i = 0; i < 5; i++) {
      last = state.fill();
    }
    state.runtime.await(last);
    return last.isComplete() && !last.isFailed() ? "done" : "lost";
  }

  /** A wait that is given up leaves the computation and its event as they were. */
  @Test
  void cancellingAWaitWhileItEnds() throws Exception {
    AtomicInteger waits = new AtomicInteger();
    Blocker cancelling =
        new Blocker() {
          @Override
          public <T> void block(Interruptible<T> wait, T subject) {
            if (waits.incrementAndGet() % 2 == 0) {
              throw new IllegalStateException("cancelled");
            }
            Blocker.uninterruptible().block(wait, subject);
          }
        };
    Race.Actor<State> waiter =
        state -> {
          Vertex vertex = state.fill();
          state.runtime.await(vertex);
          return vertex.isComplete() ? "done" : "not yet";
        };
    Map<String, Integer> seen =
        Race.on(
                () -> {
                  State state = new State(cancelling);
                  state.driver.hold();
                  return state;
                })
            .actor(waiter)
            .actor(waiter)
            .actor(
                state -> {
                  Thread.onSpinWait();
                  state.driver.release();
                  return "";
                })
            .judge(State::left)
            .run(ROUNDS);
    assertOnly(
        Set.of("done, done, ", "cancelled, done, ", "done, cancelled, ", "cancelled, cancelled, "),
        seen);
  }

  @Test
  void hostCodeAndClosing() throws Exception {
    Map<String, Integer> seen =
        Race.on(() -> new State())
            .actor(
                state -> {
                  Vertex host =
                      new Vertex(
                          "host",
                          Operation.HostTask.CALL,
                          new Access[] {new Access(state.x.whole(), AccessMode.READ)},
                          Placement.ANYWHERE);
                  return state.runtime.call(host, Rig.BY_HAND, addresses -> "called").toString();
                })
            .actor(State::close)
            .judge(State::left)
            .run(ROUNDS);
    assertOnly(Set.of("called, closed", CLOSED + ", closed"), seen);
  }

  @Test
  void streamsOfTheProgramAndClosing() throws Exception {
    Map<String, Integer> seen =
        Race.on(() -> new State())
            .actor(
                state -> {
                  ComputeStream stream = state.runtime.streams().createUserStream(1);
                  state.runtime.streams().closeUserStream(stream);
                  return "made";
                })
            .actor(State::close)
            .judge(State::left)
            .run(ROUNDS);
    assertOnly(Set.of("made, closed", CLOSED + ", closed"), seen);
  }

  @Test
  void allocatingAndClosing() throws Exception {
    Map<String, Integer> seen =
        Race.on(() -> new State())
            .actor(
                state -> {
                  Allocation made = state.runtime.memory().allocate("y", 64);
                  state.runtime.memory().release(made);
                  return "made";
                })
            .actor(State::close)
            .judge(State::left)
            .run(ROUNDS);
    assertOnly(Set.of("made, closed", CLOSED + ", closed"), seen);
  }

  @Test
  void closingTwice() throws Exception {
    Map<String, Integer> seen =
        Race.on(() -> new State())
            .actor(State::close)
            .actor(State::close)
            .judge(State::left)
            .run(ROUNDS);
    assertEquals(Set.of("closed, closed"), seen.keySet());
  }

  /**
   * The reaper parks after a while without work: work that comes meanwhile is let go all the same.
   */
  @Test
  void theReaperSeesWorkThatComesAsItParks() throws Exception {
    State state = new State();
    for (int i = 0; i < 40; i++) {
      Thread.sleep(9 + i % 5);
      Vertex vertex = state.fill();
      long until = System.nanoTime() + 20_000_000_000L;
      while (!vertex.isComplete() && System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      assertTrue(vertex.isComplete(), "nobody let go of computation " + i);
    }
    assertEquals("", state.left());
  }

  @Test
  void memoryIsReleasedOnceAndBeforeWhoWaitsForItGoesOn() throws Exception {
    final class Locked {
      final AtomicInteger released = new AtomicInteger();
      final SchedulingLock lock = new SchedulingLock(memory -> released.incrementAndGet());
      final Allocation x = new Allocation(1, "x", 256, 64, Places.HOST, false);

      String release() {
        lock.lock();
        lock.lock();
        lock.releaseLater(x);
        lock.unlock();
        boolean early = released.get() > 2;
        lock.unlock();
        lock.awaitReleases();
        return early || released.get() == 0 ? "early" : "released";
      }
    }

    Map<String, Integer> seen =
        Race.on(Locked::new)
            .actor(Locked::release)
            .actor(Locked::release)
            .actor(Locked::release)
            .judge(locked -> locked.released.get() == 3 ? "" : "lost")
            .run(5 * ROUNDS);
    assertEquals(Set.of("released, released, released"), seen.keySet());
  }
}
