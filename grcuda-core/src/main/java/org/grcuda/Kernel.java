package org.grcuda;

import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.core.task.Kinds;
import org.grcuda.core.task.Token;
import org.grcuda.core.task.Uses;
import org.grcuda.driver.ClusterSize;
import org.grcuda.driver.DeviceKind;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.task.Usable;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** A kernel. {@code kernel.grid(64).block(256).launch(x, y, n)} launches it asynchronously. */
public final class Kernel {

  private final GpuKernel kernel;
  private final Placement place;
  private final Uses uses;

  Kernel(GpuKernel kernel) {
    this(kernel, Placement.ANYWHERE, Uses.NONE);
  }

  private Kernel(GpuKernel kernel, Placement place, Uses uses) {
    this.kernel = kernel;
    this.place = place;
    this.uses = uses;
  }

  GpuKernel kernel() {
    return kernel;
  }

  Uses uses() {
    return uses;
  }

  /** Its name in the source. */
  public String name() {
    return kernel.name();
  }

  /** Its signature, as declared, or as inferred from the code. */
  public String signature() {
    return kernel.signature().text();
  }

  /** The PTX it was compiled to. */
  public String ptx() {
    return kernel.ptx();
  }

  /** As for guest languages: {@code "kernel add(x: inout pointer float)"}. */
  @Override
  public String toString() {
    return "kernel " + signature();
  }

  /** How often it was launched. */
  public long launchCount() {
    return kernel.launchCount();
  }

  /**
   * Durations of its launches that were timed and have completed. With the option
   * EnableComputationTimers every launch is timed.
   */
  public List<Duration> times() {
    return Arrays.stream(kernel.times()).mapToObj(Duration::ofNanos).toList();
  }

  /**
   * Time that launches have spent so far on translating it for the shapes of their blocks. Kernels
   * with the same code share the translation and this time, in all contexts of the process. Zero
   * except on the CPU backend, which translates a kernel for one shape when it is built, and for
   * others at their first launch.
   */
  public Duration translationTime() {
    return Duration.ofNanos(kernel.onFirstDevice().translationNanos());
  }

  /**
   * Declares the cost of later launches; on simulated devices it decides how long they take.
   *
   * @param flops floating-point operations: an expression of the numbers that the kernel is called
   *     with, such as {@code "2 * n * m"}; in double precision if a parameter is a double, or
   *     points to doubles
   * @param bytes bytes read and written in device memory: also an expression
   * @throws GrCudaException if one of them is not an expression of the kernel's numbers
   */
  public void cost(String flops, String bytes) {
    cost(Map.of("flops", flops, "bytes", bytes));
  }

  /**
   * As the other, with any members: {@code flops}, {@code doubleFlops}, {@code bytes} and {@code
   * latency}, in microseconds. In expressions, {@code array[3]} is by how much element 3 of an
   * integer array grows during the launch, as in {@code "8 * n + 44 * array[3]"}; that can be
   * added, and multiplied with and divided by numbers.
   *
   * @throws GrCudaException if a member is unknown, or not such an expression
   */
  public void cost(Map<String, String> members) {
    kernel.declareCost(members);
  }

  /**
   * Resources that the kernel uses (cuFuncGetAttribute), on the first device.
   *
   * @param registers per thread
   * @param sharedBytes bytes of static shared memory per block
   * @param localBytes bytes of local memory per thread
   * @param maxThreadsPerBlock most threads a block may have
   * @param suggestedBlockSize threads of a block that fill a multiprocessor best, without dynamic
   *     shared memory
   */
  public record Attributes(
      int registers,
      int sharedBytes,
      int localBytes,
      int maxThreadsPerBlock,
      int suggestedBlockSize) {}

  /** The resources that it uses. */
  public Attributes attributes() {
    Function function = kernel.onFirstDevice();
    return new Attributes(
        function.registers(),
        function.sharedBytes(),
        function.localBytes(),
        function.maxThreadsPerBlock(),
        function.suggestedBlockSize(0));
  }

