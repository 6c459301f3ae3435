package com.example;

import org.grcuda.FloatArray;
import org.grcuda.GrCuda;

/** Computes {@code y = a * x + y} for N elements. */
public final class Main {

  private Main() {}

  /** The first argument is N, a million if there is none. */
  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    try (GrCuda cuda = GrCuda.open()) {
      FloatArray x = cuda.floatArray(n);
      FloatArray y = cuda.floatArray(n);
      x.fill(2);
      y.fill(1);
      new Saxpy(cuda).run(20.5f, x, y);
      System.out.println("y[" + (n - 1) + "] = " + y.get(n - 1));
    }
  }
}
