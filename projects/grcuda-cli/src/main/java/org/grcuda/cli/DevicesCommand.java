package org.grcuda.cli;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeSet;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.driver.DriverProvider;

/** {@code grcuda devices}: lists the backends and the devices of the one that is taken. */
final class DevicesCommand implements Command {

  @Override
  public String name() {
    return "devices";
  }

  @Override
  public String synopsis() {
    return "[--grcuda.OPTION=VALUE ...]";
  }

  @Override
  public String summary() {
    return "Lists the backends, whether each can run here and why, and the devices.";
  }

  @Override
  public int run(Arguments arguments) {
    if (!arguments.operands().isEmpty()) {
      throw CommandFailure.usage(
          "devices: unexpected argument '" + arguments.operands().getFirst() + "'");
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
