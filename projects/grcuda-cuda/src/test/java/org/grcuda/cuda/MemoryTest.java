package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grcuda.driver.AttachMode;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.MemoryAdvice;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is allocated, freed and used again, also when CUDA refuses. */
class MemoryTest {

  private static final long MIB = 1L << 20;

  private final Recording recording = Recording.current();
  private Driver driver;
  private Device device;

  @BeforeEach
  void open() {
    recording.reset(1, 64 * MIB);
    driver = recording.open(DriverSettings.defaults());
    device = driver.device(0);
  }

  @AfterEach
  void everythingWasGivenBack() {
    driver.close();
    recording.assertClean();
  }

  @Test
  void refusedHintsDoNoHarmAndAreToldOnce() {
    List<String> messages = new ArrayList<>();
    try (Driver told = recording.open(Workload.settings(Map.of(), messages::add))) {
      Device gpu = told.device(0);
      Stream stream = gpu.createStream();
      long x = told.allocateManaged(64);
      Submission submission = new Submission();
      submission.advise(stream, x, 64, MemoryAdvice.SET_READ_MOSTLY, 0);
      submission.prefetch(stream, x, 64, 0);
      submission.fill(stream, x, 7, 4, 16);
      recording.fail("cuMemPrefetchAsync_v2", 0, 9, CudaResult.CUDA_ERROR_INVALID_DEVICE.code());
      recording.fail("cuMemAdvise_v2", 0, 9, CudaResult.CUDA_ERROR_NOT_SUPPORTED.code());
      gpu.submit(submission);
      gpu.submit(submission);
      assertEquals(2, recording.count("cuMemsetD32Async"));
      assertEquals(
          List.of(
              "CUDA refuses hints on managed memory (CUDA_ERROR_INVALID_DEVICE): data moves only"
                  + " when it is used, so programs may be slower; the option"
                  + " MemoryManager=replicated moves it ahead"),
          messages);
    }
  }

  @Test
  void managedMemoryIsUsedAgainWithoutTheDriver() {
    long x = driver.allocateManaged(1000);
    driver.free(x);
    assertThrows(DriverException.class, () -> driver.free(x));
    assertEquals(x, driver.allocateManaged(1020));
    assertEquals(0, recording.count("cuMemFree_v2"));
    assertEquals(1, recording.count("cuMemAllocManaged"));
    driver.free(x);
    long other = driver.allocateManaged(2000);
    assertNotEquals(x, other);
    assertEquals(2, recording.count("cuMemAllocManaged"));
  }

  @Test
  void sizesHaveClasses() {
    assertEquals(256, ManagedPool.capacity(1));
    assertEquals(512, ManagedPool.capacity(257));
    for (long bytes = 4096; bytes < 1L << 40; bytes = bytes * 5 / 4 + 1) {
      long capacity = ManagedPool.capacity(bytes);
      assertTrue(capacity >= bytes && capacity - bytes <= bytes / 8, bytes + ": " + capacity);
      assertEquals(capacity, ManagedPool.capacity(capacity));
    }
  }

  @Test
  void nextUserGetsNoHintsOfTheLast() {
    Stream stream = device.createStream();
    long x = driver.allocateManaged(1000);
    Submission submission = new Submission();
    submission.advise(stream, x, 1000, MemoryAdvice.SET_READ_MOSTLY, 0);
    device.submit(submission);
    driver.free(x);
    assertEquals(1, recording.count("cuMemFree_v2"));
    long y = driver.allocateManaged(1000);
    submission.clear();
    submission.attach(stream, y, 1000, AttachMode.GLOBAL);
    device.submit(submission);
    driver.free(y);
    assertEquals(2, recording.count("cuMemFree_v2"));
  }

  @Test
  void pooledMemoryIsGivenBackWhenMemoryIsShort() {
    driver.free(driver.allocateManaged(MIB));
    recording.failOnce("cuMemHostAlloc", CudaResult.CUDA_ERROR_OUT_OF_MEMORY);
    driver.allocateHost(64);
    assertEquals(1, recording.count("cuMemFree_v2"));
    driver.free(driver.allocateManaged(32 * MIB));
    assertEquals(2, recording.count("cuMemFree_v2"), "more than is kept");
  }

  @Test
  void memoryThatCudaDidNotFreeCountsUntilItDoes() {
    long x = device.allocate(40 * MIB);
    recording.failOnce("cuMemFree_v2", CudaResult.CUDA_ERROR_NOT_PERMITTED);
    assertThrows(DriverException.class, () -> driver.free(x));
    assertEquals(24 * MIB, device.freeMemory());
    device.allocate(30 * MIB);
    assertEquals(34 * MIB, device.freeMemory());
    long y = device.allocate(MIB);
    recording.failOnce("cuMemFree_v2", CudaResult.CUDA_ERROR_NOT_PERMITTED);
    assertThrows(DriverException.class, () -> driver.free(y));
  }

  @Test
  void capacityForManagedMemoryIsWhatDevicesDoNotHoldAsTheirOwn() {
    assertEquals(64 * MIB, device.managedCapacity());
    recording.setUsed(0, 50 * MIB);
    assertEquals(14 * MIB, device.freeMemory());
    assertEquals(64 * MIB, device.managedCapacity());
    recording.setUsed(0, 0);
    long x = device.allocate(10 * MIB);
    assertEquals(54 * MIB, device.managedCapacity());
    driver.free(x);
    assertEquals(64 * MIB, device.managedCapacity());
  }

  @Test
  void partOfASubmissionIsWaitedForBeforeItIsRefused() {
    Stream stream = device.createStream();
    Stream other = device.createStream();
    Event event = device.createEvent(false);
    long x = driver.allocateManaged(64);
    Submission submission = new Submission();
    submission.record(other, event);
    submission.copy(stream, x, x + 32, 32);
    submission.launch(
        stream,
        Workload.load(device).function("add"),
        new LaunchShape(1, 1, 1, 32, 1, 1, 0),
        new long[] {x, 4},
        16);
    recording.forgetCalls();
    recording.failOnce("cuLaunchKernel", CudaResult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    assertThrows(DriverException.class, () -> device.submit(submission));
    assertEquals(2, recording.count("cuStreamSynchronize"), "both streams");
    recording.forgetCalls();
    recording.failOnce("cuEventRecord", CudaResult.CUDA_ERROR_NOT_PERMITTED);
    assertThrows(DriverException.class, () -> device.submit(submission));
    assertEquals(0, recording.count("cuStreamSynchronize"), "nothing was enqueued");
  }
}
