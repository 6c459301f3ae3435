package org.grcuda.nvrtc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * What a wheel holds, unpacked in the user cache. The folder appears whole, by a rename, and has a
 * stamp that says which wheel it came from and how large each listed file is. A lock file keeps
 * several processes from fetching at once.
 */
final class FetchedWheel {

  private static final String STAMP = "stamp";
  private static final String TEMPORARY = "fetch-";
  private static final int LOCK_RETRY_MILLIS = 100;

  private final Path cacheDirectory;
  private final WheelRelease release;
  private final Path folder;

  FetchedWheel(Path cacheDirectory, WheelRelease release) {
    this.cacheDirectory = cacheDirectory;
    this.release = release;
    this.folder = cacheDirectory.resolve(release.installName());
  }

  /** Where the files are or will be. */
  Path folder() {
    return folder;
  }

  /** The folder, if it is there and as its stamp says. */
  Optional<Path> installed() throws IOException {
    try {
      boolean whole = Files.readString(folder.resolve(STAMP)).equals(stampOf(folder));
      return whole ? Optional.of(folder) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Fetches the wheel, unless another process did so meanwhile, and gives the folder.
   *
   * @throws FetchException no pip, a failed download, a wrong checksum
   * @throws IOException the cache cannot be written
   */
  Path fetch(NvrtcSettings settings) throws IOException {
    settings
        .messages()
        .accept(
            "Fetching %s, once: %s, %d MB, into %s"
                .formatted(
                    release.title(), release.requirement(), release.bytes() / 1_000_000, folder));
    return fetch(new PipDownload(settings.environment(), settings.messages()));
  }

  /** As {@link #fetch(NvrtcSettings)}, without a message of its own. */
  Path fetch(PipDownload pip) throws IOException {
    Files.createDirectories(cacheDirectory);
    Path lockFile = cacheDirectory.resolve("fetch.lock");
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = lock(channel)) {
      Optional<Path> present = installed();
      return present.isPresent() ? present.get() : fetchLocked(pip);
    }
  }

  private Path fetchLocked(PipDownload pip) throws IOException {
    removeLeftovers();
    Path temporary = Files.createTempDirectory(cacheDirectory, TEMPORARY);
    try {
      Path wheel = pip.download(release, Files.createDirectory(temporary.resolve("download")));
      verify(wheel);
      Path unpacked = Files.createDirectory(temporary.resolve("unpacked"));
      unpack(wheel, unpacked);
      Files.writeString(unpacked.resolve(STAMP), stampOf(unpacked));
      delete(folder);
      Files.move(unpacked, folder, StandardCopyOption.ATOMIC_MOVE);
      return folder;
    } finally {
      delete(temporary);
    }
  }

  /** What a process that was killed left: only the holder of the lock has such a folder. */
  private void removeLeftovers() throws IOException {
    List<Path> leftovers;
    try (Stream<Path> files = Files.list(cacheDirectory)) {
      leftovers =
          files
              .filter(Files::isDirectory)
              .filter(file -> file.getFileName().toString().startsWith(TEMPORARY))
              .toList();
    }
    for (Path leftover : leftovers) {
      delete(leftover);
    }
  }

  private void verify(Path wheel) throws IOException {
    MessageDigest digest = Sha256.digest();
    try (InputStream in = Files.newInputStream(wheel)) {
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    }
    String actual = HexFormat.of().formatHex(digest.digest());
    if (!actual.equals(release.sha256())) {
      throw new FetchException(
          "%s was downloaded with SHA-256 %s, expected %s: refused"
              .formatted(wheel.getFileName(), actual, release.sha256()));
    }
  }

  private void unpack(Path wheel, Path target) throws IOException {
    String prefix = release.folder() + "/";
    try (ZipFile zip = new ZipFile(wheel.toFile())) {
      for (String file : release.files()) {
        if (zip.getEntry(prefix + file) == null) {
          throw new FetchException(wheel.getFileName() + " holds no " + file);
        }
      }
      for (ZipEntry entry : Collections.list(zip.entries())) {
        boolean wanted = !entry.isDirectory() && entry.getName().startsWith(prefix);
        String file = wanted ? entry.getName().substring(prefix.length()) : "";
        if (wanted && (release.files().isEmpty() || release.files().contains(file))) {
          copy(zip, entry, target.resolve(file));
        }
      }
    }
  }

  /** The checksum was that of a known wheel, so that no name in it leads elsewhere. */
  private static void copy(ZipFile zip, ZipEntry entry, Path target) throws IOException {
    Files.createDirectories(target.getParent());
    try (InputStream in = zip.getInputStream(entry)) {
      Files.copy(in, target);
    }
  }

  private String stampOf(Path directory) throws IOException {
    StringBuilder stamp = new StringBuilder(release.sha256()).append('\n');
    for (String file : release.files()) {
      stamp.append(file).append(' ');
      stamp.append(Files.size(directory.resolve(file))).append('\n');
    }
    return stamp.toString();
  }

  /** Another thread of this process holding it is an exception, not a wait. */
  private static FileLock lock(FileChannel channel) throws IOException {
    while (true) {
      try {
        return channel.lock();
      } catch (OverlappingFileLockException e) {
        pause();
      }
    }
  }

  private static void pause() throws FetchException {
    try {
      Thread.sleep(LOCK_RETRY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FetchException("interrupted", e);
    }
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> walk = Files.walk(directory)) {
      files = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
