package org.grcuda.tests.files;

import static org.grcuda.tests.files.CudaFile.at;
import static org.grcuda.tests.files.CudaFile.near;
import static org.grcuda.tests.files.CudaFile.read;
import static org.grcuda.tests.files.CudaFile.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;

/** Whole files of the shapes of known programs of searches, clusters and sequences. */
final class SearchFilesTest {

  /** A root whose children are leaves, each with 16 records. */
  @Test
  void records() {
    try (CudaFile file = new CudaFile("records.cu")) {
      int ints = 35;
      Value branches = file.array("int", 17 * ints);
      for (int b = 0; b < 17; b++) {
        for (int t = 0; t <= 16; t++) {
          branches.setArrayElement(b * ints + t, b == 0 ? t + 1 : (b - 1) * 16 + t);
          branches.setArrayElement(b * ints + 17 + t, b == 0 ? t * 100 : (b - 1) * 100 + t * 5);
        }
        branches.setArrayElement(b * ints + 34, b == 0 ? 0 : 1);
      }
      Value values = file.array("int", 256, i -> 7 * i);
      Value start = file.array("long", 3);
      int[] wanted = {0, 305, 1575};
      Value keys = file.array("int", 3, i -> wanted[i]);
      Value found = file.array("int", 3);
      file.launch("search", 3, 16, 1, branches, 17, values, start, keys, found);
      near(0, found, i -> 7 * (wanted[i] / 100 * 16 + wanted[i] % 100 / 5));
    }
  }

  @Test
  void neighbours() {
    try (CudaFile file = new CudaFile("neighbours.cu")) {
      Value places = file.array("float", 2 * 300, i -> i % 90);
      Value far = file.array("float", 300);
      file.launch("distances", 2, 256, places, far, 300, 30, 60);
      near(1e-5, far, i -> Math.hypot(2 * i % 90 - 30, (2 * i + 1) % 90 - 60));
    }
  }

  @Test
  void kmeans() {
    try (CudaFile file = new CudaFile("kmeans.cu")) {
      int n = 500;
      int k = 3;
      double[] centres = {0.1, 0.2, 0.8, 0.3, 0.5, 0.9};
      set(file.global("centres", "float"), 6, i -> centres[i]);
      Value points = file.array("float", 2 * n, i -> i * 37 % 101 / 101.0);
      Value membership = file.array("int", n, i -> -1);
      file.launch("assign", 2, 256, points, membership, n, k);
      double[] p = read(points);
      double[] sums = new double[2 * k];
      int[] counts = new int[k];
      for (int i = 0; i < n; i++) {
        int best = (int) at(membership, i);
        double mine = Math.hypot(p[i] - centres[2 * best], p[n + i] - centres[2 * best + 1]);
        for (int c = 0; c < k; c++) {
          double d = Math.hypot(p[i] - centres[2 * c], p[n + i] - centres[2 * c + 1]);
          assertTrue(mine <= d + 1e-5, "point " + i);
        }
        counts[best]++;
        sums[2 * best] += p[i];
        sums[2 * best + 1] += p[n + i];
      }
      assertEquals(n, at(file.global("changed"), 0));
      Value total = file.array("float", 2 * k);
      Value members = file.array("int", k);
      file.launch("accumulate", 2, 64, points, membership, total, members, n);
      near(1e-4, total, i -> sums[i]);
      near(0, members, i -> counts[i]);
    }
  }

