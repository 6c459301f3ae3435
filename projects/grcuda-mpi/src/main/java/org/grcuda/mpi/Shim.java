package org.grcuda.mpi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.grcuda.nvrtc.UserCache;
import org.grcuda.nvrtc.file.OwnFiles;
import org.grcuda.transport.TransportException;

/**
 * The two libraries that are made of {@code load.c} and {@code calls.c}, compiled when they are
 * first needed and kept in the user's cache.
 *
 * @param loader made of {@code load.c}; is not linked with MPI
 * @param calls made of {@code calls.c}, with the compiler of the MPI
 * @param compiler which that was
 */
record Shim(Path loader, Path calls, Path compiler) {

  private static final String C_COMPILER = "cc";
  private static final List<String> FLAGS =
      List.of("-std=c11", "-O2", "-fPIC", "-shared", "-fvisibility=hidden");

  /** A compiler with the file that runs it. */
  private record Tools(Path cc, Path mpicc) {}

  /**
   * Finds the libraries for a kind of MPI, or compiles them. Several processes may do so at once.
   *
   * @param environment PATH, GRCUDA_MPICC, and what says where the user's cache is
   * @throws TransportException saying in one line what is missing
   */
  static Shim find(Launch.Kind kind, Map<String, String> environment) {
    SearchPath path = new SearchPath(environment);
    Tools tools = new Tools(cc(path), mpicc(kind, path, environment.get("GRCUDA_MPICC")));
    System.Logger logger = System.getLogger(Shim.class.getName());
    Path cache = UserCache.find(environment, line -> logger.log(Level.WARNING, line));
    try {
      Path folder = cache.resolve("mpi-" + key(tools));
      OwnFiles.createFolders(folder);
      Shim shim = new Shim(folder.resolve("load.so"), folder.resolve("calls.so"), tools.mpicc);
      make(shim.loader, "load.c", tools.cc, List.of("-ldl"));
      make(shim.calls, "calls.c", tools.mpicc, List.of());
      OwnFiles.require(shim.loader, cache);
      OwnFiles.require(shim.calls, cache);
      return shim;
    } catch (IOException e) {
      throw new TransportException("the library for MPI cannot be kept: " + e.getMessage(), e);
    }
  }

  private static Path cc(SearchPath path) {
    return path.find(C_COMPILER)
        .orElseThrow(
            () ->
                new TransportException(
                    "MPI needs a C compiler, and there is no cc in PATH: install gcc and"
                        + " libc6-dev"));
  }

  private static Path mpicc(Launch.Kind kind, SearchPath path, String named) {
    if (named != null && !named.isEmpty()) {
      return path.find(named)
          .orElseThrow(
              () -> new TransportException("GRCUDA_MPICC is " + named + ": no such program"));
    }
    return kind.compilers().stream()
        .flatMap(name -> path.find(name).stream())
        .findFirst()
        .orElseThrow(
            () ->
                new TransportException(
                    kind.title()
                        + " has started this process, and its compiler is not in PATH ("
                        + String.join(", ", kind.compilers())
                        + "): install "
                        + kind.debianPackage()
                        + ", or set GRCUDA_MPICC to the compiler"));
  }

  /** What the libraries depend on: sources, flags, and the compiler with all that it adds. */
  private static String key(Tools tools) throws IOException {
    Path real = tools.mpicc.toRealPath();
    String all =
        String.join(
            "\n",
            source("load.c"),
            source("calls.c"),
            FLAGS.toString(),
            real.toString(),
            Files.getLastModifiedTime(real).toString(),
            Tool.run(List.of(tools.mpicc.toString(), "-show")).output());
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JVM has it
    }
  }

  /** Compiles a file beside its place and moves it there, unless there is one already. */
  private static void make(Path library, String source, Path compiler, List<String> libraries)
      throws IOException {
    if (Files.exists(library)) {
      return;
    }
    Path file = Files.createTempFile(library.getParent(), "new", ".c");
    Path made = Files.createTempFile(library.getParent(), "new", ".so");
    try {
      Files.writeString(file, source(source));
      List<String> command = new ArrayList<>(List.of(compiler.toString()));
      command.addAll(FLAGS);
      command.addAll(List.of(file.toString(), "-o", made.toString()));
      command.addAll(libraries);
      Tool.Result result = Tool.run(command);
      if (result.status() != 0) {
        throw new TransportException(
            compiler + " cannot compile the library for MPI: " + result.firstProblem());
      }
      Files.move(made, library, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(made);
    }
  }

  private static String source(String name) {
    try (InputStream content = Shim.class.getResourceAsStream(name)) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
