package org.grcuda.bench.scheduling;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.pull.LinkCost;
import org.grcuda.runtime.pull.PullData;
import org.grcuda.runtime.pull.PullScheduler;

/**
 * Benchmark of the decisions of pull scheduling by themselves. Tasks and data are only numbers.
 * Each device has room for a quarter of the data. When it is full, it evicts the data that came
 * first and is no longer in use. All rounds of a run decide the same, one after the other. So the
 * time of a decision itself is that of its fastest round: what else the machine did, the compiler
 * and the garbage collector are not in it.
 */
public final class PullBenchmark {

  private static final int[] COUNTS = {100, 1_000, 10_000, 100_000};
  private static final int[] DEVICES = {4, 8};
  private static final int DEPTH = 4;
  private static final int TILE = 33_177_600;
  private static final int NANOS = 3_410_000;
  private static final double NANOS_PER_BYTE = 1 / 12.0;

  /** The least number of tasks that run before the measurement. */
  private static final int WARM_UP = 300_000;

  /** The least number of tasks that are measured, and the least number of rounds. */
  private static final int MEASURED = 100_000;

  private static final int ROUNDS = 7;

  private PullBenchmark() {}

  /** A shape of ready tasks: the data that each task reads. */
  private enum Shape {
    WAVEFRONT("LU wavefront") {
      @Override
      int[][] tasks(int count) {
        int side = (int) Math.round(Math.sqrt(count));
        return of(
            side * side, task -> new int[] {task / side, side + task % side, 2 * side + task});
      }
    },
    PRODUCT("matmul-3d") {
      @Override
      int[][] tasks(int count) {
        int side = (int) Math.round(Math.cbrt(count));
        int area = side * side;
        return of(
            side * area,
            task -> {
              int i = task / area;
              int j = task / side % side;
              int k = task % side;
              return new int[] {i * side + k, area + k * side + j, 2 * area + i * side + j};
            });
      }
    },
    RANDOM("random, 1 to 5 inputs") {
      @Override
      int[][] tasks(int count) {
        Random random = new Random(1);
        return of(
            count,
            task -> random.ints(0, count / 2).distinct().limit(1 + random.nextInt(5)).toArray());
      }
    },
    COMMON("one common datum") {
      @Override
      int[][] tasks(int count) {
        return of(count, task -> new int[] {0, 1 + task});
      }
    };

    private final String title;

    Shape(String title) {
      this.title = title;
    }

    abstract int[][] tasks(int count);

    private static int[][] of(int count, IntFunction<int[]> task) {
      int[][] tasks = new int[count][];
      for (int i = 0; i < count; i++) {
        tasks[i] = task.apply(i);
      }
      return tasks;
    }
  }

  /** One run over tasks that are all ready at the start. */
  private static final class Run {
    private final PullData data;
    private final PullScheduler scheduler;
    private final int devices;
    private final int room;
    private final ArrayDeque<Integer>[] there;
    private final ArrayDeque<Integer>[] buffers;
    private final int[] uses;
    private final int[][] inputs;
    private final boolean[] isThere;

    /** Of each decision, in their order, the nanoseconds. */
    private long[] decisions;

    private int decisionCount;

    @SuppressWarnings({"unchecked", "rawtypes"})
    Run(DeviceSelection policy, int devices, int[][] tasks, int dataCount) {
      this.devices = devices;
      LinkCost links = (bytes, from, to) -> bytes * NANOS_PER_BYTE;
      data = new PullData(devices, links);
      scheduler = policy.get().pulls().make(data, links);
      room = Math.max(5 * DEPTH, dataCount / 4);
      there = new ArrayDeque[devices];
      buffers = new ArrayDeque[devices];
      for (int device = 0; device < devices; device++) {
        there[device] = new ArrayDeque<>();
        buffers[device] = new ArrayDeque<>();
      }
      uses = new int[dataCount * devices];
      isThere = new boolean[dataCount * devices];
      inputs = tasks;
      decisions = new long[4 * tasks.length];
      for (int datum = 0; datum < dataCount; datum++) {
        data.newDatum(TILE, 1);
      }
    }

    void submit() {
      for (int i = 0; i < inputs.length; i++) {
        int task = data.newTask(i, inputs[i], 0);
        data.setNanos(task, NANOS);
        data.setPriority(task, i % 7);
        scheduler.ready(task, PullScheduler.NONE);
      }
    }

