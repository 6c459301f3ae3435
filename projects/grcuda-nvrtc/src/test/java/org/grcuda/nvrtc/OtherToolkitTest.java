package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.nvrtc.NvrtcSettings.Source;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A CUDA toolkit of another version than the fetched NVRTC: a double of NVRTC 13.0 (src/test/c).
 */
class OtherToolkitTest {

  private static final Program PROGRAM =
      new Program("extern \"C\" __global__ void k(float *x) { *x = 1; }", "k.cu", "sm_70");

  @TempDir Path folder;

  private final List<String> messages = new ArrayList<>();
  private Path library;

  @BeforeEach
  void build() throws IOException, InterruptedException {
    Path libraries = Files.createDirectories(folder.resolve("toolkit/lib64"));
    library = cc("nvrtc.c", libraries.resolve("libnvrtc.so.13"));
    cc("builtins.c", libraries.resolve("libnvrtc-builtins.so.13.0"));
  }

  private static Path cc(String source, Path library) throws IOException, InterruptedException {
    Process compiler =
        new ProcessBuilder(
                "cc",
                "-shared",
                "-fPIC",
                "-Wl,-soname," + library.getFileName(),
                "-o",
                library.toString(),
                "src/test/c/" + source,
                "-ldl")
            .redirectErrorStream(true)
            .start();
    String output = new String(compiler.getInputStream().readAllBytes());
    assertEquals(0, compiler.waitFor(), output);
    return library;
  }

  private NvrtcSettings settings() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("CUDA_HOME", folder.resolve("toolkit").toString());
    return NvrtcSettings.of(environment, messages::add).withMaxProgramBytes(0);
  }

  @Test
  void builtinsOfTheSameFolderAreFoundWithoutARunPath() {
    NvrtcLibrary loaded = NvrtcLibrary.load(library);
    assertEquals("13.0", loaded.version());
    assertEquals(List.of(75, 80, 90, 100), loaded.architectures());
  }

  @Test
  void theToolkitCountsWhereItFits() {
    try (NvrtcCompiler compiler = NvrtcCompiler.open(settings())) {
      assertEquals("sm_90", compiler.architectureFor(90, 13_000));
      assertEquals("13.0", compiler.version());
    }
    assertFalse(messages.toString().contains("makes nothing"), messages::toString);
  }

  @Test
  void whereItsGpuOrItsDriverIsNotServedTheFetchedOneCompiles() {
    try (NvrtcCompiler compiler = NvrtcCompiler.open(settings())) {
      assertEquals("sm_70", compiler.architectureFor(70, 13_000));
      assertTrue(compiler.compile(PROGRAM).cubin().length > 0);
      assertEquals("sm_90", compiler.architectureFor(90, 12_040));
      assertTrue(compiler.compile(PROGRAM.withArchitecture("sm_90")).cubin().length > 0);
      // The double compiles nothing.
      assertThrows(NvrtcException.class, () -> compiler.compile(PROGRAM.withArchitecture("sm_80")));
    }
    String told =
        "NVRTC 13.0 in %s makes nothing for this GPU and its driver; NVRTC 12.9 in the cache"
            + " compiles.";
    assertEquals(
        List.of(told.formatted(library.getParent())),
        messages.stream().filter(line -> line.startsWith("NVRTC 13.0 in")).toList());
  }

  @Test
  void oneThatWasNamedIsKept() {
    try (NvrtcCompiler compiler = NvrtcCompiler.open(settings().withLibrary(library))) {
      NvrtcException refused =
          assertThrows(NvrtcException.class, () -> compiler.architectureFor(70, 13_000));
      assertTrue(refused.getMessage().contains("the device has 7.0"), refused.getMessage());
    }
  }

  @Test
  void theFetchedOneCountsFirstWhereThatIsAsked() {
    Map<String, String> environment = new HashMap<>(settings().environment());
    environment.put("GRCUDA_NVRTC", "fetched");
    NvrtcSettings settings = NvrtcSettings.of(environment, messages::add).withMaxProgramBytes(0);
    assertEquals(Source.FETCHED_FIRST, settings.source());
    // It is in the cache after this.
    NvrtcCompiler.open(settings.withSource(Source.FETCHED_ONLY)).library();
    assertEquals("12.9", NvrtcCompiler.open(settings).version());
    NvrtcSettings bare = settings.withCacheDirectory(folder.resolve("cache"));
    assertEquals(library, NvrtcCompiler.open(bare).library());
  }
}
