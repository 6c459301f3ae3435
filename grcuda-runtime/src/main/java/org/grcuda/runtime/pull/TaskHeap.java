package org.grcuda.runtime.pull;

import java.util.Arrays;

/** Tasks by priority, the highest first, then by id. Adding and removing any takes O(log size). */
final class TaskHeap {

  private final PullData data;
  private int[] heap = new int[8];
  private int size;

  /** One more than the place of each task in the heap, 0 for a task that is not there. */
  private int[] place = new int[0];

  TaskHeap(PullData data) {
    this.data = data;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** The task at {@code index}, from 0; the order is that of the heap. */
  int get(int index) {
    return heap[index];
  }

  /** The task of the highest priority; {@link PullScheduler#NONE} if there is none. */
  int first() {
    return size == 0 ? PullScheduler.NONE : heap[0];
  }

  void add(int task) {
    if (task >= place.length) {
      place = Arrays.copyOf(place, PullData.grown(task));
    }
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    up(size++, task);
  }

  /** Removes a task, which must be there. */
  void remove(int task) {
    int at = place[task] - 1;
    place[task] = 0;
    int moved = heap[--size];
    if (moved != task) {
      if (at > 0 && data.precedes(moved, heap[(at - 1) / 2])) {
        up(at, moved);
      } else {
        down(at, moved);
      }
    }
  }

  /** Removes all. */
  void clear() {
    for (int i = 0; i < size; i++) {
      place[heap[i]] = 0;
    }
    size = 0;
  }

  /** Priorities have changed. */
  void reorder() {
    for (int at = size / 2 - 1; at >= 0; at--) {
      down(at, heap[at]);
    }
  }

  private void up(int from, int task) {
    int at = from;
    while (at > 0 && data.precedes(task, heap[(at - 1) / 2])) {
      put(at, heap[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    put(at, task);
  }

  private void down(int from, int task) {
    int at = from;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && data.precedes(heap[child + 1], heap[child])) {
        child++;
      }
      if (!data.precedes(heap[child], task)) {
        break;
      }
      put(at, heap[child]);
      at = child;
    }
    put(at, task);
  }

  private void put(int at, int task) {
    heap[at] = task;
    place[task] = at + 1;
  }
}
