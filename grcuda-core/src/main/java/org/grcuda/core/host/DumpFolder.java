package org.grcuda.core.host;

import java.io.IOException;
import java.io.Writer;
import java.util.function.BiConsumer;
import org.grcuda.types.GrCudaException;

/** Writes texts to files of one folder, which is made with the first. */
public final class DumpFolder implements BiConsumer<String, String> {

  private final String folder;
  private final HostFiles files;

  public DumpFolder(String folder, HostFiles files) {
    this.folder = folder;
    this.files = files;
  }

  /**
   * Writes one file.
   *
   * @throws org.grcuda.types.GrCudaException if it cannot be written
   */
  @Override
  public void accept(String name, String text) {
    String path = folder + "/" + name;
    try {
      files.createFolders(folder);
      try (Writer writer = files.openToWrite(path)) {
        writer.write(text);
      }
    } catch (IOException e) {
      throw GrCudaException.of("write", path, e);
    }
  }
}
