package org.grcuda.tests.threads;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.grcuda.GrCuda;
import org.grcuda.HostView;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.driver.race.Race;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;

/** Threads that meet at one array: what each may see, and what the array holds then. */
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
final class ArrayRaceTest {

  /** Of each race; more of them for long runs by hand. */
  private static final int ROUNDS = Integer.getInteger("grcuda.test.rounds", 300);

  private static final int LENGTH = 2000;
  private static final String FREED = "array int[" + LENGTH + "] was freed";
  private static final String SOURCE =
      """
      extern "C" __global__ void add(int *x, int value, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] += value;
      }
      """;

  private GrCuda cuda;
  private Kernel add;

  @BeforeAll
  void open() {
    cuda =
        GrCuda.builder()
            .option("CpuDevices", "2")
            .option("DeviceSelectionPolicy", "round-robin")
            .open();
    add = cuda.buildKernel(SOURCE, "add(x: inout pointer sint32, value: sint32, n: sint32)");
  }

  @AfterAll
  void close() {
    cuda.close();
  }

  private IntArray ones() {
    IntArray x = cuda.intArray(LENGTH);
    x.fill(1);
    return x;
  }

  private String launch(IntArray x) {
    add.grid(8).block(256).launch(x, 1, LENGTH);
    return "launched";
  }

  private static String free(IntArray x) {
    x.close();
    return "freed";
  }

  private static String contents(IntArray x) {
    int[] all = x.toArray();
    int[] expected = new int[LENGTH];
    Arrays.fill(expected, all[0]);
    assertArrayEquals(expected, all);
    x.close();
    return "" + all[0];
  }

  private static void assertOnly(Set<String> legal, Map<String, Integer> seen) {
    assertTrue(legal.containsAll(seen.keySet()), "legal: " + legal + ", seen: " + seen);
  }

  @Test
  void freeingAndLaunching() throws Exception {
    assertOnly(
        Set.of("freed, launched", "freed, " + FREED, "freed, add: int[" + LENGTH + "] was freed"),
        Race.on(this::ones).actor(ArrayRaceTest::free).actor(this::launch).run(ROUNDS));
  }

  @Test
  void freeingAndCopying() throws Exception {
    assertOnly(
        Set.of("freed, 1", "freed, " + FREED, "freed, int[" + LENGTH + "] was freed"),
        Race.on(this::ones)
            .actor(ArrayRaceTest::free)
            .actor(x -> "" + x.toArray()[LENGTH - 1])
            .run(ROUNDS));
  }

  @Test
  void freeingTwice() throws Exception {
    Map<String, Integer> seen =
        Race.on(this::ones).actor(ArrayRaceTest::free).actor(ArrayRaceTest::free).run(ROUNDS);
    assertEquals(Set.of("freed, freed"), seen.keySet());
  }

  @Test
  void launchesAndACopyAreEachDoneAsAWhole() throws Exception {
    assertOnly(
        Set.of("launched, launched, 1, 3", "launched, launched, 2, 3", "launched, launched, 3, 3"),
        Race.on(this::ones)
            .actor(this::launch)
            .actor(this::launch)
            .actor(
                x -> {
                  int[] all = x.toArray();
                  assertTrue(Arrays.stream(all).allMatch(element -> element == all[0]));
                  return "" + all[0];
                })
            .judge(ArrayRaceTest::contents)
            .run(ROUNDS));
  }

  @Test
  void aFillAndALaunch() throws Exception {
    assertOnly(
        Set.of("filled, launched, 5", "filled, launched, 6"),
        Race.on(this::ones)
            .actor(
                x -> {
                  x.fill(5);
                  return "filled";
                })
            .actor(this::launch)
            .judge(ArrayRaceTest::contents)
            .run(ROUNDS));
  }

  @Test
  void aViewAndALaunch() throws Exception {
    assertOnly(
        Set.of("seen 1, launched, 2", "seen 2, launched, 2"),
        Race.on(this::ones)
            .actor(
                x -> {
                  try (HostView view = x.map(HostView.READ)) {
                    int first = view.segment().get(ValueLayout.JAVA_INT, 0);
                    Thread.yield();
                    int last = view.segment().getAtIndex(ValueLayout.JAVA_INT, LENGTH - 1);
                    return first == last ? "seen " + first : "torn";
                  }
                })
            .actor(this::launch)
            .judge(ArrayRaceTest::contents)
            .run(ROUNDS));
  }

  @Test
  void disjointSlicesAndTheWhole() throws Exception {
    Map<String, Integer> seen =
        Race.on(this::ones)
            .actor(
                x -> {
                  add.grid(4).block(256).launch(x.slice(0, LENGTH / 2), 1, LENGTH / 2);
                  return "launched";
                })
            .actor(
                x -> {
                  add.grid(4).block(256).launch(x.slice(LENGTH / 2, LENGTH), 1, LENGTH / 2);
                  return "launched";
                })
            .actor(this::launch)
            .judge(ArrayRaceTest::contents)
            .run(ROUNDS);
    assertEquals(Set.of("launched, launched, launched, 3"), seen.keySet());
  }

  @Test
  void theFirstLaunchOfAKernelByTwoThreads() throws Exception {
    Map<String, Integer> seen =
        Race.on(
                () ->
                    cuda.buildKernel(
                        SOURCE, "add(x: inout pointer sint32, value: sint32, n: sint32)"))
            .actor(this::launchFirst)
            .actor(this::launchFirst)
            .judge(kernel -> "" + kernel.launchCount())
            .run(ROUNDS / 10);
    assertEquals(Set.of("2, 2, 2"), seen.keySet());
  }

  private String launchFirst(Kernel kernel) {
    try (IntArray x = ones()) {
      kernel.grid(8).block(256).launch(x, 1, LENGTH);
      return "" + x.get(0);
    }
  }
}
