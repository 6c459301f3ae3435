package org.grcuda.runtime.pull;

import java.util.Arrays;

/** The ready tasks that read each datum. Adding and removing a task costs its inputs. */
final class ReadyUsers {

  private final PullData data;
  private int[][] users = new int[0][];
  private int[] count = new int[0];
  private long[] nanos = new long[0];

  /** Of each ready task and each of its inputs: the index of the task among the users of that. */
  private int[][] index = new int[0][];

  ReadyUsers(PullData data) {
    this.data = data;
  }

  int count(int datum) {
    return datum < count.length ? count[datum] : 0;
  }

  /**
   * The users of {@code datum}, of which there is at least one: the first {@link #count} numbers.
   * Their order changes when one is removed.
   */
  int[] of(int datum) {
    return users[datum];
  }

  /** The durations of the users of {@code datum} together. */
  long nanos(int datum) {
    return nanos[datum];
  }

  void add(int task) {
    if (task >= index.length) {
      index = Arrays.copyOf(index, PullData.grown(task));
    }
    int[] inputs = data.inputs(task);
    int[] indices = new int[inputs.length];
    for (int i = 0; i < inputs.length; i++) {
      indices[i] = append(inputs[i], task);
    }
    index[task] = indices;
  }

  private int append(int datum, int task) {
    if (datum >= users.length) {
      int capacity = PullData.grown(datum);
      users = Arrays.copyOf(users, capacity);
      count = Arrays.copyOf(count, capacity);
      nanos = Arrays.copyOf(nanos, capacity);
    }
    int at = count[datum]++;
    nanos[datum] += data.nanos(task);
    if (users[datum] == null) {
      users[datum] = new int[2];
    } else if (at == users[datum].length) {
      users[datum] = Arrays.copyOf(users[datum], 2 * at);
    }
    users[datum][at] = task;
    return at;
  }

  void remove(int task) {
    int[] inputs = data.inputs(task);
    for (int i = 0; i < inputs.length; i++) {
      cut(inputs[i], index[task][i]);
      nanos[inputs[i]] -= data.nanos(task);
    }
    index[task] = null;
  }

  private void cut(int datum, int at) {
    int last = --count[datum];
    int moved = users[datum][last];
    if (at != last) {
      users[datum][at] = moved;
      int[] inputs = data.inputs(moved);
      for (int i = 0; i < inputs.length; i++) {
        if (inputs[i] == datum) {
          index[moved][i] = at;
        }
      }
    }
    if (last == 0) {
      users[datum] = null;
    }
  }
}
