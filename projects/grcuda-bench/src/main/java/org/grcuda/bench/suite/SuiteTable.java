package org.grcuda.bench.suite;

import com.google.gson.Gson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The table of benchmarks and kernels that the programs of all languages share, from {@code
 * kernels/suite/suite.json}.
 *
 * @param benchmarks the benchmarks by name, in the order in which they are listed
 * @param kernels the kernels by name
 */
public record SuiteTable(Map<String, Entry> benchmarks, Map<String, KernelEntry> kernels) {

  /**
   * A benchmark.
   *
   * @param what what the benchmark does
   * @param program the program that it runs; several benchmarks may run one program, with other
   *     defaults
   * @param size its default size
   * @param small a size that takes little time on the CPU backend
   * @param partitions its default number of partitions; null if its program has none
   * @param tolerance largest allowed difference from the host's results, relative for results above
   *     1
   */
  public record Entry(
      String what, String program, int size, int small, Integer partitions, double tolerance) {}

  /**
   * A kernel.
   *
   * @param source path of the source within the folder of kernels
   * @param signature the signature, as {@code buildkernel} takes it
   * @param cost what a launch does, for simulated devices
   */
  public record KernelEntry(String source, String signature, Cost cost) {

    private KernelEntry times(double factor) {
      String times = factor + " * (%s)";
      return new KernelEntry(
          source,
          signature,
          new Cost(times.formatted(cost.flops()), times.formatted(cost.bytes())));
    }
  }

  /**
   * What a launch does, as expressions of the kernel's arguments.
   *
   * @param flops operations on floating-point numbers
   * @param bytes bytes that the launch moves from and to the device's memory
   */
  public record Cost(String flops, String bytes) {}

  /**
   * The same table, in which the kernels that {@code which} selects cost {@code factor} times as
   * much.
   */
  public SuiteTable withCosts(Predicate<String> which, double factor) {
    Map<String, KernelEntry> other = new LinkedHashMap<>(kernels);
    other.replaceAll((name, entry) -> which.test(name) ? entry.times(factor) : entry);
    return new SuiteTable(benchmarks, other);
  }

  static SuiteTable parse(String json) {
    return new Gson().fromJson(json, SuiteTable.class);
  }

  /**
   * The benchmark of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Entry benchmark(String name) {
    Entry entry = benchmarks.get(name);
    if (entry == null) {
      throw new IllegalArgumentException(
          "unknown benchmark '" + name + "': there are " + String.join(", ", benchmarks.keySet()));
    }
    return entry;
  }
}
