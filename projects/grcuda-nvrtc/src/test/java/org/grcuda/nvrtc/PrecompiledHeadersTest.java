package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Precompiled headers: when they are made and used, and that results do not tell of them. */
@Timeout(300)
class PrecompiledHeadersTest {

  /** Kernels that begin with this share a file. */
  private static final String INCLUDES = "// Of both.\n#include \"own.h\"\n#include <large.h>\n";

  private static final int LARGE = 100;

  /** More than NVRTC's memory for headers takes. */
  private static final int TOO_LARGE = 30_000;

  @TempDir Path folder;

  private final List<WorkerProcess> processes = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();
  private String identity = "12.9";
  private final String library = Nvrtc.settings(Path.of("target", "unused")).library().toString();

  @BeforeEach
  void header() throws IOException {
    header(LARGE);
  }

  private void header(int types) throws IOException {
    StringBuilder text = new StringBuilder("#pragma once\n#define LARGE 5\n");
    for (int i = 0; i < types; i++) {
      text.append(
          "template <class T> struct S%d { T x; __device__ T f(T y) { return x * y; } };\n"
              .formatted(i));
    }
    Files.writeString(folder.resolve("large.h"), text);
  }

  @AfterEach
  void end() throws IOException {
    processes.forEach(WorkerProcess::kill);
    assertEquals(List.of(), files().filter(name -> name.startsWith("writing-")).toList());
  }

  private WorkerProcess process() {
    WorkerProcess process =
        WorkerProcess.start(List.of("-D" + PrecompiledHeaders.LEAST_MILLIS + "=0"));
    processes.add(process);
    return process;
  }

  /** A process whose files serve others. */
  private WorkerProcess sharing() throws Exception {
    int status = new ProcessBuilder("/bin/sh", "-c", "setarch -R true").start().waitFor();
    assumeTrue(status == 0, "addresses are chosen at random here, and that cannot be changed");
    return process();
  }

  private WorkerProcess alone() {
    System.setProperty(WorkerCommand.RANDOM_ADDRESSES, "true");
    try {
      return process();
    } finally {
      System.clearProperty(WorkerCommand.RANDOM_ADDRESSES);
    }
  }

  private Path kept() {
    return folder.resolve("kept");
  }

  private static Program program(String value) {
    return new Program(
        INCLUDES
            + "template <int N> __global__ void k(int *x) { int unused; *x = N + OWN + LARGE + "
            + value
            + "; }\n",
        value + ".cu",
        "compute_80",
        List.of(),
        Map.of("own.h", "#define OWN 1\n"),
        List.of("k<7>"));
  }

  private WorkerMessage ask(WorkerProcess process, Program program, String keptIn) {
    HeaderSet headers =
        new HeaderSet(program.headers(), List.of(folder.toString()), identity, keptIn);
    return process.ask(new WorkerMessage.Compile(library, program, headers, 64L << 20)).join();
  }

  private CompiledProgram compile(WorkerProcess process, Program program, String keptIn) {
    WorkerMessage answer = ask(process, program, keptIn);
    WorkerMessage.Compiled compiled = assertInstanceOf(WorkerMessage.Compiled.class, answer);
    notices.addAll(compiled.notices());
    return compiled.program();
  }

  /** Compiles with precompiled headers, and compares with the result without. */
  private void check(WorkerProcess process, Program program) {
    CompiledProgram expected = compile(process, program, "");
    CompiledProgram actual = compile(process, program, kept().toString());
    assertTrue(expected.log().contains("unused"), expected.log());
    assertEquals(expected.ptx(), actual.ptx());
    assertEquals(expected.log(), actual.log());
    assertEquals(expected.loweredNames(), actual.loweredNames());
  }

  private Stream<String> files() throws IOException {
    if (!Files.isDirectory(kept())) {
      return Stream.empty();
    }
    try (Stream<Path> list = Files.list(kept())) {
      return list.map(file -> file.getFileName().toString()).toList().stream();
    }
  }

  private Path onlyFile() throws IOException {
    List<String> names = files().toList();
    assertEquals(1, names.size(), names.toString());
    return kept().resolve(names.getFirst());
  }

