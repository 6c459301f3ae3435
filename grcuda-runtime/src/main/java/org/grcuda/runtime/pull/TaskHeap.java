package org.grcuda.runtime.pull;

import java.util.Arrays;

/** Puts tasks in order: by priority, the highest first, then by id. */
final class TaskHeap {

  private final PullData data;
  private int[] heap = new int[8];
  private int size;

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

  void add(int task) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    int at = size++;
    while (at > 0 && data.precedes(task, heap[(at - 1) / 2])) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = task;
  }

  /** Removes and returns the first task. */
  int removeFirst() {
    int first = heap[0];
    int moved = heap[--size];
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && data.precedes(heap[child + 1], heap[child])) {
        child++;
      }
      if (!data.precedes(heap[child], moved)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = moved;
    return first;
  }
}
