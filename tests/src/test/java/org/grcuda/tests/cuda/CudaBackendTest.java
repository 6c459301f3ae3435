package org.grcuda.tests.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.tests.Hosts;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs on the CUDA backend, over the double of NVIDIA's driver, which knows this one kernel.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CudaBackendTest {

  private static final String PROPERTY = "grcuda.cuda.driver";
  private static final int COMPUTE_CAPABILITY_MAJOR = 75;
  private static final int COUNT = 64;

  private static final String SOURCE =
      """
      extern "C" __global__ void add(int *x, int count, int by) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < count) x[i] += by;
      }
      """;

  private Path library;
  private SymbolLookup symbols;

  @BeforeAll
  @SuppressWarnings("restricted")
  void build(@TempDir Path folder) throws Exception {
    library = folder.resolve("libcuda-double.so");
    Path script = Repository.root().resolve("projects/grcuda-cuda/src/test/c/build.sh");
    Process process =
        new ProcessBuilder(script.toString(), library.toString()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), output);
    symbols = SymbolLookup.libraryLookup(library, Arena.global());
    System.setProperty(PROPERTY, library.toString());
  }

  @AfterAll
  void forget() {
    System.clearProperty(PROPERTY);
  }

  @BeforeEach
  void reset() {
    tell(
        "recording_reset",
        FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
        2,
        64L << 20);
    // Newer than NVRTC: the GPU gets PTX, which the double reads.
    tell(
        "recording_set_attribute",
        FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
        COMPUTE_CAPABILITY_MAJOR,
        13);
  }

  @AfterEach
  @SuppressWarnings("restricted")
  void everythingWasGivenBack() {
    MemorySegment violations =
        (MemorySegment) tell("recording_violations", FunctionDescriptor.of(ValueLayout.ADDRESS));
    assertEquals("", violations.reinterpret(Long.MAX_VALUE).getString(0));
    try (Arena arena = Arena.ofConfined()) {
      for (String kind : new String[] {"context", "stream", "event", "module", "allocation"}) {
        FunctionDescriptor type = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
        assertEquals(0, tell("recording_live", type, arena.allocateFrom(kind)), kind);
      }
    }
  }

  @SuppressWarnings("restricted")
  private Object tell(String name, FunctionDescriptor type, Object... arguments) {
    try {
      return Linker.nativeLinker()
          .downcallHandle(symbols.find(name).orElseThrow(), type)
          .invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException(name, e);
    }
  }

  private static Context open(String memory) {
    return Hosts.open(
        Map.of(
            "Backend", "cuda",
            "NumberOfGPUs", "2",
            "DeviceSelectionPolicy", "round-robin",
            "MemoryManager", memory));
  }

  @ParameterizedTest
  @ValueSource(strings = {"managed", "replicated"})
  void kernelsRunAndCopiesTakeMemoryOfTheProgram(String memory) {
    try (Context context = open(memory);
        Arena arena = Arena.ofConfined()) {
      Value cu = context.eval("grcuda", "CU");
      Value add = cu.invokeMember("buildkernel", SOURCE, "add", "pointer, sint32, sint32");
      Value x = cu.invokeMember("DeviceArray", "int", COUNT);
      MemorySegment own = arena.allocate(4L * COUNT, 8);
      for (int i = 0; i < COUNT; i++) {
        own.setAtIndex(ValueLayout.JAVA_INT, i, i);
      }
      for (int round = 0; round < 3; round++) {
        x.invokeMember("copyFrom", own.address(), COUNT);
        add.execute(2, COUNT / 2).execute(x, COUNT, 5);
        add.execute(1, COUNT).execute(x, COUNT, 7);
        x.invokeMember("copyTo", own.address(), COUNT);
        cu.invokeMember("cudaDeviceSynchronize");
      }
      for (int i = 0; i < COUNT; i++) {
        assertEquals(i + 36, own.getAtIndex(ValueLayout.JAVA_INT, i));
        assertEquals(i + 36, x.getArrayElement(i).asInt());
      }
    }
  }

  @Test
  void librariesMayChangeTheCurrentContext() throws IOException {
    try (Context context = open("managed")) {
      Value cu = context.eval("grcuda", "CU");
      Value makeCurrent =
          cu.invokeMember(
              "bind", library.toString(), "recording_make_current(device: sint32): void");
      Value add = cu.invokeMember("buildkernel", SOURCE, "add", "pointer, sint32, sint32");
      for (int device = -1; device < 2; device++) {
        makeCurrent.execute(device);
        Value x = cu.invokeMember("DeviceArray", "int", COUNT);
        x.invokeMember("fill", device);
        makeCurrent.execute(device);
        add.execute(1, COUNT).execute(x, COUNT, 10);
        makeCurrent.execute(device);
        assertEquals(device + 10, x.getArrayElement(COUNT - 1).asInt());
      }
    }
  }
}
