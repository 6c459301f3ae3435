package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.HostView;
import org.grcuda.Kernel;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.object.MobilePointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** What goes wrong between ranks is told where it matters, and no rank hangs. */
@Timeout(120)
final class WorldErrorsTest {

  private static final String WILD =
      """
      extern "C" __global__ void wild(float *x) { x[threadIdx.x + (1 << 28)] = 1; }
      """;

  private static void fails(String message, Executable executable) {
    assertEquals(message, assertThrows(GrCudaException.class, executable).getMessage());
  }

  @Test
  void anUnknownHandlerIsToldToTheCaller() {
    Ranks.run(
        2,
        world -> {
          world.handler("known", (object, arguments) -> {});
          world.handler("other", (object, arguments) -> {});
          MobilePointer pointer = (MobilePointer) world.gather(world.create(null)).getFirst();
          if (world.rank() == 1) {
            world.send(pointer, "unknown");
            fails(
                "rank 0: handler 'unknown': this rank has no such handler, but 'known', 'other'",
                world::run);
          }
          world.run();
        });
  }

  @Test
  void aHandlerThatThrowsEndsItsRankAndNobodyWaitsForIt() {
    Ranks.run(
        3,
        world -> {
          world.handler(
              "fail",
              (object, arguments) -> {
                throw new IllegalStateException("the handler fails");
              });
          MobilePointer pointer = (MobilePointer) world.gather(world.create(null)).get(1);
          if (world.rank() == 0) {
            world.send(pointer, "fail");
          }
          if (world.rank() == 1) {
            assertEquals(
                "the handler fails",
                assertThrows(IllegalStateException.class, world::run).getMessage());
          } else {
            String message = assertThrows(GrCudaException.class, world::run).getMessage();
            assertTrue(message.matches("run: rank [012] has ended, and takes no part"), message);
          }
        });
  }

  @Test
  void afterAHandlerHasThrownRunGoesOn() {
    Ranks.run(
        2,
        world -> {
          world.handler(
              "count",
              (object, arguments) -> {
                object.setState((Long) object.state() + 1);
                if (object.state().equals(3L)) {
                  throw new IllegalStateException("three");
                }
              });
          MobilePointer pointer = (MobilePointer) world.gather(world.create(0)).getFirst();
          if (world.rank() == 1) {
            for (int i = 0; i < 5; i++) {
              world.send(pointer, "count");
            }
          } else {
            assertThrows(IllegalStateException.class, world::run);
          }
          world.run();
          if (world.rank() == 0) {
            assertEquals(5L, world.find(pointer).state());
          }
        });
  }

  @Test
  void anObjectThatWasFreedIsRefused() {
    Ranks.run(
        2,
        world -> {
          world.handler("use", (object, arguments) -> {});
          MobilePointer pointer = (MobilePointer) world.gather(world.create(null)).getFirst();
          if (world.rank() == 1) {
            world.free(pointer);
            world.send(pointer, "use");
            fails("rank 0: handler 'use': object 0 of rank 0 was freed", world::run);
          }
          world.run();
          if (world.rank() == 0) {
            fails("object 0 of rank 0 was freed", () -> world.send(pointer, "use"));
          }
          fails(
              "object 9 of rank 7: there is no such rank",
              () -> world.send(new MobilePointer(7, 9), "use"));
          world.barrier();
        });
  }

  @Test
  void putsAndGetsOfAnotherSizeAreRefused() {
    Ranks.run(
        2,
        world -> {
          FloatArray state = world.cuda().floatArray(10);
          List<Object> all = world.gather(world.create(state));
          List<Object> numbers = world.gather(world.create(1));
          if (world.rank() == 1) {
            MobilePointer pointer = (MobilePointer) all.getFirst();
            FloatArray other = world.cuda().floatArray(5000);
            world.put(pointer, other);
            fails("rank 0: put: 5000 elements of type float do not fit float[10]", world::run);
            world.get(pointer, other);
            String problem = "rank 0: get: float[10] has 40 bytes, and 20000 were asked for";
            fails(problem, world::run);
            assertEquals(
                "get failed: " + problem,
                assertThrows(GrCudaException.class, () -> other.get(0)).getMessage());
            world.put((MobilePointer) numbers.getFirst(), world.cuda().floatArray(1));
            fails(
                "rank 0: put: the state of object 1 of rank 0 is no array: make the object of an"
                    + " array",
                world::run);
          }
          world.run();
        });
  }

  @Test
  void whatWasNotComputedFailsWhereItIsReceived() {
    Ranks.run(
        2,
        world -> {
          FloatArray array = world.cuda().floatArray(3000);
          if (world.rank() == 0) {
            Kernel wild = world.cuda().buildKernel(WILD, "wild");
            wild.grid(1).block(1).launch(array);
            world.messages().send(1, 0, array);
            assertThrows(GrCudaException.class, () -> array.get(0));
          } else {
            world.messages().receive(0, 0, array);
            String message = assertThrows(GrCudaException.class, () -> array.get(0)).getMessage();
            String start = "receive from rank 0 failed: rank 0: wild: ";
            assertEquals(start, message.substring(0, Math.min(start.length(), message.length())));
          }
          world.barrier();
        });
  }

