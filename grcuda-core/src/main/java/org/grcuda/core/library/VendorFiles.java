package org.grcuda.core.library;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Places where the file of a vendor's library may be: those of the system's loader, a CUDA toolkit,
 * and the folders where pip puts NVIDIA's packages.
 */
final class VendorFiles {

  /** Libraries of CUDA 13 and 12. */
  private static final String[] VERSIONS = {"", ".13", ".12"};

  private static final String[] TOOLKITS = {"CUDA_HOME", "CUDA_PATH"};

  private VendorFiles() {}

  /**
   * Names and paths to try, in this order.
   *
   * @param file name without a version: {@code libcublas.so}
   * @param environment CUDA_HOME, CUDA_PATH, VIRTUAL_ENV and HOME are read
   */
  static List<String> of(String file, Map<String, String> environment) {
    List<String> found = new ArrayList<>();
    for (String version : VERSIONS) {
      found.add(file + version);
    }
    for (Path folder : folders(environment)) {
      for (String version : VERSIONS) {
        Path path = folder.resolve(file + version);
        if (Files.exists(path)) {
          found.add(path.toString());
        }
      }
    }
    return found;
  }

  private static List<Path> folders(Map<String, String> environment) {
    List<Path> folders = new ArrayList<>();
    for (String toolkit : TOOLKITS) {
      add(environment.getOrDefault(toolkit, ""), folders);
    }
    add("/usr/local/cuda", folders);
    String virtual = environment.getOrDefault("VIRTUAL_ENV", "");
    if (!virtual.isEmpty()) {
      addPackages(Path.of(virtual, "lib"), folders);
    }
    String home = environment.getOrDefault("HOME", "");
    if (!home.isEmpty()) {
      addPackages(Path.of(home, ".local", "lib"), folders);
    }
    addPackages(Path.of("/usr/local/lib"), folders);
    return folders;
  }

  private static void add(String toolkit, List<Path> folders) {
    if (!toolkit.isEmpty()) {
      folders.add(Path.of(toolkit, "lib64"));
    }
  }

  /** The folders {@code python3.x/site-packages/nvidia/PACKAGE/lib}, and Debian's. */
  private static void addPackages(Path libraries, List<Path> folders) {
    for (Path python : matching(libraries, "python3*")) {
      for (String site : new String[] {"site-packages", "dist-packages"}) {
        for (Path part : matching(python.resolve(site).resolve("nvidia"), "*")) {
          folders.add(part.resolve("lib"));
        }
      }
    }
  }

  private static List<Path> matching(Path folder, String glob) {
    if (!Files.isDirectory(folder) || !Files.isReadable(folder)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder, glob)) {
      stream.forEach(found::add);
    } catch (IOException e) {
      throw new UncheckedIOException("the folder " + folder + " cannot be listed", e);
    }
    found.sort(null);
    return found;
  }
}
