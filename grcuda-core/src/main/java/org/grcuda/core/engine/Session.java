package org.grcuda.core.engine;

import java.lang.ref.Reference;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.grcuda.core.dag.ComputationDag;
import org.grcuda.core.dag.DependencyPolicy;
import org.grcuda.core.host.HostFiles;
import org.grcuda.core.host.Permissions;
import org.grcuda.core.host.SessionHost;
import org.grcuda.core.kernel.KernelFiles;
import org.grcuda.core.kernel.KernelLoader;
import org.grcuda.core.kernel.SideEffects;
import org.grcuda.core.option.Options;
import org.grcuda.driver.CodeTarget;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.nvrtc.CompileWait;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcSettings;
import org.grcuda.runtime.Access;
import org.grcuda.runtime.AccessMode;
import org.grcuda.runtime.Allocation;
import org.grcuda.runtime.ComputationFailedException;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.Operation;
import org.grcuda.runtime.Placement;
import org.grcuda.runtime.Region;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.Vertex;
import org.grcuda.runtime.history.KernelHistory;
import org.grcuda.runtime.history.KernelProfile;
import org.grcuda.types.BackendChoice;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * One open context: a driver, its scheduler, and the arrays and kernels made through it. The typed
 * Java API and the Truffle language are two faces of it. Methods may be called from any thread.
 */
public final class Session implements AutoCloseable {

  private final Options options;
  private final SessionHost host;
  private final Driver driver;
  private final Bandwidths bandwidths;
  private final GpuRuntime runtime;
  private final ComputationDag dag;
  private final NvrtcCompiler compiler;
  private final KernelFactory kernels;
  private final CudaRuntime cuda;
  private final NativeLibraries nativeLibraries;
  private final ArrayMemory arrays;
  private final HostAccess hostAccess;
  private final Conversions conversions = new Conversions(this);
  private final ScheduleExports exports;
  private final HistoryStore history;
  private volatile boolean closed;
  private volatile boolean cancelled;

  private Session(Options options, SessionHost host, GpuRuntime runtime, Bandwidths bandwidths) {
    this.options = options;
    this.host = host;
    this.driver = runtime.driver();
    this.runtime = runtime;
    this.bandwidths = bandwidths;
    this.dag = new ComputationDag(runtime, OptionReader.dependencies(options));
    this.hostAccess = new HostAccess(this, dag);
    this.history = new HistoryStore(options, host.files(), driver);
    this.exports = new ScheduleExports(options, host.files(), runtime);
    this.arrays = new ArrayMemory(dag, driver);
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
            compiler,
            codeTargets(driver),
            host.permissions(),
            OptionReader.looksAtKernels(options));
    DependencyPolicy policy = dag.policy();
    KernelFiles files = new KernelFiles(host.files(), driver.name(), driver.device(0).codeTarget());
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

  /** What the program may do. */
  public Permissions permissions() {
    return host.permissions();
  }

  /** The driver. */
  public Driver driver() {
    return driver;
  }

