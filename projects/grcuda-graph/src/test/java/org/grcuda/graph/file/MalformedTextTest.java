package org.grcuda.graph.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong in a text, and where, is said exactly, whatever the pieces that it is read in. */
final class MalformedTextTest {

  private static final String BANNER = "%%MatrixMarket matrix coordinate ";
  private static final String PATTERN = BANNER + "pattern general\n";
  private static final String INTEGER = BANNER + "integer general\n";
  private static final String REAL = BANNER + "real general\n";

  @TempDir private Path folder;

  private record Case(String extension, String text, String message) {

    @Override
    public String toString() {
      return extension + " " + message;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(dimacs(), matrixMarket(), metis(), edgeLists()).flatMap(List::stream);
  }

  private static Case gr(String text, String message) {
    return new Case(".gr", text, message);
  }

  private static List<Case> dimacs() {
    String problem = ", expected a line 'p sp VERTICES ARCS'";
    String line = ", expected a line 'a FROM TO WEIGHT', or 'c' for a comment";
    return List.of(
        gr("", "1:1: end of the file" + problem),
        gr("c only\n", "2:1: end of the file" + problem),
        gr("\n\n  x 1\n", "3:3: 'x'" + problem),
        gr("a 1 2 3\n", "1:1: 'a'" + problem),
        gr("pp sp 1 1\n", "1:1: 'pp'" + problem),
        gr("p\n", "1:2: problem ''" + problem),
        gr("p max 3 4\n", "1:3: problem 'max'" + problem),
        gr(
            "p sp\n",
            "1:5: number of vertices missing, expected 1 to 16777536 in a file of 5 bytes"),
        gr("p sp 0 0\n", "1:6: number of vertices 0, expected 1 to 16777792 in a file of 9 bytes"),
        gr(
            "p sp 2147483647 0\n",
            "1:6: number of vertices 2147483647, expected 1 to 16778368 in a file of 18 bytes"),
        gr("p sp 3\n", "1:7: number of arcs missing, expected 0 to 1 in a file of 7 bytes"),
        gr(
            "p sp 3 2000000\n",
            "1:8: number of arcs 2000000, expected 0 to 2 in a file of 15 bytes"),
        gr(
            "p sp 3 99999999999999999999\n",
            "1:8: number of arcs 99999999999999999999, expected 0 to 3 in a file of 28 bytes"),
        gr("p sp 3 -1\n", "1:8: number of arcs -1, expected 0 to 1 in a file of 10 bytes"),
        gr("p sp 3 0 x\n", "1:10: 'x' after the number of arcs, expected the end of the line"),
        gr("p sp 3 1\na 1 2 3\na 2 3 4\n", "1:8: number of arcs 1, but the file has 2"),
        gr("p sp 3 2\na 1 2 3\n", "1:8: number of arcs 2, but the file has 1"),
        gr("p sp 3 1\np sp 3 1\n", "2:1: 'p'" + line),
        gr("p sp 3 1\nab 1 2 3\n", "2:1: 'ab'" + line),
        gr("p sp 3 1\na 0 2 3\n", "2:3: vertex 0, expected 1 to 3"),
        gr("p sp 3 1\na 1 4 3\n", "2:5: vertex 4, expected 1 to 3"),
        gr("p sp 3 1\na 1 -2 3\n", "2:5: vertex -2, expected 1 to 3"),
        gr("p sp 3 1\na 1 2x 3\n", "2:5: vertex 2x, expected 1 to 3"),
        gr("p sp 3 1\na 1,2 3\n", "2:3: vertex 1,2, expected 1 to 3"),
        gr("p sp 3 1\na\n", "2:2: vertex missing, expected 1 to 3"),
        gr("p sp 3 1\na 1\r\n", "2:4: vertex missing, expected 1 to 3"),
        gr("p sp 3 1\na 1 2 \n", "2:7: weight missing, expected 0 to 2147483647"),
        gr("p sp 3 1\na 1 2 -3\n", "2:7: weight -3, expected 0 to 2147483647"),
        gr("p sp 3 1\na 1 2 2147483648\n", "2:7: weight 2147483648, expected 0 to 2147483647"),
        gr("p sp 3 1\na 1 2 1.5\n", "2:7: weight 1.5, expected 0 to 2147483647"),
        gr("p sp 3 1\na 1 2 3 4\n", "2:9: '4' after the arc, expected the end of the line"),
        gr("p sp 3 1\na 1 2 3\r4\n", "2:7: weight 3\\x0d4, expected 0 to 2147483647"),
        gr("p sp 3 1\na 1 2 3 \ré\n", "2:9: '\\x0dé' after the arc, expected the end of the line"),
        gr("p sp 3 2\na 1 2 3\né a\n", "3:1: 'é'" + line),
        gr("p sp 3 2\na 1 2 3\n\u0007\u0000\n", "3:1: '\\x07\\x00'" + line),
        gr(
            "p sp 3 2\na 1 2 3\na 1 2 " + "7".repeat(50),
            "3:7: weight " + "7".repeat(40) + "..., expected 0 to 2147483647"),
        gr("p sp 3 3\na 1 2 3\na 1 9 3\na 8 9 3\n", "3:5: vertex 9, expected 1 to 3"));
  }

