package org.grcuda.bench.scheduling;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.grcuda.bench.arguments.Names;
import org.grcuda.bench.arguments.WholeNumber;
import org.grcuda.runtime.policy.DeviceSelection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The settings of the benchmark. By default everything is measured. */
@Command
final class Settings {

  private static final int[] COUNTS = {100, 1_000, 10_000, 100_000, 1_000_000};
  private static final int QUICK = 1_000;

  @Option(names = "--quick", description = "Few and small samples: shows that it works.")
  private boolean quick;

  @Option(names = "--json", description = "Prints JSON instead of tables.")
  private boolean json;

  @Option(
      names = "--cpu",
      description = "Measures processor time of the submitting thread: for a machine under load.")
  private boolean processorTime;

  @Option(
      names = "--loop",
      description = "Ten million launches in a loop instead: memory, streams and events over them.")
  private boolean loop;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      converter = WorkloadNames.class,
      description = "This one alone: independent, chain, fork-join or iterative.")
  private String workload = "";

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      converter = PolicyNames.class,
      description = "This device selection policy alone.")
  private String policy = "";

  @Option(
      names = "--devices",
      paramLabel = "COUNT",
      converter = WholeNumber.class,
      description = "So many devices, instead of 1 and 8.")
  private int devices;

  @Option(
      names = "--most",
      paramLabel = "COUNT",
      converter = WholeNumber.class,
      description = "At most so many computations unfinished at a time.")
  private int most = Integer.MAX_VALUE;

  private static final class WorkloadNames extends Names {
    WorkloadNames() {
      super(Arrays.stream(Workload.values()).map(Workload::title).toList());
    }
  }

  private static final class PolicyNames extends Names {
    PolicyNames() {
      super(policies());
    }
  }

  private static List<String> policies() {
    return Arrays.stream(DeviceSelection.values()).map(DeviceSelection::optionName).toList();
  }

  boolean isQuick() {
    return quick;
  }

  boolean isJson() {
    return json;
  }

  /** Whether to measure the processor time of the submitting thread, for a machine under load. */
  boolean isProcessorTime() {
    return processorTime;
  }

  boolean isLoop() {
    return loop;
  }

  List<Workload> chosenWorkloads() {
    Predicate<Workload> chosen = one -> workload.isEmpty() || one.title().equals(workload);
    return Arrays.stream(Workload.values()).filter(chosen).toList();
  }

  /** The machines: by default one device and eight, each with every policy. */
  List<Machine> machines() {
    List<Integer> counts = devices > 0 ? List.of(devices) : List.of(1, 8);
    return counts.stream()
        .flatMap(count -> policies().stream().map(name -> new Machine(count, name)))
        .filter(machine -> policy.isEmpty() || machine.policy().equals(policy))
        .toList();
  }

  /** The numbers of computations that are unfinished at a time. */
  int[] counts(Workload of) {
    int limit = Math.min(Math.min(of.most(), most), quick ? QUICK : Integer.MAX_VALUE);
    return Arrays.stream(COUNTS).filter(count -> count <= limit).toArray();
  }
}
