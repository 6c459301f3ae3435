import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntConsumer;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;

/**
 * What a launch costs from Java: of a kernel that does nothing, with no argument and with four.
 *
 * <pre>scripts/grcuda run comparison/grcuda/Launch.java [--launches=N] [--rounds=N]</pre>
 *
 * Prints, as one line of JSON, the median over the rounds of nanoseconds per launch: until the last
 * launch has returned ("submit"), and until all are done ("done").
 */
public class Launch {

  private static final String SOURCE =
      """
      extern "C" __global__ void nothing() {}
      extern "C" __global__ void touch(const float *x, const float *y, float *z, int n) {}
      """;

  private int launches = 10_000;
  private int rounds = 31;

  public static void main(String[] arguments) {
    Launch launch = new Launch();
    launch.parse(arguments);
    try (GrCuda cuda = GrCuda.open()) {
      launch.run(cuda);
    }
  }

  private void parse(String[] arguments) {
    for (String argument : arguments) {
      if (argument.matches("--launches=[1-9]\\d{0,8}")) {
        launches = Integer.parseInt(argument.substring("--launches=".length()));
      } else if (argument.matches("--rounds=[1-9]\\d{0,8}")) {
        rounds = Integer.parseInt(argument.substring("--rounds=".length()));
      } else {
        System.err.printf("Launch.java: expected --launches=N, --rounds=N, given '%s'%n", argument);
        System.exit(1);
      }
    }
  }

  private void run(GrCuda cuda) {
    FloatArray x = cuda.floatArray(1024);
    FloatArray y = cuda.floatArray(1024);
    FloatArray z = cuda.floatArray(1024);
    for (FloatArray array : new FloatArray[] {x, y, z}) {
      array.fill(0);
    }
    Kernel.Configuration nothing = cuda.buildKernel(SOURCE, "nothing()").grid(4).block(256);
    Kernel.Configuration touch =
        cuda.buildKernel(
                SOURCE,
                "touch(x: in pointer float, y: in pointer float, z: inout pointer float, n:"
                    + " sint32)")
            .grid(4)
            .block(256);
    String none =
        cost(
            cuda,
            count -> {
              for (int i = 0; i < count; i++) {
                nothing.launch();
              }
            });
    String four =
        cost(
            cuda,
            count -> {
              for (int i = 0; i < count; i++) {
                touch.launch(x, y, z, 1024);
              }
            });
    System.out.printf(
        "{\"benchmark\": \"launch\", \"host\": \"java\", \"launches\": %d, \"rounds\": %d,"
            + " \"nanos\": {\"none\": %s, \"four\": %s}}%n",
        launches, rounds, none, four);
  }

  private String cost(GrCuda cuda, IntConsumer loop) {
    double[] submit = new double[rounds];
    double[] done = new double[rounds];
    // The first half compiles the loops.
    for (int number = 0; number < 2 * rounds; number++) {
      cuda.synchronize();
      long start = System.nanoTime();
      loop.accept(launches);
      long submitted = System.nanoTime();
      cuda.synchronize();
      long end = System.nanoTime();
      submit[number % rounds] = (double) (submitted - start) / launches;
      done[number % rounds] = (double) (end - start) / launches;
    }
    Arrays.sort(submit);
    Arrays.sort(done);
    return String.format(
        Locale.ROOT, "{\"submit\": %.1f, \"done\": %.1f}", submit[rounds / 2], done[rounds / 2]);
  }
}
