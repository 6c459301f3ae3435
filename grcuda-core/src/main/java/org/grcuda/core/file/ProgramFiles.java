package org.grcuda.core.file;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.grcuda.core.engine.Session;
import org.grcuda.types.GrCudaException;

/** Opens the files of a program; an error says which file, and why. */
final class ProgramFiles {

  private ProgramFiles() {}

  static SeekableByteChannel openToRead(Session session, String path) {
    try {
      return session.files().open(path, Set.of(StandardOpenOption.READ));
    } catch (IOException e) {
      throw cannot("read", path, e);
    }
  }

  /** Opens a new or emptied file. */
  static SeekableByteChannel openToWrite(Session session, String path) {
    try {
      return session
          .files()
          .open(
              path,
              Set.of(
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw cannot("write", path, e);
    }
  }

  static GrCudaException cannot(String verb, String path, IOException error) {
    return GrCudaException.of(verb, path, error);
  }
}
