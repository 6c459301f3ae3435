package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs compiled beforehand, where NVRTC is not. */
class PrecompiledTest {

  private static final Program PROGRAM =
      new Program(
              "#include <cstdint>\n#include \"scale.h\"\ntemplate <int N> __global__ void k(int32_t"
                  + " *x) {\n  *x = SCALE * N;\n}",
              "k.cu",
              "compute_75")
          .withOptions("-DOTHER=1")
          .withHeader("scale.h", "#define SCALE 3\n")
          .withNameExpressions("k<7>");

  @TempDir Path folder;

  private final List<String> messages = new ArrayList<>();

  /** Compiled for the CPU backend with the machine's NVRTC, then for GPUs of capability 9.0. */
  private void make() throws IOException {
    NvrtcSettings present = Nvrtc.settings(folder.resolve("seen"));
    NvrtcCompiler.open(present).compile(PROGRAM);
    assertEquals(1, Precompiler.run(present, folder.resolve("seen"), bare(), List.of(90)));
  }

  private Path bare() {
    return folder.resolve("bare");
  }

  /** A machine without NVRTC; elsewhere the test says nothing. */
  private NvrtcCompiler withoutNvrtc() {
    NvrtcSettings settings =
        new NvrtcSettings(
            null,
            NvrtcSettings.Source.INSTALLED_FIRST,
            Map.of(),
            bare(),
            1 << 20,
            false,
            CompileLimits.DEFAULT,
            messages::add);
    NvrtcSettings empty = settings.withCacheDirectory(folder.resolve("empty"));
    try {
      NvrtcCompiler.open(empty).library();
    } catch (NvrtcNotFoundException e) {
      return NvrtcCompiler.open(settings);
    }
    return Assumptions.abort("the system's own folders hold an NVRTC");
  }

  @Test
  void theyAreTakenWhereThereIsNoNvrtc() throws IOException {
    make();
    NvrtcCompiler compiler = withoutNvrtc();
    assertEquals("sm_90", compiler.architectureFor(90, 12_090));
    CompiledProgram found = compiler.compile(PROGRAM.withArchitecture("sm_90"));
    CompiledProgram expected = Nvrtc.uncached().compile(PROGRAM.withArchitecture("sm_90"));
    assertEquals(expected.ptx(), found.ptx());
    assertArrayEquals(expected.cubin(), found.cubin());
    assertEquals(expected.loweredNames(), found.loweredNames());
    assertEquals(List.of(), messages);
  }

  @Test
  void newerDevicesGetTheirPtx() throws IOException {
    make();
    NvrtcCompiler compiler = withoutNvrtc();
    assertEquals("compute_90", compiler.architectureFor(100, 12_090));
    CompiledProgram found = compiler.compile(PROGRAM.withArchitecture("compute_90"));
    assertTrue(found.ptx().contains(".target sm_90"), found.ptx());
    assertEquals(0, found.cubin().length);
  }

  @Test
  void othersAreRefusedByName() throws IOException {
    make();
    NvrtcCompiler compiler = withoutNvrtc();
    for (Program other :
        List.of(
            PROGRAM.withArchitecture("sm_80"),
            PROGRAM.withArchitecture("sm_90").withOptions("-DMORE"),
            PROGRAM.withArchitecture("sm_90").withHeader("scale.h", "#define SCALE 4\n"),
            new Program("__global__ void other() {}", "k.cu", "sm_90"))) {
      var refused = assertThrows(NvrtcNotFoundException.class, () -> compiler.compile(other));
      String message = refused.getMessage();
      assertTrue(message.startsWith("NVRTC, NVIDIA's compiler of CUDA C++, was not"), message);
      assertTrue(
          message.contains("precompiled; k.cu is none of them. Part b of the GPU bundle has"),
          message);
    }
    assertThrows(NvrtcNotFoundException.class, () -> compiler.architectureFor(80, 12_090));
  }

  @Test
  void nvrtcIsUsedWhereItIs() throws IOException {
    make();
    NvrtcSettings present = Nvrtc.settings(bare());
    Program other = new Program("__global__ void other() {}", "k.cu", "sm_80");
    assertTrue(NvrtcCompiler.open(present).compile(other).cubin().length > 0);
    assertEquals("sm_80", NvrtcCompiler.open(present).architectureFor(80, 12_090));
  }

  @Test
  void descriptionOfAnotherFormIsTold() throws IOException {
    make();
    Files.writeString(bare().resolve("precompiled").resolve("compiler"), "12.9\n");
    NvrtcCompiler compiler = withoutNvrtc();
    Program program = PROGRAM.withArchitecture("sm_90");
    assertThrows(NvrtcNotFoundException.class, () -> compiler.compile(program));
    assertTrue(messages.getFirst().contains("has another form"), messages.toString());
  }
}
