import java.util.Arrays;
import org.grcuda.ArrayType;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.world.DistributedArray;
import org.grcuda.world.Part;
import org.grcuda.world.World;

/**
 * Heat spreads over a plate in parts, on all devices of all ranks: the result does not depend on
 * the parts.
 *
 * <pre>
 * scripts/grcuda run --grcuda.CpuDevices=2 examples/HeatDistributed.java [N [STEPS]]
 * scripts/grcuda mpirun -n 2 examples/HeatDistributed.java [N [STEPS]]
 * </pre>
 */
public final class HeatDistributed {

  private static final String SOURCE =
      """
      extern "C" __global__ void step(const float *u, float *v, int rows, int n) {
        int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
        if (y >= rows || x >= n) return;
        const float *c = u + (y + 1) * n + x;  // u has a halo row above and below
        bool edge = x == 0 || x == n - 1;
        v[y * n + x] = edge ? *c : .25f * (c[-1] + c[1] + c[-n] + c[n]);
      }
      """;

  public static void main(String[] arguments) {
    int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 512;
    int steps = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 200;
    try (GrCuda cuda = GrCuda.open();
        World world = World.of(cuda)) { // one rank, unless mpirun has started several
      int size = world.size();
      DistributedArray<FloatArray> u = heat(world, n, steps, 2 * size);
      DistributedArray<FloatArray> others = heat(world, n, steps, 3 * size);
      check(world, u.gather().toArray(), others.gather().toArray());
      DistributedArray<FloatArray> small = heat(world, 24, 30, 5 * size);
      check(world, small.gather().toArray(), plain(24, 30));
      System.out.println(
          "rank %d of %d: %d steps on %d x %d points, %.3f in all: validated"
              .formatted(world.rank(), size, steps, n, n, u.sum()));
    }
  }

  private static DistributedArray<FloatArray> plate(World world, int n, int parts) {
    DistributedArray<FloatArray> plate =
        world.distributedArray(ArrayType.FLOAT, n, n).parts(parts).halo(1).create();
    for (Part<FloatArray> part : plate.parts()) { // those of this rank; all is 0 at first
      if (part.index() == 0) {
        part.padded().row(0).fill(1); // above the plate it is hot
      }
    }
    return plate;
  }

  /** The plate after some steps. */
  private static DistributedArray<FloatArray> heat(World world, int n, int steps, int parts) {
    Kernel step =
        world
            .cuda()
            .buildKernel(
                SOURCE, "step(u: in pointer float, v: out pointer float, rows: sint32, n: sint32)");
    DistributedArray<FloatArray> u = plate(world, n, parts);
    DistributedArray<FloatArray> v = plate(world, n, parts);
    for (int i = 0; i < steps; i++) {
      u.exchange(); // returns at once
      for (int p = 0; p < u.parts().size(); p++) {
        Part<FloatArray> part = u.parts().get(p);
        int rows = (int) part.rows();
        step.grid((n + 255) / 256, rows)
            .block(256)
            .launch(part.padded(), v.parts().get(p).inner(), rows, n);
      }
      DistributedArray<FloatArray> swap = u;
      u = v;
      v = swap;
    }
    return u;
  }

  /** The same in plain Java, bit for bit. */
  private static float[] plain(int n, int steps) {
    float[] u = new float[(n + 2) * n];
    Arrays.fill(u, 0, n, 1);
    for (int i = 0; i < steps; i++) {
      float[] v = u.clone();
      for (int y = 1; y <= n; y++) {
        for (int x = y * n + 1; x < (y + 1) * n - 1; x++) {
          v[x] = 0.25f * (u[x - 1] + u[x + 1] + u[x - n] + u[x + n]);
        }
      }
      u = v;
    }
    return Arrays.copyOfRange(u, n, (n + 1) * n);
  }

  private static void check(World world, float[] plate, float[] expected) {
    if (!Arrays.equals(plate, expected)) {
      throw new AssertionError("rank " + world.rank() + ": the plates differ");
    }
  }
}
