package org.grcuda.core.engine;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.grcuda.core.dag.DependencyPolicy;
import org.grcuda.core.host.HostFiles;
import org.grcuda.core.host.SessionHost;
import org.grcuda.core.host.SessionParts;
import org.grcuda.core.kernel.KernelFiles;
import org.grcuda.core.kernel.KernelLoader;
import org.grcuda.core.option.Options;
import org.grcuda.driver.CodeTarget;
import org.grcuda.driver.Driver;
import org.grcuda.nvrtc.CompileWait;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcSettings;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.history.KernelHistory;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.types.BackendChoice;
import org.grcuda.types.GrCudaException;

/**
 * One open context: a driver, its scheduler, and the arrays and kernels made through it. The typed
 * Java API and the Truffle language are two faces of it. Methods may be called from any thread.
 */
public final class Session extends Computations implements AutoCloseable {

  private final Options options;
  private final SessionHost host;
  private final Bandwidths bandwidths;
  private final NvrtcCompiler compiler;
  private final KernelFactory kernels;
  private final CudaRuntime cuda;
  private final NativeLibraries nativeLibraries;
  private final Conversions conversions = new Conversions(this);
  private final Reductions reductions = new Reductions(this);
  private final ScheduleExports exports;
  private final HistoryStore history;
  private final SessionParts parts = new SessionParts();
  private volatile boolean cancelled;

  private Session(Options options, SessionHost host, GpuRuntime runtime, Bandwidths bandwidths) {
    super(runtime, OptionReader.dependencies(options), host);
    this.options = options;
    this.host = host;
    this.bandwidths = bandwidths;
    this.history = new HistoryStore(options, host.files(), driver());
    this.exports = new ScheduleExports(options, host.files(), runtime);
    this.cuda = new CudaRuntime(this);
    this.nativeLibraries = new NativeLibraries(this, options.isTrue("RestoreFloatingPointModes"));
    NvrtcSettings settings =
        NvrtcSettings.of(host.environment(), this::message)
            .withLimits(OptionReader.compiling(options));
    this.compiler =
        NvrtcCompiler.open(
            settings, wait -> host.blocker().block(CompileWait.Interruptible::await, wait));
    KernelLoader loader =
        new KernelLoader(
            compiler, codeTargets(driver()), host.permissions(), driver().tellsOfInstructions());
    DependencyPolicy policy = OptionReader.dependencies(options);
    KernelFiles files =
        new KernelFiles(host.files(), driver().name(), driver().device(0).codeTarget());
    this.kernels = new KernelFactory(this, loader, files, policy, options.get("AccessModeCheck"));
  }

  private static List<CodeTarget> codeTargets(Driver driver) {
    return IntStream.range(0, driver.deviceCount())
        .mapToObj(ordinal -> driver.device(ordinal).codeTarget())
        .distinct()
        .toList();
  }

  /**
   * Opens the backend that {@code options} ask for.
   *
   * @throws GrCudaException if no backend can be used
   */
  public static Session open(Options options, SessionHost host) {
    Backends.Opened opened =
        Backends.installed()
            .open(options.get("Backend"), OptionReader.driver(options, host), host.permissions());
    opened.choice().candidates().stream()
        .filter(candidate -> candidate.outcome() == BackendChoice.Outcome.FAILED)
        .forEach(failed -> warn(host, fallback(failed, opened.driver())));
    return open(options, host, opened.driver());
  }

  private static String fallback(BackendChoice.Candidate failed, Driver taken) {
    return "backend '%s' could not be opened, '%s' is taken: %s"
        .formatted(failed.name(), taken.name(), failed.reason());
  }

  /**
   * What {@link #open} would choose, and why.
   *
   * @throws GrCudaException for an unknown backend or a setting out of range
   */
  public static BackendChoice explainBackend(Options options, SessionHost host) {
    return Backends.installed()
        .explain(options.get("Backend"), OptionReader.driver(options, host), host.permissions());
  }

