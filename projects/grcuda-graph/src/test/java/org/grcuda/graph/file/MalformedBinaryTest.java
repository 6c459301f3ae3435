package org.grcuda.graph.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong in a file that is no text is said exactly. */
final class MalformedBinaryTest {

  @TempDir private Path folder;

  /** A file of 3 vertices and 3 edges with weights of type int. */
  private byte[] valid;

  private record Case(String message, UnaryOperator<byte[]> change) {

    @Override
    public String toString() {
      return message;
    }
  }

  private static Case put(String message, Consumer<ByteBuffer> change) {
    return new Case(
        message,
        bytes -> {
          change.accept(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
          return bytes;
        });
  }

  private static Case size(String message, int size) {
    return new Case(message, bytes -> Arrays.copyOf(bytes, size));
  }

  static Stream<Case> cases() {
    return Stream.of(
        size(" 0 bytes, expected a header of 32 bytes", 0),
        size(" 31 bytes, expected a header of 32 bytes", 31),
        size(" 32 bytes, expected 96 for 3 vertices and 3 edges with weights of type int", 32),
        size(" 95 bytes, expected 96 for 3 vertices and 3 edges with weights of type int", 95),
        size(" 97 bytes, expected 96 for 3 vertices and 3 edges with weights of type int", 97),
        put(
            " begins with 67 63 73 72 0a 0a 1a 0a, expected 67 63 73 72 0d 0a 1a 0a",
            bytes -> bytes.put(4, (byte) '\n')),
        put(" version 2 of the format, expected 1", bytes -> bytes.putInt(8, 2)),
        put(" type of weights 3, expected 0 to 2", bytes -> bytes.putInt(12, 3)),
        put(" type of weights -1, expected 0 to 2", bytes -> bytes.putInt(12, -1)),
        put(
            " 96 bytes, expected 80 for 3 vertices and 3 edges without weights",
            bytes -> bytes.putInt(12, 0)),
        put(" number of vertices 0, expected 1 to 2147483646", bytes -> bytes.putLong(16, 0)),
        put(" number of vertices -3, expected 1 to 2147483646", bytes -> bytes.putLong(16, -3)),
        put(
            " 96 bytes, expected 17179869240 for 2147483646 vertices and 3 edges with weights of"
                + " type int",
            bytes -> bytes.putLong(16, 2147483646)),
        put(
            " number of edges 9223372036854775807, expected 0 to 24 in a file of 96 bytes",
            bytes -> bytes.putLong(24, Long.MAX_VALUE)),
        put(
            " number of edges -1, expected 0 to 24 in a file of 96 bytes",
            bytes -> bytes.putLong(24, -1)),
        put(
            " graph: offsets from 1 to 3: expected 0 to 3, the number of edges",
            bytes -> bytes.putLong(32, 1)),
        put(
            " graph: offsets from 0 to 2: expected 0 to 3, the number of edges",
            bytes -> bytes.putLong(56, 2)),
        put(" graph: the edges of vertex 1 begin at 9 and end at 2", bytes -> bytes.putLong(40, 9)),
        put(" graph: edge 1 leads to vertex 3: expected 0 to 2", bytes -> bytes.putInt(68, 3)),
        put(
            " graph: edge 0 leads to vertex -1: expected 0 to 2",
            bytes -> bytes.putInt(64, -1).putInt(72, -1)),
        put(
            " graph: the edges of vertex 0 are not in order: 2 with weight 5 stands before 1 with"
                + " weight 6",
            bytes -> bytes.putInt(64, 2)),
        put(
            " graph: the edges of vertex 0 are not in order: 1 with weight 7 stands before 1 with"
                + " weight 6",
            bytes -> bytes.putInt(80, 7)),
        put(
            " graph: edge 2 has weight -4: expected 0 to 2147483647",
            bytes -> bytes.putInt(88, -4)),
        put(
            " graph: edge 0 has a weight that is no number",
            bytes -> bytes.putInt(12, 2).putInt(80, Float.floatToIntBits(Float.NaN))));
  }

  @BeforeEach
  void makeFile() throws IOException {
    Path file = folder.resolve("valid.gcsr");
    GraphFiles.write(TestFiles.weighted(3, 0, 1, 5, 0, 1, 6, 2, 0, 7), file);
    valid = Files.readAllBytes(file);
    assertEquals(96, valid.length);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isTold(Case given) {
    byte[] changed = given.change.apply(valid.clone());
    Path file = TestFiles.file(folder, "a.gcsr", changed);
    assertEquals(given.message, TestFiles.refusal(file, TestFiles.ONE_PIECE));
    Path compressed = TestFiles.file(folder, "a.gcsr.gz", changed);
    assertEquals(given.message, TestFiles.refusal(compressed, TestFiles.ONE_PIECE));
  }

  @Test
  void brokenCompressionIsTold() throws IOException {
    Path file = TestFiles.file(folder, "a.gcsr.gz", valid);
    byte[] whole = Files.readAllBytes(file);
    String early = " not a valid gzip file: it ends too early";
    for (int size = 0; size < whole.length; size++) {
      Files.write(file, Arrays.copyOf(whole, size));
      assertEquals(early, TestFiles.refusal(file, TestFiles.ONE_PIECE));
    }
    Files.writeString(file, "0 1\n1 2\n0 1\n1 2\n");
    assertEquals(
        " not a valid gzip file: Not in GZIP format", TestFiles.refusal(file, TestFiles.ONE_PIECE));
    byte[] wrong = whole.clone();
    wrong[wrong.length - 8] ^= 1;
    Files.write(file, wrong);
    assertEquals(
        " not a valid gzip file: Corrupt GZIP trailer",
        TestFiles.refusal(file, TestFiles.ONE_PIECE));
  }

  @Test
  void kindsOfErrorsAreTold() {
    Path version =
        TestFiles.file(folder, "v.gcsr", put("", b -> b.putInt(8, 2)).change.apply(valid));
    Path array =
        TestFiles.file(folder, "a.mtx", "%%MatrixMarket matrix array real general\n1 1\n3\n");
    Path wrong = TestFiles.file(folder, "a.gr", "p sp x");
    assertEquals(GrCudaException.Kind.UNSUPPORTED, kind(version));
    assertEquals(GrCudaException.Kind.UNSUPPORTED, kind(array));
    assertEquals(GrCudaException.Kind.VALUE, kind(wrong));
  }

  private static GrCudaException.Kind kind(Path file) {
    return assertThrows(GrCudaException.class, () -> GraphFiles.read(file)).kind();
  }
}
