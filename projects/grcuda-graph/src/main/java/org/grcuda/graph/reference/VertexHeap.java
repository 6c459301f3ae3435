package org.grcuda.graph.reference;

import java.util.Arrays;

/** A binary heap of vertices by keys that are unsigned integers and may become less. */
final class VertexHeap {

  private static final int ABSENT = -1;

  private final int[] keys;
  private final int[] vertices;
  private final int[] places;
  private int size;

  /** An empty heap. It reads {@code keys}, which the caller changes. */
  VertexHeap(int[] keys) {
    this.keys = keys;
    vertices = new int[keys.length];
    places = new int[keys.length];
    Arrays.fill(places, ABSENT);
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Adds {@code vertex} unless it is here. To be called when its key became less. */
  void lowered(int vertex) {
    int place = places[vertex] == ABSENT ? size++ : places[vertex];
    while (place > 0 && less(vertex, vertices[(place - 1) / 2])) {
      put(vertices[(place - 1) / 2], place);
      place = (place - 1) / 2;
    }
    put(vertex, place);
  }

  int removeLeast() {
    int least = vertices[0];
    places[least] = ABSENT;
    int last = vertices[--size];
    if (size > 0) {
      sink(last);
    }
    return least;
  }

  private void sink(int vertex) {
    int place = 0;
    while (place < size / 2) {
      int child = 2 * place + 1;
      if (child + 1 < size && less(vertices[child + 1], vertices[child])) {
        child++;
      }
      if (!less(vertices[child], vertex)) {
        break;
      }
      put(vertices[child], place);
      place = child;
    }
    put(vertex, place);
  }

  private boolean less(int a, int b) {
    return Integer.compareUnsigned(keys[a], keys[b]) < 0;
  }

  private void put(int vertex, int place) {
    vertices[place] = vertex;
    places[vertex] = place;
  }
}
