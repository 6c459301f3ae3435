package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Copies with memory of the program's own, and between places of the host: none waits. */
class HostCopyTest {

  private static final int SOURCE = Submission.EXTERNAL_SOURCE;
  private static final int DESTINATION = Submission.EXTERNAL_DESTINATION;

  private final Recording recording = Recording.current();
  private Driver driver;
  private Device device;
  private Stream stream;
  private Arena arena;

  @BeforeEach
  void open() {
    recording.reset(1, 64 << 20);
    driver = recording.open(DriverSettings.defaults());
    device = driver.device(0);
    stream = device.createStream();
    arena = Arena.ofConfined();
    recording.forgetCalls();
  }

  @AfterEach
  void everythingWasGivenBack() {
    arena.close();
    driver.close();
    recording.assertClean();
  }

  private void copy(long to, long from, long bytes, int external) {
    Submission submission = new Submission();
    submission.copy(stream, to, from, bytes, external);
    device.submit(submission);
    stream.synchronize();
  }

  private List<String> copies() {
    return recording.calls().stream()
        .map(call -> call.split(" ")[0])
        .filter(call -> call.startsWith("cuMemcpy") || call.startsWith("cuLaunchHost"))
        .toList();
  }

  @Test
  void memoryThatCudaDoesNotKnowIsStaged() {
    int bytes = 2 * CudaStream.STAGING_BYTES + 12;
    MemorySegment own = arena.allocate(bytes, 8);
    MemorySegment back = arena.allocate(bytes, 8);
    for (int i = 0; i < bytes; i += 4) {
      own.set(ValueLayout.JAVA_INT, i, i);
    }
    long x = device.allocate(bytes);
    recording.forgetCalls();
    copy(x, own.address(), bytes, SOURCE);
    String host = "cuLaunchHostFunc";
    String dma = "cuMemcpyAsync";
    assertEquals(List.of(host, dma, host, dma, host, dma), copies());
    recording.forgetCalls();
    copy(back.address(), x, bytes, DESTINATION);
    assertEquals(List.of(dma, host, dma, host, dma, host), copies());
    assertEquals(-1, own.mismatch(back));
    assertEquals(0, recording.count("cuMemHostAlloc"), "the stream keeps its staging memory");
  }

  @Test
  void registeredMemoryIsCopiedAtOnce() {
    MemorySegment own = arena.allocate(64, 8);
    own.fill((byte) 7);
    recording.register(own.address(), 64);
    long x = driver.allocateManaged(64);
    recording.forgetCalls();
    copy(x, own.address(), 64, SOURCE);
    assertEquals(List.of("cuMemcpyAsync"), copies());
    assertEquals(0, recording.count("cuMemHostAlloc"));
    DriverException half =
        assertThrows(DriverException.class, () -> copy(x, own.address() + 32, 64, SOURCE));
    assertEquals(CudaResult.CUDA_ERROR_INVALID_VALUE, half.result());
    assertTrue(half.detail().contains("knows a part"), half.detail());
    recording.unregister(own.address());
  }

  @Test
  void copiesBetweenPlacesOfTheHostAreFunctionsOfTheStream() {
    long pinned = driver.allocateHost(64);
    long other = driver.allocateHost(64);
    MemorySegment own = arena.allocateFrom(ValueLayout.JAVA_LONG, 1, 2, 3);
    recording.forgetCalls();
    copy(pinned, own.address(), 24, SOURCE);
    copy(other, pinned, 24, 0);
    MemorySegment back = arena.allocate(24, 8);
    copy(back.address(), other, 24, DESTINATION);
    assertEquals(List.of("cuLaunchHostFunc", "cuLaunchHostFunc", "cuLaunchHostFunc"), copies());
    assertEquals(-1, own.mismatch(back));
  }

  @Test
  void whatIsNotTheProgramsIsRefused() {
    long x = driver.allocateManaged(64);
    long y = device.allocate(64);
    for (long address : new long[] {0, 4096, x + 32, Long.MAX_VALUE - 8}) {
      DriverException refused =
          assertThrows(DriverException.class, () -> copy(y, address, 64, SOURCE));
      assertEquals(CudaResult.CUDA_ERROR_INVALID_VALUE, refused.result());
    }
    assertThrows(DriverException.class, () -> copy(y, x - 16, 64, SOURCE));
    MemorySegment own = arena.allocate(64, 8);
    assertThrows(DriverException.class, () -> copy(y, own.address(), 64, 0));
    assertEquals(List.of(), copies());
    copy(y, x, 64, SOURCE);
  }

  @Test
  void stagingMemoryEndsWithItsStream() throws InterruptedException {
    long x = device.allocate(64);
    copy(x, arena.allocate(64, 8).address(), 64, SOURCE);
    assertEquals(1, recording.count("cuMemHostAlloc"));
    stream.close();
    recording.awaitCalls("cuMemFreeHost", 1);
  }
}
