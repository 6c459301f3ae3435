package org.grcuda.tests.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.grcuda.CudaLibrary;
import org.grcuda.DoubleArray;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.tests.NativeCompiler;
import org.grcuda.tests.Repository;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** {@code CU.BLAS} on the CUDA backend: doubles of NVIDIA's driver and of cuBLAS take the calls. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class VendorLibraryTest {

  private static final String DRIVER = "grcuda.cuda.driver";

  private Path cublas;
  private SymbolLookup library;
  private SymbolLookup driver;

  @BeforeAll
  @SuppressWarnings("restricted")
  void build(@TempDir Path folder) throws Exception {
    Path sources = Repository.root().resolve("projects/grcuda-cuda/src/test");
    Path cuda = folder.resolve("libcuda.so.1");
    Process script =
        new ProcessBuilder(sources.resolve("c/build.sh").toString(), cuda.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(script.getInputStream().readAllBytes());
    assertEquals(0, script.waitFor(), output);
    cublas =
        NativeCompiler.c(folder, "cublas", Files.readString(sources.resolve("library/cublas.c")));
    library = SymbolLookup.libraryLookup(cublas, Arena.global());
    driver = SymbolLookup.libraryLookup(cuda, Arena.global());
    System.setProperty(DRIVER, cuda.toString());
  }

  @AfterAll
  void forget() {
    System.clearProperty(DRIVER);
  }

  @BeforeEach
  void reset() {
    call(
        driver,
        FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
        "recording_reset",
        2,
        64L << 20);
    call(library, FunctionDescriptor.ofVoid(), "double_reset");
    call(
        library,
        FunctionDescriptor.ofVoid(ValueLayout.ADDRESS),
        "double_memory",
        driver.find("recording_view").orElseThrow());
  }

  private GrCuda open(String... more) {
    GrCuda.Builder builder =
        GrCuda.builder().option("Backend", "cuda").option("CuBLASLibrary", cublas.toString());
    for (int i = 0; i < more.length; i += 2) {
      builder.option(more[i], more[i + 1]);
    }
    return builder.open();
  }

  @Test
  void callsAreMadeInOrderAndWaitedFor() {
    try (GrCuda cuda = open("NumberOfGPUs", "1")) {
      CudaLibrary blas = cuda.library("BLAS");
      FloatArray x = cuda.floatArray(4);
      FloatArray y = cuda.floatArray(4);
      x.copyFrom(new float[] {1, 2, 3, 4});
      y.fill(10);
      assertEquals(0, blas.call("cublasSaxpy", 4, 2, x, 1, y, 1));
      blas.call("cublasSaxpy", 1, x.slice(3, 4), x, 1, y, 1);
      assertEquals(10 + 2 + 4, y.get(0));
      assertEquals(18, y.get(3));
      DoubleArray v = cuda.doubleArray(2);
      DoubleArray result = cuda.doubleArray(1);
      v.copyFrom(new double[] {3, 4});
      blas.call("cublasDdot", 2, v, 1, v, 1, result);
      assertEquals(25, result.get(0));
      blas.call("cublasZscal", 1, new Object[] {0, 1}, v, 1);
      assertEquals(-4, v.get(0));
      assertEquals(3, v.get(1));
    }
    assertEquals(
        List.of(
            "cublasSaxpy handle 1 host 4 2",
            "cublasSaxpy handle 1 device 1 4",
            "cublasDdot handle 1 device",
            "cublasZscal handle 1 host"),
        calls());
    assertEquals(0, call(library, FunctionDescriptor.of(ValueLayout.JAVA_INT), "double_alive"));
  }

  @Test
  void eachDeviceHasItsHandle() {
    try (GrCuda cuda =
        open("DeviceSelectionPolicy", "round-robin", "MemoryManager", "replicated")) {
      CudaLibrary blas = cuda.library("BLAS");
      DoubleArray v = cuda.doubleArray(2);
      v.copyFrom(new double[] {2, 2});
      for (int i = 0; i < 2; i++) {
        DoubleArray result = cuda.doubleArray(1);
        blas.call("cublasDdot", 2, v, 1, v, 1, result);
        assertEquals(8, result.get(0));
      }
    }
    assertEquals(2, calls().stream().distinct().count(), () -> calls().toString());
  }

  @Test
  void refusalsAreTold() {
    try (GrCuda cuda = open("NumberOfGPUs", "1")) {
      CudaLibrary blas = cuda.library("BLAS");
      FloatArray x = cuda.floatArray(4);
      FloatArray c = cuda.floatArray(4);
      assertEquals(
          "cublasSscal, argument 3 'x': float[4] is too short: the call uses 9 elements of float,"
              + " given 4",
          refused(() -> blas.call("cublasSscal", 9, 2, x, 1)));
      assertEquals(
          "cublasSgemm, argument 11 'beta': the library takes all factors of a call as numbers, or"
              + " all from device arrays",
          refused(
              () ->
                  blas.call(
                      "cublasSgemm",
                      0,
                      0,
                      1,
                      1,
                      1,
                      1,
                      x.slice(0, 1),
                      1,
                      x.slice(1, 2),
                      1,
                      x.slice(2, 3),
                      c,
                      1)));
      call(library, FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT), "double_refuse", 13);
      String failed = refused(() -> blas.call("cublasSaxpy", 4, 2, x, 1, c, 1));
      assertEquals(
          "cublasSaxpy: CUDA_ERROR_UNKNOWN (999): the library refused the call with its status 13"
              + " [cublasSaxpy_v2 on device 0]",
          failed);
    }
  }

  @Test
  void aLibraryThatIsNamedMustBeThere() {
    try (GrCuda cuda = open("CuBLASLibrary", "/nowhere/libcublas.so")) {
      String message =
          refused(() -> cuda.library("BLAS").call("cublasSscal", 0, 2, cuda.floatArray(1), 1));
      assertTrue(message.contains("cuBLAS cannot be loaded: /nowhere/libcublas.so"), message);
    }
  }

  private static String refused(Runnable call) {
    return assertThrows(GrCudaException.class, call::run).getMessage();
  }

  @SuppressWarnings("restricted")
  private List<String> calls() {
    MemorySegment text =
        (MemorySegment) call(library, FunctionDescriptor.of(ValueLayout.ADDRESS), "double_calls");
    return text.reinterpret(Long.MAX_VALUE).getString(0).lines().toList();
  }

  @SuppressWarnings("restricted")
  private static Object call(
      SymbolLookup symbols, FunctionDescriptor type, String function, Object... arguments) {
    try {
      return Linker.nativeLinker()
          .downcallHandle(symbols.find(function).orElseThrow(), type)
          .invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException(function, e);
    }
  }
}
