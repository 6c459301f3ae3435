package org.grcuda.tests.typed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.grcuda.GrCuda;
import org.grcuda.HostView;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One context, its kernels and its arrays used by several threads: what GrCuda promises. */
@Timeout(120)
final class ConcurrencyTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 300;
  private static final int LENGTH = 4096;
  private static final String SOURCE =
      """
      extern "C" __global__ void add(int *x, int value, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] += value;
      }
      """;
  private static final String SIGNATURE = "add(x: inout pointer sint32, value: sint32, n: sint32)";

  private interface Work {
    void run(int thread);
  }

  private static void inParallel(Work work) throws InterruptedException, ExecutionException {
    List<Callable<Void>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      all.add(
          () -> {
            work.run(thread);
            return null;
          });
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
      for (Future<Void> done : pool.invokeAll(all)) {
        done.get();
      }
    }
  }

  private static GrCuda open() {
    return GrCuda.builder()
        .option("CpuDevices", "2")
        .option("DeviceSelectionPolicy", "round-robin")
        .open();
  }

  private static void add(Kernel kernel, IntArray x, int value) {
    kernel.grid(LENGTH / 256).block(256).launch(x, value, (int) x.length());
  }

  @Test
  void kernelsAreBuiltAndLaunchedOnArraysOfEachThread() throws Exception {
    try (GrCuda cuda = open()) {
      inParallel(
          thread -> {
            Kernel kernel = cuda.buildKernel(SOURCE, SIGNATURE);
            for (int round = 0; round < ROUNDS / 10; round++) {
              try (IntArray x = cuda.intArray(LENGTH)) {
                x.fill(thread);
                for (int i = 0; i < 10; i++) {
                  add(kernel, x, round);
                }
                assertEquals(thread + 10 * round, x.get(LENGTH - 1));
              }
            }
          });
    }
  }

  /**
   * What threads do to one array happens in some order, each of it as a whole; small copies, too.
   */
  @ParameterizedTest
  @ValueSource(ints = {100, LENGTH})
  void launchesOnOneArrayAreAllDone(int length) throws Exception {
    try (GrCuda cuda = open()) {
      Kernel kernel = cuda.buildKernel(SOURCE, SIGNATURE);
      IntArray x = cuda.intArray(length);
      x.fill(0);
      inParallel(
          thread -> {
            int[] seen = new int[length];
            for (int round = 0; round < ROUNDS; round++) {
              add(kernel, x, 1);
              if (round % 16 == thread) {
                x.copyTo(seen);
                assertArrayEquals(filled(length, seen[0]), seen);
              }
            }
          });
      assertArrayEquals(filled(length, THREADS * ROUNDS), x.toArray());
      assertEquals(THREADS * ROUNDS, kernel.launchCount());
    }
  }

  private static int[] filled(int length, int value) {
    int[] all = new int[length];
    Arrays.fill(all, value);
    return all;
  }

  /** Kernels wait for the end of a view, views for the end of kernels. */
  @Test
  void viewsAndKernelsHoldEachOtherOff() throws Exception {
    try (GrCuda cuda = open()) {
      Kernel kernel = cuda.buildKernel(SOURCE, SIGNATURE);
      IntArray x = cuda.intArray(LENGTH);
      x.fill(0);
      inParallel(
          thread -> {
            for (int round = 0; round < ROUNDS / 4; round++) {
              if (thread % 2 == 0) {
                add(kernel, x, 1);
              } else {
                try (HostView view = x.map(HostView.READ | HostView.WRITE)) {
                  for (int i = 0; i < LENGTH; i++) {
                    int value = view.segment().getAtIndex(ValueLayout.JAVA_INT, i);
                    view.segment().setAtIndex(ValueLayout.JAVA_INT, i, value + 1);
                  }
                }
              }
            }
          });
      assertArrayEquals(filled(LENGTH, THREADS * (ROUNDS / 4)), x.toArray());
    }
  }

  @Test
  void slicesOfOneArrayBelongToTheirThreads() throws Exception {
    try (GrCuda cuda = open()) {
      Kernel kernel = cuda.buildKernel(SOURCE, SIGNATURE);
      IntArray x = cuda.intArray(THREADS, LENGTH);
      inParallel(
          thread -> {
            IntArray mine = x.row(thread);
            mine.fill(0);
            for (int round = 0; round < ROUNDS; round++) {
              add(kernel, mine, thread);
              if (round % 32 == 0) {
                mine.set(5, mine.get(5));
              }
            }
            assertEquals(thread * ROUNDS, mine.get(5));
          });
    }
  }

  /** Threads that are at work when the context is closed are told so. */
  @Test
  void closingStopsTheOthers() throws Exception {
    for (int i = 0; i < 10; i++) {
      GrCuda cuda = open();
      Kernel kernel = cuda.buildKernel(SOURCE, SIGNATURE);
      CountDownLatch working = new CountDownLatch(THREADS - 1);
      inParallel(
          thread -> {
            if (thread == 0) {
              await(working);
              cuda.close();
            } else {
              assertEquals(
                  GrCudaException.Kind.STATE, workUntilRefused(cuda, kernel, working).kind());
            }
          });
    }
  }

  /** Element accesses take no lock: those under way when the context is closed do no harm. */
  @Test
  void elementsAreAccessedWhileTheContextIsClosed() throws Exception {
    for (int i = 0; i < 50; i++) {
      GrCuda cuda = open();
      IntArray x = cuda.intArray(LENGTH);
      x.fill(7);
      CountDownLatch working = new CountDownLatch(THREADS - 1);
      inParallel(
          thread -> {
            if (thread == 0) {
              await(working);
              cuda.close();
            } else {
              assertEquals(
                  "the context is closed", accessUntilRefused(x, thread, working).getMessage());
            }
          });
    }
  }

  private static GrCudaException accessUntilRefused(
      IntArray x, int thread, CountDownLatch working) {
    try {
      while (true) {
        for (int i = thread; i < LENGTH; i += THREADS) {
          x.set(i, x.get(i) + 1);
        }
        working.countDown();
      }
    } catch (GrCudaException e) {
      return e;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static GrCudaException workUntilRefused(
      GrCuda cuda, Kernel kernel, CountDownLatch working) {
    int[] host = new int[LENGTH];
    try {
      while (true) {
        IntArray x = cuda.intArray(LENGTH);
        x.fill(3);
        add(kernel, x, 1);
        x.copyTo(host);
        x.copyFrom(host);
        cuda.synchronize();
        working.countDown();
      }
    } catch (GrCudaException e) {
      return e;
    }
  }
}