  /**
   * A {@code __device__} or {@code __constant__} variable of its source or file as an array of one
   * dimension. The kernels of that source or file share it, and it lives as long as the context.
   * Integers count as signed, as the compiled code does not tell their sign.
   *
   * @param name its name in C++, with its namespaces, or its symbol
   * @throws GrCudaException if there is no such variable, or the compiled code does not tell its
   *     type
   */
  public DeviceArray global(String name) {
    return DeviceArray.of(kernel.global(name, null));
  }

  /** As the other, of elements of {@code type}. */
  public DeviceArray global(String name, ElementType type) {
    return DeviceArray.of(kernel.global(name, Objects.requireNonNull(type)));
  }

  /**
   * A launch of at least {@code threads} threads in one dimension: the blocks are of the size that
   * fills the first device best.
   *
   * @throws GrCudaException if {@code threads} is below 1, or more than a grid can have
   */
  public Configuration forall(long threads) {
    return forall(threads, 0);
  }

  /** As the other, with {@code sharedBytes} bytes of dynamic shared memory per block. */
  public Configuration forall(long threads, int sharedBytes) {
    return new Configuration(kernel, kernel.shapeFor(threads, sharedBytes), place, uses);
  }

  /**
   * This kernel, whose launches use more than their arguments: arrays that it reaches by other
   * ways, and resources. They are ordered as if those were arguments.
   *
   * @param reads what launches read
   * @param writes what launches may change
   * @throws GrCudaException if one was freed, or belongs to another context
   */
  public Kernel using(List<? extends Usable> reads, List<? extends Usable> writes) {
    return new Kernel(kernel, place, with(uses, kernel, reads, writes));
  }

  /**
   * This kernel, whose launches run on devices of {@code kind} only. Which of them, the policies
   * choose.
   *
   * @throws GrCudaException if the context has no such device
   */
  public Kernel on(DeviceKind kind) {
    return new Kernel(kernel, among(kernel, kind), uses);
  }

  private static Placement among(GpuKernel kernel, DeviceKind kind) {
    return Kinds.among("kernel '" + kernel.name() + "', on", kernel.session(), kind);
  }

  private static Uses with(
      Uses before, GpuKernel kernel, List<? extends Usable> reads, List<? extends Usable> writes) {
    Uses uses = before;
    for (Usable each : reads) {
      uses = with(uses, kernel, each, AccessMode.READ);
    }
    for (Usable each : writes) {
      uses = with(uses, kernel, each, AccessMode.WRITE);
    }
    return uses;
  }

  private static Uses with(Uses uses, GpuKernel kernel, Usable used, AccessMode mode) {
    return switch (used) {
      case DeviceArray array -> uses.and(kernel.session(), array.array(), mode);
      case Token token -> uses.and(kernel.session(), token, mode);
      default ->
          throw new GrCudaException(
              GrCudaException.Kind.TYPE,
              "kernel '"
                  + kernel.name()
                  + "', using: expected arrays and resources, given a "
                  + used.getClass().getName());
    };
  }

  /** A grid of {@code x} blocks. */
  public Grid grid(int x) {
    return grid(x, 1, 1);
  }

  /** A grid of {@code x} by {@code y} blocks. */
  public Grid grid(int x, int y) {
    return grid(x, y, 1);
  }

  /** A grid of {@code x} by {@code y} by {@code z} blocks. */
  public Grid grid(int x, int y, int z) {
    return new Grid(kernel, place, uses, x, y, z);
  }

  /** A kernel with a grid; the size of its blocks is still to be given. Immutable, reusable. */
  public static final class Grid {

    private final GpuKernel kernel;
    private final Placement place;
    private final Uses uses;
    private final int gridX;
    private final int gridY;
    private final int gridZ;

    private Grid(GpuKernel kernel, Placement place, Uses uses, int gridX, int gridY, int gridZ) {
      this.kernel = kernel;
      this.place = place;
      this.uses = uses;
      this.gridX = gridX;
      this.gridY = gridY;
      this.gridZ = gridZ;
    }

    /** With blocks of {@code x} threads. */
    public Configuration block(int x) {
      return block(x, 1, 1);
    }

    /** With blocks of {@code x} by {@code y} threads. */
    public Configuration block(int x, int y) {
      return block(x, y, 1);
    }

