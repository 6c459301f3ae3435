package org.grcuda.core.engine;

import org.grcuda.GrCudaException;

/** The format of an exported DAG, by the extension of its file. */
final class DagFormat {

  private DagFormat() {}

  /** Refuses what is neither {@code .dot} nor without an extension. */
  static void check(String path) {
    String file = path.substring(path.lastIndexOf('/') + 1);
    int dot = file.lastIndexOf('.');
    if (dot > 0 && !file.substring(dot).equals(".dot")) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          "export of the DAG to "
              + path
              + ": the format "
              + file.substring(dot)
              + " is not available in this version; use .dot");
    }
  }
}
