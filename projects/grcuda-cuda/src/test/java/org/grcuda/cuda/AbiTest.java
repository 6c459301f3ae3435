package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.MemoryAdvice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The project's own prototypes, types and numbers against NVIDIA's headers. */
class AbiTest {

  private static final Path API = Path.of("src/main/c/cuda_api.h");
  private static final Path CHECK = Path.of("src/test/c/abi/check.c");
  private static final Path NVTX = Path.of("src/test/c/abi/nvtx.c");

  @TempDir private Path temporary;

  static List<NvidiaHeader> headers() {
    return NvidiaHeader.ALL;
  }

  @ParameterizedTest
  @MethodSource("headers")
  void agreesWithTheHeader(NvidiaHeader header) throws Exception {
    assertEquals("", compile(header, API.getParent(), CHECK));
  }

  @Test
  void rangesAgreeWithTheHeader() throws Exception {
    assertEquals("", compile(NvidiaHeader.NVTX, API.getParent(), NVTX));
    String ranges = Files.readString(API.resolveSibling("nvtx.h"));
    Files.copy(API, temporary.resolve("cuda_api.h"));
    for (String[] slip :
        List.of(
            new String[] {"NVTX_RANGE_POP = 11", "NVTX_RANGE_POP = 10"},
            new String[] {"uint32_t reserved;", "uint64_t reserved;"},
            new String[] {"int (*NvtxPush)(const char *", "int (*NvtxPush)(int *"})) {
      assertTrue(ranges.contains(slip[0]), slip[0]);
      Files.writeString(temporary.resolve("nvtx.h"), ranges.replace(slip[0], slip[1]));
      assertNotEquals("", compile(NvidiaHeader.NVTX, temporary, NVTX), slip[1]);
    }
  }

  @ParameterizedTest
  @MethodSource("headers")
  void noticesWhatDiffers(NvidiaHeader header) throws Exception {
    List<String[]> slips =
        List.of(
            new String[] {"size_t bytes, CudaStream stream", "int bytes, CudaStream stream"},
            new String[] {"(CudaContext context)", "(int context)"},
            new String[] {"int cooperative;", "long long cooperative;"},
            new String[] {"unsigned int shared_bytes;", "size_t shared_bytes;"},
            new String[] {"  void **extra;\n", "  void *extra[2];\n"},
            new String[] {"  unsigned int anisotropy;", "  size_t anisotropy;"},
            new String[] {"size_t from_pitch, from_height;", "size_t from_height, from_pitch;"},
            new String[] {"size_t width, height, pitch;", "size_t pitch, width, height;"},
            new String[] {"STATUS_NOT_FOUND = 500", "STATUS_NOT_FOUND = 501"});
    String api = Files.readString(API);
    for (String[] slip : slips) {
      assertTrue(api.contains(slip[0]), slip[0]);
      Files.writeString(temporary.resolve("cuda_api.h"), api.replace(slip[0], slip[1]));
      assertNotEquals("", compile(header, temporary, CHECK), slip[1]);
    }
  }

  @Test
  void everyOptionalFunctionIsChecked() throws IOException {
    String check = Files.readString(CHECK);
    List<String> optional = functions("O");
    assertTrue(optional.contains("cuMemPrefetchAsync_v2"));
    for (String name : optional) {
      assertTrue(check.contains("CHECK(" + name + ","), name);
    }
  }

  /** The functions of the list in cuda_api.h that have a mark: F (required), O (optional). */
  static List<String> functions(String mark) throws IOException {
    return Pattern.compile("^  " + mark + "\\((cu\\w+),", Pattern.MULTILINE)
        .matcher(Files.readString(API))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  /** What the compiler says; nothing if all is well. */
  private String compile(NvidiaHeader header, Path api, Path check) throws Exception {
    Path enumerations = temporary.resolve("enumerations.h");
    Files.write(enumerations, enumerations());
    List<String> command =
        List.of(
            "cc",
            "-std=c11",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-fsyntax-only",
            "-DENUMERATIONS=\"" + enumerations + "\"",
            "-isystem",
            header.folder().toString(),
            "-I",
            api.toString(),
            check.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals(output.isEmpty(), process.exitValue() == 0, output);
    return output;
  }

  /** The enumerations as of CUDA 12.9: some of their values came after 12.0. */
  private static List<String> enumerations() {
    List<String> lines = new ArrayList<>(List.of("#if CUDA_VERSION >= 12090"));
    Arrays.stream(CudaResult.values())
        .map(result -> same(result.code(), result.name()))
        .forEach(lines::add);
    Arrays.stream(DeviceAttribute.values())
        .map(attribute -> same(attribute.code(), nameOf(attribute)))
        .forEach(lines::add);
    Arrays.stream(MemoryAdvice.values())
        .map(advice -> same(advice.code(), "CU_MEM_ADVISE_" + advice.name()))
        .forEach(lines::add);
    lines.add("#endif");
    return lines;
  }

  private static String same(int code, String name) {
    return "SAME(%d, %s);".formatted(code, name);
  }

  private static String nameOf(DeviceAttribute attribute) {
    return "CU_DEVICE_ATTRIBUTE_"
        + attribute
            .name()
            .replaceFirst("^MAX_(?=TEXTURE|SURFACE)", "MAXIMUM_")
            .replaceFirst("(TEXTURE|SURFACE)_CUBEMAP", "$1CUBEMAP")
            .replaceFirst("_ALT$", "_ALTERNATE")
            .replaceFirst("^IS_MULTI", "MULTI");
  }
}
