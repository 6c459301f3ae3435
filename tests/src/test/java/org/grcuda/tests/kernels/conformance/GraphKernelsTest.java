package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Kernels on graphs. */
final class GraphKernelsTest extends ConformanceTest {

  private static final int N = 150;

  GraphKernelsTest() {
    super("graphs.cu");
  }

  /** A graph of N nodes with edges in both directions, in rows of sorted ends. */
  private static final class Graph {

    final int[] starts = new int[N + 1];
    final int[] ends;
    final int[] from;
    final boolean[][] adjacent = new boolean[N][N];

    Graph(int edges, long seed) {
      int[] random = Inputs.ints(2 * edges, 0, N, seed);
      for (int e = 0; e < edges; e++) {
        int a = random[2 * e];
        int b = random[2 * e + 1];
        if (a != b) {
          adjacent[a][b] = true;
          adjacent[b][a] = true;
        }
      }
      ends = new int[2 * edges];
      from = new int[2 * edges];
      for (int a = 0; a < N; a++) {
        starts[a + 1] = starts[a];
        for (int b = 0; b < N; b++) {
          if (adjacent[a][b]) {
            from[starts[a + 1]] = a;
            ends[starts[a + 1]++] = b;
          }
        }
      }
    }

    int[] distances(int root) {
      int[] distance = new int[N];
      Arrays.fill(distance, -1);
      distance[root] = 0;
      Deque<Integer> queue = new ArrayDeque<>();
      queue.add(root);
      while (!queue.isEmpty()) {
        int a = queue.remove();
        for (int b = 0; b < N; b++) {
          if (adjacent[a][b] && distance[b] < 0) {
            distance[b] = distance[a] + 1;
            queue.add(b);
          }
        }
      }
      return distance;
    }
  }

  @Test
  void breadthFirst() {
    var graph = new Graph(180, 251);
    int[] distance = new int[N];
    Arrays.fill(distance, -1);
    distance[5] = 0;
    int[] changed = {1};
    for (int level = 0; changed[0] != 0; level++) {
      changed[0] = 0;
      call("bfs_level").cover(N, 64).run(graph.starts, graph.ends, distance, level, changed, N);
    }
    assertArrayEquals(graph.distances(5), distance);
    Arrays.fill(distance, -1);
    call("bfs_queue").block(70).run(graph.starts, graph.ends, distance, new int[N], 9);
    assertArrayEquals(graph.distances(9), distance);
  }

  @Test
  void bellmanFord() {
    var graph = new Graph(400, 252);
    int edges = graph.starts[N];
    int[] weight = Inputs.ints(edges, 1, 100, 253);
    int[] distance = new int[N];
    Arrays.fill(distance, 0x3fffffff);
    distance[0] = 0;
    int[] changed = {1};
    while (changed[0] != 0) {
      changed[0] = 0;
      call("bellman_ford")
          .cover(edges, 64)
          .run(graph.from, graph.ends, weight, distance, changed, edges);
    }
    int[] expected = new int[N];
    Arrays.fill(expected, 0x3fffffff);
    expected[0] = 0;
    var open =
        new TreeSet<Integer>(
            Comparator.<Integer>comparingInt(v -> expected[v]).thenComparing(v -> v));
    open.add(0);
    while (!open.isEmpty()) {
      int a = open.pollFirst();
      for (int k = graph.starts[a]; k < graph.starts[a + 1]; k++) {
        int b = graph.ends[k];
        if (expected[a] + weight[k] < expected[b]) {
          open.remove(b);
          expected[b] = expected[a] + weight[k];
          open.add(b);
        }
      }
    }
    assertArrayEquals(expected, distance);
  }

  @Test
  void floydWarshall() {
    var graph = new Graph(200, 254);
    float[] d = new float[N * N];
    for (int i = 0; i < N * N; i++) {
      d[i] = i / N == i % N ? 0 : graph.adjacent[i / N][i % N] ? 1 : 1e9f;
    }
    for (int k = 0; k < N; k++) {
      call("floyd_warshall").grid(3, N).block(64).run(d, N, k);
    }
    for (int a = 0; a < N; a += 17) {
      int[] expected = graph.distances(a);
      for (int b = 0; b < N; b++) {
        assertEquals(expected[b] < 0 ? 1e9f : expected[b], d[a * N + b]);
      }
    }
  }

