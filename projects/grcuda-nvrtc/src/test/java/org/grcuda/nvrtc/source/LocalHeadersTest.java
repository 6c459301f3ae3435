package org.grcuda.nvrtc.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grcuda.nvrtc.CompiledProgram;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcSettings;
import org.grcuda.nvrtc.Program;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers in folders of options, given as texts. */
class LocalHeadersTest {

  @TempDir Path first;
  @TempDir Path second;

  @BeforeEach
  void headers() throws IOException {
    write(
        first, "scale.h", "#pragma once\n#include \"sub/factor.h\"\n#define SCALE (FACTOR + 1)\n");
    write(first, "sub/factor.h", "#include <base.h>\n#define FACTOR (BASE * 2)\n");
    write(second, "base.h", "#define BASE 20\n");
    write(second, "scale.h", "#error the wrong one\n");
  }

  private static void write(Path folder, String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Program program(String source) {
    return new Program(source, "k.cu", "compute_80")
        .withOptions("-I" + first, "-DN=3", "-I", second.toString(), "--use_fast_math");
  }

  private static Program given(Program program) {
    return LocalHeaders.given(program, SourceReader.FILES);
  }

  @Test
  void textsTakeThePlaceOfFolders() throws IOException {
    Program program =
        program("#include <scale.h>\nextern \"C\" __global__ void k(int *x) { *x = SCALE + N; }\n");
    Program given = given(program);
    assertEquals(List.of("-DN=3", "--use_fast_math"), given.options());
    assertEquals(
        Map.of(
            "scale.h", Files.readString(first.resolve("scale.h")),
            "sub/factor.h", Files.readString(first.resolve("sub/factor.h")),
            "base.h", "#define BASE 20\n"),
        given.headers());
    assertEquals(program.source(), given.source());
    assertEquals(Optional.empty(), given.fileAccess());
    NvrtcSettings settings = NvrtcSettings.of(System.getenv(), System.err::println);
    try (NvrtcCompiler compiler = NvrtcCompiler.open(settings.withMaxProgramBytes(0))) {
      CompiledProgram expected = compiler.compile(program);
      assertTrue(expected.ptx().contains("44"), expected.ptx());
      assertEquals(expected.ptx(), compiler.compile(given).ptx());
    }
  }

  @Test
  void programsWithoutSuchHeadersStay() {
    Program none = new Program("#include <cuda_fp16.h>\n", "k.cu", "compute_80");
    assertSame(none, given(none));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#include <scale.h>\n#include \"nowhere.h\"",
        "#include <scale.h>\n#if 0\n#include \"nowhere.h\"\n#endif",
        "#define NAME \"nowhere.h\"\n#include NAME",
        "#include <scale.h>\n#include __FILE__",
        "#include <scale.h>\n#if __has_include(<base.h>)\n#endif",
        "#include <scale.h>\n#include \"sub/factor.h\"\n#include \"scale.h/../sub/other.h\"",
        "#include <two.h>\n#include <sub/two.h>",
        "#include <round.h>",
        "#define sort 1\n#include <scale.h>\n#include <cub/cub.cuh>",
      })
  void whereHeadersAreNotCertainTheProgramStays(String source) throws IOException {
    write(first, "two.h", "#include \"same.h\"\n");
    write(first, "sub/two.h", "#include \"same.h\"\n");
    write(first, "same.h", "");
    write(first, "sub/same.h", "");
    write(first, "round.h", "#include \"round.h\"\n");
    Program program = program(source);
    assertSame(program, given(program));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuda_bf16.h", "stdint.h", "cuda/std/version", "array"})
  void headersThatCudasMayTakeForTheirsKeepTheFolders(String name) throws IOException {
    Program program = program("#include <cuda_fp16.h>\n#include <scale.h>\n");
    assertEquals(List.of("-DN=3", "--use_fast_math"), given(program).options());
    write(second, name, "");
    assertSame(program, given(program));
  }

  @Test
  void textsThatAreNotUtf8AreNotGiven() throws IOException {
    Files.write(second.resolve("base.h"), new byte[] {'/', '/', (byte) 0xe9, '\n'});
    Program program = program("#include <scale.h>\n");
    assertSame(program, given(program));
  }
}