  private List<String> others(Path file) throws IOException {
    return files().filter(name -> !name.equals(file.getFileName().toString())).toList();
  }

  private static boolean isPrecompiled(Path file) throws IOException {
    return Files.size(file) > 0;
  }

  /** Lets a process make a file, and returns it. */
  private Path made(WorkerProcess process) throws IOException {
    check(process, program("1"));
    assertFalse(isPrecompiled(onlyFile()), "only wanted");
    check(process, program("2"));
    assertTrue(isPrecompiled(onlyFile()), "made");
    return onlyFile();
  }

  @Test
  void theSecondProgramMakesWhatLaterOnesUse() throws Exception {
    WorkerProcess process = sharing();
    Path file = made(process);
    FileTime before = FileTime.fromMillis(0);
    Files.setLastModifiedTime(file, before);
    check(process, program("3"));
    assertNotEquals(before, Files.getLastModifiedTime(file), "used");
    assertEquals(file, onlyFile(), "NVRTC could use it");
    check(sharing(), program("4"));
    assertEquals(file, onlyFile(), "so could NVRTC in another process");
    assertEquals(List.of(), notices);
  }

  @Test
  void errorsAreTheSame() throws Exception {
    WorkerProcess process = sharing();
    made(process);
    Program wrong = program("nonsense");
    WorkerMessage expected = ask(process, wrong, "");
    assertInstanceOf(WorkerMessage.Refused.class, expected);
    assertEquals(expected, ask(process, wrong, kept().toString()));
    assertTrue(isPrecompiled(onlyFile()));
  }

  @Test
  void aHeaderThatChangesIsCompiledAgain() throws Exception {
    WorkerProcess process = sharing();
    Path file = made(process);
    check(process, program("3").withHeader("own.h", "#define OWN 2\n"));
    assertEquals(2, files().count(), "another text is another key");
    Files.delete(kept().resolve(others(file).getFirst()));
    identity = "13.0";
    header(LARGE + 1);
    check(process, program("4"));
    assertEquals(2, files().count(), "another identity is another key");
  }

  @Test
  void aDamagedFileIsMadeAnew() throws Exception {
    WorkerProcess process = sharing();
    Path file = made(process);
    byte[] good = Files.readAllBytes(file);
    for (int intact : new int[] {0, 100, good.length / 2}) {
      for (int length : new int[] {intact, good.length}) {
        byte[] bad = Arrays.copyOf(Arrays.copyOf(good, intact), length);
        Files.write(onlyFile(), bad);
        WorkerProcess later = sharing();
        check(later, program("3"));
        check(later, program("4"));
        assertTrue(isPrecompiled(onlyFile()), intact + " bytes of " + length);
        assertFalse(Arrays.equals(bad, Files.readAllBytes(onlyFile())));
      }
    }
    assertEquals(List.of(), notices);
  }

  @Test
  void aFileThatOthersCanWriteIsNotUsed() throws Exception {
    WorkerProcess process = sharing();
    Path file = made(process);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    check(process, program("3"));
    assertEquals(
        List.of(
            "Precompiled headers cannot be kept in "
                + kept()
                + ": java.io.IOException: others can write "
                + file
                + " (chmod go-w)"),
        notices);
  }

  @Test
  void programsThatTakeLittleTimeWantNone() throws Exception {
    WorkerProcess process =
        WorkerProcess.start(List.of("-D" + PrecompiledHeaders.LEAST_MILLIS + "=100000"));
    processes.add(process);
    check(process, program("1"));
    assertEquals(0, files().count());
  }

  @Test
  void headersThatAreTooLargeAreGivenUp() throws Exception {
    header(TOO_LARGE);
    WorkerProcess process = sharing();
    for (String value : List.of("1", "2", "3")) {
      check(process, program(value));
    }
    assertTrue(onlyFile().toString().endsWith(".given-up"), onlyFile().toString());
  }

  @Test
  void aFolderThatCannotBeUsedIsToldOnce() throws Exception {
    Files.writeString(kept(), "no folder");
    for (WorkerProcess process : List.of(process(), alone())) {
      notices.clear();
      check(process, program("1"));
      check(process, program("2"));
      check(process, program("3"));
      assertEquals(1, notices.size(), notices.toString());
      String start = "Precompiled headers cannot be kept in " + kept() + ": java.nio.file.";
      assertTrue(notices.getFirst().startsWith(start), notices.toString());
    }
  }

