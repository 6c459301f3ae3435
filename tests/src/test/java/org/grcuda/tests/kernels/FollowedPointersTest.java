package org.grcuda.tests.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.LongArray;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kernels that follow pointers in memory: what they come after, and which failures they share. */
final class FollowedPointersTest {

  private static final String SOURCE =
      """
      extern "C" __global__ void follow(const long long *table, int *status) {
        int *target = (int *) table[0];
        target[0] += 1;
        status[0] = 1;
      }
      extern "C" __global__ void stray(int *x, long long i) { x[i] = 1; }
      extern "C" __global__ void add(int *x, int value) { x[0] += value; }
      """;

  private GrCuda cuda;
  private Kernel follow;
  private Kernel stray;
  private Kernel add;
  private LongArray table;
  private IntArray target;
  private IntArray status;

  @BeforeEach
  void open() {
    cuda = GrCuda.builder().option("CpuDevices", "2").messages(line -> {}).open();
    follow =
        cuda.buildKernel(SOURCE, "follow(table: in pointer sint64, status: inout pointer sint32)");
    stray = cuda.buildKernel(SOURCE, "stray(x: inout pointer sint32, i: sint64)");
    add = cuda.buildKernel(SOURCE, "add(x: inout pointer sint32, value: sint32)");
    target = cuda.intArray(1);
    target.set(0, 10);
    status = cuda.intArray(1);
    status.set(0, 0);
    table = cuda.longArray(1);
    table.set(0, target.pointer());
  }

  @AfterEach
  void close() {
    cuda.close();
  }

  private void fail(IntArray array) {
    stray.grid(1).block(1).launch(array, 1L << 60);
  }

  private static void assertFailed(String kernel, Runnable read) {
    String message = assertThrows(GrCudaException.class, read::run).getMessage();
    assertTrue(message.startsWith(kernel + " failed"), message);
  }

  @Test
  void theyComeAfterWhatUsesTheirTargetsAndBeforeWhatUsesThemLater() {
    for (int i = 0; i < 20; i++) {
      add.grid(1).block(1).launch(target, 100);
      follow.grid(1).block(1).launch(table, status);
    }
    assertEquals(10 + 20 * 101, target.get(0));
  }

  @Test
  void aFailedArrayThatTheyDoNotNameIsNotTheirFailure() {
    IntArray other = cuda.intArray(1);
    other.set(0, 0);
    fail(other);
    follow.grid(1).block(1).launch(table, status);
    assertEquals(1, status.get(0));
    assertEquals(11, target.get(0));
    assertFailed("stray", () -> other.get(0));
    other.fill(3);
    assertEquals(3, other.get(0));
  }

  @Test
  void aFailedArgumentIsAndWhatTheyMayHaveWrittenIsLost() {
    fail(status);
    follow.grid(1).block(1).launch(table, status);
    assertFailed("stray", () -> target.get(0));
    target.fill(7);
    assertEquals(7, target.get(0));
  }
}
