package org.grcuda.nvrtc;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message between this process and a {@link CompilerWorker}: a byte that tells the kind, then the
 * parts. Numbers are as {@link DataOutputStream} writes them; texts are UTF-8, preceded by their
 * length.
 */
sealed interface WorkerMessage {

  /** The first four bytes that a worker writes: "GRC" and the version of the format. */
  int HELLO = 0x47524302;

  /**
   * Stands in place of a library's path for a library that compiles nothing: {@link
   * NvrtcLibrary#rehearsal}.
   */
  String REHEARSAL = "";

  /** Asks for the version of a library, and the architectures that it compiles for. */
  record Describe(String library) implements WorkerMessage {}

  /**
   * Asks for a program to be compiled.
   *
   * @param library path of libnvrtc
   * @param program source, name, architecture, options and name expressions are taken from it
   */
  record Compile(String library, Program program, HeaderSet headers, long stackBytes)
      implements WorkerMessage {}

  /** Answers {@link Describe}. */
  record Description(String version, List<Integer> architectures) implements WorkerMessage {}

  /**
   * Answers {@link Compile}.
   *
   * @param notices lines for the user
   */
  record Compiled(CompiledProgram program, List<String> notices) implements WorkerMessage {}

  /** The program is wrong: NVRTC's name of the result, and its log. */
  record Refused(String result, String log) implements WorkerMessage {}

  /** NVRTC cannot be used, and why. */
  record Failed(String reason) implements WorkerMessage {}

  /** Writes a message, and flushes it. */
  static void write(DataOutputStream out, WorkerMessage message) throws IOException {
    switch (message) {
      case Describe m -> {
        out.writeByte(0);
        text(out, m.library());
      }
      case Compile m -> {
        out.writeByte(1);
        text(out, m.library());
        text(out, m.program().source());
        text(out, m.program().name());
        text(out, m.program().architecture());
        texts(out, m.program().options());
        texts(out, m.program().nameExpressions());
        map(out, m.headers().texts());
        texts(out, m.headers().folders());
        text(out, m.headers().identity());
        text(out, m.headers().kept());
        out.writeLong(m.stackBytes());
      }
      case Description m -> {
        out.writeByte(2);
        text(out, m.version());
        texts(out, m.architectures().stream().map(String::valueOf).toList());
      }
      case Compiled m -> {
        out.writeByte(3);
        text(out, m.program().ptx());
        bytes(out, m.program().cubin());
        text(out, m.program().log());
        map(out, m.program().loweredNames());
        texts(out, m.notices());
      }
      case Refused m -> {
        out.writeByte(4);
        text(out, m.result());
        text(out, m.log());
      }
      case Failed m -> {
        out.writeByte(5);
        text(out, m.reason());
      }
    }
    out.flush();
  }

  /**
   * Reads a message.
   *
   * @throws EOFException if the other process has ended
   * @throws IOException also if the bytes are not a message
   */
  static WorkerMessage read(DataInputStream in) throws IOException {
    int kind = in.readByte();
    return switch (kind) {
      case 0 -> new Describe(text(in));
      case 1 -> compile(in);
      case 2 -> new Description(text(in), texts(in).stream().map(Integer::valueOf).toList());
      case 3 ->
          new Compiled(new CompiledProgram(text(in), bytes(in), text(in), map(in)), texts(in));
      case 4 -> new Refused(text(in), text(in));
      case 5 -> new Failed(text(in));
      default -> throw new IOException("no message begins with the byte " + kind);
    };
  }

  private static Compile compile(DataInputStream in) throws IOException {
    String library = text(in);
    String source = text(in);
    String name = text(in);
    String architecture = text(in);
    List<String> options = texts(in);
    Program program = new Program(source, name, architecture, options, Map.of(), texts(in));
    HeaderSet headers = new HeaderSet(map(in), texts(in), text(in), text(in));
    return new Compile(library, program, headers, in.readLong());
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    bytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void texts(DataOutputStream out, Collection<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      text(out, text);
    }
  }

  private static void map(DataOutputStream out, Map<String, String> map) throws IOException {
    texts(out, map.keySet());
    texts(out, map.values());
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    int length = count(in);
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  private static List<String> texts(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int left = count(in); left > 0; left--) {
      texts.add(text(in));
    }
    return texts;
  }

  private static Map<String, String> map(DataInputStream in) throws IOException {
    List<String> names = texts(in);
    List<String> values = texts(in);
    if (values.size() != names.size()) {
      throw new IOException(names.size() + " names and " + values.size() + " values");
    }
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      map.put(names.get(i), values.get(i));
    }
    return map;
  }

  private static int count(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0) {
      throw new IOException("a length of " + count);
    }
    return count;
  }
}
