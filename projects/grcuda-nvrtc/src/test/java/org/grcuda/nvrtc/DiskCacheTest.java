package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.grcuda.nvrtc.file.LibraryRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiled programs on disk. */
class DiskCacheTest {

  private static final Program PROGRAM =
      new Program(
              "template <int N> __global__ void k(int *x) {\n  int unused;\n  *x = N;\n}",
              "k.cu",
              "sm_80")
          .withNameExpressions("k<7>");

  @TempDir Path cache;

  private final List<String> messages = new ArrayList<>();

  private NvrtcSettings settings() {
    NvrtcSettings settings = Nvrtc.settings(cache);
    return new NvrtcSettings(
        settings.library(),
        settings.source(),
        settings.environment(),
        cache,
        1 << 20,
        false,
        CompileLimits.DEFAULT,
        messages::add);
  }

  private CompiledProgram compile() {
    return NvrtcCompiler.open(settings()).compile(PROGRAM);
  }

  private Path entry() throws IOException {
    List<Path> entries = entries();
    assertEquals(1, entries.size(), entries.toString());
    return entries.getFirst();
  }

  private List<Path> entries() throws IOException {
    try (Stream<Path> files = Files.list(cache.resolve("programs"))) {
      return files.toList();
    }
  }

  private static void assertSame(CompiledProgram expected, CompiledProgram actual) {
    assertEquals(expected.ptx(), actual.ptx());
    assertArrayEquals(expected.cubin(), actual.cubin());
    assertEquals(expected.log(), actual.log());
    assertEquals(expected.loweredNames(), actual.loweredNames());
  }

  /** Run in a process without JNA: prints what the cache gives. */
  static final class CompileWithoutJna {

    private CompileWithoutJna() {}

    public static void main(String[] arguments) {
      NvrtcSettings settings =
          NvrtcSettings.of(Map.of(), System.out::println)
              .withLibrary(Path.of(arguments[0]))
              .withCacheDirectory(Path.of(arguments[1]));
      System.out.print(NvrtcCompiler.open(settings).compile(PROGRAM).ptx());
    }
  }

