package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.grcuda.FloatArray;
import org.grcuda.transport.Loopback;
import org.grcuda.transport.Transport;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.object.MobilePointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A rank that sends faster than another one handles is held back. */
@Timeout(120)
final class CreditsTest {

  private static final String TEXT = "x".repeat(1000);

  /** A rank and the bytes of the frames that it has been told. */
  private record Counted(Transport transport, AtomicLong bytes) {}

  /** The ranks, each with the bytes that it has been told. */
  private static List<Counted> connect(int size) {
    List<Counted> ranks = new ArrayList<>();
    for (Transport transport : Loopback.connect(size)) {
      AtomicLong bytes = new AtomicLong();
      Consumer<MemorySegment> count = frame -> bytes.addAndGet(frame.byteSize());
      ranks.add(new Counted(new ObservedTransport(transport, count), bytes));
    }
    return ranks;
  }

  private static MobilePointer last(World world, Object state) {
    return (MobilePointer) world.gather(world.create(state)).getLast();
  }

  @Test
  void callsOfAFastSenderWaitThereUntilTheSlowReceiverServes() {
    int calls = 20_000;
    List<Counted> ranks = connect(2);
    Ranks.run(
        ranks.stream().map(Counted::transport).toList(),
        world -> {
          List<Long> seen = new ArrayList<>();
          world.handler("note", (object, arguments) -> seen.add((Long) arguments.getFirst()));
          MobilePointer pointer = last(world, null);
          for (long i = 0; i < calls && world.rank() == 0; i++) {
            world.send(pointer, "note", i, TEXT);
          }
          // The receiver drives, and does not serve.
          for (int i = 0; i < 100; i++) {
            world.barrier();
          }
          if (world.rank() == 1) {
            long told = ranks.get(1).bytes.get();
            assertTrue(told > 256 * 1000 && told < 300 * 1000, told + " bytes before it serves");
          }
          world.barrier();
          world.run();
          assertEquals(world.rank() * calls, seen.size());
          for (int i = 0; i < seen.size(); i++) {
            assertEquals(i, seen.get(i));
          }
        });
  }

  @Test
  void arraysOfCallsThatWaitDoNotOvertakeThem() {
    int calls = 600;
    List<Counted> ranks = connect(2);
    Ranks.run(
        ranks.stream().map(Counted::transport).toList(),
        world -> {
          List<Float> seen = new ArrayList<>();
          world.handler(
              "note", (object, arguments) -> seen.add(((FloatArray) arguments.get(0)).get(999)));
          MobilePointer pointer = last(world, null);
          FloatArray array = world.cuda().floatArray(1000);
          for (int i = 0; i < calls && world.rank() == 0; i++) {
            array.fill(i);
            world.send(pointer, "note", array);
          }
          // What was sent has left the array, whether or not it has left the rank.
          array.set(0, -1);
          for (int i = 0; i < 100; i++) {
            world.barrier();
          }
          if (world.rank() == 1) {
            long told = ranks.get(1).bytes.get();
            assertTrue(told < (1 << 20) + 100_000, told + " bytes before it serves");
          }
          world.barrier();
          world.run();
          assertEquals(world.rank() * calls, seen.size());
          for (int i = 0; i < seen.size(); i++) {
            assertEquals(i, seen.get(i));
          }
        });
  }

  @Test
  void largeArraysAreAnnouncedWithTheirCalls() {
    int calls = 3000;
    List<Counted> ranks = connect(2);
    Ranks.run(
        ranks.stream().map(Counted::transport).toList(),
        world -> {
          AtomicLong handled = new AtomicLong();
          world.handler("note", (object, arguments) -> handled.incrementAndGet());
          MobilePointer pointer = last(world, null);
          FloatArray array = world.cuda().floatArray(5000);
          for (int i = 0; i < calls && world.rank() == 0; i++) {
            world.send(pointer, "note", array);
          }
          for (int i = 0; i < 100; i++) {
            world.barrier();
          }
          if (world.rank() == 1) {
            long told = ranks.get(1).bytes.get();
            assertTrue(told < 256 * 200, told + " bytes before it serves");
          }
          world.barrier();
          world.run();
          assertEquals(world.rank() * calls, handled.get());
        });
  }

  @Test
  void messagesThatNobodyReceivesYetAreOnlyAnnounced() {
    int messages = 2000;
    List<Counted> ranks = connect(2);
    Ranks.run(
        ranks.stream().map(Counted::transport).toList(),
        world -> {
          FloatArray array = world.cuda().floatArray(1000);
          for (int i = 0; i < messages && world.rank() == 0; i++) {
            array.fill(i);
            world.messages().send(1, i, array);
          }
          // Does not wait for the receives.
          array.set(0, -1);
          for (int i = 0; i < 100; i++) {
            world.barrier();
          }
          // In the other order, so that those come first that were only announced.
          for (int i = messages - 1; i >= 0 && world.rank() == 1; i--) {
            if (i == messages - 1) {
              long told = ranks.get(1).bytes.get();
              assertTrue(told > 1 << 20 && told < (1 << 20) + 100_000, told + " bytes");
            }
            world.messages().receive(0, i, array);
            assertEquals(i, array.get(999));
          }
          world.barrier();
        });
  }

  @Test
  void aCallLargerThanAllCreditsLeaves() {
    Ranks.run(
        2,
        world -> {
          List<Integer> seen = new ArrayList<>();
          world.handler(
              "note", (object, arguments) -> seen.add(((String) arguments.getFirst()).length()));
          MobilePointer pointer = last(world, null);
          for (int i = 0; i < 6 && world.rank() == 0; i++) {
            world.send(pointer, "note", "y".repeat(700_000 * (1 + i % 3)));
          }
          world.run();
          if (world.rank() == 1) {
            assertEquals(
                List.of(700_000, 1_400_000, 2_100_000, 700_000, 1_400_000, 2_100_000), seen);
          }
        });
  }

  @Test
  void whatWaitsForARankThatEndsIsLetGo() {
    Ranks.run(
        2,
        world -> {
          MobilePointer pointer = last(world, null);
          FloatArray array = world.cuda().floatArray(5000);
          for (int i = 0; i < 1000 && world.rank() == 0; i++) {
            world.send(pointer, "nobody serves it", TEXT, i % 100 == 0 ? array : null);
          }
        });
  }

  @Test
  void aCallWhoseArrayIsRefusedKeepsNoOtherWaiting() {
    Ranks.run(
        1,
        world -> {
          List<Object> seen = new ArrayList<>();
          world.handler("note", (object, arguments) -> seen.addAll(arguments));
          MobilePointer pointer = world.create(null);
          FloatArray freed = world.cuda().floatArray(10);
          freed.close();
          FloatArray large = world.cuda().floatArray(5000);
          assertThrows(
              GrCudaException.class, () -> world.send(pointer, "note", List.of(large, freed)));
          world.send(pointer, "note", 7);
          world.run();
          assertEquals(List.of(7L), seen);
        });
  }
}
