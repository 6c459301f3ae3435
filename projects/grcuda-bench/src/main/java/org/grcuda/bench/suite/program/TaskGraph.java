package org.grcuda.bench.suite.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.FloatArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * A random graph of tasks, the same in every language. Each task is a kernel that brings an array
 * nearer to the mean of up to four others. There are eight tasks for each array. The longest tasks
 * take four times as long as the shortest.
 */
public final class TaskGraph extends Benchmark {

  private static final int TASKS_PER_ARRAY = 8;
  private static final int OTHERS = 4;

  /**
   * How many numbers are drawn for a task: its array, the number of others, the others, and its
   * rounds.
   */
  private static final int DRAWS = OTHERS + 3;

  private static final int LENGTHS = 4;
  private static final int ROUNDS = 500;
  private static final int SEED = 1;

  /** Elements of each array. */
  private final int length;

  private final Kernel mix = kernel("tile_mix");
  private final List<Input<FloatArray, float[]>> arrays = new ArrayList<>();
  private final List<Task> tasks = new ArrayList<>();

  /**
   * A task.
   *
   * @param array the array that it changes
   * @param others the arrays that it reads; some may be the same, or the array itself
   */
  private record Task(int array, int[] others, int rounds) {}

  public TaskGraph(ProgramContext context) {
    super(context);
    int count = partitions();
    length = size / count;
    for (int i = 0; i < count; i++) {
      int from = SEED + 1 + i;
      arrays.add(input(length, () -> Data.floats(length, from, 0, 1)));
    }
    int[] draws = Data.draws(count * TASKS_PER_ARRAY * DRAWS, SEED);
    for (int at = 0; at < draws.length; at += DRAWS) {
      int array = draws[at] % count;
      int inputs = draws[at + 1] % (OTHERS + 1);
      int[] others = new int[OTHERS];
      for (int i = 0; i < OTHERS; i++) {
        // If fewer than four are drawn, the last one repeats; if none, the array itself stands in.
        others[i] = i < inputs ? draws[at + 2 + i] % count : i == 0 ? array : others[i - 1];
      }
      tasks.add(new Task(array, others, ROUNDS * (1 + draws[at + DRAWS - 1] % LENGTHS)));
    }
  }

  @Override
  public void reset() {
    writeInputs();
  }

  @Override
  public double run() {
    for (Task task : tasks) {
      int[] others = task.others;
      over(mix, length)
          .launch(
              array(others[0]),
              array(others[1]),
              array(others[2]),
              array(others[3]),
              array(task.array),
              length,
              task.rounds);
    }
    synchronize();
    return array(0).get(0);
  }

  private FloatArray array(int index) {
    return arrays.get(index).array();
  }

  @Override
  public double[] outputs() {
    return arrays.stream()
        .flatMapToDouble(input -> Arrays.stream(Data.toHost(input.array())))
        .toArray();
  }

  @Override
  public double[] expected() {
    List<double[]> values = arrays.stream().map(input -> Data.widened(input.host())).toList();
    for (Task task : tasks) {
      double[] y = values.get(task.array);
      double left = Math.pow(1 - 1.0 / task.rounds, task.rounds);
      for (int i = 0; i < y.length; i++) {
        double mean = 0;
        for (int other : task.others) {
          mean += values.get(other)[i] / OTHERS;
        }
        y[i] = mean + left * (y[i] - mean);
      }
    }
    return values.stream().flatMapToDouble(Arrays::stream).toArray();
  }
}
