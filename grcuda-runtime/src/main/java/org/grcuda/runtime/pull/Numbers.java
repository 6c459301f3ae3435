package org.grcuda.runtime.pull;

import java.util.Arrays;

/** Numbers from 0, each used again after it was given back, the last one first. */
final class Numbers {

  private int[] free = new int[0];
  private int freeCount;
  private int end;

  int take() {
    return freeCount > 0 ? free[--freeCount] : end++;
  }

  void giveBack(int number) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, PullData.grown(freeCount));
    }
    free[freeCount++] = number;
  }

  /** One more than the highest number ever taken. */
  int end() {
    return end;
  }
}
