package org.grcuda.graph.file;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.grcuda.graph.EdgeList;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What files hold is read as it is, and what is written is read again. */
final class GraphFilesTest {

  @TempDir private Path folder;

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of(
            ".gr",
            "c a road\np sp 4 3\n\na 1 2 7\nc more\na\t4  3 0 \na 2 1 2147483647\n",
            TestFiles.weighted(4, 0, 1, 7, 3, 2, 0, 1, 0, Integer.MAX_VALUE)),
        Arguments.of(".gr", "p sp 1 0", TestFiles.weighted(1)),
        Arguments.of(
            ".mtx",
            "%%MatrixMarket matrix coordinate pattern general\n% text\n\n3 3 2\n1 3\n2 2\n",
            TestFiles.plain(3, 0, 2, 1, 1)),
        Arguments.of(
            ".mtx",
            "%%matrixmarket MATRIX Coordinate Integer Symmetric\n3 3 3\n2 1 5\n3 3 6\n3 2 0\n",
            TestFiles.weighted(3, 1, 0, 5, 0, 1, 5, 2, 2, 6, 2, 1, 0, 1, 2, 0)),
        Arguments.of(
            ".mtx",
            "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 2 -1.5e1\n2 1 +.25\n2 2 inf\n",
            TestFiles.real(2, 0, 1, -15, 1, 0, .25f, 1, 1, Float.POSITIVE_INFINITY)),
        Arguments.of(
            ".mtx",
            "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n2 1 3\n1 1 4\n",
            TestFiles.real(2, 1, 0, 3, 0, 1, 3, 0, 0, 4)),
        Arguments.of(
            ".mtx",
            "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
            TestFiles.plain(2, 1, 0, 0, 1)),
        Arguments.of(
            ".graph",
            "% triangle, and a vertex without edges\n4 3\n2 3\n% between\n1 3\n1 2\n\n\n",
            TestFiles.plain(4, 0, 1, 0, 2, 1, 0, 1, 2, 2, 0, 2, 1)),
        Arguments.of(
            ".metis",
            "3 2 1\n2 5\n1 5 3 6\n2 6\n",
            TestFiles.weighted(3, 0, 1, 5, 1, 0, 5, 1, 2, 6, 2, 1, 6)),
        Arguments.of(
            ".graph", "2 1 111 2\n9 8 7 2 5\n9 8 7 1 5", TestFiles.weighted(2, 0, 1, 5, 1, 0, 5)),
        Arguments.of(".graph", "2 1 10\n8 2\n7 1\n", TestFiles.plain(2, 0, 1, 1, 0)),
        Arguments.of(".graph", "2 1 100\n8 2\n7 1\n", TestFiles.plain(2, 0, 1, 1, 0)),
        Arguments.of(
            ".graph", "2 1 011 1\n8 2 3\n7 1 3\n", TestFiles.weighted(2, 0, 1, 3, 1, 0, 3)),
        Arguments.of(".graph", "2 2\n2 2\n1 1\n", TestFiles.plain(2, 0, 1, 0, 1, 1, 0, 1, 0)),
        Arguments.of(
            ".txt",
            "# Nodes: 9\n% more\n\n0\t5\n3 , 2\n  5 5  \n",
            TestFiles.plain(6, 0, 5, 3, 2, 5, 5)),
        Arguments.of(".csv", "0,1,7\n1,0,0", TestFiles.weighted(2, 0, 1, 7, 1, 0, 0)),
        Arguments.of(".el", "0 1 7\n1 0 1.5\n", TestFiles.real(2, 0, 1, 7, 1, 0, 1.5f)),
        Arguments.of(".el", "0 1 1e3\n1 0 -2\n", TestFiles.real(2, 0, 1, 1000, 1, 0, -2)),
        Arguments.of(
            ".el",
            "0 1 -7\n1 0 9999999999\n1 1 0.",
            TestFiles.real(2, 0, 1, -7, 1, 0, 1e10f, 1, 1, 0)),
        Arguments.of(".tsv", "0 0 -Infinity\n", TestFiles.real(1, 0, 0, Float.NEGATIVE_INFINITY)));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void readsTexts(String extension, String text, Graph expected) {
    Path plain = TestFiles.file(folder, "a" + extension, text);
    Path windows = TestFiles.file(folder, "b" + extension, text.replace("\n", "\r\n"));
    Path compressed = TestFiles.file(folder, "a" + extension + ".gz", text);
    assertAll(
        () -> assertEquals(expected, GraphFiles.read(plain)),
        () -> assertEquals(expected, GraphFiles.read(windows)),
        () -> assertEquals(expected, GraphFiles.read(compressed)));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void noResultDependsOnThePieces(String extension, String text, Graph expected) {
    Path plain = TestFiles.file(folder, "a" + extension, text);
    Path windows = TestFiles.file(folder, "b" + extension, text.replace("\n", "\r\n"));
    assertAll(
        LongStream.rangeClosed(1, text.length() + 2)
            .boxed()
            .flatMap(
                pieceBytes ->
                    Stream.of(
                        () -> assertEquals(expected, read(plain, pieceBytes)),
                        () -> assertEquals(expected, read(windows, pieceBytes)))));
  }

  private static Graph read(Path file, long pieceBytes) {
    return GraphFiles.read(file, Format.of(file), pieceBytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".gr", ".mtx", ".el", ".wel", ".edges", ".tsv", ".csv", ".txt", ".gcsr", ".graph", ".metis"
      })
  void whatIsWrittenIsReadAgain(String extension) {
    var random = new SplittableRandom(extension.hashCode());
    for (int i = 0; i < 15; i++) {
      for (Weights weights : Weights.values()) {
        int vertices = 1 + random.nextInt(60);
        int edges = 1 + random.nextInt(200);
        Graph graph =
            extension.equals(".graph") || extension.equals(".metis")
                ? TestFiles.undirected(
                    weights == Weights.FLOAT ? Weights.INT : weights, vertices, edges, random)
                : TestFiles.random(
                    extension.equals(".gr") ? Weights.INT : weights, vertices, edges, random);
        Path file = folder.resolve("g" + i + extension + (i % 2 == 0 ? "" : ".gz"));
        GraphFiles.write(graph, file);
        assertEquals(graph, read(file, TestFiles.ONE_PIECE));
        assertEquals(graph, read(file, 1 + random.nextInt(50)));
      }
    }
  }

  @Test
  void formatsAreNamedWhereNoExtensionDoes() {
    Graph graph = TestFiles.weighted(2, 0, 1, 3, 1, 0, 3);
    for (Format format : Format.values()) {
      Path file = folder.resolve("graph");
      GraphFiles.write(graph, file, format);
      assertEquals(graph, GraphFiles.read(file, format));
    }
    assertEquals(Format.DIMACS, Format.of(Path.of("A.GR.GZ")));
  }

  @Test
  void aGraphMayReplaceTheFileThatItIsMappedFrom() throws IOException {
    Path file = folder.resolve("a.gcsr");
    Graph graph = TestFiles.random(Weights.INT, 1000, 5000, new SplittableRandom(1));
    GraphFiles.write(graph, file);
    Graph mapped = GraphFiles.read(file);
    GraphFiles.write(mapped, file);
    GraphFiles.write(mapped.symmetric(), file);
    assertEquals(graph, mapped);
    assertEquals(graph.symmetric(), GraphFiles.read(file));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
  }

  @ParameterizedTest
  @EnumSource
  void filesOfManyPiecesAreReadAsOne(Format format) {
    var random = new SplittableRandom(2);
    Graph graph = TestFiles.undirected(Weights.INT, 50_000, 150_000, random);
    Path file = folder.resolve("large");
    GraphFiles.write(graph, file, format);
    assertTrue(file.toFile().length() > 2 * TestFiles.ONE_PIECE);
    assertEquals(graph, GraphFiles.read(file, format));
    assertEquals(graph, GraphFiles.read(file, format, 1 << 14));
  }

  @Test
  void linksAreFollowedAndOtherThingsKept() throws IOException {
    Graph graph = TestFiles.weighted(2, 1, 0, 3);
    Path file = Files.createFile(folder.resolve("file"));
    Path link = Files.createSymbolicLink(folder.resolve("link.gr"), file);
    GraphFiles.write(graph, link);
    assertTrue(Files.isSymbolicLink(link));
    assertEquals(graph, GraphFiles.read(file, Format.DIMACS));

    Path inner = Files.createDirectory(folder.resolve("b.gr"));
    GrCudaException error =
        assertThrows(GrCudaException.class, () -> GraphFiles.write(graph, inner));
    assertEquals("cannot write " + inner + ": not a regular file", error.getMessage());
  }

  static Stream<Arguments> obstacles() {
    Graph plain = TestFiles.plain(2, 1, 0);
    Graph real = TestFiles.real(2, 1, 0, 1.5f);
    return Stream.of(
        Arguments.of(
            plain,
            ".gr",
            "graph of 2 vertices and 1 edges, expected weights of type int, as each arc has in"
                + " this format"),
        Arguments.of(
            real,
            ".gr",
            "graph of 2 vertices and 1 edges with weights of type float, expected weights of type"
                + " int, as each arc has in this format"),
        Arguments.of(
            real,
            ".graph",
            "graph of 2 vertices and 1 edges with weights of type float, expected weights of type"
                + " int or none"),
        Arguments.of(
            plain, ".graph", "directed graph, expected each edge in both directions (symmetric)"),
        Arguments.of(
            TestFiles.weighted(2, 0, 1, 2, 1, 0, 3),
            ".graph",
            "directed graph, expected each edge in both directions (symmetric)"),
        Arguments.of(
            TestFiles.weighted(2, 0, 1, 0, 1, 0, 0),
            ".graph",
            "edge from 0 with weight 0, expected at least 1 in this format"),
        Arguments.of(
            TestFiles.plain(2, 1, 1),
            ".graph",
            "edge from 1 to itself, expected none, as this format has none"),
        Arguments.of(
            TestFiles.plain(3, 1, 0),
            ".el",
            "graph of 3 vertices and 1 edges whose last vertex has no edges, expected one with an"
                + " edge, as this format names vertices by their edges"));
  }

  @ParameterizedTest
  @MethodSource("obstacles")
  void whatAFormatCannotHoldIsRefused(Graph graph, String extension, String message)
      throws IOException {
    Path file = TestFiles.file(folder, "kept" + extension, "old");
    GrCudaException error =
        assertThrows(GrCudaException.class, () -> GraphFiles.write(graph, file));
    assertEquals(file + ": " + message, error.getMessage());
    assertEquals("old", Files.readString(file));
  }

  @Test
  void filesThatAreNoneAreRefused() throws IOException {
    Path missing = folder.resolve("missing.gr");
    GrCudaException error = assertThrows(GrCudaException.class, () -> GraphFiles.read(missing));
    assertEquals("cannot read " + missing + ": no such file or folder", error.getMessage());
    assertEquals(GrCudaException.Kind.NOT_FOUND, error.kind());

    Path folderOfAnother = folder.resolve("none/a.gr");
    Graph graph = TestFiles.weighted(1);
    error = assertThrows(GrCudaException.class, () -> GraphFiles.write(graph, folderOfAnother));
    assertEquals(
        "cannot write " + folderOfAnother + ": no such file or folder", error.getMessage());

    Path inner = Files.createDirectory(folder.resolve("b.mtx"));
    error = assertThrows(GrCudaException.class, () -> GraphFiles.read(inner));
    assertEquals("cannot read " + inner + ": not a regular file", error.getMessage());
    assertEquals(GrCudaException.Kind.STATE, error.kind());
  }

  @Test
  void unknownExtensionsAreRefused() {
    String expected =
        ", expected one of .gr, .mtx, .graph, .metis, .txt, .el, .wel, .edges, .tsv, .csv, .gcsr,"
            + " perhaps with .gz after it; or give the format, one of DIMACS, MATRIX_MARKET,"
            + " METIS, EDGE_LIST, BINARY";
    GrCudaException error =
        assertThrows(GrCudaException.class, () -> GraphFiles.read(Path.of("a.foo.gz")));
    assertEquals("a.foo.gz: extension .foo" + expected, error.getMessage());
    error = assertThrows(GrCudaException.class, () -> GraphFiles.read(Path.of("a")));
    assertEquals("a: no extension" + expected, error.getMessage());
  }

  @Test
  void manyVerticesWithoutEdgesAreWrittenAndRead() {
    var edges = new EdgeList(Weights.INT);
    edges.add(3, 1_000_000, 5);
    Graph graph = Graph.of(5_000_000, edges);
    Path file = folder.resolve("a.gr");
    GraphFiles.write(graph, file);
    assertEquals(graph, GraphFiles.read(file));
  }
}
