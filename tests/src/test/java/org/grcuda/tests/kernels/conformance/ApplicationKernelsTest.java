package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ApplicationKernelsTest extends ConformanceTest {

  private static final int ORDER = 8;
  private static final int LEVELS = 3;

  ApplicationKernelsTest() {
    super("applications.cu");
  }

  // ---- trees

  /** A full tree over sorted values: for each node the least value and the number of each child. */
  private record Tree(int[] values, int[] keys, int[] children) {

    static Tree of(int[] values) {
      int inner = 1 + ORDER + ORDER * ORDER;
      int[] keys = new int[inner * ORDER];
      int[] children = new int[inner * ORDER];
      int first = 0;
      int below = values.length;
      for (int level = 0, nodes = 1; level < LEVELS; level++, nodes *= ORDER) {
        below /= ORDER;
        for (int node = 0; node < nodes; node++) {
          for (int c = 0; c < ORDER; c++) {
            int at = (first + node) * ORDER + c;
            keys[at] = values[(node * ORDER + c) * below];
            boolean last = level == LEVELS - 1;
            children[at] = node * ORDER + c + (last ? 0 : first + nodes);
          }
        }
        first += nodes;
      }
      return new Tree(values, keys, children);
    }
  }

  private static Tree tree() {
    return Tree.of(
        new Random(1).ints(0, 5000).distinct().limit(ORDER * ORDER * ORDER).sorted().toArray());
  }

  @Test
  void treeFind() {
    Tree tree = tree();
    int[] wanted = new Random(2).ints(100, -10, 5010).toArray();
    System.arraycopy(tree.values(), 7, wanted, 0, 50);
    int[] places = new int[wanted.length];
    call("tree_find")
        .grid(wanted.length)
        .block(ORDER)
        .run(tree.keys(), tree.children(), LEVELS, tree.values(), wanted, places);
    for (int i = 0; i < wanted.length; i++) {
      assertEquals(Math.max(-1, Arrays.binarySearch(tree.values(), wanted[i])), places[i]);
    }
  }

  @Test
  void treeRange() {
    Tree tree = tree();
    Random random = new Random(3);
    int[] low = random.ints(60, -100, 5100).toArray();
    int[] high = random.ints(60, -100, 5100).toArray();
    int[] counts = new int[60];
    call("tree_range")
        .grid(60)
        .block(ORDER)
        .run(tree.keys(), tree.children(), LEVELS, tree.values(), low, high, counts);
    for (int i = 0; i < counts.length; i++) {
      int from = low[i];
      int to = high[i];
      assertEquals(
          Arrays.stream(tree.values()).filter(v -> v >= from && v <= to).count(), counts[i]);
    }
  }

  // ---- compression and matching

  @Test
  void huffmanPack() {
    Random random = new Random(4);
    int[] codes = new int[256];
    int[] lengths = new int[256];
    for (int s = 0; s < 256; s++) {
      lengths[s] = 1 + random.nextInt(16);
      codes[s] = random.nextInt(1 << lengths[s]);
    }
    byte[] data = new byte[3 * 256];
    random.nextBytes(data);
    int[] packed = new int[3 * 128];
    int[] bits = new int[3];
    call("huffman_pack").grid(3).block(256).run(data, codes, lengths, packed, bits);
    for (int block = 0; block < 3; block++) {
      int at = 0;
      int[] expected = new int[128];
      for (int i = 0; i < 256; i++) {
        int symbol = data[block * 256 + i] & 0xff;
        for (int bit = lengths[symbol] - 1; bit >= 0; bit--, at++) {
          expected[at / 32] |= (codes[symbol] >> bit & 1) << 31 - at % 32;
        }
      }
      assertEquals(at, bits[block]);
      assertArrayEquals(expected, Arrays.copyOfRange(packed, block * 128, block * 128 + 128));
    }
  }

  private static String bases(int n, Random random) {
    StringBuilder text = new StringBuilder();
    random.ints(n, 0, 4).forEach(base -> text.append("ACGT".charAt(base)));
    return text.toString();
  }

  /** The children of each node of the tree of all suffixes; -1 where there is none. */
  private static int[] suffixes(String reference) {
    int[] children = new int[4 * (1 + reference.length() * (reference.length() + 1) / 2)];
    Arrays.fill(children, -1);
    int nodes = 1;
    for (int first = 0; first < reference.length(); first++) {
      int node = 0;
      for (int i = first; i < reference.length(); i++) {
        int at = 4 * node + "ACGT".indexOf(reference.charAt(i));
        if (children[at] < 0) {
          children[at] = nodes++;
        }
        node = children[at];
      }
    }
    return children;
  }

  @Test
  void longestMatches() {
    Random random = new Random(5);
    String reference = bases(90, random);
    String text = bases(70, random) + reference.substring(20, 60) + bases(30, random);
    int[] matched = new int[text.length()];
    call("longest_matches")
        .grid(2)
        .block(128)
        .run(suffixes(reference), text.getBytes(), text.length(), matched);
    for (int first = 0; first < matched.length; first++) {
      int length = 0;
      while (first + length < text.length()
          && reference.contains(text.substring(first, first + length + 1))) {
        length++;
      }
      assertEquals(length, matched[first], "at " + first);
    }
  }

  // ---- images

  private static final int WIDTH = 40;
  private static final int HEIGHT = 30;
  private static final int RINGS = 4;
  private static final int ANGLES = 16;

  private static double angle(int a) {
    return a * 6.2831853f / ANGLES;
  }

  private int[][] rings() {
    int[] x = new int[RINGS * ANGLES];
    int[] y = new int[RINGS * ANGLES];
    call("make_rings").run(x, y);
    for (int i = 0; i < x.length; i++) {
      int radius = i / ANGLES + 2;
      assertEquals(radius * Math.cos(angle(i % ANGLES)), x[i], 0.5001);
      assertEquals(radius * Math.sin(angle(i % ANGLES)), y[i], 0.5001);
    }
    return new int[][] {x, y};
  }

  @Test
  void ringScores() {
    int[][] rings = rings();
    float[] gx = Inputs.floats(WIDTH * HEIGHT, -1, 1, 6);
    float[] gy = Inputs.floats(WIDTH * HEIGHT, -1, 1, 7);
    float[] scores = new float[WIDTH * HEIGHT];
    call("ring_scores").grid(5).block(256).run(gx, gy, rings[0], rings[1], scores, WIDTH, HEIGHT);
    int margin = RINGS + 2;
    for (int row = 0; row < HEIGHT; row++) {
      for (int column = 0; column < WIDTH; column++) {
        boolean inside =
            row >= margin && column >= margin && row < HEIGHT - margin && column < WIDTH - margin;
        double best = 0;
        for (int r = 0; r < RINGS && inside; r++) {
          best = Math.max(best, score(rings, r, row, column, gx, gy));
        }
        assertEquals(best, scores[row * WIDTH + column], 1e-4 * Math.max(1, best));
      }
    }
  }

  private static double score(int[][] rings, int r, int row, int column, float[] gx, float[] gy) {
    double sum = 0;
    double squares = 0;
    for (int a = 0; a < ANGLES; a++) {
      int i = r * ANGLES + a;
      int at = (row + rings[1][i]) * WIDTH + column + rings[0][i];
      double along = gx[at] * Math.cos(angle(a)) + gy[at] * Math.sin(angle(a));
      sum += along;
      squares += along * along;
    }
    double mean = sum / ANGLES;
    return mean * mean / (squares / ANGLES - mean * mean + 0.01f);
  }

  @Test
  void dilate() {
    float[] in = Inputs.floats(WIDTH * HEIGHT, 0, 1, 8);
    float[] out = new float[in.length];
    call("dilate").grid(5).block(256).run(in, out, WIDTH, HEIGHT, 3);
    for (int i = 0; i < out.length; i++) {
      float most = 0;
      for (int j = 0; j < in.length; j++) {
        int x = j % WIDTH - i % WIDTH;
        int y = j / WIDTH - i / WIDTH;
        most = x * x + y * y <= 9 ? Math.max(most, in[j]) : most;
      }
      assertEquals(most, out[i]);
    }
  }

  @Test
  void track() {
    Random random = new Random(9);
    int side = 6;
    int reach = 5;
    float[] frame = Inputs.floats(WIDTH * HEIGHT, 0, 1, 10);
    int points = 12;
    int[] rows = random.ints(points, reach, HEIGHT - reach - side).toArray();
    int[] columns = random.ints(points, reach, WIDTH - reach - side).toArray();
    int[] moved = random.ints(points, 0, 121).toArray();
    float[] pictures = new float[points * side * side];
    for (int i = 0; i < pictures.length; i++) {
      int p = i / (side * side);
      int row = rows[p] - reach + moved[p] / 11 + i / side % side;
      pictures[i] = frame[row * WIDTH + columns[p] - reach + moved[p] % 11 + i % side] + 0.01f;
    }
    int[] found = new int[points];
    call("track")
        .grid(points)
        .block(256)
        .shared(4 * side * side)
        .run(frame, WIDTH, pictures, side, rows, columns, reach, found);
    assertArrayEquals(moved, found);
  }

  // ---- sorting and wavelets

  @Test
  void sortByBuckets() {
    float[] values = Inputs.floats(3000, -5, 5, 11);
    values[7] = values[8];
    float[] pivots = {-4, -3, -2.5f, -1, 0, 0.25f, 1, 2, 3, 4.5f};
    int[] counts = new int[pivots.length + 1];
    call("bucket_counts")
        .grid(4)
        .block(128)
        .shared(4 * counts.length)
        .run(values, values.length, pivots, pivots.length, counts);
    int[] begins = new int[counts.length + 1];
    for (int b = 0; b < counts.length; b++) {
      float low = b == 0 ? Float.NEGATIVE_INFINITY : pivots[b - 1];
      float high = b == pivots.length ? Float.POSITIVE_INFINITY : pivots[b];
      int expected = 0;
      for (float value : values) {
        expected += value >= low && value < high ? 1 : 0;
      }
      assertEquals(expected, counts[b]);
      assertTrue(expected <= 512);
      begins[b + 1] = begins[b] + counts[b];
    }
    int[] next = Arrays.copyOf(begins, counts.length);
    float[] moved = new float[values.length];
    call("bucket_moves")
        .grid(4)
        .block(128)
        .run(values, values.length, pivots, pivots.length, next, moved);
    assertArrayEquals(Arrays.copyOfRange(begins, 1, begins.length), next);
    call("bucket_sorts").grid(counts.length).block(64).run(moved, begins);
    float[] sorted = values.clone();
    Arrays.sort(sorted);
    assertArrayEquals(sorted, moved);
  }

  /** Undone in plain Java, the parts give the row again. */
  @Test
  void waveletRows() {
    for (int width : new int[] {37, 64}) {
      int[] in = Inputs.ints(5 * width, -1000, 1000, width);
      int[] out = new int[in.length];
      call("wavelet_rows").grid(5).block(32).shared(4 * width).run(in, out, width);
      for (int row = 0; row < 5; row++) {
        int[] parts = Arrays.copyOfRange(out, row * width, (row + 1) * width);
        assertArrayEquals(Arrays.copyOfRange(in, row * width, (row + 1) * width), undone(parts));
      }
    }
  }

  private static int[] undone(int[] parts) {
    int n = parts.length;
    int[] row = new int[n];
    for (int i = 0; i < n; i += 2) {
      int before = parts[(n + 1) / 2 + (i == 0 ? 0 : i / 2 - 1)];
      int after = parts[(n + 1) / 2 + (i + 1 < n ? i / 2 : i / 2 - 1)];
      row[i] = parts[i / 2] - (before + after + 2 >> 2);
    }
    for (int i = 1; i < n; i += 2) {
      row[i] = parts[(n + 1) / 2 + i / 2] + (row[i - 1] + row[i + 1 < n ? i + 1 : i - 1] >> 1);
    }
    return row;
  }
}