  private static Case mtx(String text, String message) {
    return new Case(".mtx", text, message);
  }

  private static List<Case> matrixMarket() {
    String form = ", expected '%%MatrixMarket matrix coordinate FIELD SYMMETRY'";
    return List.of(
        mtx("", "1:1: ''" + form),
        mtx("%MatrixMarket matrix\n", "1:1: '%MatrixMarket'" + form),
        mtx("3 3 1\n1 2\n", "1:1: '3'" + form),
        mtx(
            "%%MatrixMarket vector\n",
            "1:16: object 'vector', expected matrix; others are not read"),
        mtx("%%MatrixMarket tensor\n", "1:16: object 'tensor', expected matrix"),
        mtx("%%MatrixMarket\n", "1:15: object missing, expected matrix"),
        mtx(
            "%%MatrixMarket matrix array real general\n",
            "1:23: format 'array', expected coordinate; others are not read"),
        mtx("%%MatrixMarket matrix dense\n", "1:23: format 'dense', expected coordinate"),
        mtx(
            BANNER + "complex general\n",
            "1:34: field 'complex', expected pattern or integer or real; others are not read"),
        mtx(
            BANNER + "double general\n",
            "1:34: field 'double', expected pattern or integer or real"),
        mtx(
            BANNER + "real hermitian\n",
            "1:39: symmetry 'hermitian', expected general or symmetric; others are not read"),
        mtx(
            BANNER + "real Skew-Symmetric\n",
            "1:39: symmetry 'Skew-Symmetric', expected general or symmetric; others are not read"),
        mtx(BANNER + "real\n", "1:38: symmetry missing, expected general or symmetric"),
        mtx(
            BANNER + "real general 3\n",
            "1:47: '3' after the symmetry, expected the end of the line"),
        mtx(PATTERN, "2:1: end of the file, expected a line 'ROWS COLUMNS ENTRIES'"),
        mtx(
            PATTERN + "%\n\nx\n",
            "4:1: number of vertices x, expected 1 to 16780672 in a file of 54 bytes"),
        mtx(PATTERN + "3 4 1\n", "2:3: number of columns 4, expected 3, the number of rows"),
        mtx(PATTERN + "3\n", "2:2: number of columns missing, expected 3, the number of rows"),
        mtx(
            PATTERN + "3 3\n",
            "2:4: number of entries missing, expected 0 to 13 in a file of 53 bytes"),
        mtx(
            INTEGER + "3 3 99\n",
            "2:5: number of entries 99, expected 0 to 9 in a file of 56 bytes"),
        mtx(
            PATTERN + "3 3 1 1\n",
            "2:7: '1' after the number of entries, expected the end of the line"),
        mtx(PATTERN + "3 3 2\n1 2\n", "2:5: number of entries 2, but the file has 1"),
        mtx(PATTERN + "3 3 0\n1 2\n", "2:5: number of entries 0, but the file has 1"),
        mtx(PATTERN + "3 3 1\n0 2\n", "3:1: row or column 0, expected 1 to 3"),
        mtx(PATTERN + "3 3 1\n1 4\n", "3:3: row or column 4, expected 1 to 3"),
        mtx(PATTERN + "3 3 1\n1\n", "3:2: row or column missing, expected 1 to 3"),
        mtx(PATTERN + "3 3 1\n% 2\n", "3:1: row or column %, expected 1 to 3"),
        mtx(PATTERN + "3 3 1\n1 2 3\n", "3:5: '3' after the entry, expected the end of the line"),
        mtx(INTEGER + "3 3 1\n1 2\n", "3:4: weight missing, expected 0 to 2147483647"),
        mtx(INTEGER + "3 3 1\n1 2 -3\n", "3:5: weight -3, expected 0 to 2147483647"),
        mtx(INTEGER + "3 3 1\n1 2 1.0\n", "3:5: weight 1.0, expected 0 to 2147483647"),
        mtx(REAL + "3 3 1\n1 2\n", "3:4: weight missing, expected a number"),
        mtx(REAL + "3 3 1\n1 2 NaN\n", "3:5: weight NaN, expected a number"),
        mtx(REAL + "3 3 1\n1 2 1f\n", "3:5: weight 1f, expected a number"),
        mtx(REAL + "3 3 1\n1 2 0x1p3\n", "3:5: weight 0x1p3, expected a number"),
        mtx(REAL + "3 3 1\n1 2 1e\n", "3:5: weight 1e, expected a number"),
        mtx(REAL + "3 3 1\n1 2 -\n", "3:5: weight -, expected a number"),
        mtx(REAL + "3 3 1\n1 2 .          \n", "3:5: weight ., expected a number"),
        mtx(REAL + "3 3 1\n1 2 1.2.3          \n", "3:5: weight 1.2.3, expected a number"),
        mtx(
            REAL + "3 3 1\n1 2 1e39\n",
            "3:5: weight 1e39, expected a number from -3.4028235E38 to 3.4028235E38"),
        mtx(
            REAL + "3 3 1\n1 2 0." + "1".repeat(2000) + "\n",
            "3:5: weight 0."
                + "1".repeat(38)
                + "..., expected a number of at most 1024 characters"),
        mtx(
            BANNER + "pattern symmetric\n3 3 1\n1 2\n",
            "3:1: entry 1 2, expected none above the diagonal of a symmetric matrix"));
  }

