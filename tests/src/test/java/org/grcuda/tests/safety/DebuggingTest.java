package org.grcuda.tests.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.LongArray;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the options that look at kernels tell, and that they leave nothing behind where not set. */
final class DebuggingTest {

  private static final String SOURCE =
      """
      __device__ __forceinline__ int element(const int *x, int i) {
        return x[i] * 3;
      }
      extern "C" __global__ void triple(const int *x, int *y, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) y[i] = element(x, i);
      }
      extern "C" __global__ void follow(const long long *where, int *y) {
        y[0] = *(const int *) where[0];
      }
      """;
  private static final String TRIPLE =
      "triple(x: in pointer sint32, y: out pointer sint32, n: sint32)";

  @TempDir private Path folder;

  private static GrCuda open(StringBuilder messages, String... options) {
    var builder = GrCuda.builder().option("Backend", "cpu").messages(messages::append);
    for (int i = 0; i < options.length; i += 2) {
      builder.option(options[i], options[i + 1]);
    }
    return builder.open();
  }

  private static void triple(GrCuda cuda, int length) {
    IntArray x = cuda.intArray(length);
    IntArray y = cuda.intArray(64);
    x.fill(14);
    cuda.buildKernel(SOURCE, TRIPLE).grid(2).block(32).launch(x, y, 60);
    assertEquals(42, y.get(59));
  }

  @Test
  void theTraceIsOfOneThread() {
    var messages = new StringBuilder();
    try (GrCuda cuda = open(messages, "CpuTrace", "triple:1:3")) {
      triple(cuda, 64);
    }
    List<String> lines = messages.toString().lines().toList();
    assertEquals(
        "grcuda: trace of kernel 'triple', block (1, 0, 0), thread (3, 0, 0)", lines.getFirst());
    assertTrue(lines.getLast().endsWith("ret;"), messages.toString());
    List<String> steps = lines.subList(1, lines.size());
    assertTrue(
        steps.stream().anyMatch(s -> s.contains("%tid.x") && s.endsWith("= 3 (0x3)")),
        messages.toString());
    assertTrue(steps.stream().anyMatch(s -> s.contains("ld.global") && s.contains("= 14")));
    assertTrue(steps.stream().anyMatch(s -> s.contains("st.global") && s.contains("is 42")));
    int[] numbers =
        steps.stream().mapToInt(s -> Integer.parseInt(s.strip().split(" ")[0])).toArray();
    assertTrue(
        Arrays.equals(numbers, Arrays.stream(numbers).sorted().distinct().toArray()),
        "a kernel without loops executes line after line: " + messages);
  }

  @Test
  void aThreadThatLeavesEarlyIsTracedToItsEnd() {
    var messages = new StringBuilder();
    try (GrCuda cuda = open(messages, "CpuTrace", "triple:1,0,0:30,0,0")) {
      triple(cuda, 64);
    }
    assertTrue(messages.toString().contains("thread (30, 0, 0)"), messages.toString());
    assertFalse(messages.toString().contains("ld.global"), messages.toString());
  }

  @Test
  void otherKernelsAreNotTraced() {
    var messages = new StringBuilder();
    try (GrCuda cuda = open(messages, "CpuTrace", "tripled:1:3")) {
      triple(cuda, 64);
    }
    assertEquals("", messages.toString());
  }

  /** The texts of the dump by name, without the number that orders them. */
  private Map<String, String> dump(String name, String... options) throws IOException {
    Path to = folder.resolve(name);
    String[] all = Arrays.copyOf(options, options.length + 2);
    all[options.length] = "CpuDump";
    all[options.length + 1] = to.toString();
    try (GrCuda cuda = open(new StringBuilder(), all)) {
      triple(cuda, 64);
    }
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.list(to)) {
      for (Path file : files.toList()) {
        texts.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return texts;
  }

  @Test
  void everyPassIsDumped() throws IOException {
    Map<String, String> texts = dump("plain", "CpuSimd", "false");
    assertTrue(texts.size() >= 4, texts.keySet().toString());
    assertEquals("000-triple-Inlining.txt", texts.keySet().iterator().next());
    assertTrue(texts.get("000-triple-Inlining.txt").contains("ld.global"));
    String bytecode =
        texts.keySet().stream()
            .filter(name -> name.endsWith("-triple-KernelAssembler.txt"))
            .map(texts::get)
            .findFirst()
            .orElseThrow();
    assertTrue(bytecode.contains("IMUL") && bytecode.contains("\n line 39\n"), bytecode);
  }

  @Test
  void withoutChecksThereIsNoCodeThatChecks() throws IOException {
    String plain = String.join("\n", dump("off", "CpuSimd", "false").values());
    String again =
        String.join("\n", dump("again", "CpuSimd", "false", "MemCheck", "false").values());
    String checked = String.join("\n", dump("on", "MemCheck", "true").values());
    assertEquals(plain, again);
    assertFalse(plain.contains("Instrumented.access"), "plain code tells of accesses");
    assertTrue(checked.contains("Instrumented.access"), "checked code does not");
  }

  @Test
  void memoryThatWasFreedIsNamed() {
    try (GrCuda cuda = open(new StringBuilder(), "MemCheck", "true")) {
      LongArray where = cuda.longArray(1);
      IntArray y = cuda.intArray(1);
      IntArray gone = cuda.intArray(100);
      gone.fill(5);
      where.set(0, gone.pointer() + 8);
      Kernel follow =
          cuda.buildKernel(SOURCE, "follow(where: in pointer sint64, y: out pointer sint32)");
      follow.grid(1).block(1).launch(where, y);
      assertEquals(5, y.get(0));
      gone.close();
      follow.grid(1).block(1).launch(where, y);
      GrCudaException error = assertThrows(GrCudaException.class, () -> y.get(0));
      assertTrue(
          error
              .getMessage()
              .contains("8 bytes into an array that is not an argument of the kernel"),
          error.getMessage());
      assertTrue(error.getMessage().contains("which was freed"), error.getMessage());
    }
  }

  @Test
  void inlinedFunctionsAreNamedWithTheirCaller() {
    try (GrCuda cuda = open(new StringBuilder(), "MemCheck", "true")) {
      GrCudaException error = assertThrows(GrCudaException.class, () -> triple(cuda, 59));
      assertTrue(
          error.getMessage().contains("kernel.cu:2 inlined at kernel.cu:6"), error.getMessage());
    }
  }
}
