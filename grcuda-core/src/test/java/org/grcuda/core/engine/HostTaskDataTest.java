package org.grcuda.core.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.spi.HostTask;
import org.junit.jupiter.api.Test;

/** What tasks of the host read comes to the host without the host. */
class HostTaskDataTest {

  private final NullDriver driver = new NullDriver(NullSettings.defaults());
  private final List<HostTask> begun = new ArrayList<>();

  private GrCuda open(String memory) {
    return GrCuda.builder().option("MemoryManager", memory).driver(driver).open();
  }

  private HostTask send(GrCuda cuda, FloatArray array) {
    List<HostTask.Use> uses = List.of(new HostTask.Use(array, AccessMode.READ));
    HostTask.Body body =
        (task, addresses) -> {
          begun.add(task);
          task.finish(null);
        };
    return HostTask.submit(cuda, "send", uses, body);
  }

  private long copies() {
    return driver.log().stream().filter(command -> command.kind() == Command.COPY).count();
  }

  @Test
  void itFollowsTheComputationThatWritesIt() {
    try (GrCuda cuda = open("replicated")) {
      FloatArray array = cuda.floatArray(256);
      driver.hold();
      array.fill(1);
      HostTask task = send(cuda, array);
      long behindTheFill = copies();
      boolean hadBegun = !begun.isEmpty();
      driver.release();
      task.await();
      assertEquals(1, behindTheFill, "the fill had not ended");
      assertFalse(hadBegun);
      assertEquals(1, copies());
    }
  }

  @Test
  void taskIsToldThatItsDataHasFailed() {
    List<String> reasons = new ArrayList<>();
    HostTask.Body body =
        new HostTask.Body() {
          @Override
          public void begin(HostTask task, long[] addresses) {
            begun.add(task);
          }

          @Override
          public void cancelled(String reason) {
            reasons.add(reason);
          }
        };
    try (GrCuda cuda = open("replicated")) {
      FloatArray array = cuda.floatArray(256);
      driver.hold();
      array.fill(1);
      driver.fail(
          driver.ready().getFirst(),
          new DriverException(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, "cuMemsetD32", 0, "luck"));
      driver.release();
      for (int i = 0; i < 2; i++) {
        HostTask.submit(cuda, "send", List.of(new HostTask.Use(array, AccessMode.READ)), body);
      }
      assertEquals(2, reasons.size());
      assertTrue(reasons.getFirst().contains("luck"), reasons::toString);
      assertEquals(List.of(), begun);
    }
  }

  @Test
  void nothingIsCopiedThatTheHostHas() {
    try (GrCuda cuda = open("replicated")) {
      FloatArray array = cuda.floatArray(256);
      array.set(0, 1);
      HostTask task = send(cuda, array);
      assertEquals(1, begun.size());
      assertEquals(0, driver.log().size());
      assertTrue(task.isComplete());
    }
  }

  @Test
  void nothingIsWaitedForWhereSubmissionsWait() {
    try (GrCuda cuda =
        GrCuda.builder()
            .option("MemoryManager", "replicated")
            .option("ExecutionPolicy", "sync")
            .driver(driver)
            .open()) {
      FloatArray array = cuda.floatArray(256);
      HostTask.Use all = new HostTask.Use(array, AccessMode.OVERWRITE);
      HostTask receive =
          HostTask.submit(cuda, "receive", List.of(all), (task, addresses) -> begun.add(task));
      HostTask send = send(cuda, array);
      assertFalse(send.isComplete(), "the array has not arrived");
      receive.finish(null);
      send.await();
    }
  }

  @Test
  void driverMovesManagedMemoryItself() {
    try (GrCuda cuda = open("managed")) {
      FloatArray array = cuda.floatArray(256);
      driver.hold();
      array.fill(1);
      HostTask task = send(cuda, array);
      assertFalse(driver.log().stream().anyMatch(command -> command.kind() == Command.PREFETCH));
      driver.release();
      task.await();
    }
  }
}
