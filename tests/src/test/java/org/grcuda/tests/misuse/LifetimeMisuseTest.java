package org.grcuda.tests.misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.HostView;
import org.grcuda.Kernel;
import org.grcuda.tests.Hosts;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closed contexts, arrays freed twice, exhausted memory, files that cannot be written. */
final class LifetimeMisuseTest {

  private static final String OUT_OF_MEMORY =
      "CUDA_ERROR_OUT_OF_MEMORY \\(2\\): 8,000,000,000,000,000 bytes requested,"
          + " [0-9,]+ of [0-9,]+ bytes are free \\[cuMemAllocManaged\\]";

  @Test
  void aClosedContextSaysSo() {
    GrCuda cuda = GrCuda.open();
    FloatArray x = cuda.floatArray(4);
    Kernel scale = cuda.buildKernel(Sources.VALID, Sources.SCALE);
    cuda.close();
    cuda.close();
    Stream.<Runnable>of(
            () -> x.get(0),
            () -> x.set(0, 1),
            () -> x.fill(1),
            x::toArray,
            () -> x.copyFrom(new float[4]),
            () -> x.map(HostView.READ),
            () -> scale.grid(1).block(1).launch(x, 1, 4),
            () -> cuda.intArray(1),
            () -> cuda.buildKernel(Sources.VALID, Sources.SCALE),
            cuda::synchronize)
        .forEach(
            use -> {
              var error = assertThrows(GrCudaException.class, use::run);
              assertEquals("the context is closed", error.getMessage());
              assertEquals(GrCudaException.Kind.STATE, error.kind());
            });
    x.close();
  }

  @Test
  void aClosedPolyglotContextSaysSo() {
    Context context = Hosts.open(Map.of());
    Value cu = context.eval("grcuda", "CU");
    Value x = context.eval("grcuda", "float[4]");
    context.close();
    Stream.<Runnable>of(
            () -> x.getArrayElement(0), () -> cu.invokeMember("DeviceArray", "float", 1))
        .forEach(
            use ->
                assertEquals(
                    "The Context is already closed.",
                    assertThrows(IllegalStateException.class, use::run).getMessage()));
  }

  @Test
  void closingOneContextLeavesOthersAlone() {
    try (GrCuda first = GrCuda.open()) {
      FloatArray x = first.floatArray(5);
      x.fill(2);
      GrCuda.open().close();
      Kernel scale = first.buildKernel(Sources.VALID, Sources.SCALE);
      scale.grid(1).block(8).launch(x, 3, 5);
      assertEquals(6, x.get(4));
    }
  }

  @Test
  void freeingTwiceIsFreeingOnce() {
    try (GrCuda cuda = GrCuda.open()) {
      FloatArray x = cuda.floatArray(4);
      FloatArray slice = x.slice(1, 3);
      x.close();
      x.close();
      slice.close();
      var error = assertThrows(GrCudaException.class, () -> slice.get(0));
      assertEquals("array float[2] was freed", error.getMessage());
      FloatArray other = cuda.floatArray(4);
      other.fill(1);
      x.close();
      assertEquals(1, other.get(0));
    }
  }

  @Test
  void outOfMemoryNamesTheSizes() {
    try (GrCuda cuda = GrCuda.open()) {
      var error =
          assertThrows(GrCudaException.class, () -> cuda.doubleArray(1000, 1_000_000_000_000L));
      assertTrue(error.getMessage().matches(OUT_OF_MEMORY), error.getMessage());
      FloatArray x = cuda.floatArray(1000);
      x.fill(1);
      assertEquals(1, x.get(999));
    }
  }

  @Test
  void outOfMemoryInAGuestLanguage() {
    try (Context context = Hosts.open(Map.of())) {
      var error =
          assertThrows(
              PolyglotException.class, () -> context.eval("grcuda", "double[1000][1000000000000]"));
      assertTrue(error.getMessage().matches(OUT_OF_MEMORY), error.getMessage());
      assertEquals(3, context.eval("grcuda", "float[3]").getArraySize());
    }
  }

  @Test
  void aFolderThatIsMissing(@TempDir Path folder) {
    Path missing = folder.resolve("missing").resolve("dag.dot");
    try (GrCuda cuda = GrCuda.builder().option("ExportDAG", folder + "/dag").open()) {
      var error = assertThrows(GrCudaException.class, () -> cuda.exportDag(missing));
      assertEquals("cannot write " + missing + ": no such file or folder", error.getMessage());
      error = assertThrows(GrCudaException.class, () -> cuda.exportDag(folder));
      assertEquals("cannot write " + folder + ": Is a directory", error.getMessage());
    }
    assertTrue(Files.exists(folder.resolve("dag")));
  }

  @Test
  void aViewToReadCannotBeWritten() {
    try (GrCuda cuda = GrCuda.open()) {
      FloatArray x = cuda.floatArray(4);
      var error = assertThrows(GrCudaException.class, () -> x.map(4));
      assertEquals("map: expected READ, WRITE or READ | WRITE, given 4", error.getMessage());
      try (HostView view = x.map(HostView.READ)) {
        assertTrue(view.segment().isReadOnly());
        assertEquals(16, view.segment().byteSize());
      }
    }
  }
}
