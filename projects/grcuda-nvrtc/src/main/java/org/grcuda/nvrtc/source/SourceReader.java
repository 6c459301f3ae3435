package org.grcuda.nvrtc.source;

import java.util.Optional;

/** Reads the headers that lie beside a CUDA file. */
@FunctionalInterface
public interface SourceReader {

  /** Reads nothing. */
  SourceReader NONE = path -> Optional.empty();

  /** The text of a file; empty if there is none, or it may not be read. */
  Optional<String> read(String path);
}
