import java.util.stream.IntStream;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;

/**
 * Increments a million integers on the device, again and again: CUDA from plain Java, no polyglot
 * context needed.
 *
 * <pre>scripts/grcuda run examples/Increment.java [N [LAUNCHES]]</pre>
 */
public final class Increment {

  private static final String SOURCE =
      """
      extern "C" __global__ void increment(int *x, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] = x[i] + 1;
      }
      """;

  public static void main(String[] arguments) {
    int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
    int launches = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;

    try (GrCuda cuda = GrCuda.open();
        IntArray x = cuda.intArray(n)) {
      Kernel increment = cuda.buildKernel(SOURCE, "increment(x: inout pointer sint32, n: sint32)");
      x.copyFrom(IntStream.range(0, n).toArray());

      long start = System.nanoTime();
      for (int launch = 0; launch < launches; launch++) {
        increment.grid((n + 255) / 256).block(256).launch(x, n); // asynchronous
      }
      int[] result = x.toArray(); // waits for what writes x
      long millis = (System.nanoTime() - start) / 1_000_000;

      System.out.printf(
          "increment, %d launches on %,d ints on %s: %d ms%n",
          increment.launchCount(), n, cuda.devices().getFirst().name(), millis);
      for (int i = 0; i < n; i++) {
        if (result[i] != i + launches) {
          throw new AssertionError("x[" + i + "] is " + result[i] + ", not " + (i + launches));
        }
      }
      System.out.printf("x[%d] is %d; all %,d elements validated%n", n - 1, result[n - 1], n);
    }
  }
}
