package org.grcuda.nvrtc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * Everything that determines NVRTC's result for a program, as bytes: equal keys mean equal results.
 * A cache compares whole keys, so its answers are exact. A digest would have to be SHA-256, whose
 * first use in a process costs 25 ms (the security providers), more than the rest of a cache hit.
 *
 * @param bytes not to be changed
 */
record ProgramKey(byte[] bytes) {

  /**
   * The key of {@code program}.
   *
   * @param compiler NVRTC's version, and other properties that distinguish the build
   */
  static ProgramKey of(Program program, String compiler) {
    TreeMap<String, String> headers = new TreeMap<>(program.headers());
    List<byte[]> parts = new ArrayList<>();
    add(parts, List.of(compiler, program.source(), program.name(), program.architecture()));
    add(parts, program.options());
    add(parts, headers.keySet());
    add(parts, headers.values());
    add(parts, program.nameExpressions());
    int size = 0;
    for (byte[] part : parts) {
      size += part.length;
    }
    ByteBuffer all = ByteBuffer.allocate(size);
    parts.forEach(all::put);
    return new ProgramKey(all.array());
  }

  /** The program of this key. */
  Program program() {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    List<String> first = texts(all);
    List<String> options = texts(all);
    List<String> names = texts(all);
    List<String> contents = texts(all);
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      headers.put(names.get(i), contents.get(i));
    }
    return new Program(first.get(1), first.get(2), first.get(3), options, headers, texts(all));
  }

  private static List<String> texts(ByteBuffer from) {
    List<String> texts = new ArrayList<>();
    for (int left = from.getInt(); left > 0; left--) {
      byte[] text = new byte[from.getInt()];
      from.get(text);
      texts.add(new String(text, StandardCharsets.UTF_8));
    }
    return texts;
  }

  /** A file name. Two keys with one name are improbable, and displace each other. */
  String fileName() {
    return Long.toHexString(1L << 32 | sum(new CRC32())).substring(1)
        + Long.toHexString(1L << 32 | sum(new CRC32C())).substring(1);
  }

  private long sum(Checksum checksum) {
    checksum.update(bytes);
    return checksum.getValue();
  }

  /**
   * Counts and lengths are part of the key, so that different lists of texts never give the same
   * bytes.
   */
  private static void add(List<byte[]> parts, Collection<String> texts) {
    parts.add(number(texts.size()));
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      parts.add(number(bytes.length));
      parts.add(bytes);
    }
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
  }
}
