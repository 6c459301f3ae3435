package org.grcuda.bench.reproduce.groute;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grcuda.ArrayType;
import org.grcuda.CudaDevice;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.Receiver;
import org.grcuda.Router;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.bench.reproduce.Simulator;
import org.grcuda.runtime.route.Routing;

/**
 * Runs of a filter: packets go from the host to whichever device has room, and what a kernel keeps
 * of them comes back.
 */
final class FilterRuns {

  private static final double NANOS = 1e9;

  /** Floats of a packet: a megabyte. */
  private static final int PACKET = 1 << 18;

  private static final String SOURCE =
      """
      extern "C" __global__ void keep(const float *x, int n, float *y, unsigned *count) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n && sinf(x[i]) > 0.5f) y[atomicAdd(count, 1u)] = x[i];
      }
      """;

  private final Simulator simulator;

  FilterRuns(Simulator simulator) {
    this.simulator = simulator;
  }

  /** How long a filter of so many bytes takes. */
  double seconds(int devices, long bytes) throws IOException {
    try (GrCuda cuda = StandIn.builder(simulator, StandIn.of(1).machine(), devices).open();
        FloatArray x = cuda.floatArray(bytes / Float.BYTES)) {
      float[] numbers = new float[Math.toIntExact(bytes / Float.BYTES)];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = i * 0.001f;
      }
      x.copyFrom(numbers);
      cuda.synchronize();
      long began = cuda.nanoTime();
      filter(cuda, x);
      return (cuda.nanoTime() - began) / NANOS;
    }
  }

  private static void filter(GrCuda cuda, FloatArray x) {
    Kernel keep =
        cuda.buildKernel(
            SOURCE,
            "keep(x: in pointer float, n: sint32, y: inout pointer float, count: inout pointer"
                + " uint32)");
    // A sine takes some tens of operations.
    keep.cost(Map.of("flops", "40 * n", "bytes", "4 * n + 4 * count[0]"));
    List<CudaDevice> devices = cuda.devices();
    Router<FloatArray> scatter =
        cuda.router(ArrayType.FLOAT)
            .policy(Routing.SCATTER)
            .from(cuda.host())
            .to(devices)
            .packet(PACKET)
            .open();
    Router<FloatArray> gather =
        cuda.router(ArrayType.FLOAT)
            .policy(Routing.GATHER)
            .from(devices)
            .to(cuda.host())
            .packet(PACKET)
            .open();
    List<Receiver<FloatArray>> receivers = new ArrayList<>();
    List<Sender<FloatArray>> back = new ArrayList<>();
    for (CudaDevice device : devices) {
      Receiver<FloatArray> work = scatter.receiver(device);
      receivers.add(work);
      back.add(gather.sender(device).until(work));
    }
    receivers.add(gather.receiver(cuda.host(), 2 * devices.size()).landed());
    try (Sender<FloatArray> sender = scatter.sender(cuda.host())) {
      sender.send(x);
    }
    for (Segment<FloatArray> segment : Receiver.arrivals(receivers)) {
      if (segment.target().device() < 0) {
        segment.data().toArray();
      } else {
        Sender<FloatArray> sender = back.get(segment.target().device());
        Sender.Output<FloatArray> out = sender.buffer();
        keep.forall(segment.rows())
            .launch(segment.data(), segment.rows(), out.data(), out.counter());
        sender.send(out);
      }
    }
    cuda.synchronize();
  }
}
