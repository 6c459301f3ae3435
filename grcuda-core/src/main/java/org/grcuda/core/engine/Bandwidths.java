package org.grcuda.core.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.grcuda.core.host.SessionHost;
import org.grcuda.core.option.Options;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.UsageException;
import org.grcuda.nvrtc.NvrtcSettings;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.policy.BandwidthFile;
import org.grcuda.runtime.policy.BandwidthFormatException;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.policy.BandwidthProfile;
import org.grcuda.runtime.policy.BandwidthProfiler;
import org.grcuda.runtime.policy.DeviceSelectionPolicy;
import org.grcuda.types.GrCudaException;

/**
 * The bandwidths of a session's machine. They come from the file or the published machine that the
 * option {@code BandwidthMatrix} names; without the option they come from the driver, if it knows
 * them, or from the file that {@code grcuda bandwidth} wrote for this backend. Otherwise they are
 * assumed. The session looks for them when it is opened if its policy asks for them, otherwise when
 * the program does.
 */
public final class Bandwidths {

  private static final String OPTION = "BandwidthMatrix";

  private final String named;
  private final SessionHost host;
  private final Driver driver;
  private final Consumer<String> warnings;
  private final Path stored;
  private GpuRuntime runtime;
  private boolean loaded;

  Bandwidths(Options options, SessionHost host, Driver driver, Consumer<String> warnings) {
    this.named = options.get(OPTION);
    this.host = host;
    this.driver = driver;
    this.warnings = warnings;
    String machine = driver.name() + "-" + driver.device(0).name();
    stored =
        NvrtcSettings.of(host.environment(), line -> {})
            .cacheDirectory()
            .resolve("bandwidth-" + machine.replaceAll("[^A-Za-z0-9]+", "-") + ".csv");
  }

  /**
   * {@code options} with the bandwidths that their policy needs.
   *
   * @throws GrCudaException if the file that the option names is broken, or has too few devices
   */
  RuntimeOptions complete(RuntimeOptions options) {
    DeviceSelectionPolicy policy = options.newDeviceSelection();
    if (policy == null) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, "deviceSelection: expected a policy, given null");
    }
    // The stream policy depends on the selection that was named, not on the policy object.
    RuntimeOptions.Builder complete =
        options.with().stream(options.stream()).deviceSelection(() -> policy);
    if (driver.deviceCount() > 1 && policy.usesBandwidth()) {
      complete.bandwidths(load());
      loaded = true;
    } else if (!named.isEmpty()) {
      BandwidthMatrix matrix = read();
      loaded = matrix != null;
      if (loaded) {
        complete.bandwidths(matrix);
      }
    }
    return complete.build();
  }

  /** Serves the runtime {@code opened} from now on. */
  void attach(GpuRuntime opened) {
    runtime = opened;
  }

  /** The bandwidths in use; looks for them if nobody has yet. */
  public synchronized BandwidthMatrix current() {
    if (!loaded) {
      runtime.install(load());
      loaded = true;
    }
    return runtime.bandwidths();
  }

  /**
   * Measures every link, after the work submitted before, and uses the result from now on.
   *
   * @param progress told of each step
   * @throws GrCudaException if there is no memory for the copies, or copies take no time
   */
  public synchronized BandwidthProfile profile(BandwidthProfiler.Progress progress) {
    runtime.synchronize();
    BandwidthProfile profile;
    try {
      profile = BandwidthProfiler.measure(driver, progress);
    } catch (DriverException e) {
      throw new GrCudaException(
          GrCudaException.Kind.DEVICE, "measuring bandwidths: " + e.getMessage(), e);
    } catch (UsageException e) {
      throw RuntimeErrors.of(e);
    }
    runtime.install(profile.matrix());
    loaded = true;
    return profile;
  }

  /** The file in which sessions without the option look for the bandwidths of this backend. */
  public Path storedFile() {
    return stored;
  }

  private BandwidthMatrix load() {
    if (named.isEmpty()) {
      return driver.bandwidth(BandwidthMatrix.HOST, 0) > 0 ? told() : storedOrAssumed();
    }
    BandwidthMatrix matrix = read();
    return matrix != null ? matrix : measureInstead();
  }

  /** The bandwidths that the driver itself tells. */
  private BandwidthMatrix told() {
    int devices = driver.deviceCount();
    BandwidthMatrix.Builder matrix = BandwidthMatrix.builder(devices, driver.device(0).name());
    for (int from = BandwidthMatrix.HOST; from < devices; from++) {
      for (int to = BandwidthMatrix.HOST; to < devices; to++) {
        if (from != to) {
          matrix.set(from, to, driver.bandwidth(from, to));
        }
      }
    }
    return matrix.build();
  }

  /** The bandwidths that the option names; null if it names a file that does not exist. */
  private BandwidthMatrix read() {
    BandwidthMatrix matrix;
    try {
      matrix =
          BandwidthFile.publishedNames().contains(named)
              ? BandwidthFile.published(named)
              : BandwidthFile.parse(text(host.files().read(named)), named);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw GrCudaException.of("read", named, e);
    } catch (BandwidthFormatException e) {
      throw refused(e.getMessage());
    }
    if (matrix.devices() < driver.deviceCount()) {
      throw refused(
          named
              + " ends at device "
              + (matrix.devices() - 1)
              + ", device "
              + (driver.deviceCount() - 1)
              + " is in use; measure with 'grcuda bandwidth -o FILE', or use fewer devices with"
              + " grcuda.NumberOfGPUs");
    }
    return matrix.first(driver.deviceCount());
  }

  private static GrCudaException refused(String problem) {
    return new GrCudaException(
        GrCudaException.Kind.VALUE, "option grcuda." + OPTION + ": " + problem);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private BandwidthMatrix measureInstead() {
    String missing = "option grcuda." + OPTION + ": there is no file " + named + ": ";
    try {
      BandwidthMatrix measured = BandwidthProfiler.measure(driver, (done, total) -> {}).matrix();
      warnings.accept(
          missing + "measured now; 'grcuda bandwidth -o " + named + "' measures once and for all");
      return measured;
    } catch (DriverException | UsageException e) {
      return assumed(missing + e.getMessage());
    }
  }

  private BandwidthMatrix storedOrAssumed() {
    try {
      BandwidthMatrix matrix =
          BandwidthFile.parse(text(Files.readAllBytes(stored)), stored.toString());
      if (matrix.devices() >= driver.deviceCount()) {
        return matrix.first(driver.deviceCount());
      }
      return isOneMemory() ? sameMemory() : assumed(stored + " has too few devices");
    } catch (NoSuchFileException e) {
      return isOneMemory() ? sameMemory() : assumed("the bandwidths of this machine are not known");
    } catch (IOException e) {
      return assumed(GrCudaException.of("read", stored.toString(), e).getMessage());
    } catch (BandwidthFormatException e) {
      return assumed(e.getMessage());
    }
  }

  /** Whether devices have no memory of their own, so that all links really are equal. */
  private boolean isOneMemory() {
    return driver.device(0).attribute(DeviceAttribute.INTEGRATED) != 0;
  }

  private BandwidthMatrix sameMemory() {
    return BandwidthMatrix.assumed(driver.deviceCount());
  }

  private BandwidthMatrix assumed(String reason) {
    warnings.accept(
        reason
            + "; %s GB/s are assumed for links to the host, and %s between devices; 'grcuda bandwidth' measures"
                .formatted(
                    BandwidthFile.shown(BandwidthMatrix.ASSUMED_HOST),
                    BandwidthFile.shown(BandwidthMatrix.ASSUMED_DEVICES)));
    return sameMemory();
  }
}
