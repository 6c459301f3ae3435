package org.grcuda.worklist;

import org.grcuda.Kernel;

/** The compiled kernels: see worklist.cu. */
record Kernels(
    Kernel pushAll, Kernel admit, Kernel raise, Kernel expand, Kernel expandFused, Kernel pack) {

  static Kernels of(Programs programs, String valueType) {
    String delta = "delta: " + valueType;
    String value = "value: " + valueType;
    return new Kernels(
        programs.kernel("pushAll", value),
        programs.kernel("admit", "pairs: in pointer uint32", "count: uint32"),
        programs.kernel("raise", "raised: uint32"),
        programs.kernel("expand"),
        programs.kernel(
            "expandFused",
            "limit: uint32",
            "rounds: uint32",
            "most: uint32",
            "raises: bool",
            delta),
        programs.kernel(
            "pack",
            "out: out pointer uint32",
            "table: in pointer uint32",
            "control: out pointer uint32"));
  }
}
