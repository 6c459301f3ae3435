package org.grcuda.tests.tasks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.HostView;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.Location;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;

/** Arrays that leave the devices. */
class EvictTest {

  private static final int N = 100_000;

  private static final String SOURCE =
      """
      extern "C" __global__ void add(int *x, int by, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (by < 0) asm("trap;");
        if (i < n) x[i] += by;
      }
      """;

  private static GrCuda open(String memory) {
    return GrCuda.builder()
        .option("Backend", "cpu")
        .option("MemoryManager", memory)
        .option("CpuDevices", "2")
        .option("CpuDeviceMemory", "1M")
        .option("DeviceSelectionPolicy", "round-robin")
        .open();
  }

  private static Kernel add(GrCuda cuda) {
    return cuda.buildKernel(SOURCE, "add(x: inout pointer sint32, by: sint32, n: sint32)");
  }

  private static long free(GrCuda cuda) {
    return cuda.devices().stream().mapToLong(device -> device.freeMemory()).sum();
  }

  @Test
  void theDevicesHaveTheMemoryBackAndTheHostTheValues() {
    try (GrCuda cuda = open("replicated")) {
      Kernel.Configuration add = add(cuda).grid(N / 256 + 1).block(256);
      IntArray x = cuda.intArray(N);
      x.fill(1);
      add.launch(x, 2, N);
      cuda.synchronize();
      long before = free(cuda);
      x.evict();
      cuda.synchronize();
      assertTrue(free(cuda) >= before + 4L * N, "free: " + free(cuda) + ", before: " + before);
      assertEquals(3, x.get(N - 1));
      add.launch(x, 4, N);
      x.evict();
      add.launch(x, 5, N);
      assertEquals(12, x.get(0));
    }
  }

  @Test
  void whereItIsAfterwards() {
    for (String memory : new String[] {"replicated", "managed"}) {
      try (GrCuda cuda = open(memory)) {
        IntArray x = cuda.intArray(N);
        x.fill(7);
        x.evict();
        cuda.synchronize();
        assertEquals(new Location(true, List.of()), x.location(), memory);
        assertEquals(7, x.get(5));
      }
    }
  }

  @Test
  void aPartLeavesAloneAndOthersStay() {
    try (GrCuda cuda = open("replicated")) {
      Kernel.Configuration add = add(cuda).grid(200).block(256);
      IntArray x = cuda.intArray(N);
      x.fill(1);
      for (int part = 0; part < 4; part++) {
        add.launch(x.slice(part * N / 4, (part + 1) * N / 4), part, N / 4);
      }
      x.slice(0, N / 4).evict();
      x.slice(N / 2, N).evict();
      add.launch(x.slice(0, N / 4), 10, N / 4);
      int[] expected = new int[N];
      for (int i = 0; i < N; i++) {
        expected[i] = 1 + i / (N / 4) + (i < N / 4 ? 10 : 0);
      }
      assertArrayEquals(expected, x.toArray());
    }
  }

  @Test
  void nothingWaits() {
    try (GrCuda cuda = open("replicated")) {
      IntArray x = cuda.intArray(N);
      x.fill(1);
      try (HostView view = x.map(HostView.READ)) {
        x.evict();
        assertEquals(4L * N, view.segment().byteSize());
      }
      assertEquals(1, x.get(3));
    }
  }

  @Test
  void aFailureStays() {
    try (GrCuda cuda = open("replicated")) {
      IntArray x = cuda.intArray(N);
      x.fill(1);
      add(cuda).grid(1).block(1).launch(x, -1, N);
      x.evict();
      GrCudaException failure = assertThrows(GrCudaException.class, () -> x.get(0));
      assertTrue(failure.getMessage().startsWith("add failed"), failure.getMessage());
      x.fill(2);
      assertEquals(2, x.get(0));
    }
  }
}
