package org.grcuda.polyglot.files;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.DirectoryStream;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.graalvm.polyglot.io.FileSystem;

/**
 * Another file system, and in it the folder {@value #ROOT} with {@link GuestFiles}, which can only
 * be read. The real path of {@code grcuda} is the JavaScript module, unless a file is called so: of
 * that, JavaScript asks for {@code import ... from 'grcuda'}.
 */
public final class GuestFileSystem extends ForwardingFileSystem {

  /** No folder of a machine is called so. */
  static final String ROOT = "/(grcuda)";

  /** Where Python looks for the package. */
  public static final String PYTHON_PATH = ROOT + "/" + GuestFiles.PYTHON;

  private static final String NAME = "grcuda";
  private static final FileTime TIME = FileTime.fromMillis(0);

  private final Path root;
  private final Path name;

  /** As {@code base}, with the folder. */
  public GuestFileSystem(FileSystem base) {
    super(base);
    root = base.parsePath(ROOT);
    name = base.parsePath(NAME);
  }

  @Override
  public void checkAccess(Path path, Set<? extends AccessMode> modes, LinkOption... options)
      throws IOException {
    if (isOurs(path)) {
      find(path);
      requireReading(path, modes.contains(AccessMode.WRITE));
    } else if (!isModule(path) || !modes.isEmpty()) {
      super.checkAccess(path, modes, options);
    }
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    if (!isOurs(path)) {
      return super.newByteChannel(path, options, attributes);
    }
    requireReading(path, !Set.of(StandardOpenOption.READ).containsAll(options));
    return new BytesChannel(GuestFiles.bytes(find(path)));
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    if (!isOurs(folder)) {
      return super.newDirectoryStream(folder, filter);
    }
    List<Path> entries = new ArrayList<>();
    for (String file : GuestFiles.list(find(folder))) {
      Path entry = folder.resolve(file);
      if (filter.accept(entry)) {
        entries.add(entry);
      }
    }
    return new Entries(entries);
  }

  @Override
  public Path toRealPath(Path path, LinkOption... options) throws IOException {
    if (isOurs(path)) {
      find(path);
      return path.normalize();
    }
    return isModule(path) ? root.resolve(GuestFiles.MODULE) : super.toRealPath(path, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    if (!isOurs(path)) {
      return super.readAttributes(path, names, options);
    }
    if (names.contains(":") && !names.startsWith("basic:")) {
      throw new UnsupportedOperationException(names);
    }
    String file = find(path);
    boolean isFile = GuestFiles.isFile(file);
    return Map.of(
        "isRegularFile", isFile,
        "isDirectory", !isFile,
        "isSymbolicLink", false,
        "isOther", false,
        "size", isFile ? GuestFiles.bytes(file).length : 0L,
        "creationTime", TIME,
        "lastModifiedTime", TIME,
        "lastAccessTime", TIME);
  }

  private record Entries(List<Path> paths) implements DirectoryStream<Path> {

    @Override
    public Iterator<Path> iterator() {
      return paths.iterator();
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  private boolean isOurs(Path path) {
    return path.startsWith(root);
  }

  /** Whether a path is the name of the module, and no file. */
  private boolean isModule(Path path) throws IOException {
    if (!path.equals(name)) {
      return false;
    }
    try {
      super.checkAccess(path, Set.of());
      return false;
    } catch (NoSuchFileException | SecurityException e) {
      return true;
    }
  }

  private static void requireReading(Path path, boolean isWritten) throws AccessDeniedException {
    if (isWritten) {
      throw new AccessDeniedException(path.toString(), null, "read-only");
    }
  }

  /** The name of a path of ours among {@link GuestFiles}. */
  private String find(Path path) throws NoSuchFileException {
    String file = root.relativize(path.normalize()).toString();
    if (GuestFiles.isFile(file) || !GuestFiles.list(file).isEmpty()) {
      return file;
    }
    throw new NoSuchFileException(path.toString());
  }
}
