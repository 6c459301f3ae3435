package org.grcuda.world.mobile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.transport.Loopback;
import org.grcuda.transport.Transport;
import org.grcuda.world.balance.LoadBalancer;
import org.grcuda.world.balance.WaitingCalls;
import org.grcuda.world.collective.Termination;
import org.grcuda.world.object.MobilePointer;
import org.grcuda.world.progress.Credits;
import org.grcuda.world.progress.Progress;
import org.grcuda.world.transfer.Transfers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two ranks that one thread plays: the first has work, and the second asks for it. */
final class BalancingTest {

  /** Asks the other rank, and gives what comes first. */
  private record First(int victim) implements LoadBalancer {

    @Override
    public MobilePointer give(int thief, List<WaitingCalls> waiting) {
      return waiting.getFirst().object();
    }
  }

  private static final class Rank {
    private final Progress progress;
    private final Objects objects;
    private final Balancing balancing;
    private final List<Object> seen = new ArrayList<>();

    Rank(GrCuda cuda, Transport transport) {
      progress = new Progress(transport, Credits.USUAL, false);
      progress.begin();
      Termination termination = new Termination(progress);
      objects = new Objects(cuda, progress, new Transfers(cuda, progress), termination);
      LoadBalancer balancer = new First(1 - transport.rank());
      balancing = new Balancing(progress, objects, balancer, () -> 0);
      objects.handler("note", (object, arguments) -> seen.addAll(arguments));
    }
  }

  private final GrCuda cuda = GrCuda.builder().option("Backend", "null").open();
  private final List<Transport> transports = Loopback.connect(2);
  private final Rank busy = new Rank(cuda, transports.get(0));
  private final Rank idle = new Rank(cuda, transports.get(1));

  @AfterEach
  void close() {
    busy.progress.close();
    idle.progress.close();
    cuda.close();
  }

  private void drive() {
    for (int i = 0; i < 3; i++) {
      busy.progress.drive();
      idle.progress.drive();
    }
  }

  private MobilePointer objectWithCalls(int calls) {
    MobilePointer pointer = busy.objects.create(null);
    for (long i = 0; i < calls; i++) {
      busy.objects.call(pointer, "note", List.of(i));
    }
    drive();
    return pointer;
  }

  @Test
  void anObjectIsGivenOnlyAfterACallWasHandled() {
    busy.balancing.begin(1);
    idle.balancing.begin(1);
    MobilePointer pointer = objectWithCalls(3);
    idle.balancing.idle();
    drive();
    busy.balancing.handled();
    assertNotNull(busy.objects.find(pointer), "no call was handled");
    busy.objects.handleNext();
    busy.balancing.handled();
    assertNull(busy.objects.find(pointer));
    drive();
    while (idle.objects.handleNext()) {
      drive();
    }
    assertNotNull(idle.objects.find(pointer));
    assertEquals(List.of(0L), busy.seen);
    assertEquals(List.of(1L, 2L), idle.seen, "the calls that waited have come along");
  }

  @Test
  void ranksInAnotherRunGetNothing() {
    busy.balancing.begin(2);
    idle.balancing.begin(1);
    MobilePointer pointer = objectWithCalls(3);
    idle.balancing.idle();
    drive();
    busy.objects.handleNext();
    busy.balancing.handled();
    assertNotNull(busy.objects.find(pointer));
  }
}
