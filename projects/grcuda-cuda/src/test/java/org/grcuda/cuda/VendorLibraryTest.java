package org.grcuda.cuda;

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
import java.util.stream.IntStream;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.LibraryHandle;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.VendorLibrary;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Functions of a double of cuBLAS (src/test/library), called in the streams of two devices. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VendorLibraryTest {

  private static final LaunchShape ONE = new LaunchShape(1, 1, 1, 1, 1, 1, 0);

  private final Recording recording = Recording.current();
  private Path file;
  private SymbolLookup symbols;

  @BeforeAll
  @SuppressWarnings("restricted")
  void build() throws Exception {
    Path folder = Files.createTempDirectory("grcuda-cublas");
    file = folder.resolve("libcublas.so");
    Process compiler =
        new ProcessBuilder(
                "cc", "-shared", "-fPIC", "-o", file.toString(), "src/test/library/cublas.c")
            .redirectErrorStream(true)
            .start();
    String output = new String(compiler.getInputStream().readAllBytes());
    assertEquals(0, compiler.waitFor(), output);
    symbols = SymbolLookup.libraryLookup(file, Arena.global());
    file.toFile().deleteOnExit();
    folder.toFile().deleteOnExit();
  }

  @BeforeEach
  void reset() {
    recording.reset(2, 1 << 20);
    tell("double_reset");
  }

  private VendorLibrary cublas(String... files) {
    return new VendorLibrary(
        "cuBLAS",
        List.of(files),
        "cublasCreate_v2",
        "cublasDestroy_v2",
        "cublasSetStream_v2",
        "cublasSetPointerMode_v2");
  }

  @Test
  void handleThatCannotBeDestroyedHarmsNothingElse() {
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      Device device = driver.device(0);
      LibraryHandle handle = device.openLibrary(cublas(file.toString()));
      refuse(14);
      DriverException failure = assertThrows(DriverException.class, handle::close);
      assertEquals("cublasDestroy_v2", failure.call());
      assertEquals("the library refused the call with its status 14", failure.detail());
      device.createStream().synchronize();
      device.openLibrary(cublas(file.toString())).close();
    }
    recording.assertClean();
  }

  @Test
  void eachDeviceHasAHandleWhoseStreamIsSet() {
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      long x = driver.allocateManaged(64);
      long y = driver.allocateManaged(64);
      fill(x, 1, 2, 3);
      fill(y, 0, 0, 0);
      for (int ordinal = 0; ordinal < 2; ordinal++) {
        Device device = driver.device(ordinal);
        LibraryHandle library = device.openLibrary(cublas("/nowhere.so", file.toString()));
        assertEquals(file.toString(), library.file());
        Stream stream = device.createStream();
        Submission submission = new Submission();
        Function byValue = library.function("cublasSaxpy_v2", 6, 1 << 1);
        long two = Float.floatToRawIntBits(2);
        submission.launch(stream, byValue, ONE, new long[] {3, 6, x, 1, y, 1, two, 0}, 64);
        Function onDevice = library.function("cublasSaxpy_v2", 6, 0);
        submission.launch(stream, onDevice, ONE, new long[] {1, x + 8, x, 1, y, 1}, 48);
        device.submit(submission);
      }
      // Twice: 2 x, and 3 times the first element.
      assertEquals(List.of(10f, 8f, 12f), elements(y, 3));
      assertEquals(
          List.of(
              "cublasSaxpy handle 1 host 3 2",
              "cublasSaxpy handle 1 device 1 3",
              "cublasSaxpy handle 2 host 3 2",
              "cublasSaxpy handle 2 device 1 3"),
          calls());
      assertEquals(2, alive());
    }
    assertEquals(0, alive());
    recording.assertClean();
  }

  @Test
  void everyArgumentArrives() {
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      Device device = driver.device(0);
      long memory = driver.allocateManaged(512);
      long b = memory + 64;
      long c = memory + 128;
      put(memory, 1, 2, 3, 4);
      put(b, 5, 6, 7, 8);
      put(c, 100, 100, 100, 100);
      Function gemm =
          device
              .openLibrary(cublas(file.toString()))
              .function("cublasDgemmStridedBatched", 17, 1 << 5 | 1 << 12);
      long[] words = {
        0,
        0,
        1,
        1,
        2,
        17,
        memory,
        1,
        2,
        b,
        2,
        2,
        19,
        c,
        1,
        1,
        2,
        Double.doubleToRawLongBits(10),
        0,
        Double.doubleToRawLongBits(1),
        0
      };
      Submission submission = new Submission();
      submission.launch(device.createStream(), gemm, ONE, words, 8 * words.length);
      device.submit(submission);
      assertEquals(100 + 10 * (1 * 5 + 2 * 6), NativeMemory.ALL.get(ValueLayout.JAVA_DOUBLE, c));
      assertEquals(
          100 + 10 * (3 * 7 + 4 * 8), NativeMemory.ALL.get(ValueLayout.JAVA_DOUBLE, c + 8));
    }
    recording.assertClean();
  }

  @Test
  void refusalsNameTheFunction() {
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      Device device = driver.device(1);
      DriverException missing =
          assertThrows(
              DriverException.class, () -> device.openLibrary(cublas("/nowhere.so", "/none.so")));
      assertEquals(CudaResult.CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, missing.result());
      assertTrue(missing.getMessage().contains("/nowhere.so"), missing.getMessage());
      assertTrue(missing.getMessage().contains("/none.so"), missing.getMessage());
      refuse(3);
      DriverException full =
          assertThrows(DriverException.class, () -> device.openLibrary(cublas(file.toString())));
      assertEquals("cublasCreate_v2", full.call());
      assertTrue(full.getMessage().contains("status 3"), full.getMessage());
      LibraryHandle library = device.openLibrary(cublas(file.toString()));
      DriverException unknown =
          assertThrows(DriverException.class, () -> library.function("cublasSnap", 1, 0));
      assertEquals(CudaResult.CUDA_ERROR_NOT_FOUND, unknown.result());
      long x = driver.allocateManaged(64);
      Function scale = library.function("cublasZscal_v2", 4, 0);
      Submission submission = new Submission();
      submission.launch(device.createStream(), scale, ONE, new long[] {1, x, x, 1}, 32);
      refuse(13);
      DriverException failed = assertThrows(DriverException.class, () -> device.submit(submission));
      assertEquals("cublasZscal_v2", failed.call());
      assertEquals(1, failed.device());
      assertTrue(failed.getMessage().contains("status 13"), failed.getMessage());
      device.submit(submission);
      library.close();
      assertEquals(0, alive());
      assertThrows(IllegalStateException.class, () -> device.submit(submission));
      assertThrows(IllegalStateException.class, () -> library.function("cublasZscal_v2", 4, 0));
    }
    recording.assertClean();
  }

  /** Writes them: fresh managed memory holds anything. */
  private static void fill(long address, float... values) {
    for (int i = 0; i < values.length; i++) {
      NativeMemory.ALL.set(ValueLayout.JAVA_FLOAT, address + 4L * i, values[i]);
    }
  }

  private static List<Float> elements(long address, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> NativeMemory.ALL.get(ValueLayout.JAVA_FLOAT, address + 4L * i))
        .toList();
  }

  private static void put(long address, double... values) {
    for (int i = 0; i < values.length; i++) {
      NativeMemory.ALL.set(ValueLayout.JAVA_DOUBLE, address + 8L * i, values[i]);
    }
  }

  @SuppressWarnings("restricted")
  private List<String> calls() {
    MemorySegment text = (MemorySegment) ask("double_calls", ValueLayout.ADDRESS);
    return text.reinterpret(Long.MAX_VALUE).getString(0).lines().toList();
  }

  private int alive() {
    return (int) ask("double_alive", ValueLayout.JAVA_INT);
  }

  private void refuse(int status) {
    call(FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT), "double_refuse", status);
  }

  private void tell(String function) {
    call(FunctionDescriptor.ofVoid(), function);
  }

  private Object ask(String function, ValueLayout result) {
    return call(FunctionDescriptor.of(result), function);
  }

  @SuppressWarnings("restricted")
  private Object call(FunctionDescriptor type, String function, Object... arguments) {
    try {
      return Linker.nativeLinker()
          .downcallHandle(symbols.find(function).orElseThrow(), type)
          .invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException(function, e);
    }
  }
}
