package org.grcuda.core.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.grcuda.core.host.Permissions;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.composite.CompositeDriver;
import org.grcuda.driver.option.OptionException;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.types.BackendChoice;
import org.grcuda.types.BackendChoice.Candidate;
import org.grcuda.types.BackendChoice.Outcome;
import org.grcuda.types.GrCudaException;

/** The backends on the class path or module path, and the choice among them. */
public final class Backends {

  /** The option value that lets {@link #open} choose. */
  public static final String AUTO = "auto";

  /** Joins the names of backends whose devices are used together. */
  private static final String JOINT = "+";

  /** The backends that this project publishes, each as {@code org.grcuda:grcuda-NAME}. */
  private static final List<String> PUBLISHED = List.of("cpu", "cuda", "sim");

  private static final String REMEDY =
      "add the dependency org.grcuda:grcuda; a fat jar must merge the files in META-INF/services";

  private final List<DriverProvider> providers;

  /** These, highest rank first. */
  Backends(List<DriverProvider> providers) {
    this.providers =
        providers.stream()
            .sorted(
                Comparator.comparingInt(DriverProvider::rank)
                    .reversed()
                    .thenComparing(DriverProvider::name))
            .toList();
  }

  /** Those registered with {@link ServiceLoader}. */
  public static Backends installed() {
    var found = new ArrayList<DriverProvider>();
    ServiceLoader.load(DriverProvider.class, Backends.class.getClassLoader()).forEach(found::add);
    return new Backends(found);
  }

  /**
   * Opens the backend called {@code name}, or with {@link #AUTO} the first one that can be opened.
   * Names that {@code +} joins open several, whose devices are those of one driver then. A backend
   * that runs native code of the program needs native access.
   *
   * @throws GrCudaException if there is no such backend or it cannot be opened, saying why
   */
  public Opened open(String name, DriverSettings settings, Permissions permissions) {
    return name.contains(JOINT)
        ? openTogether(name, settings, permissions)
        : openOne(name, settings, permissions);
  }

  private Opened openOne(String name, DriverSettings settings, Permissions permissions) {
    Search search = search(name, settings, permissions);
    for (DriverProvider provider : providers) {
      if (search.wants(provider)) {
        search.lookAt(provider);
      }
    }
    if (search.driver == null) {
      throw search.failure();
    }
    return new Opened(search.driver, search.choice());
  }

  private Opened openTogether(String name, DriverSettings settings, Permissions permissions) {
    List<Driver> drivers = new ArrayList<>();
    List<Candidate> candidates = new ArrayList<>();
    try {
      for (String each : names(name)) {
        Opened opened = openOne(each, settings, permissions);
        drivers.add(opened.driver());
        candidates.addAll(opened.choice().candidates());
      }
      CompositeDriver together = new CompositeDriver(drivers);
      drivers.clear();
      return new Opened(together, new BackendChoice(name, candidates));
    } catch (DriverException e) {
      throw GrCudaException.of(e);
    } finally {
      drivers.forEach(Driver::close);
    }
  }

