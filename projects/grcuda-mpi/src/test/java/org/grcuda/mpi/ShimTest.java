package org.grcuda.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grcuda.transport.TransportException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShimTest {

  /** Compiles nothing, and writes what it was called with to the library. */
  private static final String COMPILER =
      """
      #!/bin/sh
      [ "$1" = -show ] && exec echo "$0 -lmpi"
      while [ "$1" != -o ]; do shift; done
      echo "$0" >"$2"
      """;

  @TempDir private Path folder;
  private Path programs;
  private Map<String, String> environment;

  @BeforeEach
  void makeFolders() throws IOException {
    programs = Files.createDirectory(folder.resolve("bin"));
    environment = new HashMap<>();
    environment.put("PATH", programs.toString());
    environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
  }

  private Path program(String name, String text) throws IOException {
    Path file = Files.writeString(programs.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Shim find(Launch.Kind kind) {
    return Shim.find(kind, environment);
  }

  private String problem(Launch.Kind kind) {
    return assertThrows(TransportException.class, () -> find(kind)).getMessage();
  }

  @Test
  void takesTheCompilerOfTheMpiThatLaunched() throws IOException {
    program("cc", COMPILER);
    program("mpicc", COMPILER);
    assertEquals(programs.resolve("mpicc"), find(Launch.Kind.OPEN_MPI).compiler());
    program("mpicc.openmpi", COMPILER);
    program("mpicc.mpich", COMPILER);
    assertEquals(programs.resolve("mpicc.openmpi"), find(Launch.Kind.OPEN_MPI).compiler());
    assertEquals(programs.resolve("mpicc.mpich"), find(Launch.Kind.MPICH).compiler());
    assertEquals(programs.resolve("mpicc"), find(Launch.Kind.OTHER).compiler());
    environment.put("GRCUDA_MPICC", "mpicc.mpich");
    Shim shim = find(Launch.Kind.OPEN_MPI);
    assertEquals(programs.resolve("mpicc.mpich"), shim.compiler());
    assertEquals(programs + "/mpicc.mpich\n", Files.readString(shim.calls()));
    assertEquals(programs + "/cc\n", Files.readString(shim.loader()));
  }

  @Test
  void keepsWhatItHasCompiled() throws IOException {
    program("cc", COMPILER);
    program("mpicc", COMPILER);
    Shim first = find(Launch.Kind.OTHER);
    program("cc", "#!/bin/sh\nexit 1\n");
    assertEquals(first, find(Launch.Kind.OTHER));
    program("mpicc", COMPILER.replace("-lmpi", "-lothermpi"));
    assertTrue(problem(Launch.Kind.OTHER).contains("cannot compile"), "another MPI");
  }

  @Test
  void processesThatStartAtOnceCompileForEachOther() throws Exception {
    program("cc", COMPILER);
    program("mpicc", COMPILER);
    List<Future<Shim>> found;
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      Callable<Shim> find = () -> find(Launch.Kind.OTHER);
      found = threads.invokeAll(List.of(find, find, find, find));
    }
    for (Future<Shim> each : found) {
      assertEquals(found.getFirst().get(), each.get());
    }
    try (Stream<Path> files = Files.list(found.getFirst().get().calls().getParent())) {
      assertEquals(
          Set.of("calls.so", "load.so"),
          files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()));
    }
  }

  @Test
  void saysWhatIsMissing() throws IOException {
    assertEquals(
        "MPI needs a C compiler, and there is no cc in PATH: install gcc and libc6-dev",
        problem(Launch.Kind.OPEN_MPI));
    program("cc", COMPILER);
    assertEquals(
        "Open MPI has started this process, and its compiler is not in PATH (mpicc.openmpi, mpicc):"
            + " install libopenmpi-dev, or set GRCUDA_MPICC to the compiler",
        problem(Launch.Kind.OPEN_MPI));
    assertEquals(
        "MPICH has started this process, and its compiler is not in PATH (mpicc.mpich, mpicc):"
            + " install libmpich-dev, or set GRCUDA_MPICC to the compiler",
        problem(Launch.Kind.MPICH));
    environment.put("GRCUDA_MPICC", "/opt/none");
    assertEquals("GRCUDA_MPICC is /opt/none: no such program", problem(Launch.Kind.MPICH));
  }

  @Test
  void saysWhyTheCompilerFails() throws IOException {
    program("cc", COMPILER);
    Path compiler =
        program(
            "mpicc", "#!/bin/sh\necho In file; echo 'x.c:1: fatal error: mpi.h: none'; exit 1\n");
    assertEquals(
        compiler + " cannot compile the library for MPI: x.c:1: fatal error: mpi.h: none",
        problem(Launch.Kind.OTHER));
  }

  @Test
  void takesNoLibraryThatOthersCanWrite() throws IOException {
    program("cc", COMPILER);
    program("mpicc", COMPILER);
    Path library = find(Launch.Kind.OTHER).calls();
    Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("rwxrwxrwx"));
    String problem = problem(Launch.Kind.OTHER);
    assertTrue(problem.contains("others can write " + library), problem);
  }

  @Test
  void compilesWithoutWarnings() throws IOException {
    Map<String, String> surroundings = System.getenv();
    SearchPath path = new SearchPath(surroundings);
    assumeTrue(path.find("cc").isPresent() && path.find("mpicc").isPresent(), "no cc and mpicc");
    for (String compiler : List.of("mpicc", "mpicc.openmpi", "mpicc.mpich")) {
      if (path.find(compiler).isPresent()) {
        compile("calls.c", compiler);
      }
    }
    compile("load.c", "cc");
  }

  private void compile(String source, String compiler) throws IOException {
    try (var content = Shim.class.getResourceAsStream(source)) {
      Files.write(folder.resolve(source), content.readAllBytes());
    }
    String warnings = "-std=c11 -c -Wall -Wextra -Werror -Wstrict-prototypes -Wshadow -Wconversion";
    Stream<String> command =
        Stream.of(compiler + " " + warnings + " -o /dev/null " + folder.resolve(source))
            .flatMap(line -> Stream.of(line.split(" ")));
    Tool.Result result = Tool.run(command.toList());
    assertEquals(0, result.status(), result.output());
  }
}
