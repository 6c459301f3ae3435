package org.grcuda.runtime.schedule.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The layout of the drawing of the dependencies. Every computation is in a row below all
 * computations that it depends on, near its neighbours in the graph. Rows are ordered by the mean
 * place of neighbours, in sweeps down and up (Sugiyama, Tagawa, Toda 1981); places are as near to
 * those means as a distance of at least 1 allows, found by pooling adjacent violators. The cost is
 * linear in computations and dependencies, except for sorting rows.
 */
final class LayeredLayout {

  private static final int SWEEPS = 6;

  /** A layer with more computations than this is folded into several rows. */
  private static final int WIDEST = 40;

  /** If there are several columns, each has at least this many rows. */
  private static final int LEAST_ROWS = 40;

  /** The distance between rows over the distance between computations of a row. */
  private static final double ASPECT = 0.5;

  private final DependencyGraph graph;
  private final int[] layer;
  private final double[] place;
  private final double[] wanted;
  private final boolean[] folded;
  private int[][] layers;

  private LayeredLayout(DependencyGraph graph) {
    this.graph = graph;
    layer = new int[graph.count()];
    place = new double[graph.count()];
    wanted = new double[graph.count()];
    folded = new boolean[graph.count()];
  }

  /** The layout of {@code graph}. Deterministic. */
  static LayeredLayout of(DependencyGraph graph) {
    LayeredLayout layout = new LayeredLayout(graph);
    layout.assignLayers();
    layout.collectLayers();
    layout.spread();
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      layout.sweep(sweep % 2 == 0, layout::order);
    }
    layout.foldLayers();
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      layout.sweep(sweep % 2 == 0, layout::settle);
    }
    layout.foldRows();
    return layout;
  }

  /** Computations by row, each row in the order of places. */
  int[][] rows() {
    return layers;
  }

  /** The row of {@code computation}. */
  int row(int computation) {
    return layer[computation];
  }

  /** The place of {@code computation} in its row; two of a row are at least 1 apart. */
  double place(int computation) {
    return place[computation];
  }

  /**
   * Each computation is as deep as the longest chain above it; one that depends on nothing moves
   * down to where it is needed.
   */
  private void assignLayers() {
    for (int computation : graph.order()) {
      for (int parent : graph.parents(computation)) {
        layer[computation] = Math.max(layer[computation], layer[parent] + 1);
      }
    }
    for (int i = 0; i < layer.length; i++) {
      if (graph.parents(i).length == 0 && graph.children(i).length > 0) {
        int least = Integer.MAX_VALUE;
        for (int child : graph.children(i)) {
          least = Math.min(least, layer[child]);
        }
        layer[i] = least - 1;
      }
    }
  }

  private void collectLayers() {
    int[] counts = new int[Arrays.stream(layer).max().orElse(-1) + 1];
    for (int l : layer) {
      counts[l]++;
    }
    layers = new int[counts.length][];
    for (int l = 0; l < counts.length; l++) {
      layers[l] = new int[counts[l]];
    }
    for (int i = layer.length - 1; i >= 0; i--) {
      layers[layer[i]][--counts[layer[i]]] = i;
    }
  }

  private void spread() {
    for (int[] row : layers) {
      spread(row);
    }
  }

  /**
   * While rows are being ordered, all rows have the same width, so that wide rows do not pull
   * others apart.
   */
  private void spread(int[] row) {
    for (int k = 0; k < row.length; k++) {
      place[row[k]] = (k + 0.5) / row.length;
    }
  }

  private void sweep(boolean down, Consumer<int[]> arrange) {
    for (int k = 0; k < layers.length; k++) {
      int[] row = layers[down ? k : layers.length - 1 - k];
      for (int computation : row) {
        int[] neighbours = down ? graph.parents(computation) : graph.children(computation);
        wanted[computation] = mean(neighbours, place[computation]);
      }
      arrange.accept(row);
    }
  }

  private double mean(int[] neighbours, double otherwise) {
    double sum = 0;
    for (int neighbour : neighbours) {
      sum += place[neighbour];
    }
    return neighbours.length == 0 ? otherwise : sum / neighbours.length;
  }

  /** Sorts {@code row} by the wanted places. */
  private void order(int[] row) {
    List<Integer> sorted = new ArrayList<>(row.length);
    for (int computation : row) {
      sorted.add(computation);
    }
    sorted.sort((a, b) -> Double.compare(wanted[a], wanted[b]));
    for (int k = 0; k < row.length; k++) {
      row[k] = sorted.get(k);
    }
    spread(row);
  }

  /**
   * Gives the computations of {@code row}, in their order, places at least 1 apart and nearest to
   * the wanted ones.
   */
  private void settle(int[] row) {
    if (folded[row[0]]) {
      return;
    }
    double[] sums = new double[row.length];
    int[] sizes = new int[row.length];
    int blocks = 0;
    for (int k = 0; k < row.length; k++) {
      sums[blocks] = wanted[row[k]] - k;
      sizes[blocks++] = 1;
      while (blocks > 1
          && sums[blocks - 2] / sizes[blocks - 2] >= sums[blocks - 1] / sizes[blocks - 1]) {
        blocks--;
        sums[blocks - 1] += sums[blocks];
        sizes[blocks - 1] += sizes[blocks];
      }
    }
    int k = 0;
    for (int block = 0; block < blocks; block++) {
      for (int end = k + sizes[block]; k < end; k++) {
        place[row[k]] = sums[block] / sizes[block] + k;
      }
    }
  }

  /** Makes several rows of a layer that is too wide: column by column, so neighbours stay near. */
  private void foldLayers() {
    List<int[]> rows = new ArrayList<>();
    for (int[] row : layers) {
      if (row.length <= WIDEST) {
        centre(row);
        rows.add(row);
        continue;
      }
      int columns = Math.max(WIDEST, (int) Math.ceil(Math.sqrt(row.length * ASPECT)));
      int height = (row.length + columns - 1) / columns;
      columns = (row.length + height - 1) / height;
      int[][] parts = new int[height][];
      for (int h = 0; h < height; h++) {
        parts[h] = new int[(row.length - h + height - 1) / height];
      }
      for (int k = 0; k < row.length; k++) {
        parts[k % height][k / height] = row[k];
        place[row[k]] = k / height - (columns - 1) / 2.0;
        folded[row[k]] = true;
      }
      rows.addAll(Arrays.asList(parts));
    }
    layers = rows.toArray(int[][]::new);
    numberRows();
  }

  private void centre(int[] row) {
    for (int k = 0; k < row.length; k++) {
      place[row[k]] = k - (row.length - 1) / 2.0;
    }
  }

  /** Puts the rows of a long layout side by side in columns, until it is about square. */
  private void foldRows() {
    double width = Arrays.stream(place).max().orElse(0) - Arrays.stream(place).min().orElse(0) + 2;
    int columns = (int) Math.round(Math.sqrt(layers.length * ASPECT / width));
    int height = Math.max(LEAST_ROWS, columns == 0 ? 0 : (layers.length + columns - 1) / columns);
    if (columns < 2 || layers.length <= height) {
      return;
    }
    List<List<Integer>> rows = new ArrayList<>();
    double left = 0;
    for (int from = 0; from < layers.length; from += height) {
      int to = Math.min(layers.length, from + height);
      left = placeColumn(from, to, left) + 2;
      for (int l = from; l < to; l++) {
        if (rows.size() <= l - from) {
          rows.add(new ArrayList<>());
        }
        for (int computation : layers[l]) {
          rows.get(l - from).add(computation);
        }
      }
    }
    layers =
        rows.stream()
            .map(row -> row.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    numberRows();
  }

  /**
   * Moves the rows from {@code from} to {@code to} to the right of {@code left}; returns their
   * right end.
   */
  private double placeColumn(int from, int to, double left) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int l = from; l < to; l++) {
      least = Math.min(least, place[layers[l][0]]);
      most = Math.max(most, place[layers[l][layers[l].length - 1]]);
    }
    for (int l = from; l < to; l++) {
      for (int computation : layers[l]) {
        place[computation] += left - least;
      }
    }
    return left + most - least;
  }

  private void numberRows() {
    for (int l = 0; l < layers.length; l++) {
      for (int computation : layers[l]) {
        layer[computation] = l;
      }
    }
  }
}
