package org.grcuda.cli.node;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessMode;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.graalvm.polyglot.io.FileSystem;
import org.grcuda.polyglot.files.BytesChannel;
import org.grcuda.polyglot.files.ForwardingFileSystem;
import org.grcuda.polyglot.files.GuestFiles;

/**
 * The machine's files, and modules that are not files: the module {@code grcuda}, and modules made
 * from the exports of CommonJS modules.
 */
public final class ModuleFileSystem extends ForwardingFileSystem {

  /** The folder in which such modules seem to lie; no folder of the machine has this name. */
  private static final Path FOLDER = Path.of("/(grcuda)");

  /** The module {@code grcuda}. */
  public static final Path GRCUDA = FOLDER.resolve("grcuda.mjs");

  private final Map<Path, byte[]> made = new HashMap<>();

  public ModuleFileSystem() {
    super(FileSystem.newDefaultFileSystem());
  }

  /** Makes a module with this text; the path is one of its own for each {@code id}. */
  public Path offer(String id, String text) {
    Path path = FOLDER.resolve("exports").resolve(id.startsWith("/") ? id.substring(1) : id);
    made.put(path, text.getBytes(StandardCharsets.UTF_8));
    return path;
  }

  private byte[] bytes(Path path) throws NoSuchFileException {
    byte[] bytes = path.equals(GRCUDA) ? GuestFiles.bytes(GuestFiles.MODULE) : made.get(path);
    if (bytes == null) {
      throw new NoSuchFileException(path.toString());
    }
    return bytes;
  }

  @Override
  public void checkAccess(Path path, Set<? extends AccessMode> modes, LinkOption... options)
      throws IOException {
    if (path.startsWith(FOLDER)) {
      bytes(path);
    } else {
      super.checkAccess(path, modes, options);
    }
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return path.startsWith(FOLDER)
        ? new BytesChannel(bytes(path))
        : super.newByteChannel(path, options, attributes);
  }

  @Override
  public Path toRealPath(Path path, LinkOption... options) throws IOException {
    return path.startsWith(FOLDER) ? path : super.toRealPath(path, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    return path.startsWith(FOLDER)
        ? Map.of("isRegularFile", true, "isDirectory", false, "size", 0L)
        : super.readAttributes(path, names, options);
  }

  @Override
  public String getMimeType(Path path) {
    return path.startsWith(FOLDER) ? "application/javascript+module" : super.getMimeType(path);
  }
}
