package org.grcuda.tests.dag;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.grcuda.GrCuda;
import org.grcuda.HostView;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.task.Request;
import org.grcuda.tests.Configuration;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests to have arrays on the host. */
@Timeout(60)
final class RequestTest {

  private static final int READ = HostView.READ;
  private static final int WRITE = HostView.WRITE;
  private static final int LARGE = 5000;
  private static final String SOURCE =
      """
      extern "C" __global__ void add(int *x, int value) { x[threadIdx.x] += value; }
      extern "C" __global__ void copy(const int *x, int *y) { y[threadIdx.x] = x[threadIdx.x]; }
      extern "C" __global__ void bad(int *x) { x[1 << 28] = 1; }
      """;

  static Stream<Configuration> configurations() {
    return Stream.of(
        Configuration.of(),
        Configuration.of("CpuDevices", "2", "MemoryManager", "replicated"),
        Configuration.of("CpuDevices", "2", "DeviceSelectionPolicy", "lookahead"),
        Configuration.of(
            "CpuDevices", "2", "DeviceSelectionPolicy", "darts", "MemoryManager", "replicated"),
        Configuration.of("Backend", "sim", "DeviceSelectionPolicy", "round-robin"),
        Configuration.of("Backend", "sim", "DeviceSelectionPolicy", "darts"));
  }

  private static void add(GrCuda cuda, IntArray x, int value) {
    cuda.buildKernel(SOURCE, "add(x: inout pointer sint32, value: sint32)")
        .grid(1)
        .block(4)
        .launch(x, value);
  }

  private static void copy(GrCuda cuda, IntArray x, IntArray y) {
    Kernel copy = cuda.buildKernel(SOURCE, "copy(x: in pointer sint32, y: out pointer sint32)");
    copy.grid(1).block(4).launch(x, y);
  }

  private static IntArray array(GrCuda cuda, int length) {
    IntArray x = cuda.intArray(length);
    x.fill(1);
    return x;
  }

