package org.grcuda.nvrtc.store;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.grcuda.nvrtc.file.BoundedFolder;

/**
 * Precompiled headers of one process. Their files have no names, only open descriptors (proc(5)),
 * so that they go with the process however it ends.
 */
public final class OwnHeaders implements HeaderStore {

  /** They have 100 to 150 MB each. */
  private static final int MOST = 2;

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private record Kept(FileInputStream open, Path path) {}

  private final BoundedFolder folder;

  /** The least recently used first. */
  private final Map<String, Kept> files = new LinkedHashMap<>(MOST, 0.75f, true);

  private final Set<String> wanted = new HashSet<>();
  private final Set<String> givenUp = new HashSet<>();

  /**
   * @param folder where files are while NVRTC writes them; made when needed
   */
  public OwnHeaders(Path folder) {
    this.folder = new BoundedFolder(folder, SharedHeaders.MOST_BYTES);
  }

  @Override
  public Optional<Path> find(String key) {
    return Optional.ofNullable(files.get(key)).map(Kept::path);
  }

  @Override
  public void want(String key) {
    wanted.add(key);
  }

  @Override
  public boolean isWanted(String key) {
    return wanted.contains(key) && !givenUp.contains(key);
  }

  @Override
  public void giveUp(String key) {
    givenUp.add(key);
  }

  @Override
  public Path begin() throws IOException {
    return folder.temporary();
  }

  @Override
  public void keep(String key, Path written) throws IOException {
    Path real = written.toRealPath();
    FileInputStream open = new FileInputStream(real.toFile());
    files.put(key, new Kept(open, descriptorOf(real)));
    Files.delete(real);
    wanted.remove(key);
    if (files.size() > MOST) {
      drop(files.keySet().iterator().next());
    }
    folder.trim();
  }

  private static Path descriptorOf(Path file) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path each : all) {
        if (isLinkTo(each, file)) {
          return each;
        }
      }
    }
    throw new NoSuchFileException(DESCRIPTORS.toString(), file.toString(), "no descriptor of it");
  }

  private static boolean isLinkTo(Path descriptor, Path file) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).equals(file);
    } catch (NoSuchFileException e) {
      // Closed since the folder was listed.
      return false;
    }
  }

  @Override
  public void drop(String key) throws IOException {
    files.remove(key).open().close();
    wanted.add(key);
  }
}
