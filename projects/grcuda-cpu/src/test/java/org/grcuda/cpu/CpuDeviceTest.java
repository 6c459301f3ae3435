package org.grcuda.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.grcuda.cpu.exec.BlockCode;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CpuDeviceTest {

  private static final long[] NONE = {};
  private static final LaunchShape ONE = new LaunchShape(1, 1, 1, 1, 1, 1, 0);

  private final JavaKernels kernels = new JavaKernels();
  private Driver driver;

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void everyBlockRunsOnceWithItsIndex() {
    Set<List<Integer>> seen = ConcurrentHashMap.newKeySet();
    LongAdder runs = new LongAdder();
    kernels.add(
        "index",
        c -> {
          seen.add(List.of(c.blockIndexX, c.blockIndexY, c.blockIndexZ));
          runs.increment();
        });
    Device device = open(2);
    for (int[] grid : new int[][] {{1, 1, 1}, {7, 5, 3}, {1000, 1, 1}, {1, 999, 2}, {3, 1, 77}}) {
      seen.clear();
      runs.reset();
      run(device, "index", new LaunchShape(grid[0], grid[1], grid[2], 1, 1, 1, 0), NONE);
      assertEquals(grid[0] * grid[1] * grid[2], runs.sum());
      assertEquals(runs.sum(), seen.size());
      for (List<Integer> index : seen) {
        for (int axis = 0; axis < 3; axis++) {
          assertTrue(index.get(axis) >= 0 && index.get(axis) < grid[axis], index.toString());
        }
      }
    }
  }

  @Test
  void blockSeesShapeParametersAndMemoryOfItsOwn() {
    Set<Long> running = ConcurrentHashMap.newKeySet();
    AtomicInteger collisions = new AtomicInteger();
    AtomicInteger wrong = new AtomicInteger();
    kernels.add(
        "memory",
        resources(16, 3072, 48),
        c -> {
          boolean right =
              c.launch.gridX == 500
                  && c.launch.blockY == 3
                  && c.launch.dynamicSharedBytes == 100
                  && c.launch.parameters % 16 == 0
                  && word(c.launch.parameters) == 11
                  && word(c.launch.parameters + 8) == 22
                  && c.shared % 1024 == 0
                  && c.local >= c.shared + 3172
                  && c.local % 16 == 0
                  && c.shared >= c.launch.arenaBase
                  && c.local + 48 * 12 <= c.launch.arenaBase + c.launch.arenaBytes;
          if (!right) {
            wrong.incrementAndGet();
          }
          if (!running.add(c.shared)) {
            collisions.incrementAndGet();
          }
          for (long at = c.shared; at < c.local + 48 * 12; at += 8) {
            Memory.ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, at, c.shared ^ at);
          }
          for (long at = c.shared; at < c.local + 48 * 12; at += 8) {
            if (word(at) != (c.shared ^ at)) {
              wrong.incrementAndGet();
            }
          }
          running.remove(c.shared);
        });
    Device device = open(3);
    run(device, "memory", new LaunchShape(500, 1, 1, 4, 3, 1, 100), new long[] {11, 22});
    assertEquals(0, wrong.get());
    assertEquals(0, collisions.get());
  }

  @Test
  void streamsOfADeviceOverlap() {
    CountDownLatch second = new CountDownLatch(1);
    kernels.add("waits", c -> await(second)).add("releases", c -> second.countDown());
    Device device = open(2);
    Stream a = device.createStream();
    Stream b = device.createStream();
    launch(device, a, "waits", ONE);
    launch(device, b, "releases", ONE);
    a.synchronize();
  }

  @Test
  void devicesOverlap() {
    CountDownLatch second = new CountDownLatch(1);
    kernels.add("waits", c -> await(second)).add("releases", c -> second.countDown());
    driver = kernels.open(2, 1, text -> {});
    Stream a = driver.device(0).createStream();
    launch(driver.device(0), a, "waits", ONE);
    launch(driver.device(1), driver.device(1).createStream(), "releases", ONE);
    a.synchronize();
  }

  @Test
  void blocksOfALaunchOverlap() {
    CountDownLatch both = new CountDownLatch(2);
    kernels.add(
        "meet",
        c -> {
          both.countDown();
          await(both);
        });
    run(open(2), "meet", new LaunchShape(2, 1, 1, 1, 1, 1, 0), NONE);
  }

  @Test
  void oneThreadServesManyStreamsThatWaitForEachOther() {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger disorder = new AtomicInteger();
    int streams = 50;
    kernels.add(
        "turn",
        resources(8, 0, 0),
        c -> {
          if (next.getAndIncrement() != word(c.launch.parameters)) {
            disorder.incrementAndGet();
          }
        });
    Device device = open(1);
    Stream last = null;
    Event before = device.createEvent(false);
    for (int i = 0; i < 20 * streams; i++) {
      Stream stream = device.createStream();
      Event after = device.createEvent(false);
      Submission submission = new Submission();
      submission.waitFor(stream, before);
      submission.launch(stream, JavaKernels.function(device, "turn"), ONE, new long[] {i}, 8);
      submission.record(stream, after);
      device.submit(submission);
      before = after;
      last = stream;
    }
    last.synchronize();
    assertEquals(20 * streams, next.get());
    assertEquals(0, disorder.get());
  }

  @Test
  void faultStopsTheGridAndNamesThePlace() {
    AtomicLong blocks = new AtomicLong();
    kernels
        .add(
            "faulty",
            c -> {
              blocks.incrementAndGet();
              if (c.blockIndexX == 5) {
                c.thread = 9;
                throw new KernelFault(
                    KernelFault.Kind.MISALIGNED_ADDRESS, 0x1234, 77, "misaligned address 0x1234");
              }
              while (true) {
                c.launch.poll();
              }
            })
        .add("fine", c -> blocks.set(-1));
    Device device = open(8);
    DriverException failure = failureOf(device, "faulty", new LaunchShape(8, 1, 1, 4, 4, 1, 0));
    assertEquals(CudaResult.CUDA_ERROR_MISALIGNED_ADDRESS, failure.result());
    assertEquals(
        "kernel 'faulty', block (5, 0, 0), thread (1, 2, 0): misaligned address 0x1234"
            + " (PTX line 77)",
        failure.detail());
    assertTrue(blocks.get() <= 8);
    assertNull(failureOf(device, "fine", ONE));
    assertEquals(-1, blocks.get());
  }

  @Test
  void blocksAfterAFaultDoNotRun() {
    AtomicLong blocks = new AtomicLong();
    kernels.add(
        "faulty",
        c -> {
          blocks.incrementAndGet();
          throw new KernelFault(KernelFault.Kind.TRAP, "trap");
        });
    Device device = open(2);
    assertEquals(
        CudaResult.CUDA_ERROR_LAUNCH_FAILED,
        failureOf(device, "faulty", new LaunchShape(1_000_000, 1, 1, 1, 1, 1, 0)).result());
    assertTrue(blocks.get() <= 2);
  }

  @Test
  void errorsOfTheMachineBecomeFailuresOfTheLaunch() {
    kernels
        .add("deep", CpuDeviceTest::recurse)
        .add(
            "broken",
            c -> {
              throw new AssertionError("wrong bytecode");
            });
    Device device = open(1);
    DriverException failure = failureOf(device, "deep", ONE);
    assertEquals(CudaResult.CUDA_ERROR_HARDWARE_STACK_ERROR, failure.result());
    failure = failureOf(device, "broken", ONE);
    assertEquals(CudaResult.CUDA_ERROR_LAUNCH_FAILED, failure.result());
    assertTrue(failure.detail().contains("kernel 'broken'"), failure.detail());
    assertTrue(failure.detail().contains("wrong bytecode"), failure.detail());
  }

  @Test
  void launchThatNeedsTooMuchLocalMemoryFailsByItself() {
    kernels.add("large", resources(0, 0, 1 << 29), c -> {}).add("fine", c -> {});
    driver = kernels.open(1, 2, machine -> new Machine("small", 2, 64L << 20), text -> {});
    Device device = driver.device(0);
    DriverException failure = failureOf(device, "large", new LaunchShape(2, 1, 1, 1024, 1, 1, 0));
    assertEquals(CudaResult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, failure.result());
    assertTrue(failure.detail().contains("'large'"), failure.detail());
    assertNull(failureOf(device, "fine", ONE));
  }

  @Test
  void shortParameterBlockIsRefused() {
    kernels.add("takes", resources(16, 0, 0), c -> {});
    Device device = open(1);
    DriverException failure =
        assertThrows(DriverException.class, () -> run(device, "takes", ONE, new long[] {1}));
    assertEquals(CudaResult.CUDA_ERROR_INVALID_VALUE, failure.result());
    assertEquals("a parameter block of 8 bytes, kernel 'takes' takes 16", failure.detail());
  }

  @Test
  void outputReachesTheContext() {
    List<String> lines = new CopyOnWriteArrayList<>();
    kernels.add("prints", c -> c.launch.output.accept("block " + c.blockIndexX));
    driver = kernels.open(1, 2, lines::add);
    run(driver.device(0), "prints", new LaunchShape(3, 1, 1, 1, 1, 1, 0), NONE);
    assertEquals(Set.of("block 0", "block 1", "block 2"), Set.copyOf(lines));
  }

  @Test
  void closingWaitsForRunningWork() {
    AtomicInteger done = new AtomicInteger();
    CountDownLatch started = new CountDownLatch(1);
    kernels.add(
        "works",
        c -> {
          started.countDown();
          for (int i = 0; i < 20_000_000; i++) {
            Thread.onSpinWait();
          }
          done.incrementAndGet();
        });
    Device device = open(2);
    launch(device, device.createStream(), "works", new LaunchShape(3, 1, 1, 1, 1, 1, 0));
    await(started);
    driver.close();
    assertEquals(3, done.get());
  }

  @Test
  void deviceIsNamedAfterTheProcessor() {
    driver = kernels.open(2, 1, machine -> new Machine("Abacus", 8, 4L << 30), text -> {});
    assertEquals("CPU (Abacus, 1 thread)", driver.device(1).name());
    assertEquals((3L << 30) / 2, driver.device(1).totalMemory());
    assertEquals("compute_90", driver.device(0).codeTarget().architecture());
    assertFalse(driver.name().isEmpty());
  }

  @Test
  void negativeSettingIsRefused() {
    open(1);
    DriverException failure =
        assertThrows(DriverException.class, () -> kernels.open(-1, 1, text -> {}));
    assertEquals("deviceCount is -1, expected 0 or more", failure.detail());
  }

  private Device open(int threads) {
    driver = kernels.open(1, threads, text -> {});
    return driver.device(0);
  }

  private static void run(Device device, String kernel, LaunchShape shape, long[] parameters) {
    try (Stream stream = device.createStream()) {
      Submission submission = new Submission();
      submission.launch(
          stream, JavaKernels.function(device, kernel), shape, parameters, 8 * parameters.length);
      device.submit(submission);
      stream.synchronize();
    }
  }

  private static void launch(Device device, Stream stream, String kernel, LaunchShape shape) {
    Submission submission = new Submission();
    submission.launch(stream, JavaKernels.function(device, kernel), shape, NONE, 0);
    device.submit(submission);
  }

  private static DriverException failureOf(Device device, String kernel, LaunchShape shape) {
    try (Stream stream = device.createStream();
        Event event = device.createEvent(false)) {
      Submission submission = new Submission();
      submission.launch(stream, JavaKernels.function(device, kernel), shape, NONE, 0);
      submission.record(stream, event);
      device.submit(submission);
      stream.synchronize();
      return event.failure();
    }
  }

  private static CompiledKernel.Resources resources(int parameters, int shared, int local) {
    return new CompiledKernel.Resources(List.of(), parameters, shared, local, 8, 1024);
  }

  private static long word(long address) {
    return Memory.ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
  }

  private static void recurse(BlockContext context) {
    BlockCode self = CpuDeviceTest::recurse;
    self.run(context);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
