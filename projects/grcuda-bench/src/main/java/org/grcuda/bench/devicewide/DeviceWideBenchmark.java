package org.grcuda.bench.devicewide;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.grcuda.CudaLibrary;
import org.grcuda.DeviceArray;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.bench.BenchmarkArguments;

/**
 * Benchmark of CU.CUB: sorts, scans and sums of random numbers of 32 bits, beside NumPy on the same
 * numbers. Both sides write a new array, and take turns in each round; figures are medians. Results
 * of CU.CUB are compared with Java's before anything is timed.
 */
public final class DeviceWideBenchmark {

  private static final List<Workload> WORKLOADS =
      List.of(
          new Workload("sort", true),
          new Workload("sort", false),
          new Workload("scan", true),
          new Workload("scan", false),
          new Workload("sum", true),
          new Workload("sum", false));

  private final DeviceWideSettings settings;
  private final GrCuda cuda;
  private final int[] ints;
  private final float[] floats;

  private DeviceWideBenchmark(DeviceWideSettings settings, GrCuda cuda) {
    this.settings = settings;
    this.cuda = cuda;
    SplittableRandom random = new SplittableRandom(1);
    this.ints = random.ints(settings.elements()).toArray();
    this.floats = new float[settings.elements()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) random.nextDouble();
    }
  }

  /** Runs the benchmark with arguments, also options of the context, and prints a table. */
  public static void run(BenchmarkArguments arguments) throws IOException {
    DeviceWideSettings settings = new DeviceWideSettings();
    Map<String, String> options = new TreeMap<>();
    if (!arguments.readInto(settings, options)) {
      return;
    }
    GrCuda.Builder builder = GrCuda.builder();
    options.forEach(builder::option);
    try (GrCuda cuda = builder.open()) {
      new DeviceWideBenchmark(settings, cuda).compare();
    }
  }

  private void compare() throws IOException {
    Path folder = Files.createTempDirectory("grcuda-devicewide");
    try (NumPySide numpy = new NumPySide(settings.python(), folder)) {
      System.out.printf(
          "%,d elements, ms, median of %d rounds in turn%n%-16s %10s %14s %8s%n",
          settings.elements(),
          settings.rounds(),
          "",
          "CU.CUB",
          "NumPy " + numpy.version(),
          "ratio");
      for (Workload workload : WORKLOADS) {
        compare(workload, numpy, numbers(workload, folder));
      }
    } finally {
      delete(folder);
    }
  }

  private void compare(Workload workload, NumPySide numpy, Path numbers) throws IOException {
    double[] ours = new double[settings.rounds()];
    double[] theirs = new double[settings.rounds()];
    try (Calls calls = new Calls(workload)) {
      calls.millis();
      calls.check();
      numpy.millis(workload, numbers);
      for (int round = 0; round < settings.rounds(); round++) {
        ours[round] = calls.millis();
        theirs[round] = numpy.millis(workload, numbers);
      }
    }
    double ratio = median(ours) / median(theirs);
    System.out.printf("%-16s %10.1f %14.1f %8.2f%n", workload, median(ours), median(theirs), ratio);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** A file with the numbers, as NumPy reads them. */
  private Path numbers(Workload workload, Path folder) throws IOException {
    Path file = folder.resolve(workload.numpyType());
    if (!Files.exists(file)) {
      ByteBuffer bytes = ByteBuffer.allocate(4 * ints.length).order(ByteOrder.nativeOrder());
      if (workload.whole()) {
        bytes.asIntBuffer().put(ints);
      } else {
        bytes.asFloatBuffer().put(floats);
      }
      Files.write(file, bytes.array());
    }
    return file;
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  /** The calls of one workload, on arrays of their own. */
  private final class Calls implements AutoCloseable {

    private final Workload workload;
    private final CudaLibrary cub = cuda.library("CUB");
    private final DeviceArray input;
    private final DeviceArray output;

    Calls(Workload workload) {
      this.workload = workload;
      int results = workload.operation().equals("sum") ? 1 : settings.elements();
      if (workload.whole()) {
        IntArray array = cuda.intArray(settings.elements());
        array.copyFrom(IntBuffer.wrap(ints));
        input = array;
        output = cuda.intArray(results);
      } else {
        FloatArray array = cuda.floatArray(settings.elements());
        array.copyFrom(FloatBuffer.wrap(floats));
        input = array;
        output = cuda.floatArray(results);
      }
    }

    double millis() {
      cuda.synchronize();
      long start = System.nanoTime();
      cub.call(workload.function(), input, output, settings.elements());
      cuda.synchronize();
      return (System.nanoTime() - start) / 1e6;
    }

    /** Compares the output with Java's. */
    void check() {
      boolean right =
          output instanceof IntArray array ? isRight(array) : isRight((FloatArray) output);
      if (!right) {
        throw new IllegalStateException(workload + " differs from Java's");
      }
    }

    private boolean isRight(IntArray found) {
      int[] expected = ints.clone();
      switch (workload.operation()) {
        case "sort" -> Arrays.parallelSort(expected);
        case "scan" -> Arrays.parallelPrefix(expected, Integer::sum);
        default -> expected = new int[] {Arrays.stream(ints).sum()};
      }
      return Arrays.equals(expected, found.toArray());
    }

    private boolean isRight(FloatArray found) {
      float[] actual = found.toArray();
      if (workload.operation().equals("sort")) {
        float[] expected = floats.clone();
        Arrays.parallelSort(expected);
        return Arrays.equals(expected, actual);
      }
      double sum = 0;
      for (int i = 0; i < floats.length; i++) {
        sum += floats[i];
        boolean told = actual.length > 1 || i == floats.length - 1;
        if (told && Math.abs(actual[Math.min(i, actual.length - 1)] - sum) > 1e-3 * sum) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void close() {
      input.close();
      output.close();
    }
  }
}
