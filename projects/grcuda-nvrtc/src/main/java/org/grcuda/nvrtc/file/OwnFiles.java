package org.grcuda.nvrtc.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Checks that only the user (and root) can write files that the user's programs load and run. */
public final class OwnFiles {

  /** The permissions of a private folder. */
  public static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  private static final Set<PosixFilePermission> UNSHARED =
      PosixFilePermissions.fromString("rwxr-xr-x");

  private static final int ROOT = 0;
  private static final int GROUP_WRITES = 0020;
  private static final int OTHERS_WRITE = 0002;

  private OwnFiles() {}

  /** The number of the user that this process runs as (proc(5)). */
  public static int user() throws IOException {
    return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  /**
   * Checks that nobody but its owner can write a file or folder.
   *
   * @throws IOException naming it, if others can; NoSuchFileException
   */
  public static void requireUnshared(Path file) throws IOException {
    int owner = owner(file);
    int mode = (int) Files.getAttribute(file, "unix:mode");
    // A group with the user's number is the user's own (user private groups).
    int group = (int) Files.getAttribute(file, "unix:gid");
    int foreign = group == owner ? OTHERS_WRITE : OTHERS_WRITE | GROUP_WRITES;
    if ((mode & foreign) != 0) {
      throw new IOException("others can write " + file + " (chmod go-w)");
    }
  }

  /**
   * Checks that a file or folder is the user's or root's, and nobody else can write it.
   *
   * @throws IOException naming it, if others can
   */
  public static void require(Path file) throws IOException {
    requireUnshared(file);
    int owner = owner(file);
    if (owner != ROOT && owner != user()) {
      throw new IOException(file + " belongs to another user");
    }
  }

  /**
   * Checks a file of a cache, and every folder above it: that nobody else than the owner of the
   * cache, the user or root can write it.
   *
   * @param cache a folder that the user has chosen, or owns
   * @throws IOException naming what others can write
   */
  public static void require(Path file, Path cache) throws IOException {
    if (!file.normalize().startsWith(cache.normalize())) {
      throw new IOException(file + " does not lie in " + cache);
    }
    Path current = cache;
    requireUnshared(current);
    int chosen = owner(cache);
    for (Path name : cache.relativize(file)) {
      current = current.resolve(name);
      requireUnshared(current);
      int owner = owner(current);
      if (owner != chosen && owner != ROOT && owner != user()) {
        throw new IOException(current + " belongs to another user than " + cache);
      }
    }
  }

  /** Makes a folder and those above it, so that only the user can write them. */
  public static void createFolders(Path folder) throws IOException {
    Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(UNSHARED));
  }

  private static int owner(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:uid");
  }

  /**
   * Checks that a folder is the user's own, and nobody else can even read it.
   *
   * @throws IOException saying what is wrong
   */
  public static void requirePrivate(Path folder) throws IOException {
    boolean directory = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
    if (!directory
        || (int) Files.getAttribute(folder, "unix:uid") != user()
        || !Files.getPosixFilePermissions(folder).equals(PRIVATE)) {
      throw new IOException(folder + " is not a private folder of the user (mode 0700)");
    }
  }
}
