package org.grcuda.nvrtc.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;
import org.grcuda.nvrtc.file.BoundedFolder;
import org.grcuda.nvrtc.file.OwnFiles;

/**
 * Precompiled headers on disk, for all compiler processes of a user: a file for each key, or an
 * empty one that tells what became of it. They have 100 to 150 MB each; the least recently used
 * ones are deleted.
 *
 * <p>The name of a file ends with the sum of its bytes, as NVRTC crashes on a file that was cut
 * short or otherwise damaged when the machine stopped.
 */
public final class SharedHeaders implements HeaderStore {

  static final long MOST_BYTES = 512L << 20;

  private static final String SUM = ".sum-";
  private static final String WANTED = ".wanted";
  private static final String GIVEN_UP = ".given-up";

  private final Path folder;
  private final BoundedFolder bounded;
  private final Set<Path> intact = new HashSet<>();

  /**
   * @param folder made when needed
   */
  public SharedHeaders(Path folder) {
    this(folder, MOST_BYTES);
  }

  SharedHeaders(Path folder, long mostBytes) {
    this.folder = folder;
    this.bounded = new BoundedFolder(folder, mostBytes);
  }

  @Override
  public Optional<Path> find(String key) throws IOException {
    Optional<Path> found = named(key);
    if (found.isPresent() && !isIntact(found.get())) {
      drop(key);
      return Optional.empty();
    }
    found.ifPresent(BoundedFolder::touch);
    return found;
  }

  private Optional<Path> named(String key) throws IOException {
    if (!Files.exists(folder)) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, key + SUM + "*")) {
      for (Path file : files) {
        OwnFiles.require(file, folder);
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /** Looks at each file once. */
  private boolean isIntact(Path file) throws IOException {
    if (!intact.contains(file) && file.toString().endsWith(SUM + sum(file))) {
      intact.add(file);
    }
    return intact.contains(file);
  }

  private static String sum(Path file) throws IOException {
    CRC32C sum = new CRC32C();
    // Half the time of reading it.
    try (FileChannel channel = FileChannel.open(file)) {
      sum.update(channel.map(MapMode.READ_ONLY, 0, channel.size()));
    }
    return Long.toHexString(sum.getValue());
  }

  @Override
  public void want(String key) throws IOException {
    if (!Files.exists(folder.resolve(key + GIVEN_UP))) {
      mark(key + WANTED);
    }
  }

  @Override
  public void giveUp(String key) throws IOException {
    mark(key + GIVEN_UP);
    Files.deleteIfExists(folder.resolve(key + WANTED));
  }

  private void mark(String name) throws IOException {
    OwnFiles.createFolders(folder);
    Files.write(folder.resolve(name), new byte[0]);
  }

  @Override
  public boolean isWanted(String key) {
    return Files.exists(folder.resolve(key + WANTED));
  }

  @Override
  public Path begin() throws IOException {
    return bounded.temporary();
  }

  @Override
  public void keep(String key, Path written) throws IOException {
    Path file = folder.resolve(key + SUM + sum(written));
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    intact.add(file);
    Files.deleteIfExists(folder.resolve(key + WANTED));
    bounded.trim();
  }

  @Override
  public void drop(String key) throws IOException {
    want(key);
    Optional<Path> file = named(key);
    if (file.isPresent()) {
      intact.remove(file.get());
      Files.deleteIfExists(file.get());
    }
  }
}
