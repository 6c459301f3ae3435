package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.grcuda.ArrayType;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A stencil on distributed arrays has the bits of the same stencil on the host. */
final class ExchangeTest {

  private static final int STEPS = 3;

  /** Adds what is within the halo: all of it, or only along the axes. Factors are powers of 2. */
  private static final String SOURCE =
      """
      extern "C" __global__ void step(const float *u, float *v, int p0, int p1, int p2,
                                      int h0, int h1, int h2, int corners) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        int z = i % p2, y = i / p2 % p1, x = i / p2 / p1;
        if (x < h0 || x >= p0 - h0 || y < h1 || y >= p1 - h1 || z < h2 || z >= p2 - h2) return;
        float sum = 0;
        for (int a = -h0; a <= h0; a++)
          for (int b = -h1; b <= h1; b++)
            for (int c = -h2; c <= h2; c++)
              if (corners || (a == 0) + (b == 0) + (c == 0) >= 2)
                sum += u[((x + a) * p1 + y + b) * p2 + z + c];
        v[i] = 0.5f * u[i] + 0.0078125f * sum;
      }
      """;

  private static final String SIGNATURE =
      "step(u: in pointer float, v: inout pointer float, p0: sint32, p1: sint32, p2: sint32,"
          + " h0: sint32, h1: sint32, h2: sint32, corners: sint32)";

  /** An array, of three axes, and how it is cut. */
  record Setting(
      int ranks,
      int devices,
      long[] shape,
      int[] grid,
      int halo,
      boolean corners,
      boolean periodic) {

    @Override
    public String toString() {
      return "%d x %d: %s in %s, halo %d%s%s"
          .formatted(
              ranks,
              devices,
              Arrays.toString(shape),
              Arrays.toString(grid),
              halo,
              corners ? ", corners" : "",
              periodic ? ", periodic" : "");
    }

    /** Reach of the stencil along each axis. */
    int reach(int axis) {
      return axis < grid.length ? halo : 0;
    }
  }

  private static Setting setting(int ranks, int devices, int halo, long[] shape, int... grid) {
    return new Setting(ranks, devices, shape, grid, halo, false, false);
  }

  static List<Arguments> settings() {
    List<Setting> all = new ArrayList<>();
    for (int devices : new int[] {1, 2, 4}) {
      all.add(setting(1, devices, 1, new long[] {13, 5, 1}, devices));
      all.add(setting(1, devices, 2, new long[] {29, 3, 2}, 3 * devices - 1));
      all.add(setting(1, devices, 1, new long[] {9, 8, 1}, 3, 2));
      all.add(setting(1, devices, 2, new long[] {8, 7, 2}, 2, 3));
      all.add(setting(1, devices, 1, new long[] {6, 5, 7}, 2, 2, 3));
    }
    all.add(setting(2, 1, 1, new long[] {13, 5, 1}, 2));
    all.add(setting(2, 2, 2, new long[] {21, 5, 1}, 7));
    all.add(setting(4, 1, 1, new long[] {13, 5, 1}, 10));
    all.add(setting(2, 2, 1, new long[] {9, 8, 1}, 3, 2));
    all.add(setting(4, 1, 2, new long[] {8, 7, 5}, 2, 2, 2));
    List<Arguments> arguments = new ArrayList<>();
    for (Setting s : all) {
      arguments.add(Arguments.of(s));
      arguments.add(
          Arguments.of(
              new Setting(s.ranks, s.devices, s.shape, s.grid, s.halo, true, s.halo == 1)));
    }
    return arguments;
  }

  @ParameterizedTest
  @MethodSource("settings")
  void theStencilHasTheBitsOfTheHost(Setting setting) {
    run(setting, "managed");
  }

  @ParameterizedTest
  @MethodSource("settings")
  void andWithCopiesOnEachDevice(Setting setting) {
    run(setting, "replicated");
  }

  private static void run(Setting setting, String memory) {
    int size = (int) (setting.shape[0] * setting.shape[1] * setting.shape[2]);
    float[] first = new float[size];
    Random random = new Random(size);
    IntStream.range(0, size).forEach(i -> first[i] = random.nextFloat());
    float[] expected = first;
    for (int step = 0; step < STEPS; step++) {
      expected = next(setting, expected);
    }
    try (LocalRanks ranks =
        new LocalRanks(setting.ranks, setting.devices, "MemoryManager", memory)) {
      List<float[]> results = ranks.run(world -> distributed(world, setting, first));
      assertEquals(setting.ranks, results.size());
      for (float[] result : results) {
        assertArrayEquals(expected, result);
      }
    }
  }

  private static DistributedArray<FloatArray> array(World world, Setting setting) {
    return world
        .distributedArray(ArrayType.FLOAT, setting.shape)
        .grid(setting.grid)
        .halo(setting.halo)
        .corners(setting.corners)
        .periodic(setting.periodic)
        .create();
  }

  private static float[] distributed(World world, Setting setting, float[] first) {
    GrCuda cuda = world.cuda();
    Kernel step = cuda.buildKernel(SOURCE, SIGNATURE);
    DistributedArray<FloatArray> u = array(world, setting);
    DistributedArray<FloatArray> v = array(world, setting);
    u.copyFrom(cuda.array(first, setting.shape));
    for (int i = 0; i < STEPS; i++) {
      u.exchange();
      for (int p = 0; p < u.parts().size(); p++) {
        FloatArray now = u.parts().get(p).padded();
        long[] shape = now.shape();
        step.forall(now.length())
            .launch(
                now,
                v.parts().get(p).padded(),
                shape[0],
                shape[1],
                shape[2],
                setting.reach(0),
                setting.reach(1),
                setting.reach(2),
                setting.corners ? 1 : 0);
      }
      DistributedArray<FloatArray> swap = u;
      u = v;
      v = swap;
    }
    return u.gather().toArray();
  }

  private static float[] next(Setting setting, float[] u) {
    float[] v = new float[u.length];
    int n1 = (int) setting.shape[1];
    int n2 = (int) setting.shape[2];
    for (int i = 0; i < u.length; i++) {
      int[] at = {i / n2 / n1, i / n2 % n1, i % n2};
      float sum = 0;
      for (int a = -setting.reach(0); a <= setting.reach(0); a++) {
        for (int b = -setting.reach(1); b <= setting.reach(1); b++) {
          for (int c = -setting.reach(2); c <= setting.reach(2); c++) {
            int zeros = (a == 0 ? 1 : 0) + (b == 0 ? 1 : 0) + (c == 0 ? 1 : 0);
            if (setting.corners || zeros >= 2) {
              sum += element(setting, u, at[0] + a, at[1] + b, at[2] + c);
            }
          }
        }
      }
      v[i] = 0.5f * u[i] + 0.0078125f * sum;
    }
    return v;
  }

  /** An element, or the 0 that halo cells outside the array hold. */
  private static float element(Setting setting, float[] u, int... at) {
    int place = 0;
    for (int axis = 0; axis < at.length; axis++) {
      int extent = (int) setting.shape[axis];
      int index = setting.periodic ? Math.floorMod(at[axis], extent) : at[axis];
      if (index < 0 || index >= extent) {
        return 0;
      }
      place = place * extent + index;
    }
    return u[place];
  }
}
