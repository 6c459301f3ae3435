package org.grcuda.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.DirectoryStream;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Map;
import java.util.Set;
import org.graalvm.polyglot.io.FileSystem;

/**
 * The machine's files, and the JavaScript module {@code grcuda}, which {@code import ... from
 * 'grcuda'} finds wherever the program lies.
 */
final class ModuleFileSystem implements FileSystem {

  private static final String NAME = "grcuda";
  private static final String RESOURCE = "javascript/grcuda.mjs";

  /** Where the module seems to lie: no folder of the machine is called so. */
  private static final Path MODULE = Path.of("/(grcuda)/grcuda.mjs");

  private final FileSystem machine = FileSystem.newDefaultFileSystem();

  @Override
  public Path parsePath(String path) {
    return path.equals(NAME) ? MODULE : machine.parsePath(path);
  }

  @Override
  public Path parsePath(URI uri) {
    return machine.parsePath(uri);
  }

  @Override
  public void checkAccess(Path path, Set<? extends AccessMode> modes, LinkOption... options)
      throws IOException {
    if (!path.equals(MODULE)) {
      machine.checkAccess(path, modes, options);
    }
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return path.equals(MODULE)
        ? new BytesChannel(HostFiles.bytes(RESOURCE))
        : machine.newByteChannel(path, options, attributes);
  }

  @Override
  public Path toRealPath(Path path, LinkOption... options) throws IOException {
    return path.equals(MODULE) ? MODULE : machine.toRealPath(path, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    return path.equals(MODULE)
        ? Map.of("isRegularFile", true, "isDirectory", false, "size", 0L)
        : machine.readAttributes(path, names, options);
  }

  @Override
  public Path toAbsolutePath(Path path) {
    return machine.toAbsolutePath(path);
  }

  @Override
  public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
    machine.createDirectory(path, attributes);
  }

  @Override
  public void delete(Path path) throws IOException {
    machine.delete(path);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    return machine.newDirectoryStream(folder, filter);
  }

  @Override
  public String getMimeType(Path path) {
    return path.equals(MODULE) ? "application/javascript+module" : machine.getMimeType(path);
  }
}
