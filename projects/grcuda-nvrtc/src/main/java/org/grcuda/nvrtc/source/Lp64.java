package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.nvrtc.Program;

/** Integers of 64 bits as on 64-bit Linux: {@code int64_t} is {@code long}. */
public final class Lp64 {

  /** Asks the header stdint.h for it. */
  static final String MACRO = "__GRCUDA_LP64__";

  /** The header of libcu++ that declares the types, and one that leaves that to stdint.h. */
  private static final String HEADER = "cuda/std/__cuda/cstdint_prelude.h";

  private static final String TEXT = "#pragma once\n#include <stdint.h>\n";

  private Lp64() {}

  /** The program, compiled so. */
  public static Program of(Program program) {
    List<String> options = new ArrayList<>(program.options());
    options.add("-D" + MACRO + "=1");
    Map<String, String> headers = new LinkedHashMap<>(program.headers());
    addHeader(headers);
    return new Program(
        program.source(),
        program.name(),
        program.architecture(),
        options,
        headers,
        program.nameExpressions());
  }

  static void addHeader(Map<String, String> headers) {
    headers.put(HEADER, TEXT);
  }
}
