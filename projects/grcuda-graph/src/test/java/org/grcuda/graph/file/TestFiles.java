package org.grcuda.graph.file;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.types.GrCudaException;

/** Files and graphs for the tests of this package. */
final class TestFiles {

  /** As large as what is read at once otherwise. */
  static final long ONE_PIECE = 1 << 20;

  private TestFiles() {}

  /** A file with this text in UTF-8, compressed if its name says so. */
  static Path file(Path folder, String name, String text) {
    return file(folder, name, text.getBytes(StandardCharsets.UTF_8));
  }

  static Path file(Path folder, String name, byte[] content) {
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file);
        OutputStream plainOrNot = name.endsWith(".gz") ? new GZIPOutputStream(out) : out) {
      plainOrNot.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /** The error of reading a file, without the name of the file. */
  static String refusal(Path file, long pieceBytes) {
    GrCudaException error =
        assertThrows(
            GrCudaException.class,
            () -> GraphFiles.read(file, Format.of(file), pieceBytes),
            () -> file + " was read");
    String name = file.toString();
    String message = error.getMessage();
    return message.startsWith(name) ? message.substring(name.length() + 1) : "OTHER: " + message;
  }

  /** A graph of edges without weights, given as sources and targets in turn. */
  static Graph plain(int vertices, int... ends) {
    var edges = new EdgeList(Weights.NONE);
    for (int i = 0; i < ends.length; i += 2) {
      edges.add(ends[i], ends[i + 1]);
    }
    return Graph.of(vertices, edges);
  }

  /** A graph of edges with weights, given as sources, targets and weights in turn. */
  static Graph weighted(int vertices, int... ends) {
    var edges = new EdgeList(Weights.INT);
    for (int i = 0; i < ends.length; i += 3) {
      edges.add(ends[i], ends[i + 1], ends[i + 2]);
    }
    return Graph.of(vertices, edges);
  }

  /** A graph of edges with weights, given as sources, targets and weights in turn. */
  static Graph real(int vertices, float... ends) {
    var edges = new EdgeList(Weights.FLOAT);
    for (int i = 0; i < ends.length; i += 3) {
      edges.add((int) ends[i], (int) ends[i + 1], ends[i + 2]);
    }
    return Graph.of(vertices, edges);
  }

  /** A random graph whose last vertex has an edge; with loops and parallel edges. */
  static Graph random(Weights weights, int vertices, int edges, SplittableRandom random) {
    var list = new EdgeList(weights);
    for (int i = 0; i < edges; i++) {
      int source = i == 0 ? vertices - 1 : random.nextInt(vertices);
      int target = random.nextInt(vertices);
      switch (weights) {
        case NONE -> list.add(source, target);
        case INT -> list.add(source, target, random.nextInt() >>> 1 >>> random.nextInt(31));
        case FLOAT -> list.add(source, target, number(random));
      }
    }
    return Graph.of(vertices, list);
  }

  private static float number(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(1000) / 8f;
      case 1 -> random.nextInt(100_000) / 1000f;
      default -> {
        float any = Float.intBitsToFloat(random.nextInt());
        yield Float.isNaN(any) ? -0f : any;
      }
    };
  }

  /** A random graph that METIS files can hold, with parallel edges. */
  static Graph undirected(Weights weights, int vertices, int edges, SplittableRandom random) {
    var list = new EdgeList(weights);
    for (int i = 0; i < edges; i++) {
      int source = random.nextInt(vertices);
      int target = random.nextInt(vertices);
      if (source == target) {
        continue;
      }
      if (weights == Weights.NONE) {
        list.add(source, target);
        list.add(target, source);
      } else {
        int weight = 1 + random.nextInt(9);
        list.add(source, target, weight);
        list.add(target, source, weight);
      }
    }
    return Graph.of(vertices, list);
  }
}
