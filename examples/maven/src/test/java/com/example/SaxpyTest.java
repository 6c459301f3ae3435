package com.example;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.junit.jupiter.api.Test;

class SaxpyTest {

  @Test
  void addsMultiplesOfX() {
    try (GrCuda cuda = GrCuda.open()) {
      FloatArray x = cuda.array(new float[] {1, 2, 3});
      FloatArray y = cuda.array(new float[] {10, 20, 30});
      new Saxpy(cuda).run(2, x, y);
      assertArrayEquals(new float[] {12, 24, 36}, y.toArray());
    }
  }
}
