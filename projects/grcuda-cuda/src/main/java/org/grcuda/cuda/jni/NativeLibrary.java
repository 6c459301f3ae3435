package org.grcuda.cuda.jni;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Loads the native library, which is packed beside this class, once per process. */
public final class NativeLibrary {

  private static final String FILE = "libgrcuda_cuda.so";

  private NativeLibrary() {}

  /** Why the library cannot be used; null if it is loaded. Tries once. */
  public static String problem() {
    return Holder.PROBLEM;
  }

  private static final class Holder {
    private static final String PROBLEM = load();
  }

  private static String load() {
    String system = System.getProperty("os.name");
    String platform = platform();
    if (!system.equals("Linux")) {
      return "needs Linux, this is " + system;
    }
    Path unpacked = Path.of(System.getProperty("java.home"), "lib", FILE);
    if (Files.exists(unpacked) && loadsFrom(unpacked)) {
      return null;
    }
    URL packed = NativeLibrary.class.getResource(platform + "/" + FILE);
    if (packed == null) {
      return "this build has no native part for "
          + platform
          + ": install a C compiler (command cc) and build again";
    }
    // If the system does not know the home, it is not an absolute path.
    List<Path> folders =
        Stream.of(cache(), Path.of(System.getProperty("java.io.tmpdir")))
            .filter(Path::isAbsolute)
            .toList();
    return load(packed, folders);
  }

  /** Loads the library of the command's run-time image; false if it is not for this machine. */
  @SuppressWarnings("restricted")
  private static boolean loadsFrom(Path file) {
    try {
      System.load(file.toString());
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /** Loads a copy, in the first folder where that works. */
  static String load(URL packed, List<Path> folders) {
    List<String> problems = new ArrayList<>();
    for (Path folder : folders) {
      try {
        loadCopy(packed, folder);
        return null;
      } catch (IOException | UnsatisfiedLinkError e) {
        problems.add(folder + ": " + e);
      }
    }
    return "its native part can be unpacked and loaded nowhere: " + String.join("; ", problems);
  }

  private static String platform() {
    String architecture =
        switch (System.getProperty("os.arch")) {
          case "amd64" -> "x86_64";
          case String other -> other;
        };
    return "linux-" + architecture.toLowerCase(Locale.ROOT);
  }

  /**
   * A library is loaded from a file; the file is not needed once it is loaded. The user's cache
   * comes first, as some machines allow no execution from the folder of temporary files. On other
   * machines the user's home cannot be written.
   */
  @SuppressWarnings("restricted")
  private static void loadCopy(URL packed, Path folder) throws IOException {
    Files.createDirectories(folder);
    Path file = Files.createTempFile(folder, "libgrcuda_cuda", ".so");
    try {
      try (InputStream content = packed.openStream()) {
        Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
      }
      System.load(file.toAbsolutePath().toString());
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** By the XDG base directory specification. */
  private static Path cache() {
    String xdg = System.getenv("XDG_CACHE_HOME");
    return xdg != null && xdg.startsWith("/")
        ? Path.of(xdg, "grcuda")
        : Path.of(System.getProperty("user.home"), ".cache", "grcuda");
  }
}
