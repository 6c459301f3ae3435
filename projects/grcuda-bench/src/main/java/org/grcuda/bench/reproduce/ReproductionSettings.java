package org.grcuda.bench.reproduce;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grcuda.bench.arguments.Names;
import org.grcuda.bench.arguments.WholeNumber;
import org.grcuda.bench.suite.host.JavaProgram;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The settings of a reproduction: benchmarks, machines, and where the results go. */
@Command
final class ReproductionSettings {

  @Option(
      names = "--topology",
      split = ",",
      paramLabel = "NAME",
      converter = Machines.class,
      description = "Built-in machines; default: v100-8,a100-8.")
  private List<Machine> machines = List.of(Machine.of("v100-8"), Machine.of("a100-8"));

  @Option(
      names = "--benchmarks",
      split = ",",
      paramLabel = "NAME",
      converter = Workloads.class,
      description = "Those of which a figure knows nothing are left out there; default: all.")
  private List<Workload> workloads = List.of(Workload.values());

  @Option(
      names = "--devices",
      split = ",",
      paramLabel = "COUNT",
      converter = Counts.class,
      description = "Numbers of devices that are compared; default: 1,2,4,8.")
  private List<Integer> devices = List.of(1, 2, 4, 8);

  @Option(
      names = "--share",
      paramLabel = "FRACTION",
      converter = Share.class,
      description = "Of one device's memory that the arrays take; default: ${DEFAULT-VALUE}.")
  private double share = 0.9;

  @Option(
      names = "--hosts",
      split = ",",
      paramLabel = "NAME",
      converter = HostNames.class,
      description = "Languages whose host is measured, besides java; default: js,python.")
  private List<String> hosts = HostCosts.HOSTS;

  @Option(
      names = "--host-iterations",
      paramLabel = "COUNT",
      converter = HostIterations.class,
      description =
          "Iterations that warm up the programs whose host is measured; what is measured are as"
              + " many in proportion. Default: ${DEFAULT-VALUE}.")
  private int hostIterations = 150;

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "NAME",
      description =
          "How programs on tiles are scheduled: policies, each with +lru, +luf or +NUMBER for"
              + " another EvictionPolicy or TaskBufferDepth, darts also with a variant such as"
              + " +first-hit, and by-hand; default: each figure's own.")
  private List<String> policies = List.of();

  @Option(
      names = "--tiles",
      split = ",",
      paramLabel = "COUNT",
      converter = WholeNumber.class,
      description = "Tiles along a side of matrices in tiles; default: each figure's own.")
  private List<Integer> tiles = List.of();

  @Mixin private ResultSettings results;

  /** The machines, which are built-in topologies. */
  List<Machine> machines() {
    return machines;
  }

  List<Workload> workloads() {
    return workloads;
  }

  List<Integer> devices() {
    return devices;
  }

  double share() {
    return share;
  }

  /** The languages whose host program is measured, Java first. */
  List<String> hosts() {
    return Stream.concat(Stream.of(JavaProgram.HOST), hosts.stream()).distinct().toList();
  }

  int hostIterations() {
    return hostIterations;
  }

  /** The options for programs on tiles, as they were given; empty if none was given. */
  String choice() {
    String scheduled = policies.isEmpty() ? "" : " --policies=" + String.join(",", policies);
    String sizes = tiles.stream().map(String::valueOf).collect(Collectors.joining(","));
    return scheduled + (tiles.isEmpty() ? "" : " --tiles=" + sizes);
  }

  /** The strategies for programs on tiles: those that were given, else {@code usual}. */
  List<Strategy> strategies(List<String> usual) {
    return (policies.isEmpty() ? usual : policies).stream().map(Strategy::of).toList();
  }

  /** The numbers of tiles along a side: those that were given, else {@code usual}. */
  List<Integer> tiles(List<Integer> usual) {
    return tiles.isEmpty() ? usual : tiles;
  }

  /** Where the results go. */
  ResultSettings results() {
    return results;
  }

  /** The largest number of devices that are compared. */
  int mostDevices() {
    return devices.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  private static String label(Workload workload) {
    return workload.label().toLowerCase(Locale.ROOT).replace("&", "");
  }

  private static final class Workloads implements ITypeConverter<Workload> {
    @Override
    public Workload convert(String name) {
      return Arrays.stream(Workload.values())
          .filter(workload -> label(workload).equals(name))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException(expected(name)));
    }

    private static String expected(String name) {
      List<String> labels =
          Arrays.stream(Workload.values()).map(ReproductionSettings::label).toList();
      return "expected some of %s, given '%s'".formatted(String.join(",", labels), name);
    }
  }

  private static final class Machines implements ITypeConverter<Machine> {
    @Override
    public Machine convert(String name) {
      if (!name.matches("[a-z0-9]+-[0-9]+")) {
        throw new TypeConversionException(
            "expected built-in machines, such as v100-8, given '%s'".formatted(name));
      }
      return Machine.of(name);
    }
  }

  private static final class Counts implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      if (!value.matches("[1-9][0-9]?")) {
        throw new TypeConversionException(
            "expected whole numbers from 1 to 99, given '%s'".formatted(value));
      }
      return Integer.valueOf(value);
    }
  }

  private static final class Share implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      if (!value.matches("0\\.[0-9]*[1-9]|1")) {
        throw new TypeConversionException(
            "expected a number above 0, up to 1, given '%s'".formatted(value));
      }
      return Double.valueOf(value);
    }
  }

  private static final class HostNames extends Names {
    HostNames() {
      super(HostCosts.HOSTS);
    }
  }

  private static final class HostIterations implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
      if (!value.matches("[1-9][0-9]{1,3}") || Integer.parseInt(value) < HostCosts.LEAST) {
        throw new TypeConversionException(
            "expected a whole number from %d to 9999, given '%s'"
                .formatted(HostCosts.LEAST, value));
      }
      return Integer.valueOf(value);
    }
  }
}
