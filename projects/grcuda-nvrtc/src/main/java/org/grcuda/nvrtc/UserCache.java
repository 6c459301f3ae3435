package org.grcuda.nvrtc;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.function.Consumer;
import org.grcuda.nvrtc.file.OwnFiles;
import org.grcuda.nvrtc.wheel.FetchedWheel;

/**
 * Finds the folder of a user's caches: by the XDG base directory specification, else below the
 * user's home, else below the folder of temporary files, for the user alone.
 */
public final class UserCache {

  private static final String NAME = "grcuda";

  /** A folder below which nothing can be made, for a cache that keeps nothing. */
  private static final Path NOWHERE = Path.of("/dev/null", NAME);

  private final Path temporary;
  private final Consumer<String> messages;

  /** Throws for a folder that is not to be trusted. */
  private interface Check {
    void of(Path folder) throws IOException;
  }

  private UserCache(Path temporary, Consumer<String> messages) {
    this.temporary = temporary;
    this.messages = messages;
  }

  /**
   * The folder, which need not exist. Homes and the folder of temporary files that the environment
   * does not name are those that the JVM knows: a context without an environment still uses the
   * cache of the process.
   *
   * @param messages is told if the folder cannot be trusted, so that one is used that ends with the
   *     process
   */
  public static Path find(Map<String, String> environment, Consumer<String> messages) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    boolean says = environment.containsKey("HOME") || environment.containsKey("XDG_CACHE_HOME");
    return find(
        says ? environment : System.getenv(), System.getProperty("user.home"), temporary, messages);
  }

  /**
   * The folder, which need not exist.
   *
   * @param home of the user if the environment names none; not an absolute path if the system does
   *     not know the user
   * @param temporary folder in which a private folder of the user is made if there is no home
   * @param messages is told if the folder cannot be trusted, so that none is used
   */
  static Path find(
      Map<String, String> environment, String home, Path temporary, Consumer<String> messages) {
    UserCache cache = new UserCache(temporary, messages);
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    String own = environment.getOrDefault("HOME", "");
    // Relative paths are invalid and ignored.
    if (xdg.startsWith("/")) {
      return cache.trusted(Path.of(xdg, NAME), OwnFiles::requireUnshared);
    }
    for (String candidate : new String[] {own, home}) {
      if (candidate.startsWith("/")) {
        Path below = Path.of(candidate, ".cache", NAME);
        if (canBe(below)) {
          return cache.trusted(below, OwnFiles::require);
        }
      }
    }
    return cache.withoutHome();
  }

  /** Whether it exists or can be made: containers give unknown users the home /. */
  private static boolean canBe(Path folder) {
    Path existing = folder;
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    boolean writable = Files.isDirectory(existing) && Files.isWritable(existing);
    return existing.equals(folder) || writable;
  }

  private Path trusted(Path folder, Check check) {
    try {
      check.of(folder);
      return folder;
    } catch (NoSuchFileException e) {
      return folder;
    } catch (IOException e) {
      return instead(e.getMessage());
    }
  }

  /** The user's own folder of temporary files: nobody else may have made it. */
  private Path withoutHome() {
    try {
      Path folder = temporary.resolve(NAME + "-" + OwnFiles.user());
      if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OwnFiles.PRIVATE));
      }
      OwnFiles.requirePrivate(folder);
      return folder;
    } catch (IOException e) {
      return instead("there is no home, and " + e.getMessage());
    }
  }

  private Path instead(String problem) {
    messages.accept(
        "No cache is kept: "
            + problem
            + ". Set XDG_CACHE_HOME to a folder that only you can write, and CUDA's compiler and"
            + " kernels are kept there.");
    return OfProcess.FOLDER;
  }

  /** A cache that ends with the process, made when it is first needed. */
  private static final class OfProcess {

    private static final Path FOLDER = make();

    private static Path make() {
      try {
        // For the user alone.
        Path folder = Files.createTempDirectory(NAME);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
        return folder;
      } catch (IOException e) {
        return NOWHERE;
      }
    }

    private static void remove(Path folder) {
      try {
        FetchedWheel.delete(folder);
      } catch (IOException e) {
        System.getLogger(UserCache.class.getName()).log(Level.WARNING, "not removed: " + e);
      }
    }
  }
}
