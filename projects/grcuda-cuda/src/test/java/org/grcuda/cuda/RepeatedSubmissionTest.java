package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was submitted once without fault is checked less the next time: nothing slips through. */
class RepeatedSubmissionTest {

  private static final LaunchShape SHAPE = new LaunchShape(1, 1, 1, 32, 1, 1, 0);

  private final Recording recording = Recording.current();
  private Driver driver;
  private Device device;
  private Stream stream;
  private Event event;
  private Module module;
  private Function add;

  @BeforeEach
  void submitOnce() {
    recording.reset(2, 1L << 20);
    driver = recording.open(DriverSettings.defaults());
    device = driver.device(0);
    stream = device.createStream();
    event = device.createEvent(false);
    module = Workload.load(device);
    add = module.function("add");
    device.submit(submission(SHAPE, 16));
    recording.forgetCalls();
  }

  @AfterEach
  void everythingWasGivenBack() {
    driver.close();
    recording.assertClean();
  }

  private Submission submission(LaunchShape shape, int parameterBytes) {
    Submission submission = new Submission();
    submission.waitFor(stream, event);
    submission.launch(stream, add, shape, new long[4], parameterBytes);
    submission.record(stream, event);
    return submission;
  }

  private void assertRefused(CudaResult result, Submission submission) {
    var refused = assertThrows(DriverException.class, () -> device.submit(submission));
    assertEquals(result, refused.result());
    assertEquals(List.of(), recording.calls());
  }

  @Test
  void sameCallsAreMadeAgain() {
    device.submit(submission(SHAPE, 16));
    device.submit(submission(new LaunchShape(2, 3, 4, 5, 6, 7, 8), 16));
    device.submit(submission(SHAPE, 16));
    String wait = "cuStreamWaitEvent stream 1, event 1";
    String record = "cuEventRecord event 1, stream 1";
    String first = "cuLaunchKernel add, grid 1 1 1, block 32 1 1, shared 0, stream 1";
    String second = "cuLaunchKernel add, grid 2 3 4, block 5 6 7, shared 8, stream 1";
    assertEquals(
        List.of(wait, first, record, wait, second, record, wait, first, record), recording.calls());
  }

  @Test
  void severalStreamsAreToldApart() {
    Stream other = device.createStream();
    recording.forgetCalls();
    Submission submission = new Submission();
    submission.waitFor(stream, event);
    submission.launch(other, add, SHAPE, new long[2], 16);
    submission.waitFor(other, event);
    submission.record(stream, event);
    device.submit(submission);
    assertEquals(
        List.of(
            "cuStreamWaitEvent stream 1, event 1",
            "cuLaunchKernel add, grid 1 1 1, block 32 1 1, shared 0, stream 2",
            "cuStreamWaitEvent stream 2, event 1",
            "cuEventRecord event 1, stream 1"),
        recording.calls());
  }

  @Test
  void anotherShapeIsChecked() {
    assertRefused(
        CudaResult.CUDA_ERROR_INVALID_VALUE,
        submission(new LaunchShape(1, 1, 1, 32, 1, 1, 1 << 30), 16));
    assertRefused(
        CudaResult.CUDA_ERROR_INVALID_VALUE, submission(new LaunchShape(1, 0, 1, 32, 1, 1, 0), 16));
  }

  @Test
  void anotherSizeOfParametersIsChecked() {
    assertRefused(CudaResult.CUDA_ERROR_INVALID_VALUE, submission(SHAPE, 24));
  }

  @Test
  void smallerLimitOfSharedMemoryCountsAtOnce() {
    int plain = device.attribute(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK);
    int more = plain + 1024;
    add.setMaxDynamicSharedBytes(more);
    Submission large = submission(new LaunchShape(1, 1, 1, 32, 1, 1, more), 16);
    device.submit(large);
    add.setMaxDynamicSharedBytes(0);
    recording.forgetCalls();
    assertRefused(CudaResult.CUDA_ERROR_INVALID_VALUE, large);
  }

  @Test
  void closedHandlesAreRefused() {
    Submission submission = submission(SHAPE, 16);
    module.close();
    assertThrows(IllegalStateException.class, () -> device.submit(submission));
    Submission waits = new Submission();
    waits.waitFor(stream, event);
    event.close();
    assertThrows(IllegalStateException.class, () -> device.submit(waits));
    Submission records = new Submission();
    records.record(stream, device.createEvent(false));
    stream.close();
    assertThrows(IllegalStateException.class, () -> device.submit(records));
  }

  @Test
  void handlesOfAnotherDeviceAreRefused() {
    Device second = driver.device(1);
    recording.forgetCalls();
    Submission submission = submission(SHAPE, 16);
    var refused = assertThrows(DriverException.class, () -> second.submit(submission));
    assertEquals(CudaResult.CUDA_ERROR_INVALID_HANDLE, refused.result());
    assertEquals(List.of(), recording.calls());
  }

  @Test
  void whatIsRefusedIsNoSuspect() {
    Submission refused = new Submission();
    refused.launch(stream, add, SHAPE, new long[2], 16);
    refused.launch(
        stream,
        module.function("meet"),
        new LaunchShape(1 << 20, 1, 1, 32, 1, 1, 0),
        new long[2],
        16);
    assertThrows(DriverException.class, () -> device.submit(refused));
    recording.fail("cuStreamSynchronize", 0, 1, CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS.code());
    stream.synchronize();
    Submission next = submission(SHAPE, 16);
    var fault = assertThrows(DriverException.class, () -> device.submit(next));
    assertTrue(fault.getMessage().contains("launched last: add"), fault.getMessage());
  }
}
