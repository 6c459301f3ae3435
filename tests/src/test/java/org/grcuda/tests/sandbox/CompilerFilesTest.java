package org.grcuda.tests.sandbox;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * NVRTC opens what a source includes by itself, so a context without file access, or without native
 * access (its file system may be virtual), refuses every spelling of that.
 */
final class CompilerFilesTest {

  private static final String KERNEL = "\nextern \"C\" __global__ void k(int *x) { x[0] = 1; }\n";

  /** A file that every machine has; NVRTC's log would quote it. */
  private static final String FILE = "\"/etc/passwd\"";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#include FILE",
        "#include </etc/passwd>",
        "  #  include FILE",
        "#\finclude FILE",
        "#/* */include/* */FILE",
        "#/*\n*/include FILE",
        "#inc\\\nlude FILE",
        "\\\n#include FILE",
        "%:include FILE",
        "??=include FILE",
        "#define F FILE\n#include F",
        "#include <cuda/../../../../../../../etc/passwd>",
        "#define std /../../../../../../../etc/passwd\n#include <cuda/std>\n#include FILE",
        "#include_next FILE",
        "#import FILE",
        "#embed FILE",
        "import FILE;",
        "export import </etc/passwd>;",
        "#define F FILE\nimport F;",
        "im\\\nport/* */FILE;",
        "\\u0069mport FILE;",
        "char s[] = \"/*\";\n#include FILE\nchar t[] = \"*/\";",
        "#if __has_include(FILE)\n#error it is there\n#endif",
        "#if __has_inc\\\nlude(FILE)\n#error it is there\n#endif",
        "#define H __has_include\n#if H(FILE)\n#error it is there\n#endif",
        "#define CAT(a, b) a##b\n#if CAT(__has_inc, lude)(FILE)\n#error it is there\n#endif",
        "#define CAT(a, b) a%:%:b\n#if CAT(_, _has_include)(FILE)\n#error it is there\n#endif",
      })
  void everySpellingIsRefused(String text) {
    String source = text.replace("FILE", FILE) + KERNEL;
    try (Context context = Sandbox.nothingAllowed().build()) {
      Sandbox.assertDenied(
          context, "may read files, which this context denies", build(context, source));
    }
  }

  @Test
  void fileAccessAloneIsNotEnough() {
    try (Context context = Sandbox.nothingAllowed().allowIO(IOAccess.ALL).build()) {
      String source = "#include " + FILE + KERNEL;
      Sandbox.assertDenied(
          context, "may read files, which this context denies", build(context, source));
    }
  }

  @Test
  void nativeAccessAloneIsNotEnough() {
    try (Context context = Sandbox.nothingAllowed().allowNativeAccess(true).build()) {
      String source = "#include " + FILE + KERNEL;
      Sandbox.assertDenied(
          context, "may read files, which this context denies", build(context, source));
    }
  }

  /** The other side: where both are allowed NVRTC does read the file, and its log quotes it. */
  @Test
  void whereBothAreAllowedNvrtcReads() {
    try (Context context = Sandbox.nothingAllowed().allowAllAccess(true).build()) {
      Sandbox.assertDenied(context, "/etc/passwd", build(context, "#include " + FILE + KERNEL));
    }
  }

  @Test
  void sourcesThatReadNothingCompile() {
    String source =
        """
        // An #if and a ## are no include.
        #define NAME(x) kernel_##x
        #if __CUDA_ARCH__ >= 500
        #pragma unroll
        extern "C" __global__ void NAME(a)(int *x) { x[0] = 1; }
        #endif
        """;
    try (Context context = Sandbox.nothingAllowed().build()) {
      Value kernel = Sandbox.cu(context).invokeMember("buildkernel", source, "kernel_a");
      assertFalse(kernel.isNull());
      Sandbox.assertComputes(context);
    }
  }

  @Test
  void headersOfCudaAndOfCAreNoFilesOfTheUser() {
    String source =
        """
        #include <cuda_fp16.h>
        #include <stdint.h>
        extern "C" __global__ void h(__half *x, int32_t n) { x[n] = x[n] + x[n]; }
        """;
    try (Context context = Sandbox.nothingAllowed().build()) {
      Value kernel = Sandbox.cu(context).invokeMember("buildkernel", source, "h");
      assertFalse(kernel.isNull());
    }
  }

  @Test
  void aLogNamesNoFolderOfTheHost() {
    String source = "#define __half @\n#include <cuda_fp16.h>" + KERNEL;
    try (Context context = Sandbox.nothingAllowed().build()) {
      PolyglotException error =
          assertThrows(PolyglotException.class, () -> build(context, source).execute());
      assertTrue(error.getMessage().contains("\ncuda_fp16.h"), error::getMessage);
      assertFalse(error.getMessage().contains("/cuda_fp16.h"), error::getMessage);
    }
  }

  private static Executable build(Context context, String source) {
    return () -> Sandbox.cu(context).invokeMember("buildkernel", source, "k");
  }
}
