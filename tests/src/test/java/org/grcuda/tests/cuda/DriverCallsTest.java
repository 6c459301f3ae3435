package org.grcuda.tests.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyObject;
import org.grcuda.tests.Hosts;
import org.junit.jupiter.api.Test;

/**
 * How many calls of the driver a launch makes, from the host language down, while the GPUs are
 * busy.
 */
final class DriverCallsTest extends DriverDoubleTest {

  /** All that the tests have unfinished are fewer than fill the queue of a GPU. */
  private static final int LAUNCHES = 20;

  private static Context open(String policy) {
    return Hosts.open(
        Map.of(
            "Backend", "cuda",
            "NumberOfGPUs", "2",
            "DeviceSelectionPolicy", policy,
            "RetrieveParentStreamPolicy", "multigpu-early-disjoint",
            "MemoryManager", "managed"));
  }

  private static Value add(Value cu) {
    return cu.invokeMember("buildkernel", DriverDouble.SOURCE, "add", "pointer, sint32, sint32");
  }

  private static Value zeros(Value cu) {
    Value array = cu.invokeMember("DeviceArray", "int", 64);
    array.invokeMember("fill", 0);
    return array;
  }

  /**
   * The calls of the driver that launches make on this thread after others, all unfinished, except
   * questions whether a stream has become free, which are asked where all are in use. Before, more
   * are made once, so that streams and events are there.
   *
   * @param end waits for the launches
   */
  private List<String> calls(Runnable launches, Runnable end) {
    gpus.recordOnlyMine();
    gpus.hold(true);
    repeat(3, launches);
    gpus.hold(false);
    end.run();
    gpus.hold(true);
    launches.run();
    gpus.forgetCalls();
    launches.run();
    List<String> calls = gpus.calls();
    gpus.hold(false);
    end.run();
    return calls.stream()
        .filter(line -> line.startsWith("cu"))
        .map(call -> call.split(" ")[0])
        .filter(call -> !call.equals("cuEventQuery"))
        .toList();
  }

  private static long count(List<String> calls, String name) {
    return calls.stream().filter(call -> call.equals(name)).count();
  }

  private static List<String> times(int count, String... calls) {
    return Collections.nCopies(count, List.of(calls)).stream().flatMap(List::stream).toList();
  }

  @Test
  void launchInsideABurstIsOneCall() {
    try (Context context = open("single-gpu")) {
      Value cu = context.eval("grcuda", "CU");
      Value x = zeros(cu);
      Value add = add(cu).execute(1, 64);
      List<String> calls =
          calls(() -> repeat(LAUNCHES, () -> add.execute(x, 64, 1)), () -> x.getArrayElement(0));
      assertEquals(LAUNCHES, count(calls, "cuLaunchKernel"));
      // After sixteen launches there is an event in any case.
      assertTrue(count(calls, "cuEventRecord") <= LAUNCHES / 16 + 1, calls::toString);
      assertEquals(LAUNCHES + count(calls, "cuEventRecord"), calls.size(), calls::toString);
      assertEquals(5 * LAUNCHES, x.getArrayElement(0).asInt());
    }
  }

  @Test
  void arraysOfReplicatedMemoryShareAnAllocationOfTheHost() {
    Map<String, String> options =
        Map.of("Backend", "cuda", "NumberOfGPUs", "1", "MemoryManager", "replicated");
    try (Context context = Hosts.open(options)) {
      Value cu = context.eval("grcuda", "CU");
      gpus.forgetCalls();
      for (int i = 0; i < 100; i++) {
        cu.invokeMember("DeviceArray", "int", 1000).setArrayElement(i, i);
      }
      long made = gpus.calls().stream().filter(call -> call.startsWith("cuMemHostAlloc")).count();
      assertEquals(1, made);
    }
  }

  @Test
  void launchThatOthersMayWaitForIsALaunchAndARecord() {
    try (Context context = open("single-gpu")) {
      Value cu = context.eval("grcuda", "CU");
      Value x = zeros(cu);
      Value[] sums = {zeros(cu), zeros(cu), zeros(cu)};
      Value add = add(cu);
      Value reading =
          add.invokeMember("using", ProxyObject.fromMap(Map.of("reads", ProxyArray.fromArray(x))));
      Value one = reading.execute(1, 64);
      Runnable round =
          () -> {
            for (Value sum : sums) {
              one.execute(sum, 64, 1);
            }
          };
      List<String> calls =
          calls(
              () -> repeat(LAUNCHES / 2, round),
              () -> {
                for (Value sum : sums) {
                  sum.getArrayElement(0);
                }
              });
      int launches = sums.length * LAUNCHES / 2;
      assertEquals(launches, count(calls, "cuLaunchKernel"));
      assertTrue(calls.size() <= 2 * launches, calls::toString);
    }
  }

  @Test
  void waitForAnotherStreamIsOneCall() {
    try (Context context = open("single-gpu")) {
      Value cu = context.eval("grcuda", "CU");
      Value x = zeros(cu);
      Value y = zeros(cu);
      Value add = add(cu);
      Value joined =
          add.invokeMember("using", ProxyObject.fromMap(Map.of("reads", ProxyArray.fromArray(y))));
      Value one = add.execute(1, 64);
      Value both = joined.execute(1, 64);
      Runnable round =
          () -> {
            one.execute(x, 64, 1);
            one.execute(y, 64, 1);
            both.execute(x, 64, 1);
          };
      List<String> calls =
          calls(
              () -> repeat(LAUNCHES, round),
              () -> {
                x.getArrayElement(0);
                y.getArrayElement(0);
              });
      long waits = count(calls, "cuStreamWaitEvent");
      assertEquals(3 * LAUNCHES, count(calls, "cuLaunchKernel"));
      long records = count(calls, "cuEventRecord");
      assertTrue(records >= 2 * LAUNCHES && records <= 3 * LAUNCHES, calls::toString);
      assertEquals(3 * LAUNCHES + records + waits, calls.size(), calls::toString);
      assertTrue(waits >= LAUNCHES && waits <= 2 * LAUNCHES, calls::toString);
    }
  }

  @Test
  void launchOnAnotherGpuThatMovesDataIsFiveCalls() {
    try (Context context = open("round-robin")) {
      Value cu = context.eval("grcuda", "CU");
      Value x = zeros(cu);
      Value add = add(cu).execute(1, 64);
      List<String> calls =
          calls(() -> repeat(LAUNCHES, () -> add.execute(x, 64, 1)), () -> x.getArrayElement(0));
      assertEquals(
          times(
              LAUNCHES,
              "cuCtxSetCurrent",
              "cuStreamWaitEvent",
              "cuMemPrefetchAsync_v2",
              "cuLaunchKernel",
              "cuEventRecord"),
          calls);
    }
  }

  private static void repeat(int times, Runnable action) {
    for (int i = 0; i < times; i++) {
      action.run();
    }
  }
}
