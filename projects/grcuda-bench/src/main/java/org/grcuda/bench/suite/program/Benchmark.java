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

/** A benchmark: its constructor builds its kernels and makes its arrays. */
public abstract class Benchmark {

  /** Elements, or whatever else the benchmark measures its problem in. */
  protected final int size;

  private final ProgramContext context;
  private final ProgramSettings settings;
  private final List<Runnable> writers = new ArrayList<>();

  /** Writes no byte: the host holds the array afterwards, whatever is in it. */
  private final HostFunction writeNothing;

  protected Benchmark(ProgramContext context) {
    this.context = context;
    this.settings = context.settings();
    this.size = settings.size();
    this.writeNothing =
        context.cuda().bind(Path.of("libc.so.6"), "bzero(s: out pointer void, n: uint64): void");
  }

  /** A partition: elements, or rows, from {@code from} to before {@code to}. */
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
   * @param array on the devices
   * @param values makes its contents, the same each time
   */
  protected record Input<S, A>(S array, Supplier<A> values) {

    /** Its contents on the host. */
    A host() {
      return values.get();
    }
  }

  /** Writes the inputs. */
  public final void writeInputs() {
    writers.forEach(Runnable::run);
  }

  /** Sets what an iteration adds to; not timed. */
  public void reset() {}

  /** What is timed: launches, and reads a number that waits for the results. */
  public abstract double run();

  /** The results, on the host. */
  public abstract double[] outputs();

  /** What they must be, as the host computes it by itself. */
  public abstract double[] expected();

  /** Builds the kernel of that name. */
  protected final Kernel kernel(String name) {
    return context.kernel(name);
  }

  /** The kernel, configured for a thread for each of {@code threads} elements. */
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

  /** Number of partitions. */
  protected final int partitions() {
    return settings.partitions();
  }

  /** Of 100 tiles those that are not zero. */
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

  protected final FloatArray floats(long length) {
    return context.cuda().floatArray(length);
  }

  protected final DoubleArray doubles(long length) {
    return context.cuda().doubleArray(length);
  }

  protected final IntArray ints(long length) {
    return context.cuda().intArray(length);
  }

  protected final Input<FloatArray, float[]> input(long length, Supplier<float[]> values) {
    FloatArray array = floats(length);
    return input(array, values, array::copyFrom);
  }

  protected final Input<DoubleArray, double[]> doubleInput(long length, Supplier<double[]> values) {
    DoubleArray array = doubles(length);
    return input(array, values, array::copyFrom);
  }

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

  /** A value that is made when it is first asked for. */
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
