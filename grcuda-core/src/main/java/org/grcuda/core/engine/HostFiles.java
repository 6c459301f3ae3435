package org.grcuda.core.engine;

import java.io.IOException;
import java.io.Writer;

/** The files of the program, as far as it may use them. Paths are relative to its own folder. */
public interface HostFiles {

  /** A writer to a new or emptied file, in UTF-8. */
  Writer openToWrite(String path) throws IOException;

  /** All bytes of a file. */
  byte[] read(String path) throws IOException;

  /** The path by which the file is known, whatever links and relative paths lead to it. */
  String canonicalPath(String path) throws IOException;
}
