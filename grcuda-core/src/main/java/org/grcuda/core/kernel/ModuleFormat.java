package org.grcuda.core.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The format of a file that should hold kernels, by its first bytes. */
enum ModuleFormat {
  /** PTX text. */
  PTX("PTX"),
  /** Machine code: an ELF file for CUDA. */
  CUBIN("a cubin (machine code)"),
  /** Several cubins and PTX texts in one file. */
  FATBIN("a fatbin (machine code)"),
  /** An ELF file for a host: a library or an object file. */
  HOST_CODE("code for the host (ELF)"),
  /** CUDA C++. */
  SOURCE("CUDA C++, which buildkernel compiles"),
  /** Nothing. */
  EMPTY("empty"),
  /** Something else. */
  UNKNOWN("of no known format");

  private static final int ELF_MAGIC = 0x464c457f;
  private static final int FATBIN_MAGIC = 0xba55ed50;

  /** Where an ELF header has the machine (ELF-64 object file format, e_machine). */
  private static final int ELF_MACHINE = 18;

  private static final int EM_CUDA = 190;

  /** The first directive of PTX (PTX ISA 11.1.1), behind blanks and comments. */
  private static final String VERSION = ".version";

  private static final int START_BYTES = 1 << 16;

  private final String description;

  ModuleFormat(String description) {
    this.description = description;
  }

  /** As an error message says it: {@code "a cubin (machine code)"}. */
  String description() {
    return description;
  }

  /** The format of a file's bytes. */
  static ModuleFormat of(byte[] bytes) {
    if (bytes.length == 0) {
      return EMPTY;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int magic = bytes.length < Integer.BYTES ? 0 : buffer.getInt(0);
    if (magic == ELF_MAGIC) {
      boolean cuda =
          bytes.length >= ELF_MACHINE + Short.BYTES && buffer.getShort(ELF_MACHINE) == EM_CUDA;
      return cuda ? CUBIN : HOST_CODE;
    }
    if (magic == FATBIN_MAGIC) {
      return FATBIN;
    }
    int length = Math.min(bytes.length, START_BYTES);
    String start = new String(bytes, 0, length, StandardCharsets.UTF_8);
    if (start.startsWith(VERSION, skipComments(start))) {
      return PTX;
    }
    return start.contains("__global__") ? SOURCE : UNKNOWN;
  }

  private static int skipComments(String text) {
    int at = text.startsWith("\uFEFF") ? 1 : 0;
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else if (text.startsWith("//", at) || text.startsWith("/*", at)) {
        String close = text.charAt(at + 1) == '/' ? "\n" : "*/";
        int end = text.indexOf(close, at + 2);
        at = end < 0 ? text.length() : end + close.length();
      } else {
        break;
      }
    }
    return at;
  }
}
