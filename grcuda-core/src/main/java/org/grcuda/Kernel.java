package org.grcuda;

import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.Placement;

/** A kernel. {@code kernel.grid(64).block(256).launch(x, y, n)} launches it asynchronously. */
public final class Kernel {

  private final GpuKernel kernel;

  Kernel(GpuKernel kernel) {
    this.kernel = kernel;
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

  /** How often it was launched. */
  public long launchCount() {
    return kernel.launchCount();
  }

  /** A launch of {@code x} blocks. */
  public Configuration grid(int x) {
    return grid(x, 1, 1);
  }

  /** A launch of {@code x} by {@code y} blocks. */
  public Configuration grid(int x, int y) {
    return grid(x, y, 1);
  }

  /** A launch of {@code x} by {@code y} by {@code z} blocks. */
  public Configuration grid(int x, int y, int z) {
    return new Configuration(kernel, new LaunchShape(x, y, z, 1, 1, 1, 0), Placement.ANYWHERE);
  }

  /** A kernel with grid, block and dynamic shared memory: immutable, reusable. */
  public static final class Configuration {

    private final GpuKernel kernel;
    private final LaunchShape shape;
    private final Placement placement;

    private Configuration(GpuKernel kernel, LaunchShape shape, Placement placement) {
      this.kernel = kernel;
      this.shape = shape;
      this.placement = placement;
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
      return new Configuration(
          kernel,
          new LaunchShape(
              shape.gridX(), shape.gridY(), shape.gridZ(), x, y, z, shape.dynamicSharedBytes()),
          placement);
    }

    /** With {@code bytes} bytes of dynamic shared memory per block. */
    public Configuration sharedBytes(int bytes) {
      return new Configuration(
          kernel,
          new LaunchShape(
              shape.gridX(),
              shape.gridY(),
              shape.gridZ(),
              shape.blockX(),
              shape.blockY(),
              shape.blockZ(),
              bytes),
          placement);
    }

    /**
     * Launches the kernel; returns when the launch is scheduled.
     *
     * @param arguments {@link DeviceArray}s, numbers and booleans, as the signature wants them
     * @throws GrCudaException if number, type or range of an argument is wrong, or the device
     *     refuses the shape
     */
    public void launch(Object... arguments) {
      LaunchArguments packed = kernel.arguments(arguments.length);
      for (int i = 0; i < arguments.length; i++) {
        if (!JavaValues.pack(packed, i, arguments[i])) {
          throw packed.wrongType(i, JavaValues.describe(arguments[i]));
        }
      }
      try {
        kernel.launch(shape, placement, packed);
      } catch (DriverException e) {
        throw GrCudaException.of(e);
      }
    }
  }
}
