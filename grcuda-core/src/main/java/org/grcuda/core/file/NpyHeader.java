package org.grcuda.core.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.grcuda.core.type.NumpyType;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * The description of the array in a {@code .npy} file (NumPy Enhancement Proposal 1 and {@code
 * numpy.lib.format}: versions 1.0 to 3.0). Versions differ in the size of the header's length, and
 * in the encoding of field names, which arrays do not have.
 *
 * @param shape elements along each dimension; an array without dimensions counts as one element
 */
record NpyHeader(NumpyType type, Order order, long[] shape) {

  /** The first bytes of every such file; then come the version's two. */
  private static final String MAGIC = "\u0093NUMPY";

  private static final int ALIGNMENT = 64;

  /** NumPy itself refuses headers of more than 10,000 characters. */
  private static final int LONGEST = 1 << 20;

  /** The length in a file of version 1.0 has two bytes. */
  private static final int LENGTH_BYTES = 2;

  /** NumPy leaves room for the first extent to grow in place: its digits are padded to 21. */
  private static final int GROWTH_DIGITS = 21;

  private static final Pattern DESCRIPTION = entry("descr", "'([^']*)'");
  private static final Pattern FORTRAN = entry("fortran_order", "(True|False)");
  private static final Pattern SHAPE = entry("shape", "\\(([\\d, L]*)\\)");

  private static Pattern entry(String key, String value) {
    return Pattern.compile("['\"]" + key + "['\"]\\s*:\\s*" + value);
  }

  /** The header of an array in this machine's byte order, as NumPy writes it. */
  static String format(ElementType type, long[] shape, Order order) {
    String extents =
        Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", "));
    String dictionary =
        "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }"
            .formatted(
                NumpyType.code(type),
                order == Order.F ? "True" : "False",
                shape.length == 1 ? extents + "," : extents);
    long growing = shape[order == Order.F ? shape.length - 1 : 0];
    String room = " ".repeat(GROWTH_DIGITS - Long.toString(growing).length());
    int before = MAGIC.length() + 2 + LENGTH_BYTES;
    int used = before + dictionary.length() + room.length() + 1;
    int length = used + ALIGNMENT - used % ALIGNMENT - before;
    String padding = " ".repeat(length - dictionary.length() - 1);
    return MAGIC
        + "\1\0"
        + (char) (length & 0xff)
        + (char) (length >> 8)
        + dictionary
        + padding
        + "\n";
  }

  /** Reads the header of the file at {@code path}, from its beginning to the first element. */
  static NpyHeader read(String path, ReadableByteChannel file) throws IOException {
    ByteBuffer start = bytes(path, file, MAGIC.length() + 2);
    byte[] magic = new byte[MAGIC.length()];
    start.get(magic);
    if (!MAGIC.equals(new String(magic, StandardCharsets.ISO_8859_1))) {
      throw refused(path, "is not a .npy file");
    }
    int version = start.get();
    if (version < 1 || version > 3) {
      throw refused(path, "is a .npy file of version " + version + "; expected 1 to 3");
    }
    long length =
        version == 1
            ? bytes(path, file, Short.BYTES).getShort() & 0xffff
            : bytes(path, file, Integer.BYTES).getInt() & 0xffffffffL;
    if (length > LONGEST) {
      throw refused(path, "is not a .npy file: its header has " + length + " bytes");
    }
    ByteBuffer header = bytes(path, file, (int) length);
    return parse(path, StandardCharsets.UTF_8.decode(header).toString());
  }

  private static ByteBuffer bytes(String path, ReadableByteChannel file, int count)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (file.read(bytes) < 0) {
        throw refused(path, "is not a .npy file: it ends in the header");
      }
    }
    return bytes.flip();
  }

  private static NpyHeader parse(String path, String text) {
    Matcher description = DESCRIPTION.matcher(text);
    Matcher fortran = FORTRAN.matcher(text);
    Matcher shape = SHAPE.matcher(text);
    if (!fortran.find() || !shape.find()) {
      throw refused(path, "is not a .npy file: its header is " + text.strip());
    }
    if (!description.find()) {
      throw refused(path, "holds records: arrays have elements of one type");
    }
    String code = description.group(1);
    NumpyType type =
        NumpyType.find(code)
            .orElseThrow(() -> refused(path, "holds elements of NumPy's type '" + code + "'"));
    long[] extents = extents(path, shape.group(1));
    return new NpyHeader(type, fortran.group(1).equals("True") ? Order.F : Order.C, extents);
  }

  private static long[] extents(String path, String text) {
    String[] numbers = text.replace("L", "").strip().split("\\s*,\\s*");
    if (numbers[0].isEmpty()) {
      return new long[] {1};
    }
    long[] extents = Arrays.stream(numbers).mapToLong(Long::parseLong).toArray();
    if (Arrays.stream(extents).anyMatch(extent -> extent < 1)) {
      throw refused(
          path, "holds an array of shape (" + text + "): a device array has at least one element");
    }
    return extents;
  }

  private static GrCudaException refused(String path, String why) {
    return new GrCudaException(GrCudaException.Kind.VALUE, "load: " + path + " " + why);
  }
}
