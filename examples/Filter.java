import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.ArrayType;
import org.grcuda.CudaDevice;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.Receiver;
import org.grcuda.Router;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.runtime.route.Routing;

/**
 * Keeps the numbers whose sine is above a half: packets go to whichever device has room, and what
 * is found comes back.
 *
 * <pre>scripts/grcuda run --grcuda.CpuDevices=2 examples/Filter.java [N]</pre>
 */
public final class Filter {

  private static final String SOURCE =
      """
      extern "C" __global__ void keep(const float *x, int n, float *y, unsigned *count) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n && sinf(x[i]) > 0.5f) y[atomicAdd(count, 1u)] = x[i];
      }
      """;

  public static void main(String[] arguments) {
    int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
    float[] numbers = new float[n];
    IntStream.range(0, n).forEach(i -> numbers[i] = i * 0.001f);
    try (GrCuda cuda = GrCuda.open();
        FloatArray x = cuda.floatArray(n)) {
      x.copyFrom(numbers);
      long start = System.nanoTime();
      List<Float> found = select(cuda, x);
      long millis = (System.nanoTime() - start) / 1_000_000;
      int devices = cuda.devices().size();
      System.out.printf(
          "%,d of %,d numbers on %d devices: %d ms%n", found.size(), n, devices, millis);
      long expected = IntStream.range(0, n).filter(i -> Math.sin(numbers[i]) > 0.5).count();
      // A sine of the device may be rounded otherwise than Java's, where it is close to a half.
      if (!found.stream().allMatch(value -> Math.sin(value) > 0.499999)
          || Math.abs(expected - found.size()) > 5) {
        throw new AssertionError("validation failed: expected " + expected);
      }
      System.out.println("validated");
    }
  }

  private static List<Float> select(GrCuda cuda, FloatArray x) {
    Kernel keep =
        cuda.buildKernel(
            SOURCE,
            "keep(x: in pointer float, n: sint32, y: inout pointer float, count: inout pointer"
                + " uint32)");
    List<CudaDevice> devices = cuda.devices();
    Router<FloatArray> scatter =
        cuda.router(ArrayType.FLOAT)
            .policy(Routing.SCATTER)
            .from(cuda.host())
            .to(devices)
            .packet(1 << 14)
            .open();
    Router<FloatArray> gather =
        cuda.router(ArrayType.FLOAT)
            .policy(Routing.GATHER)
            .from(devices)
            .to(cuda.host())
            .packet(1 << 14)
            .open();
    List<Receiver<FloatArray>> receivers = new ArrayList<>();
    List<Sender<FloatArray>> back = new ArrayList<>();
    for (CudaDevice device : devices) {
      Receiver<FloatArray> work = scatter.receiver(device);
      receivers.add(work);
      back.add(gather.sender(device).until(work));
    }
    receivers.add(gather.receiver(cuda.host(), 2 * devices.size()));
    try (Sender<FloatArray> sender = scatter.sender(cuda.host())) {
      sender.send(x);
    }
    List<Float> found = new ArrayList<>();
    for (Segment<FloatArray> segment : Receiver.arrivals(receivers)) {
      if (segment.target().equals(cuda.host())) {
        for (float value : segment.data().toArray()) {
          found.add(value);
        }
      } else {
        Sender<FloatArray> sender = back.get(segment.target().index());
        Sender.Output<FloatArray> out = sender.buffer();
        long rows = segment.rows();
        keep.forall(rows).launch(segment.data(), rows, out.data(), out.counter());
        sender.send(out);
      }
    }
    return found;
  }
}