  private static void assertRefused(String message, Executable use) {
    assertEquals(message, assertThrows(GrCudaException.class, use).getMessage());
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void theHostWritesBetweenTwoKernels(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().open()) {
      IntArray x = array(cuda, LARGE);
      add(cuda, x, 1);
      Request request = x.request(READ | WRITE);
      add(cuda, x, 10);
      request.await();
      assertTrue(request.isReady());
      assertEquals(2, x.get(0));
      x.set(0, 100);
      assertEquals(100, x.get(0));
      int[] all = x.toArray();
      assertEquals(100, all[0]);
      Arrays.fill(all, 7);
      x.copyFrom(all);
      x.slice(1, 3).copyFrom(new int[] {8, 9});
      assertArrayEquals(new int[] {7, 8, 9, 7}, x.slice(0, 4).toArray());
      request.release();
      request.release();
      assertArrayEquals(new int[] {17, 18, 19, 17}, x.slice(0, 4).toArray());
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void anAccessBeforeItIsReadyWaitsForIt(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().open()) {
      IntArray x = array(cuda, 4);
      add(cuda, x, 1);
      try (Request request = x.request(WRITE)) {
        assertEquals(2, x.get(3));
        assertTrue(request.isReady());
        x.set(3, 5);
      }
      add(cuda, x, 1);
      assertEquals(6, x.get(3));
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void askingMakesItReady(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().open()) {
      IntArray x = array(cuda, 4);
      add(cuda, x, 1);
      try (Request request = x.request(READ)) {
        while (!request.isReady()) {
          Thread.onSpinWait();
        }
        assertEquals(2, x.get(3));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void readersGoOnWhileTheHostReads(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().open()) {
      IntArray x = array(cuda, 4);
      IntArray y = array(cuda, 4);
      try (Request request = x.request(READ)) {
        copy(cuda, x, y);
        assertEquals(1, y.get(2));
        add(cuda, x, 1);
        // It leaves out what this thread holds up.
        cuda.synchronize();
        request.await();
        assertEquals(1, x.get(2));
      }
      assertEquals(2, x.get(2));
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void otherPartsAreFree(Configuration configuration) {
    try (GrCuda cuda = configuration.typed().open()) {
      IntArray x = array(cuda, 8);
      try (Request request = x.slice(0, 4).request(WRITE)) {
        add(cuda, x.slice(4, 8), 1);
        assertEquals(2, x.get(4));
        request.await();
        x.set(0, 3);
      }
      assertEquals(3, x.get(0));
    }
  }

  @Test
  void aThreadDoesNotWaitForItself() {
    try (GrCuda cuda = GrCuda.builder().open()) {
      IntArray x = array(cuda, 4);
      Request request = x.request(READ);
      request.await();
      String open = "the request of int[4] was begun by this thread and has not ended";
      assertRefused(open, () -> x.set(0, 1));
      assertRefused(open, () -> x.copyFrom(new int[4]));
      assertRefused(open, () -> x.map(WRITE).close());
      add(cuda, x, 1);
      request.release();
      assertEquals(2, x.get(0));
      Request writing = x.request(WRITE);
      IntArray y = array(cuda, 4);
      copy(cuda, x, y);
      assertRefused(
          "copy waits for the request of int[4], which this thread has begun and not ended",
          () -> y.get(0));
      writing.release();
      assertEquals(2, y.get(0));
    }
  }

  @Test
  void anotherThreadReleases() throws InterruptedException {
    try (GrCuda cuda = GrCuda.builder().open()) {
      IntArray x = array(cuda, 4);
      Request[] made = new Request[1];
      Thread maker = new Thread(() -> made[0] = x.request(WRITE));
      maker.start();
      maker.join();
      Thread other = new Thread(made[0]::release);
      add(cuda, x, 1);
      other.start();
      cuda.synchronize();
      assertEquals(2, x.get(0));
      other.join();
    }
  }

  @Test
  void closingReleases() throws InterruptedException {
    GrCuda cuda = GrCuda.builder().open();
    IntArray x = array(cuda, 4);
    Thread maker = new Thread(() -> x.request(WRITE));
    maker.start();
    maker.join();
    Request own = array(cuda, 4).request(READ);
    add(cuda, x, 1);
    cuda.close();
    assertTrue(own.isReady());
    assertRefused("the request of int[4] was released", own::await);
    assertRefused("the context is closed", () -> x.request(READ));
  }

  @Test
  void whatIsReleasedEarlyNeverBegins() {
    try (GrCuda cuda = GrCuda.builder().open()) {
      IntArray x = array(cuda, 4);
      Request first = x.request(WRITE);
      Request second = x.request(WRITE);
      assertFalse(second.isReady());
      assertRefused(
          "the request of int[4] was begun by this thread and has not ended", second::await);
      second.release();
      assertTrue(second.isReady());
      assertRefused("the request of int[4] was released", second::await);
      first.release();
      assertEquals(1, x.get(0));
    }
  }

  @Test
  void aFailureReachesTheRequest() {
    try (GrCuda cuda = GrCuda.builder().open()) {
      IntArray x = array(cuda, 4);
      cuda.buildKernel(SOURCE, "bad(x: inout pointer sint32)").grid(1).block(1).launch(x);
      Request request = x.request(READ);
      assertThrows(GrCudaException.class, request::await);
      assertTrue(request.isReady());
      request.release();
      x.fill(3);
      try (Request again = x.request(READ)) {
        again.await();
        assertEquals(3, x.get(0));
      }
    }
  }

  @Test
  void arraysKeptOnADeviceAreRefused() {
    try (GrCuda cuda = GrCuda.builder().open()) {
      IntArray x = cuda.at(cuda.endpoints(1).getFirst()).intArray(4);
      assertRefused(
          "int[4] is in the memory of device 0, which the host cannot access by element: use its"
              + " copyTo or copyFrom",
          () -> x.request(READ));
    }
  }

  @Test
  void twoThreadsReadOneRequest() throws InterruptedException {
    try (GrCuda cuda = GrCuda.builder().open()) {
      IntArray x = array(cuda, LARGE);
      add(cuda, x, 1);
      try (Request request = x.request(WRITE)) {
        int[] seen = new int[2];
        List<Thread> threads =
            List.of(
                new Thread(() -> seen[0] = x.get(0)), new Thread(() -> seen[1] = x.toArray()[1]));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
          thread.join();
        }
        assertArrayEquals(new int[] {2, 2}, seen);
        assertTrue(request.isReady());
      }
    }
  }
}
