package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.world.object.MobilePointer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What several ranks do together, each with a context of its own. */
@Timeout(120)
class WorldTest {

  private static final String ADD =
      """
      extern "C" __global__ void add(float *x, float value, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] += value;
      }
      """;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void valuesAreGatheredInTheOrderOfRanks(int size) {
    Ranks.run(
        size,
        world -> {
          for (int i = 0; i < 20; i++) {
            List<Object> all = world.gather(List.of(world.rank(), "rank " + world.rank()));
            assertEquals(size, all.size());
            assertEquals(List.of((long) (size - 1), "rank " + (size - 1)), all.getLast());
            world.barrier();
            assertEquals(size * (size - 1) / 2.0, world.sum(world.rank()));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 1024, 1025, 1 << 20})
  void anArrayIsSentWhenItsKernelsHaveEnded(int length) {
    Ranks.run(
        3,
        world -> {
          final Kernel add = world.cuda().buildKernel(ADD, "add");
          FloatArray mine = world.cuda().floatArray(length);
          FloatArray other = world.cuda().floatArray(length);
          mine.fill(world.rank());
          int blocks = (length + 255) / 256;
          for (int round = 0; round < 5; round++) {
            int next = (world.rank() + 1) % 3;
            int previous = (world.rank() + 2) % 3;
            add.grid(blocks).block(256).launch(mine, 10f, length);
            world.messages().receive(previous, 7, other);
            world.messages().send(next, 7, mine);
            add.grid(blocks).block(256).launch(other, 0.5f, length);
            assertEquals(previous + 10 * (round + 1) + 0.5f, other.get(length - 1));
          }
          world.barrier();
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void callsReachObjectsInOrder(int size) {
    Ranks.run(
        size,
        world -> {
          List<Long> seen = new ArrayList<>();
          world.handler(
              "add",
              (object, arguments) -> {
                seen.add((Long) arguments.getFirst());
                object.setState((Long) object.state() + (Long) arguments.getFirst());
              });
          MobilePointer mine = world.create(0);
          List<Object> all = world.gather(mine);
          for (long i = 0; i < 100; i++) {
            world.send((MobilePointer) all.get((world.rank() + 1) % size), "add", i);
          }
          world.run();
          assertEquals(4950L, world.find(mine).state());
          assertEquals(100, seen.size());
          for (int i = 0; i < 100; i++) {
            assertEquals(i, seen.get(i));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void handlersCallFurtherObjectsUntilNothingIsLeft(int size) {
    AtomicLong handled = new AtomicLong();
    Ranks.run(
        size,
        world -> {
          world.handler(
              "spread",
              (object, arguments) -> {
                handled.incrementAndGet();
                long depth = (Long) arguments.getFirst();
                List<?> all = (List<?>) arguments.get(1);
                if (depth > 0) {
                  for (int i = 0; i < 3; i++) {
                    world.send(
                        (MobilePointer) all.get((int) (depth + i + world.rank()) % size),
                        "spread",
                        depth - 1,
                        all);
                  }
                }
              });
          List<Object> all = world.gather(world.create(null));
          if (world.rank() == 0) {
            world.send((MobilePointer) all.getFirst(), "spread", 6, all);
          }
          world.run();
          world.barrier();
          assertEquals(1093, handled.get());
          world.run();
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 5000})
  void arraysTravelWithCallsPutsAndGets(int length) {
    Ranks.run(
        2,
        world -> {
          final Kernel add = world.cuda().buildKernel(ADD, "add");
          FloatArray state = world.cuda().floatArray(length);
          state.fill(world.rank());
          world.handler(
              "take",
              (object, arguments) -> {
                FloatArray given = (FloatArray) arguments.getFirst();
                add.grid((length + 255) / 256).block(256).launch(given, 1f, length);
                state.copyFrom(given);
              });
          List<Object> all = world.gather(world.create(state));
          MobilePointer other = (MobilePointer) all.get(1 - world.rank());
          FloatArray sent = world.cuda().floatArray(length);
          sent.fill(10 + world.rank());
          world.send(other, "take", sent);
          sent.fill(99);
          world.run();
          assertEquals(12 - world.rank(), state.get(length - 1));
          sent.fill(20 + world.rank());
          world.put(other, sent);
          FloatArray got = world.cuda().floatArray(length);
          world.get(other, got);
          world.run();
          float[] elements = new float[length];
          got.copyTo(elements);
          float[] expected = new float[length];
          Arrays.fill(expected, 20 + world.rank());
          assertArrayEquals(expected, elements);
          assertEquals(21 - world.rank(), state.get(0));
          world.barrier();
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void callsFollowAnObjectThatMoves(int size) {
    AtomicInteger handled = new AtomicInteger();
    Ranks.run(
        size,
        world -> {
          List<Long> seen = new ArrayList<>();
          world.handler(
              "note",
              (object, arguments) -> {
                handled.incrementAndGet();
                FloatArray array = (FloatArray) ((List<?>) object.state()).get(1);
                assertEquals(5f, array.get(4));
                object.setState(List.of((Long) ((List<?>) object.state()).getFirst() + 1, array));
                seen.add((Long) arguments.getFirst());
              });
          FloatArray array = world.cuda().floatArray(5000);
          array.fill(5);
          List<Object> all =
              world.gather(world.rank() == 0 ? world.create(List.of(0L, array)) : null);
          MobilePointer pointer = (MobilePointer) all.getFirst();
          for (long i = 0; i < 50; i++) {
            world.send(pointer, "note", i);
            if (i % 10 == world.rank()) {
              world.migrate(pointer, (int) (i + world.rank()) % size);
            }
          }
          world.run();
          world.barrier();
          assertEquals(50 * size, handled.get());
          long found = world.find(pointer) == null ? 0 : 1;
          assertEquals(1.0, world.sum(found));
          if (found == 1) {
            assertEquals((long) (50 * size), ((List<?>) world.find(pointer).state()).getFirst());
          }
        });
  }
}
