package org.grcuda.graph.file;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files that were changed at random are read, or refused with an error that begins with their name;
 * with the same result in small pieces.
 */
final class FuzzTest {

  private static final String[] TOKENS = {
    " ", "\n", "\r\n", "\r", "\t", ",", "0", "1", "-1", "9", "99999", "4294967296", "2147483647",
    "1.5", "1e9", "nan", "-inf", "%", "#", "a", "p", "c", "sp", "\0", "é", "%%MatrixMarket",
    "symmetric", "complex", "011", "99999999999999999999999999", "18446744073709551617"
  };

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    ".gr,INT", ".mtx,NONE", ".mtx,INT", ".mtx,FLOAT", ".graph,NONE", ".graph,INT", ".el,NONE",
    ".el,INT", ".csv,FLOAT", ".gcsr,NONE", ".gcsr,INT", ".gcsr,FLOAT", ".gr.gz,INT", ".gcsr.gz,INT"
  })
  void changedFilesAreReadOrRefused(String extension, Weights weights) throws IOException {
    var random = new SplittableRandom(extension.hashCode() + weights.ordinal());
    int cases = 120;
    int refused = 0;
    for (int i = 0; i < cases; i++) {
      Graph graph =
          extension.startsWith(".graph")
              ? TestFiles.undirected(weights, 1 + random.nextInt(12), random.nextInt(30), random)
              : TestFiles.random(weights, 1 + random.nextInt(12), 1 + random.nextInt(30), random);
      Path file = folder.resolve("a" + extension);
      GraphFiles.write(graph, file);
      byte[] changed = Files.readAllBytes(file);
      for (int k = 0; k <= random.nextInt(3); k++) {
        changed = changed(changed, random);
      }
      Files.write(file, changed);
      String whole = outcome(file, TestFiles.ONE_PIECE, graph);
      String pieces = outcome(file, 1 + random.nextInt(40), graph);
      assertTrue(whole.equals(pieces), () -> whole + " but in pieces " + pieces);
      refused += whole.startsWith(file.toString()) ? 1 : 0;
    }
    int most = refused;
    assertTrue(refused > cases / 10 && refused < cases, () -> most + " refused");
  }

  /** What comes of reading a file: a graph, or an error. */
  private static String outcome(Path file, long pieceBytes, Graph original) {
    try {
      Graph graph = GraphFiles.read(file, Format.of(file), pieceBytes);
      return graph + (graph.equals(original) ? ", the same" : ", another");
    } catch (GrCudaException e) {
      assertTrue(e.getMessage().startsWith(file + ":"), e.getMessage());
      assertTrue(e.getMessage().lines().count() == 1, e.getMessage());
      return e.getMessage();
    }
  }

  private static byte[] changed(byte[] bytes, SplittableRandom random) {
    int at = random.nextInt(bytes.length + 1);
    return switch (random.nextInt(5)) {
      case 0 -> flipped(bytes, random);
      case 1 -> Arrays.copyOf(bytes, at);
      case 2 -> {
        byte[] token = TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.UTF_8);
        yield joined(Arrays.copyOf(bytes, at), token, rest(bytes, at));
      }
      case 3 -> duplicatedLine(bytes, random);
      default -> {
        int to = Math.min(bytes.length, at + random.nextInt(4));
        yield joined(Arrays.copyOf(bytes, at), rest(bytes, to));
      }
    };
  }

  private static byte[] flipped(byte[] bytes, SplittableRandom random) {
    byte[] flipped = bytes.clone();
    if (flipped.length > 0) {
      flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  private static byte[] duplicatedLine(byte[] bytes, SplittableRandom random) {
    List<Integer> begins = new ArrayList<>(List.of(0));
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        begins.add(i + 1);
      }
    }
    int line = random.nextInt(begins.size());
    int begin = begins.get(line);
    int end = line + 1 < begins.size() ? begins.get(line + 1) : bytes.length;
    return joined(
        Arrays.copyOf(bytes, end), Arrays.copyOfRange(bytes, begin, end), rest(bytes, end));
  }

  private static byte[] rest(byte[] bytes, int from) {
    return Arrays.copyOfRange(bytes, from, bytes.length);
  }

  private static byte[] joined(byte[]... parts) {
    var joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }
}
