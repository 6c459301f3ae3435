package org.grcuda.runtime.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputeStream;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Which computations get events where these are costly, and how the ends of the others are told.
 */
@Timeout(60)
class BurstsTest {

  private Rig rig;
  private Allocation x;
  private Allocation y;

  @BeforeEach
  void open() {
    rig = new Rig(NullSettings.defaults().withCostlyEvents(true), options -> options);
    rig.driver.hold();
    x = rig.runtime.memory().allocate("x", 64);
    y = rig.runtime.memory().allocate("y", 64);
    // No other thread shall record events, or let go what has ended.
    rig.runtime.lock();
  }

  @AfterEach
  void close() {
    rig.runtime.unlock();
    rig.close();
  }

  private Vertex launch(String name, List<Access> accesses, Vertex... parents) {
    return launchOn(Placement.ANYWHERE, name, accesses, parents);
  }

  private Vertex launchOn(Placement place, String name, List<Access> accesses, Vertex... parents) {
    Vertex vertex = new Vertex(name, rig.launch(name), accesses.toArray(Access[]::new), place);
    vertex.setParents(parents, null);
    return rig.submit(vertex);
  }

  private static Access reads(Allocation array) {
    return new Access(array.whole(), AccessMode.READ);
  }

  private static Access writes(Allocation array) {
    return new Access(array.whole(), AccessMode.READ_WRITE);
  }

  private int records() {
    return rig.commands(Command.RECORD).size();
  }

  /** A chain of {@code count} launches that write x, after one. */
  private List<Vertex> chain(int count) {
    List<Vertex> chain = new ArrayList<>();
    chain.add(launch("k0", List.of(writes(x))));
    for (int i = 1; i <= count; i++) {
      chain.add(launch("k" + i, List.of(writes(x)), chain.getLast()));
    }
    return chain;
  }

  @Test
  void launchesThatSupersedeEachOtherHaveNoEventUntilOneIsNeeded() {
    List<Vertex> chain = chain(10);
    assertEquals(1, records());
    assertNull(chain.get(5).event);
    assertSame(chain.getLast().stream, chain.getFirst().stream);
    rig.driver.complete(rig.ready(""));
    rig.driver.complete(rig.ready("k0"));
    rig.driver.complete(rig.driver.ready().getFirst());
    rig.poll();
    assertTrue(chain.getFirst().isComplete());
    // The one before may have ended, so the last one was asked for.
    assertEquals(2, records());
    assertFalse(chain.get(1).isComplete());
    rig.driver.completeAll();
    rig.poll();
    chain.forEach(vertex -> assertSame(Vertex.Status.COMPLETE, vertex.status()));
    assertEquals(0, rig.runtime.unfinished());
    assertEquals(2, records());
  }

  @Test
  void someLaunchesInARowHaveAnEventInAnyCase() {
    chain(60);
    assertEquals(1 + 60 / 17, records());
  }

  @Test
  void aLaunchThatIsNotSupersededGetsItsEventBeforeTheNext() {
    Vertex first = launch("first", List.of(writes(x)));
    Vertex second = launch("second", List.of(writes(x), reads(y)), first);
    assertNull(second.event);
    // Who writes y later comes after the second launch only.
    Vertex third = launch("third", List.of(writes(x)), second);
    assertEquals(2, records());
    assertNull(third.event);
    Vertex fourth = launch("fourth", List.of(reads(x)), third);
    assertEquals(3, records());
    assertNull(fourth.event);
    List<QueuedCommand> log = rig.driver.log();
    assertEquals(
        List.of("first", "RECORD", "second", "RECORD", "third", "RECORD", "fourth"),
        log.stream()
            .filter(command -> command.kind() == Command.RECORD || !command.kernel().isEmpty())
            .map(command -> command.kind() == Command.RECORD ? "RECORD" : command.kernel())
            .toList());
  }

  @Test
  void aPartDoesNotSupersedeTheWhole() {
    Vertex first = launch("first", List.of(writes(x)));
    Vertex second = launch("second", List.of(writes(x)), first);
    Access half = new Access(new Region(x, 0, 32), AccessMode.READ_WRITE);
    Vertex third = launch("third", List.of(half), second);
    assertEquals(2, records());
    launch("fourth", List.of(writes(x)), third);
    assertEquals(2, records());
  }

  @Test
  void anotherStreamWaitsForALaterComputation() {
    List<Vertex> chain = chain(4);
    Vertex middle = chain.get(2);
    Vertex other =
        launchOn(
            Placement.ANYWHERE,
            "other",
            List.of(writes(y)),
            launch("y", List.of(writes(y))),
            middle);
    // The event of the last of the chain, made for this, tells the end of the middle one.
    QueuedCommand wait = rig.commands(Command.WAIT).getLast();
    assertSame(chain.getLast().event, wait.event());
    assertTrue(other.event != null);
    rig.driver.completeAll();
    rig.poll();
    assertTrue(middle.isComplete() && chain.getLast().isComplete());
  }

  @Test
  void aThreadWaitsForOneWithoutAnEvent() {
    List<Vertex> chain = chain(4);
    rig.driver.release();
    rig.runtime.unlock();
    try {
      rig.runtime.await(chain.get(2));
      rig.runtime.await(chain.get(4));
    } finally {
      rig.runtime.lock();
    }
    assertEquals(0, rig.runtime.unfinished());
  }

  /** The last launch of a stream that the program closes may have no event yet. */
  @Test
  void theEndOfAClosedStreamIsTold() {
    ComputeStream stream = rig.runtime.streams().createUserStream(0);
    int open = rig.driver.openStreams();
    Placement place = Placement.onStream(stream);
    Vertex first = launchOn(place, "first", List.of(writes(x)));
    Vertex second = launchOn(place, "second", List.of(writes(x)), first);
    assertNull(second.event);
    rig.runtime.streams().closeUserStream(stream);
    rig.driver.completeAll();
    rig.poll();
    rig.driver.completeAll();
    rig.poll();
    assertTrue(second.isComplete());
    assertEquals(open - 1, rig.driver.openStreams());
  }

  @Test
  void onlyWhatGoesOnWithAStreamHasNoEvent() {
    Vertex first = launch("first", List.of(writes(x)));
    Vertex second = launch("second", List.of(writes(y)));
    assertTrue(first.event != null && second.event != null);
    assertTrue(launch("both", List.of(writes(x), reads(y)), first, second).event != null);
  }
}