  @Test
  void pageRank() {
    var graph = new Graph(300, 255);
    int[] degree = IntStream.range(0, N).map(a -> graph.starts[a + 1] - graph.starts[a]).toArray();
    double[] rank = new double[N];
    Arrays.fill(rank, 1.0 / N);
    double[] expected = rank.clone();
    double[] next = new double[N];
    for (int step = 0; step < 20; step++) {
      call("page_rank").cover(N, 64).run(graph.starts, graph.ends, degree, rank, next, N);
      double[] swap = rank;
      rank = next;
      next = swap;
      double[] old = expected.clone();
      for (int a = 0; a < N; a++) {
        expected[a] = 0.15 / N;
        for (int b = 0; b < N; b++) {
          expected[a] += graph.adjacent[a][b] ? 0.85 * old[b] / degree[b] : 0;
        }
      }
    }
    Close.to("page_rank", expected, rank, 1e-15);
  }

  @Test
  void unionFind() {
    var graph = new Graph(100, 256);
    int edges = graph.starts[N];
    int[] parent = IntStream.range(0, N).toArray();
    call("union_find").cover(edges, 64).run(graph.from, graph.ends, parent, edges);
    for (int a = 0; a < N; a++) {
      int root = a;
      while (parent[root] != root) {
        root = parent[root];
      }
      int[] distance = graph.distances(a);
      int smallest = IntStream.range(0, N).filter(b -> distance[b] >= 0).findFirst().orElseThrow();
      assertEquals(smallest, root);
    }
  }

  @Test
  void labelComponents() {
    int w = 30;
    int h = 17;
    byte[] pixels = new byte[w * h];
    int[] random = Inputs.ints(w * h, 0, 5, 257);
    Arrays.setAll(random, i -> random[i] > 1 ? 1 : 0);
    for (int i = 0; i < w * h; i++) {
      pixels[i] = (byte) random[i];
    }
    int[] labels = IntStream.range(0, w * h).toArray();
    int[] changed = {1};
    while (changed[0] != 0) {
      changed[0] = 0;
      call("label_components").grid(4, 5).block(8, 4).run(pixels, labels, changed, w, h);
    }
    int[] expected = IntStream.range(0, w * h).toArray();
    for (int i = w * h - 1; i >= 0; i--) {
      if (pixels[i] == 1) {
        flood(pixels, expected, i, i, w, h);
      }
    }
    for (int i = 0; i < w * h; i++) {
      assertEquals(expected[i], labels[i]);
    }
  }

  /** Later floods start at smaller indices, and overwrite. */
  private static void flood(byte[] pixels, int[] labels, int from, int label, int w, int h) {
    Deque<Integer> stack = new ArrayDeque<>();
    boolean[] seen = new boolean[w * h];
    stack.push(from);
    while (!stack.isEmpty()) {
      int i = stack.pop();
      if (pixels[i] == 1 && !seen[i]) {
        seen[i] = true;
        labels[i] = label;
        int x = i % w;
        if (x > 0) {
          stack.push(i - 1);
        }
        if (x < w - 1) {
          stack.push(i + 1);
        }
        if (i >= w) {
          stack.push(i - w);
        }
        if (i + w < w * h) {
          stack.push(i + w);
        }
      }
    }
  }

  @Test
  void triangles() {
    var graph = new Graph(900, 258);
    int[] count = new int[1];
    call("triangles").cover(N, 64).run(graph.starts, graph.ends, count, N);
    int expected = 0;
    for (int a = 0; a < N; a++) {
      for (int b = a + 1; b < N; b++) {
        for (int c = b + 1; c < N; c++) {
          boolean all = graph.adjacent[a][b] && graph.adjacent[b][c] && graph.adjacent[a][c];
          expected += all ? 1 : 0;
        }
      }
    }
    assertEquals(expected, count[0]);
    assertTrue(expected > 50);
  }

  private static byte[] letters(int n, long seed) {
    byte[] text = new byte[n];
    int[] random = Inputs.ints(n, 0, 4, seed);
    for (int i = 0; i < n; i++) {
      text[i] = (byte) "ACGT".charAt(random[i]);
    }
    return text;
  }

