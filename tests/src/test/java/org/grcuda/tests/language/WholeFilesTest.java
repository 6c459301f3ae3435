package org.grcuda.tests.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.tests.Hosts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** {@code cu.module}: CUDA files with code of the host, on the CPU backend. */
final class WholeFilesTest {

  private static final String SOURCE =
      """
      #include <cstdio>
      #include <vector>
      #include <cuda_runtime.h>
      __constant__ float factor[2];
      namespace shapes {
      template <typename T>
      __global__ void scale(T *x, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] = x[i] * factor[0] + factor[1];
      }
      }
      extern "C" __global__ void add(uint *x, uint by) { x[threadIdx.x] = std::max(x[threadIdx.x], by); }
      int main(int argc, char **argv) {
        std::vector<float> host(64);
        float *x;
        cudaMalloc(&x, 64 * sizeof(float));
        shapes::scale<float><<<1, 64>>>(x, 64);
        printf("%f\\n", host[0]);
      }
      """;

  private final Context context = Hosts.open(Map.of("Backend", "cpu"));
  private final Value cu = context.eval("grcuda", "CU");

  @AfterEach
  void close() {
    context.close();
  }

  @Test
  void kernelsAndVariablesOfAFile() {
    Value module = cu.invokeMember("module", SOURCE);
    assertEquals("[add, shapes::scale<float>]", module.getMember("kernels").toString());
    Value factor = module.invokeMember("global", "factor");
    factor.setArrayElement(0, 3);
    factor.setArrayElement(1, 0.5);
    Value x = cu.invokeMember("DeviceArray", "float", 64);
    x.setArrayElement(5, 2);
    module.invokeMember("instance", "shapes::scale<float>").execute(1, 64).execute(x, 64);
    assertEquals(6.5, x.getArrayElement(5).asDouble());
    assertEquals(0.5, x.getArrayElement(63).asDouble());
    Value numbers = cu.invokeMember("DeviceArray", "uint", 32);
    numbers.setArrayElement(1, 9);
    module.invokeMember("add", 1, 32).execute(numbers, 7);
    assertEquals(9, numbers.getArrayElement(1).asInt());
    assertEquals(7, numbers.getArrayElement(2).asInt());
    assertEquals(1, module.getMember("setAside").getArraySize());
  }

  @Test
  void kernelsOfAFileBecomeMembers(@TempDir Path folder) throws IOException {
    String file = Files.writeString(folder.resolve("add.cu"), SOURCE).toString();
    cu.invokeMember("bindall", "tools::more", file);
    Value more = cu.getMember("tools").getMember("more");
    assertEquals("[add]", more.getMemberKeys().toString());
    Value numbers = cu.invokeMember("DeviceArray", "uint", 32);
    more.invokeMember("add", 1, 32).execute(numbers, 7);
    assertEquals(7, numbers.getArrayElement(31).asInt());
    refused(
        "bindall: namespace more has a member 'add' already",
        () -> cu.invokeMember("bindall", "tools::more", file));
    String signature = "add(x: inout pointer uint32, by: uint32)";
    cu.invokeMember("buildkernel", file, signature).execute(1, 32).execute(numbers, 8);
    assertEquals(8, numbers.getArrayElement(31).asInt());
  }

  @Test
  void kernelsOfAFileByName() {
    Value kernels = cu.invokeMember("buildkernels", SOURCE);
    assertEquals("[add, shapes::scale<float>]", kernels.getMemberKeys().toString());
    Value numbers = cu.invokeMember("DeviceArray", "uint", 32);
    kernels.invokeMember("add", 1, 32).execute(numbers, 7);
    assertEquals(7, numbers.getArrayElement(31).asInt());
    Value x = cu.invokeMember("DeviceArray", "float", 64);
    x.setArrayElement(0, 5);
    kernels.getMember("shapes::scale<float>").execute(1, 64).execute(x, 64);
    assertEquals(0, x.getArrayElement(0).asInt());
    refused(
        "buildkernels, argument 1 'source': expected CUDA C++ or the path of a file, given"
            + " nothing",
        () -> cu.invokeMember("buildkernels", ""));
  }

  /** {@code int64_t} is {@code long} in whole files, elsewhere where it is asked for. */
  @Test
  void integersOf64Bits() {
    String source =
        "#include <cstdint>\n__global__ void k(std::int64_t *x, uint64_t by) { *x = by; }\n";
    assertEquals("[k]", cu.invokeMember("buildkernels", source).getMemberKeys().toString());
    Value module = cu.invokeMember("module", source);
    assertEquals(true, module.getMember("ptx").asString().contains("_Z1kPlm"));
    Value lp64 = context.eval("js", "({lp64: true})");
    for (String symbol : new String[] {"_Z1kPlm", "_Z1kPxy"}) {
      Value options = symbol.endsWith("m") ? lp64 : context.eval("js", "({lp64: false})");
      Value x = cu.invokeMember("DeviceArray", "long", 1);
      cu.invokeMember("buildkernel", source, symbol, options).execute(1, 1).execute(x, 9);
      assertEquals(9, x.getArrayElement(0).asInt());
    }
    refused(
        "buildkernel, argument 3, 'lp64': expected true or false, given 3",
        () -> cu.invokeMember("buildkernel", source, "k", context.eval("js", "({lp64: 3})")));
  }

  /** After an error nothing is bound, and no namespace is made. */
  @Test
  void filesWithoutKernelsAreNotBound(@TempDir Path folder) throws IOException {
    String file = Files.writeString(folder.resolve("main.cu"), "int main() {}\n").toString();
    refused(
        "bindall: "
            + file
            + " has no kernel but instances of templates: use"
            + " module(path).instance(name)",
        () -> cu.invokeMember("bindall", "none", file));
    assertFalse(cu.hasMember("none"));
  }

  @Test
  void whatIsNoFileIsRefused() {
    refused(
        "cannot read missing.cu: no such file or folder",
        () -> cu.invokeMember("module", "missing.cu"));
    refused(
        "module, argument 1 'source': expected CUDA C++ or the path of a file, given nothing",
        () -> cu.invokeMember("module", " "));
    refused(
        "no kernel 'wrong' in the source; kernels in the source: add, shapes::scale"
            + " (of a template, give name<arguments>)",
        () -> cu.invokeMember("module", SOURCE).invokeMember("instance", "wrong"));
  }

  private static void refused(String message, Executable call) {
    assertEquals(message, assertThrows(PolyglotException.class, call).getMessage());
  }
}