  private static Case metis(String text, String message) {
    return new Case(".graph", text, message);
  }

  private static List<Case> metis() {
    return List.of(
        metis("", "1:1: end of the file, expected a line 'VERTICES EDGES [FORMAT]'"),
        metis("% x\n", "2:1: end of the file, expected a line 'VERTICES EDGES [FORMAT]'"),
        metis("x\n", "1:1: number of vertices x, expected 1 to 2 in a file of 2 bytes"),
        metis("1000 0\n", "1:1: number of vertices 1000, expected 1 to 7 in a file of 7 bytes"),
        metis("2\n1\n", "1:2: number of edges missing, expected 0 to 1 in a file of 4 bytes"),
        metis("2 9\n1\n", "1:3: number of edges 9, expected 0 to 1 in a file of 6 bytes"),
        metis("2 0 2\n\n\n", "1:5: format 2, expected up to three digits, each 0 or 1"),
        metis("2 0 0001\n\n\n", "1:5: format 0001, expected up to three digits, each 0 or 1"),
        metis(
            "2 0 1 1\n\n\n",
            "1:7: number of weights of a vertex 1, expected 0, as the format says that vertices"
                + " have no weights"),
        metis(
            "2 0 11 0\n\n\n",
            "1:8: number of weights of a vertex 0, expected 1 to 11 in a file of 11 bytes"),
        metis(
            "2 0 11 1 1\n\n\n",
            "1:10: '1' after the number of weights of a vertex, expected the end of the line"),
        metis("3 1\n2\n1\n", "1:1: number of vertices 3, but the file has lines for 2"),
        metis("3 0\n\n\n% x\n", "1:1: number of vertices 3, but the file has lines for 2"),
        metis(
            "2 1\n2\n1\n\n 3\n",
            "5:2: '3' after the lines of all 2 vertices, expected the end of the line"),
        metis("2 1\n3\n1\n", "2:1: neighbour 3, expected 1 to 2"),
        metis("2 1\n2\n0\n", "3:1: neighbour 0, expected 1 to 2"),
        metis("2 1\n2\n2\n", "3:1: neighbour 2 of the same vertex, expected another one"),
        metis("2 1 1\n2\n1 5\n", "2:2: weight missing, expected 1 to 2147483647"),
        metis("2 1 1\n2 0\n1 0\n", "2:3: weight 0, expected 1 to 2147483647"),
        metis(
            "2 1 10\n\n5 1\n", "2:1: size or weight of a vertex missing, expected 0 to 2147483647"),
        metis(
            "2 1 100\n-1 2\n5 1\n", "2:1: size or weight of a vertex -1, expected 0 to 2147483647"),
        metis(
            "3 2\n2 3\n1\n\n",
            "1:3: number of edges 2, expected half the number of neighbours, which is 3"),
        metis(
            "3 1\n2 3\n1\n1\n",
            "1:3: number of edges 1, expected half the number of neighbours, which is 4"),
        metis(
            "3 1\n3\n3\n\n",
            "2:1: neighbour 3 of vertex 1, expected the edge also at the other end"),
        metis(
            "3 2\n2 3\n1 3\n% x\n\n",
            "2:3: neighbour 3 of vertex 1, expected the edge also at the other end"),
        metis(
            "% x\n3 3 11\n7 2 4 3 5\n7 1 4 3 6\n7 1 5 2 7\n",
            "4:7: neighbour 3 of vertex 2, expected the edge also at the other end, with weight 6"),
        metis(
            "2 2\n2 2 2\n1\n",
            "2:1: neighbour 2 of vertex 1, expected the edge also at the other end"));
  }

