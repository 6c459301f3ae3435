package org.grcuda.tests.tasks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import org.grcuda.CudaStream;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.driver.DeviceKind;
import org.grcuda.runtime.memory.Traffic;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;

/** Devices of two drivers in one context. */
class TwoBackendsTest {

  private static final String SOURCE =
      """
      extern "C" __global__ void add(float *x, float by, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] += by;
      }
      __device__ int calls;
      extern "C" __global__ void count(int *seen) { seen[0] = ++calls; }
      """;

  private static final int N = 10_000;

  private static Kernel add(GrCuda cuda) {
    return cuda.buildKernel(SOURCE, "add(x: inout pointer float, by: float, n: sint32)");
  }

  @Test
  void resultsPassFromOneToTheOther() {
    for (String policy :
        new String[] {"round-robin", "stream-aware", "auto", "min-transfer-size", "darts"}) {
      try (GrCuda cuda = TwoBackends.open(2, 2, Map.of("DeviceSelectionPolicy", policy))) {
        FloatArray x = cuda.floatArray(N);
        FloatArray y = cuda.floatArray(N);
        x.fill(1);
        y.fill(2);
        Kernel add = add(cuda);
        for (int i = 0; i < 40; i++) {
          add.grid(40).block(256).launch(i % 3 == 0 ? y : x, 1f, N);
          if (i % 10 == 9) {
            y.copyFrom(x);
          }
        }
        float[] expected = new float[N];
        Arrays.fill(expected, 1 + 26);
        assertArrayEquals(expected, x.toArray(), policy);
        assertArrayEquals(expected, y.toArray(), policy);
      }
    }
  }

  @Test
  void roundRobinUsesAllDevicesAndDataPassesTheHost() {
    Map<String, String> options =
        Map.of(
            "DeviceSelectionPolicy",
            "round-robin",
            "RetrieveParentStreamPolicy",
            "multigpu-early-disjoint");
    try (GrCuda cuda = TwoBackends.open(1, 1, options)) {
      assertEquals("gpu", cuda.devices().get(0).kind().toString());
      assertEquals("cpu", cuda.devices().get(1).kind().toString());
      FloatArray x = cuda.floatArray(N);
      x.fill(0);
      for (int i = 0; i < 6; i++) {
        add(cuda).grid(40).block(256).launch(x, 1f, N);
      }
      assertEquals(6, x.get(N - 1));
      for (int device = 0; device < 2; device++) {
        Traffic traffic = cuda.devices().get(device).traffic();
        assertTrue(traffic.loads() >= 2L * 4 * N, "loads of device " + device);
        assertEquals(0, traffic.peerLoads());
      }
    }
  }

  @Test
  void kernelsStayOnTheKindThatTheyAreGiven() {
    for (String policy : new String[] {"round-robin", "auto", "single-gpu", "dmda"}) {
      Map<String, String> options = Map.of("DeviceSelectionPolicy", policy);
      try (GrCuda cuda = TwoBackends.open(1, 1, options)) {
        FloatArray x = cuda.floatArray(N);
        x.copyFrom(new float[N]);
        Kernel add = add(cuda);
        for (int i = 0; i < 6; i++) {
          add.on(DeviceKind.CPU).grid(40).block(256).launch(x, 1f, N);
        }
        add.grid(40).block(256).on(DeviceKind.CPU).launch(x, 1f, N);
        assertEquals(7, x.get(0));
        assertEquals(0, cuda.devices().get(0).traffic().loads(), policy);
        add.on(DeviceKind.GPU).forall(N).launch(x, 1f, N);
        assertEquals(8, x.get(N - 1));
        assertEquals(4L * N, cuda.devices().get(0).traffic().loads(), policy);
      }
    }
  }

  @Test
  void streamsAndMemoryOfOtherDevicesAreRefused() {
    try (GrCuda cuda = TwoBackends.open(1, 1, Map.of())) {
      Kernel add = add(cuda).on(DeviceKind.CPU);
      CudaStream stream = cuda.createStream();
      assertEquals(
          "kernel 'add', stream: the kernel may run on devices of another kind only, given "
              + stream,
          assertThrows(GrCudaException.class, () -> add.grid(1).block(1).stream(stream))
              .getMessage());
      assertThrows(
          GrCudaException.class,
          () -> add(cuda).grid(1).block(1).stream(stream).on(DeviceKind.CPU));
      add(cuda).on(DeviceKind.GPU).grid(1).block(1).stream(stream);
    }
  }

  @Test
  void managedMemoryIsRefused() {
    GrCudaException refused =
        assertThrows(
            GrCudaException.class,
            () -> TwoBackends.open(1, 1, Map.of("MemoryManager", "managed")).close());
    assertEquals(
        "option grcuda.MemoryManager: the devices of backend 'cpu+cpu' share no managed memory;"
            + " use replicated, or leave the option out",
        refused.getMessage());
  }

  @Test
  void simulatedDevicesAreRefused() {
    GrCudaException refused =
        assertThrows(
            GrCudaException.class,
            () -> GrCuda.builder().option("Backend", "sim+cpu").open().close());
    assertEquals(
        "CUDA_ERROR_NOT_SUPPORTED (801): the devices of 'sim' have a time of their own: use them"
            + " alone [cuInit]",
        refused.getMessage());
  }

  @Test
  void aNullDeviceAndTheCoresAreFoundByTheirNames() {
    try (GrCuda cuda = GrCuda.builder().option("Backend", "null+cpu").open()) {
      assertEquals(2, cuda.devices().size());
      FloatArray x = cuda.floatArray(4);
      x.fill(0);
      assertEquals(0, x.get(3));
    }
  }
}
