package org.grcuda.nvrtc.wheel;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Downloads a wheel by whichever pip the search path has, and so by the user's own indexes.
 *
 * <p>Python is isolated from the current directory and from its own variables (python -I), and
 * works in an empty folder. It ends with this process, however this process ends.
 */
final class PipDownload {

  private static final List<List<String>> LAUNCHERS =
      List.of(
          List.of("python3", "-I", "-m", "pip"),
          List.of("python", "-I", "-m", "pip"),
          List.of("pip3"),
          List.of("pip"));
  private static final int POLL_MILLIS = 250;

  /** How long pip may be silent: longer than its own timeout with all retries. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /**
   * Runs a command until it ends, or standard input does, as when the process at its other end was
   * killed.
   */
  private static final String GUARD =
      """
      exec 3<&0
      "$@" </dev/null &
      command=$!
      { read -r nothing <&3; kill $command; } 2>/dev/null &
      wait $command
      """;

  private static final int LOG_LINES = 5;

  /** The words of pip's library for HTTP. */
  private static final Pattern OFFLINE =
      Pattern.compile("(NewConnection|NameResolution|ConnectTimeout|ReadTimeout|Proxy)Error");

  private final Map<String, String> environment;
  private final Consumer<String> messages;
  private final Duration patience;

  /**
   * @param environment of the child process; its PATH is searched
   * @param messages receives the progress, one line each
   */
  PipDownload(Map<String, String> environment, Consumer<String> messages) {
    this(environment, messages, PATIENCE);
  }

  /** As the other constructor, with the time for which pip may make no visible progress. */
  PipDownload(Map<String, String> environment, Consumer<String> messages, Duration patience) {
    this.environment = environment;
    this.messages = messages;
    this.patience = patience;
  }

  /**
   * Downloads {@code release} into {@code folder}, which is empty, and gives the file.
   *
   * @throws FetchException there is no pip, or it failed: its own last lines
   */
  Path download(WheelRelease release, Path folder) throws IOException {
    for (List<String> launcher : LAUNCHERS) {
      Path executable = onPath(launcher.getFirst());
      if (executable == null) {
        continue;
      }
      List<String> command = new ArrayList<>(launcher);
      command.set(0, executable.toString());
      if (launcher.size() > 1 && run(with(command, "--version"), folder, null) != 0) {
        continue;
      }
      return download(release, folder, command);
    }
    throw new FetchException(
        "no pip: none of python3 -m pip, python -m pip, pip3, pip works by PATH="
            + environment.getOrDefault("PATH", ""));
  }

  private Path download(WheelRelease release, Path folder, List<String> pip) throws IOException {
    List<String> command =
        with(
            pip,
            "download",
            "--no-deps",
            "--no-cache-dir",
            "--no-input",
            "--disable-pip-version-check",
            "--progress-bar=off",
            "--only-binary=:all:",
            "--platform=" + release.platformTag(),
            "--dest=" + folder,
            release.requirement());
    if (run(command, folder, new Progress(release.bytes(), messages)) != 0) {
      if (OFFLINE.matcher(Files.readString(log(folder))).find()) {
        throw new OfflineException();
      }
      throw new FetchException(String.join(" ", command) + " failed:\n" + lastLines(log(folder)));
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".whl"))
          .findFirst()
          .orElseThrow(
              () -> new FetchException(String.join(" ", command) + " downloaded no wheel"));
    }
  }

  private int run(List<String> command, Path folder, Progress progress) throws IOException {
    List<String> guarded = new ArrayList<>(List.of("/bin/sh", "-c", GUARD, "sh"));
    guarded.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(guarded).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    // pip downloads to a temporary file first. In this folder its growth can be seen, and the file
    // is cleaned up.
    builder.environment().put("TMPDIR", folder.toString());
    builder.redirectErrorStream(true).redirectOutput(log(folder).toFile());
    Process process = builder.start();
    try {
      await(process, String.join(" ", command), folder, progress);
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FetchException("interrupted", e);
    } finally {
      // The guard ends the command.
      process.getOutputStream().close();
    }
  }

  private void await(Process process, String command, Path folder, Progress progress)
      throws IOException, InterruptedException {
    long seen = 0;
    long since = System.nanoTime();
    while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      long bytes = sizeBelow(folder);
      if (bytes != seen) {
        seen = bytes;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > patience.toNanos()) {
        throw new FetchException(
            "%s did nothing for %d s, and was ended".formatted(command, patience.toSeconds()));
      }
      if (progress != null) {
        progress.report(bytes);
      }
    }
  }

  private Path onPath(String name) {
    for (String folder : environment.getOrDefault("PATH", "").split(":")) {
      Path file = Path.of(folder, name);
      if (file.isAbsolute() && Files.isRegularFile(file) && Files.isExecutable(file)) {
        return file;
      }
    }
    return null;
  }

  private static Path log(Path folder) {
    return folder.resolve("pip.log");
  }

  private static String lastLines(Path log) throws IOException {
    List<String> lines = new String(Files.readAllBytes(log)).lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
  }

  /** Bytes of all files below {@code folder}; pip may delete some meanwhile. */
  private static long sizeBelow(Path folder) {
    File[] files = folder.toFile().listFiles();
    long bytes = 0;
    for (File file : files == null ? new File[0] : files) {
      bytes += file.isDirectory() ? sizeBelow(file.toPath()) : file.length();
    }
    return bytes;
  }

  private static List<String> with(List<String> command, String... arguments) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    return all;
  }

  /** Reports each further tenth of a download. */
  private static final class Progress {

    private final long total;
    private final Consumer<String> messages;
    private long reported;

    Progress(long total, Consumer<String> messages) {
      this.total = total;
      this.messages = messages;
    }

    void report(long bytes) {
      long tenth = Math.min(10, 10 * bytes / total);
      if (tenth > reported) {
        reported = tenth;
        messages.accept("  " + 10 * tenth + " % of " + total / 1_000_000 + " MB");
      }
    }
  }
}