  @Test
  void aHitNeedsNeitherJnaNorTheLibrary()
      throws IOException, InterruptedException, URISyntaxException {
    CompiledProgram compiled = compile();
    String classPath = place(NvrtcCompiler.class) + ":" + place(DiskCacheTest.class);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                CompileWithoutJna.class.getName(),
                settings().library().toString(),
                cache.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), output);
    assertEquals(compiled.ptx(), output);
  }

  private static Path place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  @Test
  void aHitGivesAllOfTheResult() {
    CompiledProgram compiled = compile();
    assertTrue(compiled.cubin().length > 0);
    assertTrue(compiled.log().contains("unused"));
    assertSame(compiled, compile());
    assertEquals(List.of(), messages);
  }

  @Test
  void anEntryThatOthersCanWriteIsCompiledAgain() throws IOException {
    CompiledProgram compiled = compile();
    Files.setPosixFilePermissions(entry(), PosixFilePermissions.fromString("rw-rw-rw-"));
    byte[] planted = Files.readAllBytes(entry());
    assertSame(compiled, compile());
    assertEquals(
        List.of(
            "The cache of compiled kernels cannot be read: java.io.IOException: others can write "
                + entry()
                + " (chmod go-w)"),
        messages);
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(entry())));
    assertEquals(planted.length, Files.size(entry()));
    messages.clear();
    assertSame(compiled, compile());
    assertEquals(List.of(), messages);
  }

  @Test
  void aDamagedEntryIsCompiledAgain() throws IOException {
    CompiledProgram compiled = compile();
    byte[] good = Files.readAllBytes(entry());
    for (int damage = 0; damage < 4; damage++) {
      byte[] bad =
          switch (damage) {
            case 0 -> new byte[0];
            case 1 -> Arrays.copyOf(good, good.length - 1);
            case 2 -> Arrays.copyOf(good, good.length + 1);
            default -> good.clone();
          };
      if (damage == 3) {
        bad[bad.length / 2] ^= 1;
      }
      Files.write(entry(), bad);
      assertSame(compiled, compile());
      assertArrayEquals(good, Files.readAllBytes(entry()), "written again");
    }
  }

  @Test
  void anEntryOfAnotherProgramUnderTheSameNameIsAMiss() throws IOException {
    ProgramCache programs = new ProgramCache(cache, 1 << 20);
    ProgramKey key = ProgramKey.of(PROGRAM, "12.9");
    ProgramKey other = ProgramKey.of(PROGRAM, "13.0");
    programs.write(key, new CompiledProgram("ptx", new byte[0], "", Map.of()));
    Files.move(cache.resolve(key.fileName()), cache.resolve(other.fileName()));
    assertEquals(Optional.empty(), programs.read(other));
  }

  @Test
  void everythingThatDecidesTheResultIsInTheKey() {
    List<ProgramKey> keys =
        List.of(
            ProgramKey.of(PROGRAM, "12.9"),
            ProgramKey.of(PROGRAM, "13.0"),
            ProgramKey.of(PROGRAM.withOptions("-w"), "12.9"),
            ProgramKey.of(PROGRAM.withOptions("-w", "-G"), "12.9"),
            ProgramKey.of(PROGRAM.withOptions("-G", "-w"), "12.9"),
            ProgramKey.of(PROGRAM.withHeader("a", "b"), "12.9"),
            ProgramKey.of(PROGRAM.withHeader("a", "c"), "12.9"),
            ProgramKey.of(PROGRAM.withHeader("ab", ""), "12.9"),
            ProgramKey.of(PROGRAM.withNameExpressions("k<8>"), "12.9"),
            ProgramKey.of(new Program(PROGRAM.source(), "k.cu", "sm_80"), "12.9"),
            ProgramKey.of(new Program(PROGRAM.source(), "k.cu", "sm_90"), "12.9"),
            ProgramKey.of(new Program(PROGRAM.source(), "l.cu", "sm_80"), "12.9"),
            ProgramKey.of(new Program(PROGRAM.source() + " ", "k.cu", "sm_80"), "12.9"));
    assertEquals(keys.size(), keys.stream().map(ProgramKey::fileName).distinct().count());
  }

  @Test
  void programsThatReadFilesAreNotCached() throws IOException {
    Path header = Files.writeString(cache.resolve("value.h"), "#define VALUE 111\n");
    NvrtcCompiler compiler = NvrtcCompiler.open(settings());
    Program program =
        new Program(
                "#include \"value.h\"\nextern \"C\" __global__ void k(int *x) { *x = VALUE; }",
                "k.cu",
                "compute_80")
            .withOptions("-I" + cache);
    assertTrue(compiler.compile(program).ptx().contains(", 111;"));
    Files.writeString(header, "#define VALUE 222\n");
    assertTrue(compiler.compile(program).ptx().contains(", 222;"));
    assertFalse(Files.exists(cache.resolve("programs")));
  }

  @Test
  void theLeastRecentlyUsedGoWhenTheBoundIsPassed() throws IOException {
    ProgramCache programs = new ProgramCache(cache, 10_000);
    List<ProgramKey> keys = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ProgramKey key = ProgramKey.of(new Program("source " + i, "k.cu", "sm_80"), "12.9");
      keys.add(key);
      programs.write(key, new CompiledProgram("p".repeat(3_000), new byte[0], "", Map.of()));
      assertTrue(cache.resolve(key.fileName()).toFile().setLastModified(1_000_000L * (i + 1)));
      if (i == 2) {
        assertTrue(programs.read(keys.getFirst()).isPresent(), "and so the latest used");
      }
    }
    assertTrue(programs.read(keys.get(0)).isPresent());
    assertEquals(Optional.empty(), programs.read(keys.get(1)));
    assertTrue(programs.read(keys.get(2)).isPresent());
    assertTrue(programs.read(keys.get(3)).isPresent());
  }

  @Test
  void aBoundOfZeroKeepsNothing() {
    NvrtcCompiler.open(settings().withMaxProgramBytes(0)).compile(PROGRAM);
    assertFalse(Files.exists(cache.resolve("programs")));
  }

  @Test
  void aCacheThatCannotBeWrittenIsReportedAndCostsNothingElse() throws IOException {
    Path file = Files.writeString(cache.resolve("file"), "");
    NvrtcSettings settings = settings().withCacheDirectory(file.resolve("cache"));
    CompiledProgram compiled = NvrtcCompiler.open(settings).compile(PROGRAM);
    assertTrue(compiled.ptx().contains(".entry"));
    assertTrue(
        messages.getLast().startsWith("The cache of compiled kernels cannot be written: "),
        messages.toString());
  }

  @Test
  void severalThreadsWriteTheSameEntry() throws InterruptedException, ExecutionException {
    CompiledProgram expected = Nvrtc.uncached().compile(PROGRAM);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<CompiledProgram>> results = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        results.add(threads.submit(this::compile));
      }
      for (Future<CompiledProgram> result : results) {
        assertSame(expected, result.get());
      }
    }
    assertEquals(List.of(), messages);
  }

  @Test
  void aReplacedLibraryIsNotTakenForTheOldOne() throws IOException {
    Path library = Files.writeString(cache.resolve("libnvrtc.so.12"), "one");
    LibraryRecord record = new LibraryRecord(cache.resolve("record"));
    LibraryRecord.Known known = new LibraryRecord.Known(library, "12.9", List.of(50, 90, 121));
    record.record("places\n", known);
    assertEquals(known, record.recall("places\n").orElseThrow());
    assertEquals(Optional.empty(), record.recall("other places\n"));
    Files.writeString(library, "three");
    assertEquals(Optional.empty(), record.recall("places\n"));
  }
}
