package org.grcuda.core.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.grcuda.GrCudaException;
import org.grcuda.core.type.Suggestions;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;

/** The backends on the module path, and the choice among them. */
public final class Backends {

  /** The option value that lets {@link #open} choose. */
  public static final String AUTO = "auto";

  private final List<DriverProvider> providers;

  /** These, highest rank first. */
  Backends(List<DriverProvider> providers) {
    this.providers = providers;
  }

  /** Those registered with {@link ServiceLoader}, highest rank first. */
  public static Backends installed() {
    var found = new ArrayList<DriverProvider>();
    ServiceLoader.load(DriverProvider.class, Backends.class.getClassLoader()).forEach(found::add);
    found.sort(Comparator.comparingInt(DriverProvider::rank).reversed());
    return new Backends(List.copyOf(found));
  }

  /** What {@code grcuda devices} shows: each backend, and why it can or cannot be used. */
  public List<Candidate> candidates() {
    return providers.stream()
        .map(provider -> new Candidate(provider.name(), provider.probe()))
        .toList();
  }

  /**
   * Opens the backend called {@code name}, or with {@link #AUTO} the first one available. Those
   * that run native code of the program need native access.
   *
   * @throws GrCudaException if there is none or it cannot be opened, saying why not
   */
  public Driver open(String name, DriverSettings settings, Permissions permissions) {
    if (!name.equals(AUTO)) {
      DriverProvider provider = named(name);
      if (provider.needsNativeAccess()) {
        permissions.requireNativeAccess("option grcuda.Backend: '" + name + "'");
      }
      return open(provider, settings);
    }
    for (DriverProvider provider : providers) {
      boolean allowed = permissions.nativeAccess() || !provider.needsNativeAccess();
      if (allowed && provider.rank() >= 0 && provider.probe().available()) {
        return open(provider, settings);
      }
    }
    throw new GrCudaException(
        GrCudaException.Kind.STATE, "no backend can be used: " + describe(candidates()));
  }

  private static Driver open(DriverProvider provider, DriverSettings settings) {
    try {
      return provider.open(settings);
    } catch (DriverException e) {
      throw GrCudaException.of(e);
    }
  }

  private DriverProvider named(String name) {
    for (DriverProvider provider : providers) {
      if (provider.name().equals(name)) {
        var availability = provider.probe();
        if (!availability.available()) {
          throw new GrCudaException(
              GrCudaException.Kind.STATE,
              "backend '" + name + "' cannot be used: " + availability.reason());
        }
        return provider;
      }
    }
    var names = new ArrayList<String>(List.of(AUTO));
    providers.forEach(provider -> names.add(provider.name()));
    throw new GrCudaException(
        GrCudaException.Kind.VALUE,
        "option grcuda.Backend: unknown value '"
            + name
            + "'"
            + Suggestions.didYouMean(name, names, "legal values", String.join(", ", names)));
  }

  private static String describe(List<Candidate> candidates) {
    if (candidates.isEmpty()) {
      return "none is on the module path";
    }
    return String.join(
        "; ",
        candidates.stream()
            .map(candidate -> candidate.name() + ": " + candidate.availability().reason())
            .toList());
  }

  /** A backend and whether it can be used. */
  public record Candidate(String name, DriverProvider.Availability availability) {}
}