  @Test
  void whereAddressesAreRandomFilesEndWithTheirProcess() throws Exception {
    WorkerProcess process = alone();
    check(process, program("1"));
    check(process, program("2"));
    check(process, program("3"));
    assertEquals(0, files().count());
    assertEquals(1, openUnnamed(process));
    for (int other = 2; other < 5; other++) {
      String own = "#define OWN " + other + "\n";
      check(process, program("4").withHeader("own.h", own));
      check(process, program("5").withHeader("own.h", own));
    }
    assertEquals(2, openUnnamed(process));
    assertEquals(List.of(), notices);
  }

  private static int openUnnamed(WorkerProcess process) throws IOException {
    int count = 0;
    try (Stream<Path> open = Files.list(process.descriptors())) {
      for (Path each : open.toList()) {
        count +=
            Files.readSymbolicLink(each).toString().matches(".*/writing-.* \\(deleted\\)") ? 1 : 0;
      }
    }
    return count;
  }

  /**
   * A program that takes several times as long as is worth a file, on any machine: its header is
   * large, and so is its own code.
   */
  private Program large(String value) throws IOException {
    header(TOO_LARGE / 2);
    String text = Files.readString(folder.resolve("large.h"));
    Program program = program(value).withHeader("large.h", text);
    StringBuilder source = new StringBuilder(program.source());
    for (int i = 0; i < 150; i++) {
      source.append(
          ("extern \"C\" __global__ void more%d(float *x) {"
                  + " float y = %d;\n#pragma unroll\nfor (int k = 0; k < 90; k++) y += y * x[k];"
                  + " *x = y; }\n")
              .formatted(i, i));
    }
    return new Program(
        source.toString(),
        program.name(),
        program.architecture(),
        program.options(),
        program.headers(),
        program.nameExpressions());
  }

  private NvrtcSettings settings(long memory) {
    CompileLimits limits = new CompileLimits(memory, 64L << 20, Duration.ofSeconds(100));
    return Nvrtc.settings(folder.resolve("cache")).withLimits(limits);
  }

  @Test
  void withLittleMemoryNoneAreKept() throws IOException {
    Path headers = folder.resolve("cache/headers");
    NvrtcCompiler.open(settings(512L << 20)).compile(large("1"));
    assertFalse(Files.exists(headers));
    NvrtcCompiler.open(settings(1L << 30)).compile(large("2"));
    assertTrue(Files.exists(headers));
  }

  /** Zeros in a file of the right sum crash NVRTC. */
  @Test
  void aCrashOfPrecompiledHeadersIsNoneOfTheProgram() throws Exception {
    sharing();
    NvrtcCompiler compiler = NvrtcCompiler.open(settings(4L << 30));
    compiler.compile(large("1"));
    compiler.compile(large("2"));
    Path file;
    try (Stream<Path> files = Files.list(folder.resolve("cache/headers"))) {
      file = files.filter(f -> f.toString().contains(".sum-")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 0);
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    String name = file.getFileName().toString().replaceFirst("sum-.*", "sum-");
    Files.write(file.resolveSibling(name + Long.toHexString(sum.getValue())), bytes);
    Files.delete(file);
    assertTrue(compiler.compile(large("3")).ptx().contains("_Z1kILi7EEvPi"));
  }

  @Test
  void leadingDirectives() {
    String source =
        """
        /* a
         * comment */ // and another
        #include <a.h> // why
          #  define X \\
             1

        #if X
        #include "b.h"
        #endif
        int x;
        #include "c.h"
        """;
    assertEquals(
        List.of(
            "#include <a.h> // why", "#  define X      1", "#if X", "#include \"b.h\"", "#endif"),
        LeadingDirectives.of(source));
    assertEquals(List.of(), LeadingDirectives.of("/* no end #include <a.h>"));
    assertEquals(List.of("#include <a.h>"), LeadingDirectives.of("#include <a.h>"));
  }
}