    /** With blocks of {@code x} by {@code y} by {@code z} threads. */
    public Configuration block(int x, int y, int z) {
      LaunchShape shape = new LaunchShape(gridX, gridY, gridZ, x, y, z, 0);
      return new Configuration(kernel, shape, place, uses);
    }
  }

  /** A kernel with grid, block and dynamic shared memory: immutable, reusable. */
  public static final class Configuration {

    private final GpuKernel kernel;
    private final LaunchShape shape;
    private final Placement placement;
    private final Uses uses;

    private Configuration(GpuKernel kernel, LaunchShape shape, Placement placement, Uses uses) {
      this.kernel = kernel;
      this.shape = shape;
      this.placement = placement;
      this.uses = uses;
    }

    /** With {@code bytes} bytes of dynamic shared memory per block. */
    public Configuration sharedBytes(int bytes) {
      return new Configuration(kernel, shape.withDynamicShared(bytes), placement, uses);
    }

    /**
     * In clusters of {@code x} blocks, which run at once and reach each other's shared memory
     * (CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION). At most 16 blocks, and the grid is made of whole
     * clusters: a launch is refused otherwise.
     *
     * @throws GrCudaException if an extent is not from 1 to 16
     */
    public Configuration clusters(int x) {
      return clusters(x, 1, 1);
    }

    /** In clusters of {@code x} by {@code y} blocks, as the other. */
    public Configuration clusters(int x, int y) {
      return clusters(x, y, 1);
    }

    /** In clusters of {@code x} by {@code y} by {@code z} blocks, as the others. */
    public Configuration clusters(int x, int y, int z) {
      for (int extent : new int[] {x, y, z}) {
        if (extent < 1 || extent > ClusterSize.MOST_BLOCKS) {
          throw new GrCudaException(
              GrCudaException.Kind.VALUE,
              "kernel '%s', clusters: expected extents of 1 to %d blocks, given %d"
                  .formatted(kernel.name(), ClusterSize.MOST_BLOCKS, extent));
        }
      }
      LaunchShape clustered = shape.withCluster(new ClusterSize(x, y, z));
      return new Configuration(kernel, clustered, placement, uses);
    }

    /**
     * On {@code stream}: after the work that is already there, and after the computations that
     * write the arrays it uses.
     *
     * @throws GrCudaException if the stream was closed, belongs to another context, or is on a
     *     device that the kernel may not use
     */
    public Configuration stream(CudaStream stream) {
      String what = "kernel '" + kernel.name() + "', stream";
      Placement there = stream.placement(kernel.session());
      return new Configuration(kernel, shape, Kinds.onStream(what, placement, there), uses);
    }

    /** As {@link Kernel#on}, for launches of this configuration. */
    public Configuration on(DeviceKind kind) {
      String what = "kernel '" + kernel.name() + "', on";
      Placement there = Kinds.onStream(what, among(kernel, kind), placement);
      return new Configuration(kernel, shape, there, uses);
    }

    /** As {@link Kernel#using}, for launches of this configuration. */
    public Configuration using(List<? extends Usable> reads, List<? extends Usable> writes) {
      return new Configuration(kernel, shape, placement, with(uses, kernel, reads, writes));
    }

    /** As for guest languages: {@code "kernel add(...) grid (4, 1, 1) block (32, 1, 1)"}. */
    @Override
    public String toString() {
      return kernel.configuredText(shape, placement);
    }

    /**
     * Launches the kernel; returns when the launch is scheduled.
     *
     * @param arguments {@link DeviceArray}s, numbers and booleans, as the signature requires; for a
     *     struct, a map or a record that has its members, a list of them, or its bytes as a Java
     *     array, a buffer or a memory segment
     * @throws GrCudaException if number, type or range of an argument is wrong, or the device
     *     refuses the shape
     */
    public void launch(Object... arguments) {
      LaunchArguments packed = JavaValues.pack(kernel, arguments);
      try {
        kernel.launch(shape, placement, packed, uses.accesses());
        // Unreachable arrays are freed, and what was packed refers to their memory only.
        Reference.reachabilityFence(arguments);
      } catch (DriverException e) {
        throw GrCudaException.of(e);
      }
    }
  }
}