  private static Case el(String text, String message) {
    return new Case(".el", text, message);
  }

  private static List<Case> edgeLists() {
    String form = ", expected lines 'SOURCE TARGET' or 'SOURCE TARGET WEIGHT'";
    return List.of(
        el("", "1:1: end of the file without an edge" + form),
        el("# x\n\n% y\n", "4:1: end of the file without an edge" + form),
        el("0 1 2 3\n", "1:7: '3' in a fourth column" + form),
        el("source,target\n", "1:1: vertex source, expected 0 to 16778111 in a file of 14 bytes"),
        el("5\n", "1:2: vertex missing, expected 0 to 16777343 in a file of 2 bytes"),
        el("0 1\n3\n", "2:2: vertex missing, expected 0 to 16777599 in a file of 6 bytes"),
        el("0 -1\n", "1:3: vertex -1, expected 0 to 16777535 in a file of 5 bytes"),
        el(
            "0 2147483646\n",
            "1:3: vertex 2147483646, expected 0 to 16778047 in a file of 13 bytes"),
        el("0 1.0\n", "1:3: vertex 1.0, expected 0 to 16777599 in a file of 6 bytes"),
        el(
            "# x\n0 1\n\n0 1 2\n",
            "4:5: '2' after the two columns that the first edge has, expected the end of the line"),
        el("0 1 2\n0 1\n", "2:4: weight missing, expected 0 to 2147483647"),
        el("0 1 2.5\n0 1\n", "2:4: weight missing, expected a number"),
        el(
            "0 1 2\n0 1 2 3\n",
            "2:7: '3' after the three columns that the first edge has, expected the end of the"
                + " line"),
        el("0 1 2\n0 1 -2\n", "2:5: weight -2, expected 0 to 2147483647"),
        el("0 1 3000000000\n", "1:5: weight 3000000000, expected 0 to 2147483647"),
        el("0 1 3000000000\n0 1 x\n", "1:5: weight 3000000000, expected 0 to 2147483647"),
        el("0 1 3000000000\n0 1 x\n0 1 1.5\n", "2:5: weight x, expected a number"),
        el(
            "0 1 2\n0 1 7\n1 x 2\n0 1 .5",
            "3:3: vertex x, expected 0 to 16778751 in a file of 24 bytes"),
        el("0 1 nan\n", "1:5: weight nan, expected a number"),
        el("0 1 2\n0 1 # x\n", "2:5: weight #, expected 0 to 2147483647"),
        el("é 1\n", "1:1: vertex é, expected 0 to 16777535 in a file of 5 bytes"),
        el("# é é\n0\té", "2:3: vertex é, expected 0 to 16777983 in a file of 12 bytes"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isLocated(Case given) {
    Path file = TestFiles.file(folder, "a" + given.extension, given.text);
    assertEquals(given.message, TestFiles.refusal(file, TestFiles.ONE_PIECE));
    for (int pieceBytes = 1; pieceBytes < Math.min(given.text.length(), 100); pieceBytes++) {
      assertEquals(given.message, TestFiles.refusal(file, pieceBytes));
    }
    Path compressed = TestFiles.file(folder, "a" + given.extension + ".gz", given.text);
    assertEquals(given.message, TestFiles.refusal(compressed, TestFiles.ONE_PIECE));
  }
}
