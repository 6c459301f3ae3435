package org.grcuda.worklist;

import org.grcuda.graph.partition.Part;

/**
 * The words of a part's work memory, as worklist.cu lays them out: a header, three lists of own
 * vertices, a list of ghosts, and a bit for each vertex in near, in far, and for each ghost.
 */
record WorkLayout(int parts, int own, int ghosts) {

  static final int NEAR = 0;
  static final int NEXT = 1;
  static final int FAR = 2;
  static final int COUNT = 3;
  static final int EDGES_LOW = 8;
  static final int EDGES_HIGH = 9;
  static final int ROUNDS = 10;
  static final int THRESHOLD = 11;
  static final int FAR_LEAST = 12;
  static final int KEPT_LEAST = 13;
  static final int TAKEN = 14;
  static final int OUT = 15;

  /** A threshold below which all vertices are, and the least of no keys. */
  static final int NOTHING = -1;

  static WorkLayout of(int parts, Part part) {
    return new WorkLayout(parts, part.own(), part.ghosts());
  }

  /** Words of the header, which is what a step reports. */
  int header() {
    return OUT + parts;
  }

  /** All words. */
  long words() {
    long bits = 2 * ((own + 31L) / 32) + (ghosts + 31L) / 32;
    return header() + 3L * own + ghosts + bits;
  }

  /** The header before the first step. */
  int[] initialHeader(int threshold) {
    int[] words = new int[header()];
    words[NEXT] = 1;
    words[FAR] = 2;
    words[THRESHOLD] = threshold;
    words[FAR_LEAST] = NOTHING;
    words[KEPT_LEAST] = NOTHING;
    return words;
  }
}