  /**
   * Runs on {@code driver}, which is closed with the session, or at once if it cannot be opened.
   */
  public static Session open(Options options, SessionHost host, Driver driver) {
    try {
      ScheduleExports.check(options);
      Bandwidths bandwidths = new Bandwidths(options, host, driver, text -> warn(host, text));
      RuntimeOptions scheduling = OptionReader.runtime(options, host, driver);
      GpuRuntime runtime = GpuRuntime.open(driver, bandwidths.complete(scheduling), host.blocker());
      bandwidths.attach(runtime);
      return open(options, host, runtime, bandwidths);
    } catch (RuntimeException e) {
      driver.close();
      throw e;
    }
  }

  private static Session open(
      Options options, SessionHost host, GpuRuntime runtime, Bandwidths bandwidths) {
    try {
      return new Session(options, host, runtime, bandwidths);
    } catch (RuntimeException e) {
      runtime.close();
      throw e;
    }
  }

  /** The options in effect. */
  public Options options() {
    return options;
  }

  /** The bandwidths of the machine. */
  public Bandwidths bandwidths() {
    checkOpen();
    return bandwidths;
  }

  /** The functions of the CUDA runtime API. */
  public CudaRuntime cuda() {
    return cuda;
  }

  /** Makes kernels, of sources and of files. */
  public KernelFactory kernels() {
    return kernels;
  }

  /** The files of the program. */
  public HostFiles files() {
    return host.files();
  }

  /** Copies between element types, and of strided views. */
  public Conversions conversions() {
    return conversions;
  }

  /** The kernels that combine arrays. */
  public Reductions reductions() {
    return reductions;
  }

  /** The shared libraries whose functions the program calls. */
  public NativeLibraries nativeLibraries() {
    return nativeLibraries;
  }

  /** How long kernels take: the launches known to have completed included. */
  public KernelHistory history() {
    poll();
    return history.history();
  }

  /** The profile of a kernel that is being made. */
  KernelProfile profile(String kernel, String code) {
    return history.history().profile(kernel, code);
  }

  /** Environment variables that may be read. */
  public Map<String, String> environment() {
    return host.environment();
  }

  /** What other modules have added. */
  public SessionParts parts() {
    return parts;
  }

  /** Gives the user a warning. */
  public void tell(String warning) {
    warn(warning);
  }

  /** Reports failures whose output nothing has read, so that none is lost. */
  private void reportFailures() {
    Vertex failed = runtime().unreportedFailure();
    while (failed != null) {
      try {
        failed.throwIfFailed();
      } catch (ComputationFailedException e) {
        warn(e.getMessage());
      }
      failed = runtime().unreportedFailure();
    }
  }

  /** The files that the recorded schedule can be written to. */
  public ScheduleExports exports() {
    return exports;
  }

  private void message(String line) {
    host.messages().accept(line + System.lineSeparator());
  }

  /**
   * Stops kernels, where the backend can, and closes. A thread that waits for a kernel gets an
   * error. If another thread is closing the session, that thread can go on; this call does not wait
   * for it.
   */
  public void cancel() {
    cancelled = true;
    driver().stop("its context was cancelled");
    close();
  }

  /**
   * Waits for its work, and frees everything. Kernels that make no progress for 5 seconds are
   * stopped; if the thread is interrupted, all kernels are stopped. Idempotent.
   */
  @Override
  public void close() {
    try {
      // What waits for arrays that the host still holds can end only then.
      hostAccess().close();
      parts.close(cancelled);
    } finally {
      closeAll();
    }
  }

  private void closeAll() {
    if (!markClosed()) {
      return;
    }
    compiler.close();
    // Once more: another thread may have opened a view meanwhile.
    hostAccess().close();
    try {
      runtime().close();
      if (!cancelled) {
        reportFailures();
      }
      exports.atEnd(this::warn);
      history.save(this::warn);
    } finally {
      cuda.close();
      closeArrays();
      nativeLibraries.close();
      kernels.close();
      driver().close();
    }
  }
}