    void drain() {
      int left = inputs.length;
      for (int device = 0; left > 0; device = (device + 1) % devices) {
        if (buffers[device].size() == DEPTH) {
          end(device);
          left--;
        }
        int task = decide(device);
        if (task != PullScheduler.NONE) {
          take(task, device);
        } else if (!buffers[device].isEmpty()) {
          end(device);
          left--;
        }
      }
    }

    private int decide(int device) {
      if (decisionCount == decisions.length) {
        decisions = Arrays.copyOf(decisions, 2 * decisionCount);
      }
      long begin = System.nanoTime();
      int task = scheduler.pull(device);
      decisions[decisionCount++] = System.nanoTime() - begin;
      return task;
    }

    /** The nanoseconds of each decision. */
    long[] decisions() {
      return Arrays.copyOf(decisions, decisionCount);
    }

    private void take(int task, int device) {
      buffers[device].add(task);
      for (int datum : inputs[task]) {
        int at = datum * devices + device;
        uses[at]++;
        if (!isThere[at]) {
          isThere[at] = true;
          there[device].add(datum);
          scheduler.present(datum, device, true);
        }
      }
      while (there[device].size() > room) {
        int datum = there[device].remove();
        if (uses[datum * devices + device] > 0) {
          there[device].add(datum);
        } else {
          isThere[datum * devices + device] = false;
          scheduler.evicted(datum, device);
        }
      }
    }

    private void end(int device) {
      int task = buffers[device].remove();
      for (int datum : inputs[task]) {
        uses[datum * devices + device]--;
      }
      scheduler.ended(task);
      data.forgetTask(task);
    }
  }

  /** Runs the benchmark and prints the results to standard output. */
  public static void run() {
    System.out.printf(
        "Decisions for tasks that are all ready at the start; each device has room for a quarter of"
            + " the data. Medians of rounds, each of which decides the same. Worst: the decision"
            + " that takes longest in its fastest round, and in any round%n%n"
            + "%-24s %8s %8s %12s %12s %12s %14s %12s %12s%n",
        "darts",
        "devices",
        "ready",
        "us a task",
        "of it ready",
        "worst, us",
        "any round, us",
        "bytes a task",
        "at the end");
    for (Shape shape : Shape.values()) {
      for (int devices : DEVICES) {
        for (int count : COUNTS) {
          measure(shape, devices, count);
        }
      }
    }
  }

  private static void measure(Shape shape, int devices, int count) {
    int[][] tasks = shape.tasks(count);
    int dataCount = 0;
    for (int[] task : tasks) {
      for (int datum : task) {
        dataCount = Math.max(dataCount, datum + 1);
      }
    }
    for (int done = 0; done < WARM_UP; done += tasks.length) {
      Run warm = new Run(DeviceSelection.DARTS, devices, tasks, dataCount);
      warm.submit();
      warm.drain();
    }
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    int rounds = Math.max(ROUNDS, MEASURED / tasks.length);
    long[] ready = new long[rounds];
    long[] all = new long[rounds];
    long[] fastest = null;
    long worst = 0;
    for (int round = 0; round < rounds; round++) {
      Run run = new Run(DeviceSelection.DARTS, devices, tasks, dataCount);
      long begin = threads.getCurrentThreadCpuTime();
      run.submit();
      ready[round] = threads.getCurrentThreadCpuTime() - begin;
      run.drain();
      all[round] = threads.getCurrentThreadCpuTime() - begin;
      long[] decisions = run.decisions();
      worst = Math.max(worst, Arrays.stream(decisions).max().orElseThrow());
      fastest = fastest == null ? decisions : least(fastest, decisions);
    }
    Run run = new Run(DeviceSelection.DARTS, devices, tasks, dataCount);
    long used = usedBytes();
    run.submit();
    long held = usedBytes() - used;
    run.drain();
    long kept = usedBytes() - used;
    Reference.reachabilityFence(run);
    System.out.printf(
        "%-24s %8d %,8d %12.2f %12.2f %,12.0f %,14.0f %12d %12d%n",
        shape.title,
        devices,
        tasks.length,
        1e-3 * median(all) / tasks.length,
        1e-3 * median(ready) / tasks.length,
        1e-3 * Arrays.stream(fastest).max().orElseThrow(),
        1e-3 * worst,
        held / tasks.length,
        kept / tasks.length);
  }

  private static long[] least(long[] one, long[] other) {
    long[] least = new long[one.length];
    Arrays.setAll(least, i -> Math.min(one[i], other[i]));
    return least;
  }

  private static long median(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
