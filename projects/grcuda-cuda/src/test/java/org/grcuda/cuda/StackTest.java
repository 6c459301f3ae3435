package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.ModuleSource;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stacks of threads, on the double, whose kernel {@code deep} overflows one below 10 KiB. */
class StackTest {

  private static final long GIB = 1L << 30;

  private static final String HEADER = ".version 8.0\n.target sm_80\n.address_size 64\n";

  private static final String DEEP =
      HEADER
          + """
          .func again()
          {
            call again;
            ret;
          }
          .visible .entry deep()
          {
            call again;
            ret;
          }
          """;

  private final Recording recording = Recording.current();

  @BeforeEach
  void reset() {
    recording.reset(2, 4 * GIB);
  }

  @Test
  void kernelThatRecursesHasRoomForIt() {
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      run(driver.device(0), load(driver.device(0), DEEP).function("deep"));
      run(driver.device(0), load(driver.device(0), DEEP).function("deep"));
      assertEquals(List.of("cuCtxSetLimit 0 = 32768"), limits());
    }
    recording.assertClean();
  }

  @Test
  void othersLeaveTheLimitAlone() {
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      Workload.load(driver.device(0));
      assertEquals(List.of(), limits());
    }
  }

  @Test
  void stackTakesASixteenthOfTheMemoryAtMost() {
    recording.reset(1, GIB);
    recording.setUsed(0, GIB - 100 * 8192);
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      load(driver.device(0), DEEP);
      assertEquals(
          List.of("8192", "4096", "2048"),
          limits().stream().map(call -> call.substring(call.indexOf('=') + 2)).toList());
    }
  }

  @Test
  void overflowIsToldWithItsRemedy() {
    recording.reset(1, 64 << 20);
    Driver driver = recording.open(DriverSettings.defaults());
    Device device = driver.device(0);
    Stream stream = run(device, load(device, DEEP).function("deep"));
    stream.synchronize();
    DriverException later = assertThrows(DriverException.class, device::createStream);
    assertTrue(
        later
            .detail()
            .contains(
                "launched last: deep; deep recurses or calls through pointers, with a stack of"
                    + " 1,024 bytes for each thread: the option GpuStack gives it more"),
        later.detail());
    driver.close();
  }

  @Test
  void optionSetsTheStackOfEachGpu() {
    try (Driver driver = recording.open(Workload.settings(Map.of("GpuStack", "12K")))) {
      run(driver.device(1), load(driver.device(1), DEEP).function("deep"));
      assertEquals(List.of("cuCtxSetLimit 0 = 12288", "cuCtxSetLimit 0 = 12288"), limits());
    }
    recording.assertClean();
  }

  @Test
  void stackThatCannotBeIsRefused() {
    DriverException tooLarge =
        assertThrows(
            DriverException.class,
            () -> recording.open(Workload.settings(Map.of("GpuStack", "1M"))));
    assertEquals(
        "GpuStack=1048576: expected at most 524288 bytes, the most local memory that CUDA gives a"
            + " thread",
        tooLarge.detail());
    recording.reset(1, 1 << 20);
    DriverException noRoom =
        assertThrows(
            DriverException.class,
            () -> recording.open(Workload.settings(Map.of("GpuStack", "64K"))));
    assertEquals(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, noRoom.result());
    assertTrue(
        noRoom
            .detail()
            .contains(
                "GpuStack=65536 for each of 8,192 threads takes 536,870,912 bytes of the GPU's"
                    + " memory"),
        noRoom.detail());
    recording.assertClean();
  }

  @Test
  void kernelWhoseLocalMemoryCannotFitIsRefusedByName() {
    recording.reset(1, GIB);
    try (Driver driver = recording.open(DriverSettings.defaults())) {
      String ptx =
          HEADER
              + ".visible .entry small()\n{\n  ret;\n}\n"
              + ".visible .entry wide()\n{\n  .local .align 4 .b8 all[262144];\n  ret;\n}\n";
      var module = load(driver.device(0), ptx);
      assertEquals(0, module.function("small").localBytes());
      DriverException refused = assertThrows(DriverException.class, () -> module.function("wide"));
      assertEquals(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, refused.result());
      assertEquals(
          "kernel 'wide' takes 262,144 bytes of local memory for each thread; for the 8,192 threads"
              + " that the GPU runs at once that is 2,147,483,648 bytes, and it has 1,073,741,824:"
              + " make the kernel's local arrays smaller, or keep them in a device array",
          refused.detail());
    }
    recording.assertClean();
  }

  private static org.grcuda.driver.Module load(Device device, String ptx) {
    return device.loadModule(ptx.getBytes(StandardCharsets.UTF_8), new ModuleSource(ptx, null));
  }

  private static Stream run(Device device, Function kernel) {
    Stream stream = device.createStream();
    Submission submission = new Submission();
    submission.launch(stream, kernel, new LaunchShape(1, 1, 1, 1, 1, 1, 0), new long[0], 0);
    device.submit(submission);
    return stream;
  }

  private List<String> limits() {
    return recording.calls().stream().filter(call -> call.startsWith("cuCtxSetLimit")).toList();
  }
}
