package org.grcuda.nvrtc;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grcuda.nvrtc.wheel.Platform;

/**
 * The folders that may hold an installed NVRTC, in the order in which they count.
 *
 * @param environment its CUDA_HOME, CUDA_PATH and LD_LIBRARY_PATH are read
 * @param platform the machine
 * @param root of the file system, {@code /}; null: no folder counts
 */
record SearchPlaces(Map<String, String> environment, Platform platform, Path root) {

  /** No folder of the machine. */
  static SearchPlaces none(Platform platform) {
    return new SearchPlaces(Map.of(), platform, null);
  }

  /** The CUDA toolkits named by the environment, or in the usual place; they need not exist. */
  List<Path> toolkits() {
    List<Path> toolkits = new ArrayList<>();
    for (String variable : new String[] {"CUDA_HOME", "CUDA_PATH"}) {
      String home = environment.getOrDefault(variable, "");
      if (!home.isEmpty()) {
        toolkits.add(Path.of(home));
      }
    }
    if (root != null) {
      toolkits.add(root.resolve("usr/local/cuda"));
    }
    return toolkits;
  }

  /** The library folders of a toolkit. */
  List<Path> librariesOf(Path toolkit) {
    return List.of(
        toolkit.resolve("lib64"),
        toolkit.resolve("targets").resolve(platform.cudaTarget()).resolve("lib"));
  }

  /** The folders of a toolkit that may hold CUDA's headers. */
  List<Path> includesOf(Path toolkit) {
    return List.of(
        toolkit.resolve("include"),
        toolkit.resolve("targets").resolve(platform.cudaTarget()).resolve("include"));
  }

  /** The folders of LD_LIBRARY_PATH. */
  List<Path> userLoaderPath() {
    List<Path> folders = new ArrayList<>();
    for (String folder : environment.getOrDefault("LD_LIBRARY_PATH", "").split(":")) {
      if (!folder.isEmpty()) {
        folders.add(Path.of(folder));
      }
    }
    return folders;
  }

  /** The folders in which the loader looks by itself. */
  List<Path> systemLoaderPath() {
    return root == null ? List.of() : LoaderConfiguration.folders(root, platform.architecture());
  }

  /**
   * A fingerprint that changes when a search may find something else. It consists of the folders
   * with their modification times, and the modification time of the loader's cache, which every
   * installed library package renews (ldconfig(8)).
   */
  String fingerprint() {
    StringBuilder text = new StringBuilder();
    for (Path toolkit : toolkits()) {
      librariesOf(toolkit).forEach(folder -> append(text, folder));
    }
    userLoaderPath().forEach(folder -> append(text, folder));
    if (root == null) {
      return "fetched\n";
    }
    append(text, root.resolve("etc/ld.so.cache"));
    return text.toString();
  }

  private static void append(StringBuilder text, Path path) {
    File file = path.toFile();
    text.append(file).append(' ').append(file.lastModified()).append('\n');
  }
}
