package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as reading files. */
class FileAccessTest {

  private static Program program(String source) {
    return new Program(source, "k.cu", "compute_80").withHeader("mine.h", "int mine;\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#include </etc/hostname>",
        "#include \"/etc/hostname\"",
        "  #  include <x.h>",
        "#/* c */include/* c */<x.h>",
        "#/*\n*/include <x.h>",
        "#in\\\nclude <x.h>",
        "#in\\  \r\nclude <x.h>",
        "\\\n#include <x.h>",
        "%:include <x.h>",
        "%\\\n:include <x.h>",
        "??=include <x.h>",
        "#include X",
        "#include /*\"mine.h\"*/ \"x.h\"",
        "#include \"mine.h\"\n#include \"x.h\"",
        "#include \"sub/../mine.h\"",
        "#include <cuda/../../../etc/passwd>",
        "#include <cub/../cub/cub.cuh>",
        "#define copy /etc/passwd\n#include <cub/cub.cuh>",
        "# /* c */ define/**/h x\n#include <thrust/complex.h>",
        "#de\\\nfine det\\\nail x\n#include <thrust/complex.h>",
        "%:define cuda x\n#include <thrust/complex.h>",
        "??=define cuda x\n#include <thrust/complex.h>",
        "#def\\u0069ne cuda x\n#include <thrust/complex.h>",
        "#define __THRUST_HOST_SYSTEM_TAG_HEADER <x.h>\n#include <thrust/complex.h>",
        "#define THRUST_HOST_SYSTEM x\n#include <thrust/complex.h>",
        "#undef _CCCL_STD_VER\n#include <cub/cub.cuh>",
        "#include <crt/../../x.h>",
        "#if __has_include(<cuda_fp16.h>)\n#endif",
        "#include \"\"",
        "#include <",
        "#include",
        "#include_next <mine.h>\n#include_next <x.h>",
        "#import <x.h>",
        "#embed <x.h>",
        "char s[] = \"/*\";\n#include <x.h>",
        "char s[] = R\"(/*)\";\n#include <x.h>",
        "#if __has_include(\"mine.h\")\n#endif",
        "#if __has_inc\\\nlude(<x.h>)\n#endif",
        "#define CAT(a,b) a##b\n#if CAT(__has_inc,lude)(<x.h>)\n#endif",
        "#define CAT(a,b) a%:%:b\n#if CAT(_,_has_include)(<x.h>)\n#endif",
        "#define CAT(a,b,c) a #\\\n# b ## c\n#if CAT(_,_has_, include)(<x.h>)\n#endif",
        "#define H __has_include\n#if H(<x.h>)\n#endif",
        "import \"/etc/shadow\";",
        "int a;\n\t import <x>;",
        "export import <x>;",
        "export\nimport \"x\";",
        "export /* c */ import \"x\";",
        "/* c\n */ import \"x\";",
        "import/**/\"x\";",
        "im\\\nport \"x\";",
        "\f import \"x\";",
        "\u000b import \"x\";",
        "#define H \"x\"\nimport H;",
        "import a.module;",
        "export module m;\nimport :part;",
        "const char *s = R\"(\n)\";\nimport \"x\";",
        "\\u0069mport \"x\";",
        "\\U00000069mport \"x\";",
        "import \\u0022x\";",
        "#\\u0069nclude <x.h>",
        "import <:x>;",
      })
  void includesOfFilesAreFound(String source) {
    assertTrue(program(source).fileAccess().isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "__global__ void k() {}",
        "#include \"mine.h\"",
        "#include <mine.h>",
        "#include <cuda_fp16.h>",
        "#include <cub/cub.cuh>",
        "#define DIVUP(a, b) (((a) + (b) - 1) / (b))\n#define N 8\n#include <cub/cub.cuh>",
        "#define tile 8\n#include <cuda_fp16.h>",
        "#define __GRCUDA_LP64__ 1\n#include <cub/cub.cuh>",
        "#include <thrust/complex.h>",
        "#include \"cuda_bf16.h\"",
        "#include <cooperative_groups/reduce.h>",
        "#include <mma.h>\n#include <crt/mma.h>\n#include <curand_kernel.h>",
        "#include <cuda/std/array>\n#include <cmath>\n#include <stdint.h>",
        "# /* c */ include /* c */ <mine.h> // c",
        "#define include 1\nint include_path; // the include",
        "#pragma unroll\n#line 7",
        "int a = b % c ? d : e;",
        "#define NAME(x) kernel_##x\n__global__ void NAME(a)() {}",
        "__global__ void k(int *import, int n) { import[0] = n; }",
        "int import = 1;\nimport = 2;\nimport++;\nint b = a + import;",
        "// import \"x\"\nint imports;\nimports = 2;",
        "struct S { int import; };",
      })
  void otherSourcesReadNone(String source) {
    assertEquals(Optional.empty(), program(source).fileAccess());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-I/usr/include", "-I", "--include-path=/", "--pre-include=x.h", "-include=x.h", "@file",
        "--pch", "--use-pch=x", "--create-pch=x", "--fdevice-time-trace=x", "x", "-DA\n#include <x>"
      })
  void optionsThatMayReachFilesAreFound(String option) {
    assertEquals(
        Optional.of("option " + option), program("").withOptions("-w", option).fileAccess());
  }

  @Test
  void aProbeMayBePastedAcrossTexts() {
    Program program =
        program("#if CAT(__has_inc,lude)(<x.h>)\n#endif").withOptions("-DCAT(a,b)=a##b");
    assertTrue(program.fileAccess().isPresent());
    assertTrue(program("").withOptions("-DH=__has_include").fileAccess().isPresent());
  }

  @Test
  void optionsMayNameWordsOfHeaders() {
    Program program = program("#include <cub/cub.cuh>");
    assertEquals(Optional.empty(), program.withOptions("-DN=1", "-UNDEBUG").fileAccess());
    String found = "macro sort with headers of CUB or Thrust";
    for (String option : List.of("-Dsort=x", "--define-macro=sort(a)=a", "-Usort")) {
      assertEquals(Optional.of(found), program.withOptions(option).fileAccess());
    }
    assertEquals(Optional.of(found), program.withHeader("a.h", "#define sort x").fileAccess());
  }

  /** By the headers of this machine, fetched into the user's cache if the tests are the first. */
  @Test
  void noWordOfHeaderNamesThatMacrosMakeIsHarmless() throws IOException {
    NvrtcSettings user = NvrtcSettings.of(System.getenv(), System.err::println);
    Program all = program("#include <cub/cub.cuh>").withArchitecture("compute_80");
    NvrtcCompiler.open(user.withSource(NvrtcSettings.Source.FETCHED_ONLY)).compile(all);
    Pattern made =
        Pattern.compile("#\\s*define\\s+\\w*THRUST\\w*\\s+<([^>]+)>|#\\s*include\\s+(\\w+)");
    List<String> words = new ArrayList<>();
    try (Stream<Path> files = Files.walk(user.cacheDirectory())) {
      for (Path file : files.filter(f -> f.toString().contains("/thrust/")).toList()) {
        Matcher name = made.matcher(Files.isRegularFile(file) ? Files.readString(file) : "");
        while (name.find()) {
          words.addAll(List.of((name.group(1) + name.group(2)).split("\\W+")));
        }
      }
    }
    assertTrue(words.size() > 100, words.toString());
    assertEquals(List.of(), words.stream().filter(MacroNames::isHarmless).toList());
  }

  @Test
  void knownOptionsReachNone() {
    Program program =
        program("").withOptions("-DN=1", "--use_fast_math", "--std=c++20", "-maxrregcount=32");
    assertEquals(Optional.empty(), program.fileAccess());
  }

  @Test
  void thePlaceIsQuoted() {
    assertEquals(Optional.of("k.cu: #include <x.h>"), program("\n  #include <x.h>\n").fileAccess());
    Program inHeader = program("#include \"a.h\"").withHeader("a.h", "#include \"b.h\"");
    assertEquals(Optional.of("a.h: #include \"b.h\""), inHeader.fileAccess());
    Program inExpression = program("").withNameExpressions("k\n#include <x.h>");
    assertEquals(Optional.of("name expression: #include <x.h>"), inExpression.fileAccess());
  }
}
