package org.grcuda.nvrtc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.grcuda.nvrtc.file.AtomicFile;

/**
 * Programs that were compiled beforehand ({@link Precompiler}), for machines without NVRTC: a
 * folder with entries like those of the cache, and a file that says which NVRTC made them. They
 * were compiled with the CUDA headers of the machine that made them.
 */
final class Precompiled {

  private static final String FOLDER = "precompiled";
  private static final String COMPILER = "compiler";

  private final Path folder;
  private final String version;
  private final List<Integer> architectures;
  private final ProgramCache programs;

  private Precompiled(Path folder, String version, List<Integer> architectures) {
    this.folder = folder;
    this.version = version;
    this.architectures = architectures;
    this.programs = new ProgramCache(folder, Long.MAX_VALUE);
  }

  /** Those beside a cache; empty if there are none. */
  static Optional<Precompiled> beside(Path cacheDirectory) throws IOException {
    Path folder = cacheDirectory.resolve(FOLDER);
    String[] lines;
    try {
      lines = Files.readString(folder.resolve(COMPILER)).strip().split("\n");
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (lines.length != 2
        || !lines[0].matches("\\d+\\.\\d+")
        || !lines[1].matches("\\d+( \\d+)*")) {
      throw new IOException(folder.resolve(COMPILER) + " has another form than expected");
    }
    return Optional.of(new Precompiled(folder, lines[0], numbers(lines[1])));
  }

  /** Begins a new set beside a cache, and keeps the old entries. */
  static Precompiled make(Path cacheDirectory, String version, List<Integer> architectures)
      throws IOException {
    Path folder = cacheDirectory.resolve(FOLDER);
    String all = architectures.stream().map(String::valueOf).collect(Collectors.joining(" "));
    AtomicFile.write(
        folder.resolve(COMPILER), (version + "\n" + all + "\n").getBytes(StandardCharsets.UTF_8));
    return new Precompiled(folder, version, architectures);
  }

  private static List<Integer> numbers(String line) {
    return Arrays.stream(line.split(" ")).map(Integer::valueOf).toList();
  }

  /** The version that compiled them. */
  String version() {
    return version;
  }

  /** The architectures for which they were compiled, such as 90 for 9.0. */
  List<Integer> architectures() {
    return architectures;
  }

  Path folder() {
    return folder;
  }

  Optional<CompiledProgram> find(Program program) throws IOException {
    return programs.read(key(program));
  }

  void add(Program program, CompiledProgram compiled) throws IOException {
    programs.write(key(program), compiled);
  }

  private ProgramKey key(Program program) {
    BundledHeaders headers =
        program.isComplete() ? BundledHeaders.NONE : BundledHeaders.of(program);
    return ProgramKey.of(program, version + " beforehand" + headers.identity());
  }
}
