package org.grcuda.ptx;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * PTX that NVRTC 12.9 compiled from the CUDA sources beside it, sm_75 to sm_100; {@code pointers}
 * is {@code chase} for sm_100.
 */
public final class Corpus {

  /** Names of the modules. */
  public static final List<String> NAMES =
      List.of(
          "assembly",
          "atomics",
          "chase",
          "debug",
          "dispatch",
          "globals",
          "lineinfo",
          "math",
          "matmul",
          "messages",
          "pointers",
          "recursion",
          "reduce",
          "saxpy",
          "structs",
          "vectors",
          "virtuals",
          "warps");

  private Corpus() {}

  /** The text of a module. */
  public static String text(String name) {
    try (InputStream in = Corpus.class.getResourceAsStream(name + ".ptx")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A module, parsed. */
  public static PtxModule module(String name) {
    return PtxParser.parse(text(name));
  }

  /** A module for sm_80 of one kernel {@code k(.param .u64 p, .param .u64 q, .param .u32 n)}. */
  public static String kernel(String body) {
    return """
    .version 8.8
    .target sm_80
    .address_size 64
    .visible .entry k(.param .u64 p, .param .u64 q, .param .u32 n)
    {
    .reg .pred %p<4>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<8>;
    """
        + body
        + "\n}\n";
  }

  /** The function of {@link #kernel}, parsed. */
  public static PtxFunction parseKernel(String body) {
    return PtxParser.parse(kernel(body)).function("k");
  }
}
