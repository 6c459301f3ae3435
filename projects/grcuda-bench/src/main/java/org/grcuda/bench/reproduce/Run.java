package org.grcuda.bench.reproduce;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.bench.suite.host.JavaProgram;

/**
 * A benchmark on a simulated machine.
 *
 * @param machine where
 * @param devices how many of its devices are used, the first
 * @param workload what
 * @param size of the problem
 * @param partitions of the data
 * @param host the language, or {@link JavaProgram#HOST_BY_HAND}
 * @param policy the option {@code DeviceSelectionPolicy}
 * @param isSync whether each launch is waited for
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

  /** On one device, asynchronously. */
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

  /** On several devices; on one the policy is without effect. */
  Run on(int count, String otherPolicy) {
    String effective = count == 1 ? "single-gpu" : otherPolicy;
    return new Run(machine, count, workload, size, partitions, host, effective, isSync, arguments);
  }

  /** On another machine. */
  Run at(Machine other) {
    return new Run(other, devices, workload, size, partitions, host, policy, isSync, arguments);
  }

  /** Scheduled by hand, on several devices. */
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

  /** Whether it is scheduled as GrCUDA does, which leaves memory without advice. */
  boolean isAsPublished() {
    return host.equals(JavaProgram.HOST) && !Experiment.OWN.contains(policy);
  }

  /** Waiting for each launch. */
  Run sync() {
    return new Run(machine, devices, workload, size, partitions, host, policy, true, arguments);
  }

  /** In other partitions, with other options of the benchmark. */
  Run with(int otherPartitions, List<String> otherArguments) {
    return new Run(
        machine, devices, workload, size, otherPartitions, host, policy, isSync, otherArguments);
  }

  /** The benchmark and its options. */
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
