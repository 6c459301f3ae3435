package org.grcuda.mpi;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The folders in which a shell would look for a program. */
final class SearchPath {

  private static final Pattern COLON = Pattern.compile(":");

  private final String folders;

  SearchPath(Map<String, String> environment) {
    this.folders = environment.getOrDefault("PATH", "");
  }

  /** A program by its name, or by its path if that has a slash. */
  Optional<Path> find(String program) {
    if (program.contains("/")) {
      return Optional.of(Path.of(program)).filter(Files::isExecutable);
    }
    return COLON
        .splitAsStream(folders)
        .filter(folder -> folder.startsWith("/"))
        .map(folder -> Path.of(folder, program))
        .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
        .findFirst();
  }
}
