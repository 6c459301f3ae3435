package org.grcuda.tests.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.grcuda.tests.Hosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs on the CUDA backend, over the double of NVIDIA's driver, which knows this one kernel.
 */
final class CudaBackendTest extends DriverDoubleTest {

  private static final int COUNT = 64;

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
      Value add =
          cu.invokeMember("buildkernel", DriverDouble.SOURCE, "add", "pointer, sint32, sint32");
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

  /** Hints bring managed pages before a kernel would find them elsewhere. */
  @Test
  void pagesAreMovedAheadOfTheirUse() {
    int pages = 4;
    int inPage = 1024;
    gpus.countPages();
    try (Context context = open("managed")) {
      Value cu = context.eval("grcuda", "CU");
      Value add =
          cu.invokeMember("buildkernel", DriverDouble.SOURCE, "add", "pointer, sint32, sint32");
      Value x = cu.invokeMember("DeviceArray", "int", pages * inPage);
      for (int page = 0; page < pages; page++) {
        x.setArrayElement((long) page * inPage, 1);
      }
      for (int round = 0; round < 3; round++) {
        add.execute(pages, inPage).execute(x, pages * inPage, 5);
      }
      assertEquals(16, x.getArrayElement(inPage).asInt());
      assertEquals(0, gpus.movedPages(0), "by faults of devices");
      assertEquals(1, gpus.movedPages(1), "by faults of the host: the page that was read");
      assertTrue(gpus.movedPages(2) >= pages, "ahead of their use");
    }
  }

  /** They are in the memory of a GPU: the host that used their addresses would end the process. */
  @ParameterizedTest
  @ValueSource(strings = {"managed", "replicated"})
  void variablesOfModulesAreCopied(String memory) {
    String source =
        """
        __device__ int total;
        extern "C" __global__ void keep(const int *x) { total = 3 * total + x[0]; }
        """;
    try (Context context = open(memory)) {
      Value cu = context.eval("grcuda", "CU");
      Value keep = cu.invokeMember("buildkernel", source, "keep", "const pointer");
      Value total = keep.invokeMember("global", "total");
      total.invokeMember("copyFrom", ProxyArray.fromArray(7));
      Value x = cu.invokeMember("DeviceArray", "int", 1);
      x.invokeMember("fill", 4);
      keep.execute(1, 1).execute(x);
      Value back = cu.invokeMember("DeviceArray", "int", 1);
      back.invokeMember("copyFrom", total);
      assertEquals(25, back.getArrayElement(0).asInt());
      PolyglotException read =
          assertThrows(PolyglotException.class, () -> total.getArrayElement(0));
      assertTrue(read.getMessage().contains("use its copyTo or copyFrom"), read.getMessage());
      PolyglotException write =
          assertThrows(PolyglotException.class, () -> total.setArrayElement(0, 1));
      assertTrue(write.getMessage().contains("use its copyTo or copyFrom"), write.getMessage());
    }
  }

  @Test
  void librariesMayChangeTheCurrentContext() throws IOException {
    try (Context context = open("managed")) {
      Value cu = context.eval("grcuda", "CU");
      Value makeCurrent =
          cu.invokeMember(
              "bind", gpus.library().toString(), "recording_make_current(device: sint32): void");
      Value add =
          cu.invokeMember("buildkernel", DriverDouble.SOURCE, "add", "pointer, sint32, sint32");
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

  @Test
  void gpusAndTheProcessorWorkOnTheSameArrays() {
    Map<String, String> options = Map.of("Backend", "cuda+cpu", "NumberOfGPUs", "1");
    try (Context context = Hosts.open(options)) {
      Value cu = context.eval("grcuda", "CU");
      Value add =
          cu.invokeMember("buildkernel", DriverDouble.SOURCE, "add", "pointer, sint32, sint32");
      Value gpu = add.invokeMember("on", "gpu").execute(1, COUNT);
      Value cpu = add.invokeMember("on", "cpu").execute(1, COUNT);
      Value x = cu.invokeMember("DeviceArray", "int", COUNT);
      x.invokeMember("fill", 0);
      gpus.forgetCalls();
      for (int round = 0; round < 10; round++) {
        gpu.execute(x, COUNT, 1);
        cpu.execute(x, COUNT, 2);
      }
      assertEquals(30, x.getArrayElement(COUNT - 1).asInt());
      assertEquals(
          10, gpus.calls().stream().filter(call -> call.startsWith("cuLaunchKernel")).count());
    }
  }
}
