package org.grcuda.nvrtc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A {@link CompiledProgram} as bytes: a mark that names the format, the CRC-32C of what follows,
 * then the key, PTX, cubin, log, and pairs of name expression and symbol, each preceded by its
 * length.
 */
final class ProgramCodec {

  /** "GRC" and the version of the format. */
  private static final int MARK = 0x47524301;

  private static final int HEAD_BYTES = 2 * Integer.BYTES;

  private ProgramCodec() {}

  static byte[] encode(ProgramKey key, CompiledProgram program) {
    List<byte[]> parts = new ArrayList<>();
    parts.add(key.bytes());
    parts.add(utf8(program.ptx()));
    parts.add(program.cubin());
    parts.add(utf8(program.log()));
    program
        .loweredNames()
        .forEach(
            (expression, symbol) -> {
              parts.add(utf8(expression));
              parts.add(utf8(symbol));
            });
    int size = HEAD_BYTES;
    for (byte[] part : parts) {
      size += Integer.BYTES + part.length;
    }
    ByteBuffer buffer = ByteBuffer.allocate(size).position(HEAD_BYTES);
    for (byte[] part : parts) {
      buffer.putInt(part.length).put(part);
    }
    return buffer.putInt(0, MARK).putInt(Integer.BYTES, checksum(buffer.array())).array();
  }

  /**
   * The key that {@code bytes} were encoded with; empty if they do not come from {@link #encode}.
   */
  static Optional<ProgramKey> keyOf(byte[] bytes) {
    return isWhole(bytes)
        ? Optional.of(new ProgramKey(part(ByteBuffer.wrap(bytes).position(HEAD_BYTES))))
        : Optional.empty();
  }

  private static boolean isWhole(byte[] bytes) {
    ByteBuffer head = ByteBuffer.wrap(bytes);
    return bytes.length >= HEAD_BYTES && head.getInt() == MARK && head.getInt() == checksum(bytes);
  }

  /** Empty if {@code bytes} are not what {@link #encode} gave for {@code key}. */
  static Optional<CompiledProgram> decode(ProgramKey key, byte[] bytes) {
    if (!isWhole(bytes)) {
      return Optional.empty();
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes).position(HEAD_BYTES);
    if (!Arrays.equals(part(buffer), key.bytes())) {
      return Optional.empty();
    }
    String ptx = text(buffer);
    byte[] cubin = part(buffer);
    String log = text(buffer);
    Map<String, String> loweredNames = new LinkedHashMap<>();
    while (buffer.hasRemaining()) {
      loweredNames.put(text(buffer), text(buffer));
    }
    return Optional.of(new CompiledProgram(ptx, cubin, log, loweredNames));
  }

  private static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, HEAD_BYTES, bytes.length - HEAD_BYTES);
    return (int) crc.getValue();
  }

  private static byte[] part(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.getInt()];
    buffer.get(bytes);
    return bytes;
  }

  private static String text(ByteBuffer buffer) {
    return new String(part(buffer), StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
