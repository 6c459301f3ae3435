package org.grcuda.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes shared libraries with the machine's C and C++ compilers, which the tests need. */
public final class NativeCompiler {

  private static final int TIMEOUT_SECONDS = 60;

  private NativeCompiler() {}

  /** {@code folder/libNAME.so} of C source. */
  public static Path c(Path folder, String name, String source) throws IOException {
    return compile("cc", "-std=c11", folder, name, ".c", source);
  }

  /** {@code folder/libNAME.so} of C++ source. */
  public static Path cxx(Path folder, String name, String source) throws IOException {
    return compile("c++", "-std=c++20", folder, name, ".cpp", source);
  }

  private static Path compile(
      String compiler, String standard, Path folder, String name, String suffix, String source)
      throws IOException {
    Path input = Files.writeString(folder.resolve(name + suffix), source);
    Path library = folder.resolve("lib" + name + ".so");
    Path log = folder.resolve(name + ".log");
    Process process =
        new ProcessBuilder(
                List.of(
                    compiler,
                    standard,
                    "-O1",
                    "-w",
                    "-shared",
                    "-fPIC",
                    "-o",
                    library.toString(),
                    input.toString()))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException(compiler + " failed on " + input + ":\n" + Files.readString(log));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + compiler + " ran", e);
    }
    return library;
  }
}
