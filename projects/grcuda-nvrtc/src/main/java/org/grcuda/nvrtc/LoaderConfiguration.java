package org.grcuda.nvrtc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The folders in which the dynamic loader looks by itself (ld.so(8), ldconfig(8)). */
final class LoaderConfiguration {

  private static final int MAX_INCLUDE_DEPTH = 8;

  private final Path root;
  private final Set<Path> folders = new LinkedHashSet<>();

  private LoaderConfiguration(Path root) {
    this.root = root;
  }

  /**
   * The folders, in the loader's order, existing or not.
   *
   * @param root of the file system, {@code /}
   * @param architecture such as {@code x86_64}, for the multiarch folders
   */
  static List<Path> folders(Path root, String architecture) {
    LoaderConfiguration path = new LoaderConfiguration(root);
    path.addConfiguration(root.resolve("etc/ld.so.conf"), 0);
    for (String folder : List.of("lib64", "usr/lib64", "lib", "usr/lib")) {
      path.folders.add(root.resolve(folder));
      path.folders.add(root.resolve(folder).resolve(architecture + "-linux-gnu"));
    }
    return new ArrayList<>(path.folders);
  }

  private void addConfiguration(Path file, int depth) {
    if (depth > MAX_INCLUDE_DEPTH || !Files.isReadable(file) || Files.isDirectory(file)) {
      return;
    }
    for (String line : lines(file)) {
      String entry = line.replaceFirst("#.*", "").strip();
      if (entry.startsWith("include ") || entry.startsWith("include\t")) {
        include(file, entry.substring("include".length()).strip(), depth);
      } else if (entry.startsWith("/")) {
        folders.add(root.resolve(entry.substring(1)));
      }
    }
  }

  private void include(Path from, String pattern, int depth) {
    Path absolute =
        pattern.startsWith("/") ? root.resolve(pattern.substring(1)) : from.resolveSibling(pattern);
    if (!Files.isDirectory(absolute.getParent())) {
      return;
    }
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> matches =
        Files.newDirectoryStream(absolute.getParent(), absolute.getFileName().toString())) {
      matches.forEach(files::add);
    } catch (IOException e) {
      throw new NvrtcException(from + " includes " + pattern + ", which cannot be listed: " + e, e);
    }
    files.stream().sorted().forEach(file -> addConfiguration(file, depth + 1));
  }

  private static List<String> lines(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new NvrtcException("The loader's configuration cannot be read: " + e, e);
    }
  }
}
