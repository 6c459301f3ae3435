package org.grcuda.graph.file;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.grcuda.graph.Graph;
import org.grcuda.graph.Weights;
import org.grcuda.types.GrCudaException;

/** The format that {@link Format#BINARY} describes. */
final class BinarySyntax implements Syntax {

  // As in PNG, the ends of lines tell a file that was transferred as text.
  private static final byte[] MAGIC = {'g', 'c', 's', 'r', '\r', '\n', 0x1A, '\n'};
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 32;
  private static final int ALIGNMENT = 8;
  private static final int PIECE_BYTES = 1 << 20;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** What the first bytes say. */
  private record Header(long vertices, long edges, Weights weights) {

    long columnsAt() {
      return HEADER_BYTES + (vertices + 1) * Long.BYTES;
    }

    long weightsAt() {
      return columnsAt() + aligned(edges * Integer.BYTES);
    }

    long weightBytes() {
      return weights == Weights.NONE ? 0 : edges * Integer.BYTES;
    }

    long fileBytes() {
      return weightsAt() + aligned(weightBytes());
    }

    /** The type of the weights, for messages. */
    String shown() {
      return weights == Weights.NONE
          ? "without weights"
          : "with weights of type " + weights.name().toLowerCase(Locale.ROOT);
    }

    private static long aligned(long bytes) {
      return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
    }
  }

  @Override
  public Graph read(TextFile file) {
    requireLittleEndian(file.name());
    Header header = header(file);
    MemorySegment bytes = file.bytes();
    try {
      return Graph.ofRows(
          bytes.asSlice(HEADER_BYTES, header.columnsAt() - HEADER_BYTES),
          bytes.asSlice(header.columnsAt(), header.edges * Integer.BYTES),
          header.weights,
          bytes.asSlice(header.weightsAt(), header.weightBytes()));
    } catch (GrCudaException e) {
      throw new GrCudaException(e.kind(), file.name() + ": " + e.getMessage(), e);
    }
  }

  private static Header header(TextFile file) {
    MemorySegment bytes = file.bytes();
    if (bytes.byteSize() < HEADER_BYTES) {
      throw refusal(
          file, bytes.byteSize() + " bytes, expected a header of " + HEADER_BYTES + " bytes");
    }
    byte[] magic = bytes.asSlice(0, MAGIC.length).toArray(ValueLayout.JAVA_BYTE);
    if (!Arrays.equals(magic, MAGIC)) {
      HexFormat hex = HexFormat.ofDelimiter(" ");
      throw refusal(
          file, "begins with " + hex.formatHex(magic) + ", expected " + hex.formatHex(MAGIC));
    }
    int version = bytes.get(INT, 8);
    if (version != VERSION) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          file.name() + ": version " + version + " of the format, expected " + VERSION);
    }
    int weights = bytes.get(INT, 12);
    if (weights < 0 || weights >= Weights.values().length) {
      throw refusal(file, "type of weights " + weights + ", expected 0 to 2");
    }
    long vertices = bytes.get(LONG, 16);
    if (vertices < 1 || vertices > Graph.MAX_VERTICES) {
      throw refusal(
          file, "number of vertices " + vertices + ", expected 1 to " + Graph.MAX_VERTICES);
    }
    long edges = bytes.get(LONG, 24);
    long most = bytes.byteSize() / Integer.BYTES;
    if (edges < 0 || edges > most) {
      throw refusal(
          file,
          "number of edges "
              + edges
              + ", expected 0 to "
              + most
              + " in a file of "
              + bytes.byteSize()
              + " bytes");
    }
    Header header = new Header(vertices, edges, Weights.values()[weights]);
    if (bytes.byteSize() != header.fileBytes()) {
      throw refusal(
          file,
          "%d bytes, expected %d for %d vertices and %d edges %s"
              .formatted(bytes.byteSize(), header.fileBytes(), vertices, edges, header.shown()));
    }
    return header;
  }

  @Override
  public Optional<String> obstacle(Graph graph) {
    return Optional.empty();
  }

  @Override
  public void write(Graph graph, OutputStream out) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MAGIC).putInt(VERSION).putInt(graph.weightType().ordinal());
    header.putLong(graph.vertices()).putLong(graph.edges());
    out.write(header.array());
    write(graph.offsets(), out);
    write(graph.columns(), out);
    write(graph.weights(), out);
  }

  private static void write(MemorySegment bytes, OutputStream out) throws IOException {
    byte[] piece = new byte[PIECE_BYTES];
    long size = bytes.byteSize();
    for (long at = 0; at < size; at += PIECE_BYTES) {
      int length = (int) Math.min(PIECE_BYTES, size - at);
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, piece, 0, length);
      out.write(piece, 0, length);
    }
    out.write(new byte[(int) (Header.aligned(size) - size)]);
  }

  private static void requireLittleEndian(String name) {
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          name + ": this format is only for processors of little-endian byte order");
    }
  }

  private static GrCudaException refusal(TextFile file, String what) {
    return new GrCudaException(GrCudaException.Kind.VALUE, file.name() + ": " + what);
  }
}
