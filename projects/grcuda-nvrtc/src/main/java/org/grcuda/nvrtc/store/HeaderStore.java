package org.grcuda.nvrtc.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where a compiler's process keeps the files of precompiled headers, by key. */
public interface HeaderStore {

  /** The file kept under {@code key}; NVRTC may open it. */
  Optional<Path> find(String key) throws IOException;

  /** Tells that a file for {@code key} would save time; of no effect after {@link #giveUp}. */
  void want(String key) throws IOException;

  /** Whether a file for {@code key} is wanted. */
  boolean isWanted(String key) throws IOException;

  /** Tells that NVRTC cannot make the file. */
  void giveUp(String key) throws IOException;

  /** A file for NVRTC to write. */
  Path begin() throws IOException;

  /** Keeps what NVRTC has written. */
  void keep(String key, Path written) throws IOException;

  /** Forgets a file that NVRTC cannot use; it is wanted again. */
  void drop(String key) throws IOException;
}
