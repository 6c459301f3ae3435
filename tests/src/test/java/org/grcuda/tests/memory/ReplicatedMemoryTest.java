package org.grcuda.tests.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs whose arrays are copied to devices that are smaller than all of them. */
final class ReplicatedMemoryTest {

  private static final int LENGTH = 16 << 10;

  private static final String SUM =
      """
      extern "C" __global__ void sum(const int *x, const int *y, int *z, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) z[i] += x[i] + y[i];
      }
      """;

  private static final String SUM_SIGNATURE =
      "sum(x: in pointer sint32, y: in pointer sint32, z: inout pointer sint32, n: sint32)";

  private static GrCuda open(int devices, String memory, String... more) {
    GrCuda.Builder builder =
        GrCuda.builder()
            .option("CpuDevices", "" + devices)
            .option("CpuThreads", "1")
            .option("CpuDeviceMemory", "256K")
            .option("MemoryManager", memory);
    for (int i = 0; i < more.length; i += 2) {
      builder.option(more[i], more[i + 1]);
    }
    return builder.open();
  }

  /** 32 arrays of 64 KB: eight times what a device has. Each ends up with sums of others. */
  @ParameterizedTest
  @CsvSource({"1, replicated", "2, replicated", "3, replicated", "2, managed"})
  void workingSetsOfEightTimesTheMemory(int devices, String memory) {
    int count = 32;
    try (GrCuda cuda = open(devices, memory, "DeviceSelectionPolicy", "round-robin")) {
      Kernel sum = cuda.buildKernel(SUM, SUM_SIGNATURE);
      IntArray[] arrays = new IntArray[count];
      int[][] expected = new int[count][LENGTH];
      for (int a = 0; a < count; a++) {
        int first = 1000 * a;
        Arrays.setAll(expected[a], i -> first + i);
        arrays[a] = cuda.array(expected[a]);
      }
      for (int step = 0; step < 200; step++) {
        int x = step * 7 % count;
        int y = (step * 13 + 5) % count;
        int z = (step * 11 + 3) % count;
        if (x == z || y == z) {
          continue;
        }
        sum.grid(LENGTH / 256).block(256).launch(arrays[x], arrays[y], arrays[z], LENGTH);
        for (int i = 0; i < LENGTH; i++) {
          expected[z][i] += expected[x][i] + expected[y][i];
        }
        if (step % 50 == 20) {
          arrays[z].set(step, step);
          expected[z][step] = step;
        }
      }
      for (int a = 0; a < count; a++) {
        assertArrayEquals(expected[a], arrays[a].toArray(), "array " + a);
      }
    }
  }

  @Test
  void anArrayLargerThanADeviceIsUsedBySlices() {
    try (GrCuda cuda = open(1, "replicated")) {
      Kernel sum = cuda.buildKernel(SUM, SUM_SIGNATURE);
      int parts = 16;
      IntArray large = cuda.intArray(parts * LENGTH);
      IntArray ones = cuda.intArray(LENGTH);
      ones.fill(1);
      for (int round = 0; round < 3; round++) {
        for (int part = 0; part < parts; part++) {
          IntArray slice = large.slice(part * LENGTH, (part + 1) * LENGTH);
          if (round == 0) {
            slice.fill(part);
          }
          sum.grid(LENGTH / 256).block(256).launch(ones, ones, slice, LENGTH);
        }
      }
      assertEquals(6, large.get(0));
      assertEquals(parts + 5, large.get(parts * LENGTH - 1));
      GrCudaException error =
          assertThrows(
              GrCudaException.class,
              () -> sum.grid(1).block(256).launch(ones, ones, large, parts * LENGTH));
      assertTrue(
          error.getMessage().contains("1,048,576 bytes of int[262144] are needed at once"),
          error.getMessage());
      assertEquals(6, large.get(1));
    }
  }

  @Test
  void kernelsThatFollowPointersInMemoryAreRefused() {
    String source =
        """
        extern "C" __global__ void follow(const long long *rows, int n) {
          ((int *) rows[0])[threadIdx.x] = n;
        }
        """;
    try (GrCuda cuda = open(1, "replicated")) {
      Kernel follow = cuda.buildKernel(source, "follow(rows: in pointer sint64, n: sint32)");
      GrCudaException error =
          assertThrows(
              GrCudaException.class, () -> follow.grid(1).block(32).launch(cuda.longArray(1), 1));
      assertEquals(
          "kernel 'follow' follows pointers in memory, and replicated arrays have an address on"
              + " each device; pass the arrays as arguments, or set grcuda.MemoryManager to"
              + " managed",
          error.getMessage());
    }
  }

  @Test
  void freeMemoryCountsWhatTheArraysOnADeviceTake() {
    try (GrCuda cuda = open(1, "replicated")) {
      Kernel sum = cuda.buildKernel(SUM, SUM_SIGNATURE);
      long free = cuda.devices().get(0).freeMemory();
      IntArray x = cuda.intArray(LENGTH);
      IntArray y = cuda.intArray(LENGTH);
      sum.grid(LENGTH / 256).block(256).launch(x, x, y, LENGTH);
      assertEquals(free - 2 * 4 * LENGTH, cuda.devices().get(0).freeMemory());
    }
  }
}
