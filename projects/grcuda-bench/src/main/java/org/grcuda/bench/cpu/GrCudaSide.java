package org.grcuda.bench.cpu;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.image.ImageLayout;
import org.grcuda.types.Order;

/** The grcuda side: CUDA C++ on the CPU backend, in this process. */
final class GrCudaSide implements Side {

  private static final String WORKERS = "grcuda-cpu-";

  private final String name;
  private final Map<String, String> options;

  /**
   * @param options of the context
   */
  GrCudaSide(String name, Map<String, String> options) {
    this.name = name;
    this.options = options;
  }

  @Override
  public String name() {
    return name;
  }

  /** Two seconds, because the JIT compiler needs time. */
  @Override
  public double warmUpNanos() {
    return 2e9;
  }

  @Override
  public CudaRun prepare(String problemName, Problem problem) throws IOException {
    GrCuda.Builder builder = GrCuda.builder().option("Backend", "cpu");
    options.forEach(builder::option);
    GrCuda cuda = builder.open();
    boolean complete = false;
    try {
      CudaRun run = new CudaRun(cuda, Sources.read(problemName + ".cu"), problem);
      complete = true;
      return run;
    } finally {
      if (!complete) {
        cuda.close();
      }
    }
  }

  private record Launch(Kernel.Configuration kernel, Object[] arguments) {}

  /** A problem on the CPU backend. */
  static final class CudaRun implements Run {

    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private final GrCuda cuda;
    private final Problem problem;
    private final List<DeviceArray> arrays = new ArrayList<>();
    private final Map<String, Kernel> kernels = new HashMap<>();
    private final List<Launch> launches = new ArrayList<>();

    CudaRun(GrCuda cuda, String source, Problem problem) {
      this.cuda = cuda;
      this.problem = problem;
      for (Data data : problem.data()) {
        DeviceArray array = cuda.array(data.type(), Order.C, data.length());
        array.copyFrom(data.segment());
        arrays.add(array);
      }
      for (Step step : problem.steps()) {
        Kernel kernel =
            kernels.computeIfAbsent(
                step.kernel(), signature -> cuda.buildKernel(source, signature));
        launches.add(
            new Launch(
                kernel
                    .grid(step.grid().x(), step.grid().y())
                    .block(step.block().x(), step.block().y()),
                step.arguments().stream().map(this::argument).toArray()));
      }
    }

    private Object argument(Object given) {
      if (given instanceof Texture texture) {
        ImageLayout layout = ImageLayout.PLAIN.withShape(texture.height(), texture.width());
        return arrays.get(problem.indexOf(texture.data())).texture(layout, texture.sampler());
      }
      return given instanceof Data data ? arrays.get(problem.indexOf(data)) : given;
    }

    @Override
    public String version() {
      return cuda.devices().getFirst().name();
    }

    @Override
    public Time measure() {
      restore();
      long processor = processorNanos();
      long start = System.nanoTime();
      for (int i = 0; i < problem.repeats(); i++) {
        for (Launch launch : launches) {
          launch.kernel.launch(launch.arguments);
        }
        cuda.synchronize();
      }
      long elapsed = System.nanoTime() - start;
      return new Time(elapsed, processorNanos() - processor);
    }

    /** Nanoseconds that the launches have spent on translation so far. */
    long translationNanos() {
      return kernels.values().stream().mapToLong(k -> k.translationTime().toNanos()).sum();
    }

    private void restore() {
      for (int i = 0; i < arrays.size(); i++) {
        if (problem.data().get(i).use() == Data.Use.INOUT) {
          arrays.get(i).copyFrom(problem.data().get(i).segment());
        }
      }
    }

    /**
     * Processor time of this thread, which submits, and of the threads that run blocks. The threads
     * of the JIT compiler do not count.
     */
    private long processorNanos() {
      long sum = threads.getCurrentThreadCpuTime();
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().startsWith(WORKERS)) {
          sum += Math.max(0, threads.getThreadCpuTime(thread.threadId()));
        }
      }
      return sum;
    }

    @Override
    public void read(Data data, Object target) {
      arrays.get(problem.indexOf(data)).copyTo(Data.segment(target));
    }

    @Override
    public void close() {
      cuda.close();
    }
  }
}