  /** The backends that {@code name} joins, each of which can be opened by name. */
  private List<String> names(String name) {
    List<String> names = List.of(name.split(Pattern.quote(JOINT), -1));
    if (names.contains(AUTO) || names.stream().distinct().count() < names.size()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "option grcuda.Backend: '"
              + name
              + "': expected different backends by their names, such as cuda+cpu");
    }
    names.forEach(this::requireKnown);
    return names;
  }

  /**
   * What {@link #open} would choose, and why. The backend is opened, to see whether that works, and
   * closed.
   *
   * @throws GrCudaException if no backend has that name, or a setting is out of range
   */
  public BackendChoice explain(String name, DriverSettings settings, Permissions permissions) {
    return name.contains(JOINT)
        ? explainTogether(name, settings, permissions)
        : explainOne(name, settings, permissions);
  }

  /** Of each backend that is joined, what became of it alone; of the others, that of the first. */
  private BackendChoice explainTogether(
      String name, DriverSettings settings, Permissions permissions) {
    List<String> names = names(name);
    Map<String, Candidate> found = new LinkedHashMap<>();
    for (String each : names) {
      for (Candidate candidate : explainOne(each, settings, permissions).candidates()) {
        if (candidate.name().equals(each) || !names.contains(candidate.name())) {
          found.putIfAbsent(candidate.name(), candidate);
        }
      }
    }
    List<Candidate> inOrder =
        providers.stream().map(provider -> found.get(provider.name())).toList();
    return new BackendChoice(name, inOrder);
  }

  private BackendChoice explainOne(String name, DriverSettings settings, Permissions permissions) {
    Search search = search(name, settings, permissions);
    providers.forEach(search::lookAt);
    if (search.driver != null) {
      search.driver.close();
    } else if (search.wrongSetting) {
      throw search.failure();
    }
    return search.choice();
  }

  private Search search(String name, DriverSettings settings, Permissions permissions) {
    if (!name.equals(AUTO)) {
      requireKnown(name);
    }
    return new Search(name, settings, permissions);
  }

  private void requireKnown(String name) {
    var names = new ArrayList<String>(List.of(AUTO));
    providers.forEach(provider -> names.add(provider.name()));
    if (!names.contains(name)) {
      if (PUBLISHED.contains(name)) {
        throw new GrCudaException(
            GrCudaException.Kind.NOT_FOUND,
            "backend '" + name + "' is not on the class path or module path: " + REMEDY);
      }
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "option grcuda.Backend: unknown value '"
              + name
              + "'"
              + Suggestions.didYouMean(name, names, "legal values", String.join(", ", names)));
    }
  }

  /**
   * An open driver.
   *
   * @param choice how it was found
   */
  public record Opened(Driver driver, BackendChoice choice) {}

  /** The providers looked at so far, and the driver once one has been opened. */
  private static final class Search {

    private final String asked;
    private final DriverSettings settings;
    private final Permissions permissions;
    private final List<Candidate> candidates = new ArrayList<>();
    private Driver driver;
    private GrCudaException failure;
    private boolean wrongSetting;

    Search(String asked, DriverSettings settings, Permissions permissions) {
      this.asked = asked;
      this.settings = settings;
      this.permissions = permissions;
    }

    BackendChoice choice() {
      return new BackendChoice(asked, List.copyOf(candidates));
    }

    /** Why there is no driver. */
    GrCudaException failure() {
      return failure != null ? failure : new GrCudaException(GrCudaException.Kind.STATE, reasons());
    }

    private String reasons() {
      return candidates.isEmpty()
          ? "no backend is on the class path or module path: " + REMEDY
          : candidates.stream()
              .map(candidate -> candidate.name() + ": " + candidate.reason())
              .collect(Collectors.joining("; ", "no backend can be used: ", ""));
    }

    /** Whether a provider may still be chosen. */
    boolean wants(DriverProvider provider) {
      boolean eligible = asked.equals(AUTO) ? provider.rank() >= 0 : asked.equals(provider.name());
      return eligible && driver == null && failure == null;
    }

    void lookAt(DriverProvider provider) {
      boolean wanted = wants(provider);
      boolean named = asked.equals(provider.name());
      if (!permissions.nativeAccess() && provider.needsNativeAccess()) {
        if (named) {
          permissions.requireNativeAccess("option grcuda.Backend: '" + asked + "'");
        }
        add(provider, Outcome.DENIED, "the program has no native access");
        return;
      }
      DriverProvider.Availability found = provider.probe();
      if (!found.available()) {
        add(provider, Outcome.UNAVAILABLE, found.reason());
        if (named) {
          failure =
              new GrCudaException(
                  GrCudaException.Kind.STATE,
                  "backend '" + asked + "' cannot be used: " + found.reason());
        }
      } else if (wanted) {
        open(provider, named, found.reason());
      } else {
        boolean hidden = provider.rank() < 0;
        add(provider, hidden ? Outcome.ONLY_BY_NAME : Outcome.NOT_NEEDED, found.reason());
      }
    }

    /** A wrong setting is the program's error, whichever backend is tried. */
    private void open(DriverProvider provider, boolean named, String reason) {
      try {
        driver = provider.open(settings);
        add(provider, Outcome.TAKEN, reason);
      } catch (OptionException e) {
        add(provider, Outcome.FAILED, e.getMessage());
        wrongSetting = true;
        failure = new GrCudaException(GrCudaException.Kind.VALUE, e.getMessage(), e);
      } catch (DriverException e) {
        add(provider, Outcome.FAILED, e.getMessage());
        wrongSetting = e.result() == CudaResult.CUDA_ERROR_INVALID_VALUE;
        if (named || wrongSetting) {
          failure = GrCudaException.of(e);
        }
      }
    }

    private void add(DriverProvider provider, Outcome outcome, String reason) {
      candidates.add(new Candidate(provider.name(), outcome, reason));
    }
  }
}
