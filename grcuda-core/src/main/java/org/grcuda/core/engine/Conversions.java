package org.grcuda.core.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.core.memory.Runs;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * Copies between arrays of different element types, and to and from strided views: they are
 * kernels, which the scheduler treats as any other. If both sides are dense and of one type, it is
 * a plain copy.
 */
public final class Conversions {

  private static final int BLOCK = 128;

  /**
   * Threads of a block for dense elements: on the CPU this takes half the time of blocks of 128;
   * not measured on a GPU.
   */
  private static final int DENSE_BLOCK = 1024;

  private static final int MOST_BLOCKS = 1024;
  private static final int DIMENSIONS = 3;

  private static final String PARAMETERS =
      "(to: out pointer void, from: in pointer void, nx: sint64, ny: sint64, nz: sint64,"
          + " toX: sint64, toY: sint64, toZ: sint64,"
          + " fromX: sint64, fromY: sint64, fromZ: sint64)";

  private static final String DENSE_PARAMETERS =
      "(to: out pointer void, from: in pointer void, n: sint64)";

  private final Session session;
  private final Map<String, GpuKernel> kernels = new ConcurrentHashMap<>();

  Conversions(Session session) {
    this.session = session;
  }

  /**
   * A new dense array of the elements of {@code source} as elements of {@code type}; asynchronous.
   * Integers keep their low bits. Floating-point numbers are rounded, towards zero if they become
   * integers; a value that does not fit an integer type is undefined, as in CUDA. Every value but 0
   * becomes true.
   *
   * @throws GrCudaException if complex numbers would have to become real ones
   */
  public NdArray converted(NdArray source, ElementType type, Order order) {
    checkReal(source, type);
    NdArray target = session.allocate(type, source.shape(), order);
    copy(target, source);
    return target;
  }

  private static void checkReal(NdArray source, ElementType type) {
    if (source.type().kind() == ElementType.Kind.COMPLEX
        && type.kind() != ElementType.Kind.COMPLEX) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE,
          "astype: "
              + source.describe()
              + " to "
              + type
              + " would drop the imaginary parts: take those of real or imag");
    }
  }

  /**
   * Stores the elements of {@code source} in those of {@code target}, which has the same shape;
   * asynchronous. Both may be strided views. They may be views of one array only if they have no
   * element in common.
   */
  public void copy(NdArray target, NdArray source) {
    if (target.type() == source.type() && DeviceCopy.sameLayout(target, source)) {
      session.copy(target, source);
      return;
    }
    if (!isShaped(target, source)) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "cannot copy " + source.describe() + " to " + target.describe() + ": the shapes differ");
    }
    Runs runs = Runs.of(target.order(), target.shape(), target.strides(), source.strides());
    if (runs.count() > DIMENSIONS) {
      for (long i = 0; i < target.extent(0); i++) {
        copy(target.row(i), source.row(i));
      }
    } else if (runs.count() == 1 && runs.stride(0, 0) == 1 && runs.stride(1, 0) == 1) {
      launchDense(target, source);
    } else {
      launch(target, source, runs);
    }
  }

  private static boolean isShaped(NdArray target, NdArray source) {
    return Arrays.equals(target.shape(), source.shape());
  }

  private void launchDense(NdArray target, NdArray source) {
    GpuKernel kernel = kernel("convertDense", DENSE_PARAMETERS, target, source);
    LaunchArguments arguments = kernel.arguments(kernel.signature().parameterCount());
    arguments.array(0, target.hull());
    arguments.array(1, source.hull());
    arguments.integer(2, target.size());
    int block = (int) Math.min(DENSE_BLOCK, target.size());
    int grid = Math.toIntExact(Math.ceilDiv(target.size(), block));
    kernel.launch(new LaunchShape(grid, 1, 1, block, 1, 1, 0), Placement.ANYWHERE, arguments);
    Reference.reachabilityFence(target);
    Reference.reachabilityFence(source);
  }

  private void launch(NdArray target, NdArray source, Runs runs) {
    GpuKernel kernel = kernel("convert", PARAMETERS, target, source);
    LaunchArguments arguments = kernel.arguments(kernel.signature().parameterCount());
    arguments.array(0, target.hull());
    arguments.array(1, source.hull());
    for (int run = 0; run < DIMENSIONS; run++) {
      arguments.integer(2 + run, runs.extent(run));
      arguments.integer(2 + DIMENSIONS + run, runs.stride(0, run));
      arguments.integer(2 + 2 * DIMENSIONS + run, runs.stride(1, run));
    }
    int block = (int) Math.min(BLOCK, runs.extent(0));
    int grid = Math.toIntExact(Math.ceilDiv(runs.extent(0), block));
    int rows = (int) Math.min(runs.extent(1), Math.max(1, MOST_BLOCKS / grid));
    kernel.launch(new LaunchShape(grid, rows, 1, block, 1, 1, 0), Placement.ANYWHERE, arguments);
    Reference.reachabilityFence(target);
    Reference.reachabilityFence(source);
  }

  private GpuKernel kernel(String template, String parameters, NdArray target, NdArray source) {
    String name = template + "<" + cuda(target.type()) + ", " + cuda(source.type()) + ">";
    // The thread may run other code of the program while it waits for the compiler.
    GpuKernel kernel = kernels.get(name);
    if (kernel == null) {
      kernel =
          session
              .kernels()
              .build(source("convert.cu"), name + parameters, null, CompileOptions.NONE);
      kernels.put(name, kernel);
    }
    return kernel;
  }

  /** The name of an element type in convert.cu and its like. */
  static String cuda(ElementType type) {
    return switch (type) {
      case BOOLEAN -> "bool";
      case CHAR, BYTE -> "signed char";
      case UCHAR -> "unsigned char";
      case SHORT -> "short";
      case USHORT -> "unsigned short";
      case INT -> "int";
      case UINT -> "unsigned int";
      case LONG -> "long long";
      case ULONG -> "unsigned long long";
      case HALF -> "half_bits";
      case FLOAT -> "float";
      case DOUBLE -> "double";
      case COMPLEX64 -> "Complex<float>";
      case COMPLEX128 -> "Complex<double>";
    };
  }

  /** The text of a resource beside this class. */
  static String source(String name) {
    try (InputStream in = Conversions.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("resource " + name + " cannot be read", e);
    }
  }
}
