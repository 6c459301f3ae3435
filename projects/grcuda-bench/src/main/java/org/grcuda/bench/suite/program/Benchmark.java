package org.grcuda.bench.suite.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.grcuda.DeviceArray;
import org.grcuda.DoubleArray;
import org.grcuda.FloatArray;
import org.grcuda.HostFunction;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;
import org.grcuda.bench.suite.ProgramSettings;

/** A benchmark of the suite. Its constructor builds its kernels and makes its arrays. */
public abstract class Benchmark {

  /** The size of the problem, in elements or whatever else the benchmark measures it in. */
  protected final int size;

  private final ProgramContext context;
  private final ProgramSettings settings;
  private final List<Runnable> writers = new ArrayList<>();

  /** Writes no byte, but afterwards the host holds the array, whatever its contents. */
  private final HostFunction writeNothing;

  /** Takes the settings and the size from {@code context}. */
  protected Benchmark(ProgramContext context) {
    this.context = context;
    this.settings = context.settings();
    this.size = settings.size();
    this.writeNothing =
        context.cuda().bind(Path.of("libc.so.6"), "bzero(s: out pointer void, n: uint64): void");
  }

  /** A partition: the elements or rows from {@code from} up to but not including {@code to}. */
  protected record Part(int index, int from, int to) {

    int length() {
      return to - from;
    }

    boolean has(int i) {
      return from <= i && i < to;
    }
  }

  /**
   * An array that the host writes before the first iteration.
   *
   * @param array the array on the devices
   * @param values makes the contents of the array, the same each time
   */
  protected record Input<S, A>(S array, Supplier<A> values) {

    /** The contents on the host. */
    A host() {
      return values.get();
    }
  }

  /** Writes the inputs. */
  public final void writeInputs() {
    writers.forEach(Runnable::run);
  }

  /** Resets the arrays that an iteration changes in place. This is not timed. */
  public void reset() {}

  /**
   * Runs an iteration, which is timed: launches the kernels, then reads a number, which waits for
   * the results. Returns the number.
   */
  public abstract double run();

  /** The results of the last iteration, on the host. */
  public abstract double[] outputs();

  /** What the results must be, as the host computes them by itself. */
  public abstract double[] expected();

  /** Builds the kernel of that name. */
  protected final Kernel kernel(String name) {
    return context.kernel(name);
  }

  /**
   * The kernel, configured for a thread for each of {@code threads} elements, unless the settings
   * give the number of blocks.
   */
  protected final Kernel.Configuration over(Kernel kernel, int threads) {
    int block = settings.blockSize();
    int blocks = settings.blocks() > 0 ? settings.blocks() : Math.ceilDiv(threads, block);
    return kernel.grid(blocks).block(block);
  }

  /** The kernel, configured for a thread for each of {@code columns} by {@code rows} elements. */
  protected final Kernel.Configuration over(Kernel kernel, int columns, int rows) {
    int block = settings.blockSize2d();
    return kernel.grid(Math.ceilDiv(columns, block), Math.ceilDiv(rows, block)).block(block, block);
  }

  /** The number of partitions. */
  protected final int partitions() {
    return settings.partitions();
  }

  /** How many of 100 tiles are not zero. */
  protected final int density() {
    return settings.density();
  }

  /** Waits for all computations. */
  protected final void synchronize() {
    context.cuda().synchronize();
  }

  /** The partitions of the problem. */
  protected final List<Part> parts() {
    long count = settings.partitions();
    return IntStream.range(0, settings.partitions())
        .mapToObj(
            i -> new Part(i, (int) (i * (long) size / count), (int) ((i + 1L) * size / count)))
        .toList();
  }

  /** Makes an array of floats on the devices. */
  protected final FloatArray floats(long length) {
    return context.cuda().floatArray(length);
  }

  /** Makes an array of doubles on the devices. */
  protected final DoubleArray doubles(long length) {
    return context.cuda().doubleArray(length);
  }

  /** Makes an array of 32-bit integers on the devices. */
  protected final IntArray ints(long length) {
    return context.cuda().intArray(length);
  }

  /** Makes an input of floats, whose contents {@code values} makes at the first use. */
  protected final Input<FloatArray, float[]> input(long length, Supplier<float[]> values) {
    FloatArray array = floats(length);
    return input(array, values, array::copyFrom);
  }

  /** Makes an input of doubles, whose contents {@code values} makes at the first use. */
  protected final Input<DoubleArray, double[]> doubleInput(long length, Supplier<double[]> values) {
    DoubleArray array = doubles(length);
    return input(array, values, array::copyFrom);
  }

  /** Makes an input of 32-bit integers, whose contents {@code values} makes at the first use. */
  protected final Input<IntArray, int[]> intInput(long length, Supplier<int[]> values) {
    IntArray array = ints(length);
    return input(array, values, array::copyFrom);
  }

  private <S extends DeviceArray, A> Input<S, A> input(
      S array, Supplier<A> values, Consumer<A> copy) {
    Supplier<A> once = new Once<>(values)::get;
    if (settings.data().equals("full")) {
      writers.add(() -> copy.accept(once.get()));
    } else {
      writers.add(() -> writeNothing.call(array, 0));
    }
    return new Input<>(array, once);
  }

  /** A value that is made at its first use. */
  private static final class Once<A> {

    private final Supplier<A> values;
    private A value;

    Once(Supplier<A> values) {
      this.values = values;
    }

    A get() {
      if (value == null) {
        value = values.get();
      }
      return value;
    }
  }
}
