package org.grcuda.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.types.BackendChoice;
import org.grcuda.types.GrCudaException;

/**
 * {@code grcuda devices}: lists the devices, with {@code --all} with all their attributes; with
 * {@code --why} the backends that were considered, and why each was or was not taken.
 */
final class DevicesCommand implements Command {

  private static final String ALL = "--all";
  private static final String WHY = "--why";

  private static final double GIB = 1L << 30;

  @Override
  public String name() {
    return "devices";
  }

  @Override
  public String synopsis() {
    return "[--all | --why] [--grcuda.OPTION=VALUE ...]";
  }

  @Override
  public String summary() {
    return "Lists the devices: memory, multiprocessors, compute capability, how kernels run.";
  }

  @Override
  public String details() {
    return """

      --all  all attributes of each device
      --why  what the choice among the backends looked at, in order, and why each was or was
             not taken; the exit status is 1 if none can be
    """;
  }

  @Override
  public Set<String> flags() {
    return Set.of(ALL, WHY);
  }

  @Override
  public int run(Arguments arguments) {
    if (!arguments.operands().isEmpty()) {
      throw CommandFailure.usage(
          "devices: unexpected argument '" + arguments.operands().getFirst() + "'");
    }
    Map<String, String> options = arguments.languageOptions();
    if (arguments.commandOptions().containsKey(WHY)) {
      BackendChoice choice = explain(options);
      print(choice, System.out);
      return choice.taken().isPresent() ? 0 : 1;
    }
    boolean all = arguments.commandOptions().containsKey(ALL);
    try (Context context = LanguageOptions.open(Context.newBuilder(), options)) {
      return list(context, all, options);
    }
  }

  private static int list(Context context, boolean all, Map<String, String> options) {
    try {
      Value devices = context.eval("grcuda", "getdevices()");
      List<String> backends = all ? List.of() : backends(options);
      for (long k = 0; k < devices.getArraySize(); k++) {
        Value device = devices.getArrayElement(k);
        Value properties = printName(device, System.out);
        if (all) {
          printAttributes(properties, System.out);
        } else {
          printSize(properties, System.out);
          System.out.println("  " + (backends.size() > 1 ? kind(device) : backends.getFirst()));
        }
      }
      if (backends.size() > 1) {
        backends.forEach(System.out::println);
      }
      return 0;
    } catch (PolyglotException e) {
      return GuestErrors.status(e);
    }
  }

  private static String kind(Value device) {
    return "a " + device.getMember("kind").asString();
  }

  /** The backends that are taken with {@code options}, and how each runs kernels. */
  private static List<String> backends(Map<String, String> options) {
    var own = new TreeMap<>(options);
    own.keySet().removeIf(name -> !name.startsWith(LanguageOptions.PREFIX));
    return explain(own).candidates().stream()
        .filter(candidate -> candidate.outcome() == BackendChoice.Outcome.TAKEN)
        .map(candidate -> "backend %s: %s".formatted(candidate.name(), candidate.reason()))
        .toList();
  }

  private static BackendChoice explain(Map<String, String> options) {
    try {
      return LanguageOptions.typed("devices", options).explainBackend();
    } catch (GrCudaException e) {
      throw e.kind() == GrCudaException.Kind.VALUE
          ? CommandFailure.usage(e.getMessage())
          : CommandFailure.failed("devices: " + e.getMessage(), e);
    }
  }

  private static void print(BackendChoice choice, PrintStream out) {
    out.printf("Backend=%s:%n", choice.asked());
    for (BackendChoice.Candidate candidate : choice.candidates()) {
      out.printf("  %-5s %-15s %s%n", candidate.name(), candidate.outcome(), candidate.reason());
    }
  }

  private static Value printName(Value device, PrintStream out) {
    Value properties = device.getMember("properties");
    out.printf("device %s: %s%n", device.getMember("id"), properties.getMember("deviceName"));
    return properties;
  }

  private static void printSize(Value properties, PrintStream out) {
    out.printf(
        "  %.1f GiB of memory, %s multiprocessors, compute capability %s.%s%n",
        properties.getMember("totalDeviceMemory").asLong() / GIB,
        properties.getMember("multiProcessorCount"),
        properties.getMember("computeCapabilityMajor"),
        properties.getMember("computeCapabilityMinor"));
  }

  private static void printAttributes(Value properties, PrintStream out) {
    for (String name : new TreeSet<>(properties.getMemberKeys())) {
      if (!name.equals("deviceName")) {
        out.printf("  %-32s %s%n", name, properties.getMember(name));
      }
    }
  }
}