  @Test
  void needlemanWunsch() {
    byte[] a = letters(60, 259);
    byte[] b = letters(47, 260);
    int[] m = new int[61 * 48];
    call("needleman_wunsch").block(40).run(a, b, m, 60, 47, 1);
    int[][] expected = new int[61][48];
    for (int i = 0; i <= 60; i++) {
      for (int j = 0; j <= 47; j++) {
        if (i == 0 || j == 0) {
          expected[i][j] = -i - j;
        } else {
          int match = expected[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
          int gap = Math.max(expected[i - 1][j], expected[i][j - 1]) - 1;
          expected[i][j] = Math.max(match, gap);
        }
        assertEquals(expected[i][j], m[i * 48 + j]);
      }
    }
  }

  @Test
  void editDistance() {
    int n = 20;
    int length = 11;
    byte[] words = letters(n * length, 261);
    int[] out = new int[n * n];
    call("edit_distance").grid(n).block(32).run(words, length, out, n);
    for (int i = 0; i < n * n; i++) {
      int p = i / n * length;
      int q = i % n * length;
      int[][] d = new int[length + 1][length + 1];
      for (int k = 0; k < (length + 1) * (length + 1); k++) {
        int x = k / (length + 1);
        int y = k % (length + 1);
        if (x == 0 || y == 0) {
          d[x][y] = x + y;
        } else {
          int replaced = d[x - 1][y - 1] + (words[p + x - 1] == words[q + y - 1] ? 0 : 1);
          d[x][y] = Math.min(replaced, 1 + Math.min(d[x - 1][y], d[x][y - 1]));
        }
      }
      assertEquals(d[length][length], out[i]);
    }
  }

  @Test
  void knapsack() {
    int[] weights = Inputs.ints(16, 1, 30, 262);
    int[] values = Inputs.ints(16, 1, 100, 263);
    int[] best = new int[1];
    call("knapsack").block(33).shared(8 * 101).run(weights, values, best, 16, 100);
    int expected = 0;
    for (int set = 0; set < 1 << 16; set++) {
      int weight = 0;
      int value = 0;
      for (int k = 0; k < 16; k++) {
        weight += (set >> k & 1) * weights[k];
        value += (set >> k & 1) * values[k];
      }
      expected = weight <= 100 ? Math.max(expected, value) : expected;
    }
    assertEquals(expected, best[0]);
  }

  @Test
  void pathFinder() {
    int columns = 500;
    int rows = 9;
    int[] cost = Inputs.ints(columns * rows, 0, 10, 264);
    int[] result = new int[columns];
    call("path_finder").grid((columns + 111) / 112).block(128).run(cost, result, columns, rows);
    int[] expected = Arrays.copyOf(cost, columns);
    for (int r = 1; r < rows; r++) {
      int[] old = expected.clone();
      for (int x = 0; x < columns; x++) {
        int left = old[Math.max(0, x - 1)];
        int right = old[Math.min(columns - 1, x + 1)];
        expected[x] = cost[r * columns + x] + Math.min(old[x], Math.min(left, right));
      }
    }
    assertArrayEquals(expected, result);
  }

  @Test
  void kMeans() {
    int n = 400;
    int k = 5;
    float[] points = new float[3 * n];
    int[] random = Inputs.ints(3 * n, 0, 100, 265);
    for (int i = 0; i < 3 * n; i++) {
      points[i] = random[i];
    }
    float[] centres = Arrays.copyOf(points, 3 * k);
    int[] owner = new int[n];
    float[] sums = new float[3 * k];
    int[] counts = new int[k];
    call("k_means_assign").cover(n, 96).run(points, centres, owner, sums, counts, n, k);
    float[] expected = new float[3 * k];
    int[] expectedCounts = new int[k];
    for (int i = 0; i < n; i++) {
      int p = i;
      int nearest =
          IntStream.range(0, k)
              .boxed()
              .min(Comparator.comparingDouble(c -> square(points, p, centres, c)))
              .orElseThrow();
      assertEquals(nearest, owner[i]);
      expectedCounts[nearest]++;
      for (int j = 0; j < 3; j++) {
        expected[3 * nearest + j] += points[3 * i + j];
      }
    }
    assertArrayEquals(expected, sums);
    assertArrayEquals(expectedCounts, counts);
  }

  private static double square(float[] a, int i, float[] b, int j) {
    return IntStream.range(0, 3).mapToDouble(k -> Math.pow(a[3 * i + k] - b[3 * j + k], 2)).sum();
  }

  @Test
  void nearestNeighbours() {
    int n = 200;
    int m = 50;
    float[] points = new float[2 * n];
    float[] queries = new float[2 * m];
    int[] random = Inputs.ints(2 * n + 2 * m, 0, 1000, 266);
    for (int i = 0; i < random.length; i++) {
      if (i < 2 * n) {
        points[i] = random[i];
      } else {
        queries[i - 2 * n] = random[i];
      }
    }
    int[] out = new int[4 * m];
    call("nearest_neighbours").cover(m, 32).run(points, queries, out, n, m);
    for (int i = 0; i < m; i++) {
      float qx = queries[2 * i];
      float qy = queries[2 * i + 1];
      int[] sorted =
          IntStream.range(0, n)
              .boxed()
              .sorted(
                  Comparator.comparingDouble(
                      p -> Math.pow(points[2 * p] - qx, 2) + Math.pow(points[2 * p + 1] - qy, 2)))
              .mapToInt(p -> p)
              .limit(4)
              .toArray();
      assertArrayEquals(sorted, Arrays.copyOfRange(out, 4 * i, 4 * i + 4));
    }
  }
}
