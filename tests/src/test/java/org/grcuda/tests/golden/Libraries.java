package org.grcuda.tests.golden;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.tests.NativeCompiler;
import org.grcuda.tests.Repository;

/** The shared libraries of golden programs: of program {@code p} that of {@code p.cpp}. */
final class Libraries {

  private static final Path FOLDER = folder();
  private static final Map<String, Path> COMPILED = new ConcurrentHashMap<>();

  private Libraries() {}

  private static Path folder() {
    try {
      Path folder = Files.createTempDirectory("golden");
      folder.toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean exists(String program) {
    return Repository.hasResource(source(program));
  }

  /** The library of {@code program}, compiled at the first call. */
  static Path of(String program) {
    return COMPILED.computeIfAbsent(program, Libraries::compile);
  }

  /** Where there is no compiler, the library lies beside the source, made beforehand. */
  private static Path compile(String program) {
    String made = "/golden/lib" + program + ".so";
    if (Repository.hasResource(made)) {
      return Repository.folder(made).resolve("lib" + program + ".so");
    }
    try {
      Path library = NativeCompiler.cxx(FOLDER, program, Repository.resource(source(program)));
      try (var files = Files.list(FOLDER)) {
        files.forEach(file -> file.toFile().deleteOnExit());
      }
      return library;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String source(String program) {
    return "/golden/" + program + ".cpp";
  }
}
