package org.grcuda.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random graphs of launches: every kernel finds that what it waits for has ended. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandOrderTest {

  private static final int LAUNCHES = 3000;
  private static final int MOST_PARENTS = 3;
  private static final CompiledKernel.Resources RESOURCES =
      new CompiledKernel.Resources(List.of(), 8 * (2 + MOST_PARENTS), 0, 0, 8, 1024);

  /** Blocks that each launch has finished. */
  private final AtomicIntegerArray finished = new AtomicIntegerArray(LAUNCHES);

  private final AtomicInteger violations = new AtomicInteger();

  /** Parameters: own number, number of parents, then a parent's number and blocks each. */
  private void check(BlockContext context) {
    long parameters = context.launch.parameters;
    int parents = (int) word(parameters, 1);
    for (int p = 0; p < parents; p++) {
      long parent = word(parameters, 2 + p);
      if (finished.get((int) parent) != parent >>> 32) {
        violations.incrementAndGet();
      }
    }
    finished.incrementAndGet((int) word(parameters, 0));
  }

  private static long word(long address, int index) {
    return Memory.ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address + 8L * index);
  }

  @Test
  void oneThread() {
    run(1, 1, 1);
  }

  @Test
  void moreThreadsThanCores() {
    run(2, 1, 7);
  }

  @Test
  void severalDevices() {
    run(3, 3, 2);
  }

  private void run(int seed, int devices, int threads) {
    Random random = new Random(seed);
    try (Driver driver =
        new JavaKernels().add("check", RESOURCES, this::check).open(devices, threads, text -> {})) {
      List<Stream> streams = new ArrayList<>();
      List<Function> functions = new ArrayList<>();
      for (int i = 0; i < 4 * devices; i++) {
        Device device = driver.device(i % devices);
        streams.add(device.createStream());
        functions.add(JavaKernels.function(device, "check"));
      }
      Event[] events = new Event[LAUNCHES];
      int[] blocks = new int[LAUNCHES];
      Submission submission = new Submission();
      for (int i = 0; i < LAUNCHES; i++) {
        int place = random.nextInt(streams.size());
        Stream stream = streams.get(place);
        events[i] = stream.device().createEvent(false);
        blocks[i] = 1 + random.nextInt(random.nextInt(5) == 0 ? 40 : 3);
        long[] parameters = new long[2 + MOST_PARENTS];
        parameters[0] = i;
        parameters[1] = Math.min(i, random.nextInt(MOST_PARENTS + 1));
        submission.clear();
        for (int p = 0; p < parameters[1]; p++) {
          int parent = Math.max(0, i - 1 - random.nextInt(20));
          parameters[2 + p] = parent | (long) blocks[parent] << 32;
          submission.waitFor(stream, events[parent]);
        }
        LaunchShape shape = new LaunchShape(blocks[i], 1, 1, 32, 1, 1, 0);
        submission.launch(stream, functions.get(place), shape, parameters, 8 * parameters.length);
        submission.record(stream, events[i]);
        stream.device().submit(submission);
      }
      for (int i = 0; i < devices; i++) {
        driver.device(i).synchronize();
      }
      for (int i = 0; i < LAUNCHES; i++) {
        assertEquals(blocks[i], finished.get(i));
      }
      assertEquals(0, violations.get());
    }
  }
}
