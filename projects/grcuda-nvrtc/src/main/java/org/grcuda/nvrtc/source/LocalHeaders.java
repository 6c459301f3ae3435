package org.grcuda.nvrtc.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.Program;

/**
 * A program's own headers, which lie in the working directory or in folders of its options ({@code
 * -I}). With their texts in place of the folders, the program reads no files: its result is kept,
 * and depends on nothing but the texts.
 */
public final class LocalHeaders {

  /** Folders of CUDA's headers, which programs name in includes. */
  private static final Set<String> FOLDERS =
      Set.of("cuda", "nv", "cub", "thrust", "crt", "cooperative_groups");

  private final Program program;
  private final CompilerOptions options;
  private final Includes includes;

  private LocalHeaders(Program program, SourceReader reader) {
    this.program = program;
    this.options = new CompilerOptions(program);
    this.includes =
        new Includes(program.headers(), reader, options.folders(), NvrtcCompiler::provides);
  }

  /**
   * The program with the texts of its headers; the same program if it has no such headers, or if it
   * cannot be told which they are.
   */
  public static Program given(Program program, SourceReader reader) {
    return program.fileAccess().isEmpty() ? program : new LocalHeaders(program, reader).given();
  }

  private Program given() {
    if (!areKnown() || isShadowed()) {
      return program;
    }
    Map<String, String> headers = new LinkedHashMap<>(program.headers());
    includes.scanned().forEach((name, file) -> headers.put(name, file.text()));
    Program given =
        new Program(
            program.source(),
            program.name(),
            program.architecture(),
            options.withoutFolders(),
            headers,
            program.nameExpressions());
    // Includes of branches that are not taken count as well, and so do macros and probes.
    return given.fileAccess().isEmpty() ? given : program;
  }

  private boolean areKnown() {
    Macros macros = new Macros();
    options.define(macros);
    Directives directives = new Directives(macros, includes);
    try {
      directives.read(new SourceFile(program.name(), program.source()));
    } catch (SourceException e) {
      // Two headers of one name, for example: the compiler finds each by its folder.
      return false;
    }
    return !directives.hasUnknownIncludes() && includes.absent().isEmpty();
  }

  /** Whether CUDA's headers may include one of a folder in place of their own. */
  private boolean isShadowed() {
    return !includes.provided().isEmpty() && options.folders().stream().anyMatch(this::shadows);
  }

  private boolean shadows(String folder) {
    try (Stream<Path> entries = Files.list(Path.of(folder))) {
      List<String> names = entries.map(entry -> entry.getFileName().toString()).toList();
      return names.stream().anyMatch(n -> FOLDERS.contains(n) || NvrtcCompiler.provides(n));
    } catch (IOException e) {
      // The compiler cannot list it either, but might open a file in it.
      return Files.exists(Path.of(folder));
    }
  }
}
