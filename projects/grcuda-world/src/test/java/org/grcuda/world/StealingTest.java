package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.grcuda.FloatArray;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.balance.LoadBalancer;
import org.grcuda.world.balance.WaitingCalls;
import org.grcuda.world.object.MobilePointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Idle ranks get objects with calls that wait. */
@Timeout(120)
final class StealingTest {

  private static final int OBJECTS = 8;
  private static final int CALLS = 20;

  @Test
  void anIdleRankTakesObjectsAndTheirCallsKeepTheirOrder() {
    AtomicLong[] handled = {new AtomicLong(), new AtomicLong()};
    CountDownLatch helped = new CountDownLatch(1);
    try (LocalRanks ranks = new LocalRanks(2, 1, "LoadBalancer", "steal")) {
      ranks.run(
          world -> {
            world.handler(
                "work",
                (object, arguments) -> {
                  FloatArray array = (FloatArray) ((List<?>) object.state()).getFirst();
                  Long number = (Long) arguments.getFirst();
                  assertEquals((float) number, array.get(0));
                  array.set(0, array.get(0) + 1);
                  handled[world.rank()].incrementAndGet();
                  if (world.rank() == 1) {
                    helped.countDown();
                  } else {
                    // So much is predicted for the next calls, too.
                    await(helped, 20);
                  }
                });
            List<MobilePointer> mine = new ArrayList<>();
            for (int i = 0; i < OBJECTS && world.rank() == 0; i++) {
              FloatArray array = world.cuda().floatArray(2000);
              array.fill(0);
              mine.add(world.create(List.of(array)));
            }
            for (long call = 0; call < CALLS; call++) {
              for (MobilePointer object : mine) {
                world.send(object, "work", call);
              }
            }
            world.run();
            return null;
          });
    }
    assertEquals(OBJECTS * CALLS, handled[0].get() + handled[1].get());
    assertTrue(handled[1].get() > 0, "rank 1 has helped");
  }

  private static void await(CountDownLatch latch, long millis) {
    try {
      latch.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** What each rank says when all have balancers that say the same; null if nothing. */
  private static List<String> runWith(LoadBalancer balancer) {
    String[] messages = new String[2];
    CountDownLatch never = new CountDownLatch(1);
    Ranks.run(
        2,
        settings -> settings.with((rank, size) -> balancer),
        world -> {
          world.handler("note", (object, arguments) -> await(never, 5));
          MobilePointer pointer = world.create(null);
          for (int i = 0; i < 200 && world.rank() == 0; i++) {
            world.send(pointer, "note", i);
          }
          try {
            world.run();
          } catch (GrCudaException e) {
            messages[world.rank()] = e.getMessage();
          }
        });
    return Arrays.asList(messages);
  }

  private record Fixed(int victim, MobilePointer given) implements LoadBalancer {
    @Override
    public MobilePointer give(int thief, List<WaitingCalls> waiting) {
      return given;
    }
  }

  @Test
  void aBalancerThatNamesNoRankIsTold() {
    List<String> messages = runWith(new Fixed(7, null));
    assertTrue(
        // Either rank may be the first to have nothing to do; the other then has a rank that ended.
        messages.contains("LoadBalancer: victim returned 7, and there is no such rank"),
        messages::toString);
  }

  @Test
  void aBalancerThatGivesWhatIsNotThereIsTold() {
    assertEquals(
        "LoadBalancer: give returned object 3 of rank 1, which has no calls that wait here",
        runWith(new Fixed(0, new MobilePointer(1, 3))).get(0));
  }
}