  GpuRuntime runtime() {
    return runtime;
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

  /** Number of devices in use. */
  public int deviceCount() {
    return driver.deviceCount();
  }

  /**
   * A new array, its elements undefined.
   *
   * @throws GrCudaException if the shape is impossible, or memory is exhausted
   */
  public NdArray allocate(ElementType type, long[] shape, Order order) {
    checkOpen();
    long[] kept = shape.clone();
    return NdArray.over(arrays.allocate(this, type, kept), kept, order);
  }

  /**
   * Memory that {@code allocator} gives, {@code bytes} bytes, which addresses resolve to from now
   * on; as for arrays, a collection is tried before there is none.
   */
  Allocation allocate(long bytes, Supplier<Allocation> allocator) {
    checkOpen();
    return arrays.allocate(bytes, allocator);
  }

  /** Frees memory of {@link #allocate}, ordered after the computations that use it. */
  void free(Allocation allocation) {
    arrays.release(allocation);
  }

  /** Frees every array, and all memory of {@link #allocate}. */
  void freeAll() {
    for (Allocation allocation : arrays.all()) {
      if (!allocation.isForeign()) {
        arrays.release(allocation);
      }
    }
  }

  /** Frees an array, ordered after the computations that use it. Idempotent. */
  public void free(NdArray array) {
    checkOpen();
    array.storage().free();
  }

  /** Makes kernels, of sources and of files. */
  public KernelFactory kernels() {
    return kernels;
  }

  /** The files of the program. */
  public HostFiles files() {
    return host.files();
  }

  /**
   * Makes memory that its owner keeps on one device, such as a variable of a module, take part in
   * the DAG.
   */
  Allocation adopt(String name, long address, long bytes, int device) {
    Allocation adopted = runtime.memory().wrapDevice(name, address, bytes, device);
    arrays.add(adopted);
    return adopted;
  }

  /** No array can be used any more that lies in memory of {@link #adopt}. */
  void disown(Allocation adopted) {
    arrays.remove(adopted);
    runtime.lock();
    try {
      adopted.markFreed();
    } finally {
      runtime.unlock();
    }
  }

  /** Submits a launch. */
  void launch(GpuKernel kernel, Operation.Launch launch, Placement requested, Access[] arguments) {
    checkOpen();
    SideEffects effects = kernel.sideEffects();
    if (effects.elsewhere() != null && !runtime.memory().isManaged()) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          "kernel '"
              + kernel.name()
              + "' follows pointers in memory, and replicated arrays have an address on each"
              + " device; pass the arrays as arguments, or set grcuda.MemoryManager to managed");
    }
    Access[] named = effects.named(arguments);
    Placement placement = LaunchPlace.of(kernel.name(), arguments, named, requested);
    while (true) {
      Access[] accesses = effects.all(named, arrays::all);
      try {
        submit(kernel.name(), launch, placement, accesses);
        return;
      } catch (GrCudaException e) {
        // Of the arrays that no argument names, one may have been freed meanwhile: without it
        // again.
        boolean refused = e.kind() == GrCudaException.Kind.STATE && !closed;
        if (!refused || isAnyFreed(arguments) || !isAnyFreed(accesses)) {
          throw e;
        }
      }
    }
  }

  private static boolean isAnyFreed(Access[] accesses) {
    for (Access access : accesses) {
      if (access.allocation().isFreed()) {
        return true;
      }
    }
    return false;
  }

  /** Copies between element types, and of strided views. */
  public Conversions conversions() {
    return conversions;
  }

  /** The shared libraries whose functions the program calls. */
  public NativeLibraries nativeLibraries() {
    return nativeLibraries;
  }

  /** Runs host code on this thread, as a computation. */
  Object call(String name, Operation.HostFunction function, Access[] accesses) {
    try {
      return dag.call(name, function, accesses);
    } catch (ComputationFailedException e) {
      throw new GrCudaException(GrCudaException.Kind.DEVICE, e.getMessage(), e);
    } catch (IllegalStateException e) {
      throw new GrCudaException(GrCudaException.Kind.STATE, name + ": " + e.getMessage(), e);
    }
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

  /** Learns which computations have completed. */
  void poll() {
    checkOpen();
    runtime.poll();
  }

  /** How the host uses the elements of arrays. */
  public HostAccess hostAccess() {
    return hostAccess;
  }

  /**
   * The memory from {@code address} to the end of the array that it lies in; null if it lies in
   * none.
   */
  public Region resolve(long address) {
    return arrays.at(address);
  }

  /** Copies {@code source} to {@code target}, of the same type and size; asynchronous. */
  public void copy(NdArray target, NdArray source) {
    Region to = checkedRegion(target);
    Region from = checkedRegion(source);
    if (to.equals(from)) {
      return;
    }
    if (to.overlaps(from)) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, "copy between overlapping parts of one array");
    }
    Access[] accesses = {new Access(to, AccessMode.OVERWRITE), new Access(from, AccessMode.READ)};
    submit("copy", new Operation.Copy(to, from), Placement.ANYWHERE, accesses);
    Reference.reachabilityFence(target);
    Reference.reachabilityFence(source);
  }

  /** Stores the low bytes of {@code bits} in every element of a dense array; asynchronous. */
  public void fill(NdArray target, long bits) {
    fill(target, bits, 0);
  }

  /**
   * Stores the low bytes of the 128 bits {@code high:low} in every element of a dense array;
   * asynchronous.
   */
  public void fill(NdArray target, long low, long high) {
    Region to = checkedRegion(target.dense("fill", "filled"));
    Access[] accesses = {new Access(to, AccessMode.OVERWRITE)};
    var operation = new Operation.Fill(to, low, high, target.type().sizeBytes());
    submit("fill", operation, Placement.ANYWHERE, accesses);
    Reference.reachabilityFence(target);
  }

  /** Calls a function of a vendor's library, which is launched as a kernel is. */
  public void callLibrary(String name, Operation.Launch call, Access... accesses) {
    submit(name, name, call, Placement.ANYWHERE, accesses);
  }

  /** Submits a computation; what the runtime throws becomes an error for the user. */
  Vertex submit(String name, Operation operation, Placement placement, Access... accesses) {
    String subject = operation instanceof Operation.Launch ? "kernel '" + name + "'" : name;
    return submit(name, subject, operation, placement, accesses);
  }

  private Vertex submit(
      String name, String subject, Operation operation, Placement placement, Access... accesses) {
    checkOpen();
    try {
      return dag.submit(name, operation, placement, accesses);
    } catch (DriverException e) {
      throw new GrCudaException(GrCudaException.Kind.DEVICE, subject + ": " + e.getMessage(), e);
    } catch (ComputationFailedException e) {
      throw new GrCudaException(GrCudaException.Kind.DEVICE, e.getMessage(), e);
    } catch (IllegalStateException e) {
      throw new GrCudaException(GrCudaException.Kind.STATE, name + ": " + e.getMessage(), e);
    }
  }

  Region checkedRegion(NdArray array) {
    if (array.storage().session() != this) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE, array.describe() + " belongs to another context");
    }
    array.storage().checkAlive(array);
    return array.region();
  }

  /** The places that hold an up-to-date copy of an array, as {@link org.grcuda.runtime.Places}. */
  public long holders(NdArray array) {
    Region region = checkedRegion(array);
    runtime.lock();
    try {
      return region.allocation().holders(region.offset(), region.length());
    } finally {
      runtime.unlock();
    }
  }

  /**
   * Waits for everything submitted so far.
   *
   * @throws GrCudaException the first failure that no read has reported
   */
  public void synchronize() {
    checkOpen();
    guardedWait(dag::synchronize);
    throwUnreported();
  }

  /** The end of everything submitted so far, as {@link #synchronize} waits for it. */
  public Completion completion() {
    checkOpen();
    return Completion.ofAll(this);
  }

  /** Throws the first failure that nobody was told of. */
  void throwUnreported() {
    Vertex failed = runtime.unreportedFailure();
    if (failed != null) {
      await(failed);
    }
  }

  /** As {@link #synchronize}, but leaves failures to others. */
  void drain() {
    guardedWait(dag::synchronize);
  }

  /**
   * Waits for a computation.
   *
   * @throws GrCudaException if it failed, or depends on the data of one that did
   */
  void await(Vertex vertex) {
    awaitEnd(vertex);
    try {
      vertex.throwIfFailed();
    } catch (ComputationFailedException e) {
      throw new GrCudaException(GrCudaException.Kind.DEVICE, e.getMessage(), e);
    }
  }

  /** As {@link #await}, but leaves a failure to others. */
  void awaitEnd(Vertex vertex) {
    guardedWait(() -> runtime.awaitEnd(vertex));
  }

  /** Another thread may close the driver during the wait: the error then names the context. */
  private void guardedWait(Runnable wait) {
    try {
      wait.run();
    } catch (IllegalStateException e) {
      checkOpen();
      throw new GrCudaException(GrCudaException.Kind.STATE, e.getMessage(), e);
    }
  }

  /** Tells of failures that nothing has read the output of: none is lost. */
  private void reportFailures() {
    Vertex failed = runtime.unreportedFailure();
    while (failed != null) {
      try {
        failed.throwIfFailed();
      } catch (ComputationFailedException e) {
        warn(e.getMessage());
      }
      failed = runtime.unreportedFailure();
    }
  }

  /** The files that the recorded schedule can be written to. */
  public ScheduleExports exports() {
    return exports;
  }

  /** Tells the user something that is no error. */
  void warn(String text) {
    warn(host, text);
  }

  private static void warn(SessionHost host, String text) {
    host.messages().accept("grcuda: warning: " + text + System.lineSeparator());
  }

  private void message(String line) {
    host.messages().accept(line + System.lineSeparator());
  }

  boolean isClosed() {
    return closed;
  }

  /** Refuses the use of a closed session. */
  public void checkOpen() {
    if (closed) {
      throw new GrCudaException(GrCudaException.Kind.STATE, "the context is closed");
    }
  }

  /**
   * Stops kernels, where the backend can, and closes. Whoever waits for one gets an error. If
   * another thread is closing it, that one gets on; this does not wait for it.
   */
  public void cancel() {
    cancelled = true;
    driver.stop("its context was cancelled");
    close();
  }

  /**
   * Waits for its work, frees what it holds. Kernels that do not get on for 5 seconds are stopped,
   * and all are if the thread is interrupted. Idempotent.
   */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    compiler.close();
    hostAccess.close();
    try {
      runtime.close();
      if (!cancelled) {
        reportFailures();
      }
      exports.atEnd(this::warn);
      history.save(this::warn);
    } finally {
      cuda.close();
      arrays.close();
      nativeLibraries.close();
      kernels.close();
      driver.close();
    }
  }
}
