package org.grcuda.bench.reproduce;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.bench.suite.host.JavaProgram;

/**
 * A benchmark on a simulated machine.
 *
 * @param machine the machine
 * @param devices how many devices of the machine are used, from the first on
 * @param workload the benchmark
 * @param size the size of the problem
 * @param partitions the number of partitions of the data
 * @param host the language, or {@link JavaProgram#HOST_BY_HAND}
 * @param policy the option {@code DeviceSelectionPolicy}
 * @param isSync whether the host waits for each launch
 * @param arguments other options of the benchmark
 */
record Run(
    Machine machine,
    int devices,
    Workload workload,
    int size,
    int partitions,
    String host,
    String policy,
    boolean isSync,
    List<String> arguments) {

  /** The benchmark on one device, asynchronously. */
  static Run of(Machine machine, Workload workload, int size) {
    return new Run(
        machine,
        1,
        workload,
        size,
        workload.partitions(),
        JavaProgram.HOST,
        "single-gpu",
        false,
        List.of());
  }

  /** The same run on several devices. On one device the policy has no effect. */
  Run on(int count, String otherPolicy) {
    String effective = count == 1 ? "single-gpu" : otherPolicy;
    return new Run(machine, count, workload, size, partitions, host, effective, isSync, arguments);
  }

  /** The same run on another machine. */
  Run at(Machine other) {
    return new Run(other, devices, workload, size, partitions, host, policy, isSync, arguments);
  }

  /** The same benchmark scheduled by hand, on several devices. */
  Run byHand(int count) {
    return new Run(
        machine,
        count,
        workload,
        size,
        partitions,
        JavaProgram.HOST_BY_HAND,
        "round-robin",
        isSync,
        arguments);
  }

  /** Whether the run is scheduled as GrCUDA does it, which gives no advice on memory. */
  boolean isAsPublished() {
    return host.equals(JavaProgram.HOST) && !Experiment.OWN.contains(policy);
  }

  /** The same run, in which the host waits for each launch. */
  Run sync() {
    return new Run(machine, devices, workload, size, partitions, host, policy, true, arguments);
  }

  /** The same run in other partitions, with other options of the benchmark. */
  Run with(int otherPartitions, List<String> otherArguments) {
    return new Run(
        machine, devices, workload, size, otherPartitions, host, policy, isSync, otherArguments);
  }

  /** The benchmark's name and its options. */
  List<String> programArguments(int warmUp, int iterations) {
    List<String> all =
        new ArrayList<>(
            List.of(
                workload.benchmark(),
                "--size=" + size,
                "--partitions=" + partitions,
                "--data=touch",
                "--reinit=" + workload.reinit(),
                "--warm-up=" + warmUp,
                "--iterations=" + iterations));
    all.addAll(arguments);
    return all;
  }
}