  @Test
  void alignment() {
    try (CudaFile file = new CudaFile("alignment.cu")) {
      int rows = 48;
      int cols = rows + 1;
      int penalty = 10;
      int[] reference = new int[cols * cols];
      int[] expected = new int[cols * cols];
      for (int i = 0; i < expected.length; i++) {
        int row = i / cols;
        int col = i % cols;
        reference[i] = i * 31 % 13 - 4;
        expected[i] =
            row == 0 || col == 0
                ? -penalty * (row + col)
                : Math.max(
                    expected[i - cols - 1] + reference[i],
                    Math.max(expected[i - 1], expected[i - cols]) - penalty);
      }
      Value ref = file.array("int", expected.length, i -> reference[i]);
      Value items =
          file.array("int", expected.length, i -> i < cols || i % cols == 0 ? expected[i] : 0);
      for (int i = 1; i <= 3; i++) {
        file.launch("diagonal<false>", i, 16, ref, items, cols, penalty, i, 3);
      }
      for (int i = 2; i >= 1; i--) {
        file.launch("diagonal<true>", i, 16, ref, items, cols, penalty, i, 3);
      }
      near(0, items, i -> expected[i]);
    }
  }

  @Test
  void filter() {
    try (CudaFile file = new CudaFile("filter.cu")) {
      int particles = 200;
      int points = 5;
      Value image = file.array("uchar", 64, i -> 90 + 3 * i % 140);
      Value index = file.array("int", particles * points, i -> i * 11 % 64);
      Value weights = file.array("double", particles, i -> 1.0 / particles);
      file.launch("weigh", 2, 128, image, index, weights, points, particles);
      double[] pixel = read(image);
      near(1e-9, weights, i -> Math.exp(likelihood(pixel, i * points, points)) / particles);
      Value x = file.array("double", particles, i -> i * 0.5);
      Value sums = file.array("double", particles, i -> (i + 1) / (double) particles);
      Value u = file.array("double", particles, i -> (i * 7 % particles + 0.5) / particles);
      Value out = file.array("double", particles);
      file.launch("resample", 2, 128, x, sums, u, out, particles);
      near(0, out, i -> i * 7 % particles * 0.5);
      Value seeds = file.array("int", particles, i -> i + 1);
      file.launch("scatter", 2, 128, out, seeds, particles);
      near(1e-3, out, i -> i * 7 % particles * 0.5 + normal(i + 1));
    }
  }

  private static double likelihood(double[] pixel, int first, int points) {
    double sum = 0;
    for (int i = first; i < first + points; i++) {
      double value = pixel[i * 11 % 64];
      sum += (Math.pow(value - 100, 2) - Math.pow(value - 228, 2)) / 50;
    }
    return sum;
  }

  private static double normal(int seed) {
    int one = 1103515245 * seed + 12345 & 0x7fffffff;
    int two = 1103515245 * one + 12345 & 0x7fffffff;
    double radius = Math.sqrt(-2 * Math.log(one / 2147483647.0));
    return radius * Math.cos(2 * Math.PI * (two / 2147483647.0));
  }

  @Test
  void clusterStream() {
    try (CudaFile file = new CudaFile("cluster_stream.cu")) {
      int n = 100;
      int dim = 3;
      Value points =
          file.structs(
              32 * n,
              to -> {
                for (int i = 0; i < n; i++) {
                  to.putFloat(32 * i, 1 + i % 2).putLong(32 * i + 16, i % 2);
                  to.putFloat(32 * i + 24, 20 + i % 50);
                }
              });
      Value places = file.array("float", n * dim, i -> i * 3 % 17);
      Value saved = file.array("float", 3 * n);
      Value slots = file.array("int", n, i -> i % 2);
      Value moves = file.array("bool", n);
      file.launch("gains", 1, 128, n, dim, 7, points, 2, 3, places, saved, slots, moves);
      double[] p = read(places);
      for (int i = 0; i < n; i++) {
        double there = 0;
        for (int d = 0; d < dim; d++) {
          there += Math.pow(p[d * n + i] - p[d * n + 7], 2);
        }
        double gain = there * (1 + i % 2) - 20 - i % 50;
        assertEquals(gain < 0, moves.getArrayElement(i).asBoolean(), "point " + i);
        assertEquals(gain < 0 ? gain : 0, at(saved, 3 * i + 2), 1e-3);
        assertEquals(gain < 0 ? 0 : -gain, at(saved, 3 * i + i % 2), 1e-3);
      }
    }
  }
}
