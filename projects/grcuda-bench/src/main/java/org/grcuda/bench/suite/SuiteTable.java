package org.grcuda.bench.suite;

import com.google.gson.Gson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What the programs of all languages share, as {@code kernels/suite/suite.json} has it.
 *
 * @param benchmarks by name, in the order in which they are listed
 * @param kernels by name
 */
public record SuiteTable(Map<String, Entry> benchmarks, Map<String, KernelEntry> kernels) {

  /**
   * A benchmark.
   *
   * @param what what it does
   * @param program the program that it runs; several may run one, with other defaults
   * @param size its size unless told
   * @param small a size that takes moments on the CPU backend
   * @param partitions its partitions unless told; null if its program has none
   * @param tolerance largest difference from the host's results, relative for those above 1
   */
  public record Entry(
      String what, String program, int size, int small, Integer partitions, double tolerance) {}

  /**
   * A kernel.
   *
   * @param source path of its source within the folder of kernels
   * @param signature as {@code buildkernel} takes it
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
   * @param bytes bytes that it moves from and to the device's memory
   */
  public record Cost(String flops, String bytes) {}

  /** The same, where the kernels {@code which} says cost {@code factor} times as much. */
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
