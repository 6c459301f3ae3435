package org.grcuda.cli;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.BackendChoice;
import org.grcuda.GrCudaException;
import org.grcuda.driver.DriverProvider;

/**
 * {@code grcuda devices}: lists the backends and the devices of the one that is taken; with {@code
 * --why} what the choice among the backends looked at, and why each was or was not taken.
 */
final class DevicesCommand implements Command {

  private static final String WHY = "--why";

  @Override
  public String name() {
    return "devices";
  }

  @Override
  public String synopsis() {
    return "[--why] [--grcuda.OPTION=VALUE ...]";
  }

  @Override
  public String summary() {
    return "Lists the backends, whether each can run here and why, and the devices. With --why:"
        + " what the choice among the backends looked at, in order, and why each was or was not"
        + " taken; the exit status is 1 if none can be.";
  }

  @Override
  public Set<String> flags() {
    return Set.of(WHY);
  }

  @Override
  public int run(Arguments arguments) {
    if (!arguments.operands().isEmpty()) {
      throw CommandFailure.usage(
          "devices: unexpected argument '" + arguments.operands().getFirst() + "'");
    }
    if (arguments.commandOptions().containsKey(WHY)) {
      BackendChoice choice = explain(arguments.languageOptions());
      print(choice, System.out);
      return choice.taken().isPresent() ? 0 : 1;
    }
    printBackends(System.out);
    try (Context context =
        LanguageOptions.open(Context.newBuilder(), arguments.languageOptions())) {
      Value devices = context.eval("grcuda", "getdevices()");
      for (long k = 0; k < devices.getArraySize(); k++) {
        printDevice(devices.getArrayElement(k), System.out);
      }
      return 0;
    } catch (PolyglotException e) {
      return GuestErrors.status(e);
    }
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

  private static void printBackends(PrintStream out) {
    out.println("backends, in the order in which Backend=auto tries them:");
    List<DriverProvider> providers =
        ServiceLoader.load(DriverProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparingInt(DriverProvider::rank).reversed())
            .toList();
    for (DriverProvider provider : providers) {
      var probe = provider.probe();
      printBackend(out, provider.name(), probe.available(), probe.reason());
    }
  }

  private static void printBackend(PrintStream out, String name, boolean available, String reason) {
    out.printf("  %-5s %-14s %s%n", name, available ? "available" : "not available", reason);
  }

  private static void printDevice(Value device, PrintStream out) {
    Value properties = device.getMember("properties");
    out.printf("%ndevice %s: %s%n", device.getMember("id"), properties.getMember("deviceName"));
    for (String name : new TreeSet<>(properties.getMemberKeys())) {
      if (!name.equals("deviceName")) {
        out.printf("  %-32s %s%n", name, properties.getMember(name));
      }
    }
  }
}
