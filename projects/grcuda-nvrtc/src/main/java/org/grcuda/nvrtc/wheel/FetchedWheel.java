package org.grcuda.nvrtc.wheel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.grcuda.nvrtc.file.AtomicFile;
import org.grcuda.nvrtc.file.OwnFiles;
import org.grcuda.nvrtc.file.Sha256;

/**
 * The contents of a wheel, unpacked in the user cache. The folder appears as a whole, by a rename.
 * A stamp in it says which wheel it came from and how large each listed file is. A lock file keeps
 * several processes from fetching at once.
 */
public final class FetchedWheel {

  private static final String STAMP = "stamp";

  /** The SHA-256 of each listed file, as it was fetched. */
  private static final String CHECKSUMS = "checksums";

  /** What the listed files looked like when their checksums were last compared. */
  private static final String VERIFIED = "verified";

  /** An identifier that changes with each start of the machine (random(4)). */
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private static final String TEMPORARY = "fetch-";
  private static final int LOCK_RETRY_MILLIS = 100;

  private final Path cacheDirectory;
  private final WheelRelease release;
  private final Path folder;

  /**
   * The contents of a wheel, fetched or not.
   *
   * @param cacheDirectory the user cache
   */
  public FetchedWheel(Path cacheDirectory, WheelRelease release) {
    this.cacheDirectory = cacheDirectory;
    this.release = release;
    this.folder = cacheDirectory.resolve(release.installName());
  }

  /** Where the files are or will be. */
  public Path folder() {
    return folder;
  }

  /** The folder, if it exists, matches its stamp, and nobody else can write it. */
  public Optional<Path> installed() throws IOException {
    try {
      boolean trusted = release.files().stream().map(folder::resolve).allMatch(this::isTrusted);
      if (!trusted || !isTrusted(folder.resolve(STAMP))) {
        return Optional.empty();
      }
      boolean whole = Files.readString(folder.resolve(STAMP)).equals(stampOf(folder));
      return whole ? Optional.of(folder) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Whether nobody else can write a file of the folder. */
  public boolean isTrusted(Path file) {
    try {
      OwnFiles.require(file, cacheDirectory);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The folder, if its listed files are as they were fetched. Their checksums are compared after
   * each start of the machine, as the machine may have crashed before, and when a file has changed.
   * A damaged folder counts as absent from then on.
   */
  public Optional<Path> intact() throws IOException {
    Optional<Path> there = installed();
    Path verified = folder.resolve(VERIFIED);
    if (there.isEmpty() || Files.exists(verified) && Files.readString(verified).equals(state())) {
      return there;
    }
    Path checksums = folder.resolve(CHECKSUMS);
    if (!Files.exists(checksums)) {
      // Fetched by a version that kept none.
      AtomicFile.write(checksums, checksumsOf(folder).getBytes(StandardCharsets.UTF_8));
    } else if (!Files.readString(checksums).equals(checksumsOf(folder))) {
      Files.delete(folder.resolve(STAMP));
      return Optional.empty();
    }
    if (Files.isWritable(folder)) {
      AtomicFile.write(verified, state().getBytes(StandardCharsets.UTF_8));
    }
    return there;
  }

  /** Differs after a start of the machine, and after a listed file was written. */
  private String state() throws IOException {
    StringBuilder state = new StringBuilder(Files.readString(BOOT_ID));
    for (String file : release.files()) {
      BasicFileAttributes attributes =
          Files.readAttributes(folder.resolve(file), BasicFileAttributes.class);
      state.append(attributes.size()).append(' ').append(attributes.lastModifiedTime());
      state.append(' ').append(attributes.fileKey()).append('\n');
    }
    return state.toString();
  }

  private String checksumsOf(Path directory) throws IOException {
    StringBuilder checksums = new StringBuilder();
    for (String file : release.files()) {
      checksums.append(Sha256.of(directory.resolve(file))).append("  ").append(file).append('\n');
    }
    return checksums.toString();
  }

  /**
   * Fetches the wheel, unless another process did so meanwhile, and gives the folder.
   *
   * @param environment of pip, which is searched by its PATH
   * @param messages receives what is fetched from where, then the progress, one line each
   * @throws FetchException no pip, a failed download, a wrong checksum
   * @throws IOException the cache cannot be written
   */
  public Path fetch(Map<String, String> environment, Consumer<String> messages) throws IOException {
    messages.accept(
        "Fetching %s, once: %s, %d MB, into %s"
            .formatted(
                release.title(), release.requirement(), release.bytes() / 1_000_000, folder));
    return fetch(new PipDownload(environment, messages));
  }

  /** As {@link #fetch(Map, Consumer)}, without a message of its own. */
  Path fetch(PipDownload pip) throws IOException {
    OwnFiles.createFolders(cacheDirectory);
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
      Path unpacked = temporary.resolve("unpacked");
      OwnFiles.createFolders(unpacked);
      unpack(wheel, unpacked);
      Files.writeString(unpacked.resolve(CHECKSUMS), checksumsOf(unpacked));
      Files.writeString(unpacked.resolve(STAMP), stampOf(unpacked));
      delete(folder);
      Files.move(unpacked, folder, StandardCopyOption.ATOMIC_MOVE);
      return folder;
    } finally {
      delete(temporary);
    }
  }

  /** Removes the leftovers of a killed process: only the holder of the lock has such a folder. */
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
    String actual = Sha256.of(wheel);
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

  /** The checksum was that of a known wheel, so no name in it leads outside the folder. */
  private static void copy(ZipFile zip, ZipEntry entry, Path target) throws IOException {
    OwnFiles.createFolders(target.getParent());
    try (InputStream in = zip.getInputStream(entry)) {
      Files.copy(in, target);
    }
    // The data must be on the disk before the folder gets its name: a crash of the machine must not
    // leave zeros.
    try (FileChannel written = FileChannel.open(target, StandardOpenOption.WRITE)) {
      written.force(true);
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

  /** Deletes a folder and what it holds, if it is there. */
  public static void delete(Path directory) throws IOException {
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
