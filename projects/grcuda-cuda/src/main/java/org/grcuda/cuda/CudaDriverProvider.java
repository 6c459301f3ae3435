package org.grcuda.cuda;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.option.Option;

/** Offers the GPUs of the machine as the backend {@code "cuda"}. */
public final class CudaDriverProvider implements DriverProvider {

  static final String NAME = "cuda";

  /** The system property that names another driver library, by its path: a double, for tests. */
  static final String LIBRARY_PROPERTY = "grcuda.cuda.driver";

  /** Before everything else. */
  private static final int RANK = 100;

  private static final String LIBRARY = "libcuda.so.1";

  /** As cuDriverGetVersion gives it: CUDA 12.0, which R525 came with. */
  private static final int OLDEST_VERSION = 12_000;

  private final String library;

  /** For the service loader. */
  public CudaDriverProvider() {
    this(System.getProperty(LIBRARY_PROPERTY, LIBRARY));
  }

  /** Uses a driver library of that name or path. */
  CudaDriverProvider(String library) {
    this.library = library;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int rank() {
    return RANK;
  }

  @Override
  public boolean needsNativeAccess() {
    return true;
  }

  @Override
  public List<Option> options() {
    return CudaSettings.OPTIONS;
  }

  @Override
  public Availability probe() {
    CudaSession session;
    try {
      session = load();
    } catch (CudaUnavailableException e) {
      return new Availability(false, e.getMessage());
    }
    try {
      int version = initialize(session);
      List<String> names = new ArrayList<>();
      for (int number = 0; number < gpuCount(session); number++) {
        names.add(Gpu.name(session, number));
      }
      String given = library.equals(LIBRARY) ? "" : " (driver library " + library + ")";
      return new Availability(
          true,
          "%s; the driver is for CUDA %s%s"
              .formatted(String.join(", ", names), text(version), given));
    } catch (CudaUnavailableException e) {
      return new Availability(false, e.getMessage());
    } catch (DriverException e) {
      return new Availability(false, "the NVIDIA driver fails: " + e.getMessage());
    } finally {
      session.close();
    }
  }

  @Override
  public Driver open(DriverSettings settings) {
    CudaSession session = null;
    try {
      session = load();
      initialize(session);
      CudaSettings asked = CudaSettings.of(settings);
      int count = CudaDriver.deviceCount(gpuCount(session), asked);
      CudaSession handedOver = session;
      session = null;
      return new CudaDriver(handedOver, count, asked, settings.host());
    } catch (CudaUnavailableException e) {
      throw new DriverException(CudaResult.CUDA_ERROR_NO_DEVICE, "cuInit", -1, e.getMessage(), e);
    } finally {
      if (session != null) {
        session.close();
      }
    }
  }

  private CudaSession load() throws CudaUnavailableException {
    try {
      return CudaSession.open(library);
    } catch (CudaUnavailableException e) {
      throw new CudaUnavailableException(explain(e.getMessage()));
    }
  }

  /** Explains the loader's message about a missing driver, which alone tells most users little. */
  private String explain(String problem) {
    if (problem.contains("it has no function")) {
      return "the NVIDIA driver is too old: " + problem + "; R525 (CUDA 12.0) or later is needed";
    }
    return problem.startsWith(library)
        ? "no NVIDIA driver is installed (" + problem + ")"
        : problem;
  }

  private static int initialize(CudaSession session) throws CudaUnavailableException {
    int version =
        session.intOf(
            "cuDriverGetVersion", -1, out -> DriverApi.driverVersion(session.handle(), out));
    if (version < OLDEST_VERSION) {
      throw new CudaUnavailableException(
          "the NVIDIA driver is for CUDA %s, too old: R525 (CUDA 12.0) or later is needed"
              .formatted(text(version)));
    }
    int status = DriverApi.initialize(session.handle());
    if (status == CudaResult.CUDA_ERROR_NO_DEVICE.code()) {
      throw new CudaUnavailableException(
          "there is an NVIDIA driver, but no GPU that this process may use"
              + " (CUDA_ERROR_NO_DEVICE; see CUDA_VISIBLE_DEVICES)");
    }
    session.check(status, "cuInit", -1);
    return version;
  }

  private static int gpuCount(CudaSession session) throws CudaUnavailableException {
    int count =
        session.intOf("cuDeviceGetCount", -1, out -> DriverApi.deviceCount(session.handle(), out));
    if (count == 0) {
      throw new CudaUnavailableException(
          "there is an NVIDIA driver, but no GPU that this process may use"
              + " (see CUDA_VISIBLE_DEVICES)");
    }
    return count;
  }

  private static String text(int version) {
    return version / 1000 + "." + version % 1000 / 10;
  }
}