  @Test
  void arraysOfOtherSizesAreRefusedByTheReceiver() {
    for (int length : new int[] {10, 5000}) {
      Ranks.run(
          2,
          world -> {
            FloatArray array = world.cuda().floatArray(length + world.rank());
            if (world.rank() == 0) {
              world.messages().send(1, 0, array);
              array.fill(3);
              assertEquals(3, array.get(0));
            } else {
              world.messages().receive(0, 0, array);
              fails(
                  "receive from rank 0 failed: rank 0 sends "
                      + 4 * length
                      + " bytes, and rank 1 receives into an array of "
                      + 4 * (length + 1)
                      + ": give both arrays the same size",
                  () -> array.get(0));
            }
            world.barrier();
          });
    }
  }

  @Test
  void aRankThatHasEndedIsNotWaitedFor() {
    Ranks.run(
        2,
        world -> {
          if (world.rank() == 1) {
            FloatArray array = world.cuda().floatArray(10);
            world.messages().receive(0, 5, array);
            fails(
                "receive from rank 0 failed: rank 0 has ended, and has not sent it",
                () -> array.get(0));
            fails("barrier: rank 0 has ended, and takes no part", world::barrier);
          }
        });
  }

  @Test
  void ranksThatDisagreeAreTold() {
    Ranks.run(
        3,
        world -> {
          String mine = world.rank() == 1 ? "barrier" : "sum";
          fails(
              mine
                  + ": rank 0 calls sum, and rank 1 barrier: all ranks have to make the same calls"
                  + " in one order",
              () -> {
                if (world.rank() == 1) {
                  world.barrier();
                } else {
                  world.sum(1);
                }
              });
          world.barrier();
        });
  }

  @Test
  void handlersMayNotWaitForAllRanks() {
    Ranks.run(
        1,
        world -> {
          world.handler(
              "wait",
              (object, arguments) -> {
                fails(
                    "run and poll serve handlers, and no handler may call them: send to objects"
                        + " instead",
                    world::run);
                fails("barrier waits for all ranks, and no handler may call it", world::barrier);
              });
          world.send(world.create(null), "wait");
          world.run();
        });
  }

  @Test
  void onlyPlainValuesTravel() {
    Ranks.run(
        1,
        world -> {
          String expected =
              " cannot move to another rank: expected null, a truth value, a number, a text, an"
                  + " array, a pointer, or a list or map of such";
          fails("state: an object of class Object" + expected, () -> world.create(new Object()));
          fails(
              "state: a map with the key 1, which is no text" + expected,
              () -> world.create(Map.of(1, 2)));
          fails(
              "an argument of 'f': an object of class Thread" + expected,
              () -> world.send(world.create(1), "f", Thread.currentThread()));
          FloatArray array = world.cuda().floatArray(3);
          fails(
              "gather: expected a value without arrays, given one with float[3]",
              () -> world.gather(List.of(array)));
          fails(
              "target: expected a rank from 0 to 0, given 1",
              () -> world.messages().send(1, 0, array));
          world.handler("f", (object, arguments) -> {});
          fails(
              "handler: there is already one named 'f'",
              () -> world.handler("f", (object, arguments) -> {}));
        });
  }

  @Test
  void afterAnAbortNothingHangs() {
    Ranks.run(
        2,
        world -> {
          FloatArray before = world.cuda().floatArray(3000);
          world.messages().receive(1 - world.rank(), 0, before);
          String message = "rank 0 has ended the program: enough";
          if (world.rank() == 0) {
            fails(message, () -> world.abort(3, "enough"));
          }
          fails(
              message,
              () -> {
                // The sum may be there before the news.
                while (true) {
                  world.sum(1);
                }
              });
          fails(message, world::run);
          fails(
              "receive from rank " + (1 - world.rank()) + " failed: " + message,
              () -> before.get(0));
          FloatArray after = world.cuda().floatArray(3000);
          world.messages().send(1 - world.rank(), 1, after);
          world.messages().receive(1 - world.rank(), 1, after);
          fails(
              "receive from rank " + (1 - world.rank()) + " failed: " + message,
              () -> after.get(0));
        });
  }

  @Test
  void aContextClosesThoughTheHostHoldsWhatIsSent() {
    try (GrCuda cuda = GrCuda.builder().option("Backend", "cpu").open()) {
      World world = World.of(cuda);
      FloatArray mapped = cuda.floatArray(3000);
      FloatArray requested = cuda.floatArray(3000);
      FloatArray received = cuda.floatArray(3000);
      mapped.map(HostView.WRITE);
      requested.request(HostView.WRITE);
      world.messages().send(0, 0, mapped);
      world.messages().send(0, 1, requested);
      world.messages().receive(0, 0, received);
    }
  }

  @Test
  void aWorldThatIsClosedIsRefused() {
    Ranks.run(
        1,
        world -> {
          world.close();
          fails("the world is closed", world::run);
          fails("the world is closed", world::barrier);
          fails("the world is closed", () -> world.create(1));
          fails("the world is closed", world::messages);
        });
  }
}
