package org.grcuda;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.grcuda.core.engine.Devices;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Session;
import org.grcuda.core.host.LocalFiles;
import org.grcuda.core.host.Permissions;
import org.grcuda.core.host.SessionHost;
import org.grcuda.core.kernel.CudaSource;
import org.grcuda.core.library.Libraries;
import org.grcuda.core.library.Library;
import org.grcuda.core.option.Options;
import org.grcuda.core.task.Token;
import org.grcuda.driver.DeviceKind;
import org.grcuda.driver.Driver;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.policy.BandwidthProfile;
import org.grcuda.runtime.policy.BandwidthProfiler;
import org.grcuda.runtime.policy.DeviceSelectionPolicy;
import org.grcuda.runtime.sync.Blocker;
import org.grcuda.task.Resource;
import org.grcuda.task.Task;
import org.grcuda.types.BackendChoice;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * CUDA kernels from Java: arrays, kernels, and their asynchronous execution over the devices of the
 * machine. It offers the same objects as the language {@code grcuda} offers to Python and
 * JavaScript, but needs no polyglot context.
 *
 * <p>Safe for use by several threads. Every error is a {@link GrCudaException}.
 */
public final class GrCuda extends ArrayFactory implements AutoCloseable {

  private final Session session;
  private final Libraries libraries;

  GrCuda(Session session) {
    this.session = session;
    this.libraries = new Libraries(session);
  }

  Session session() {
    return session;
  }

  /** Opens a context with every option at its default. */
  public static GrCuda open() {
    return builder().open();
  }

  /**
   * Starts a context with options. Options that are not set come from system properties, as in a
   * polyglot context: {@code polyglot.grcuda.CpuDevices}.
   */
  public static Builder builder() {
    return new Builder();
  }

  /** A context about to be opened. */
  public static final class Builder {

    private static final String PROPERTY_PREFIX = "polyglot.grcuda.";

    private final Map<String, String> options = new HashMap<>();
    private Consumer<String> output = System.out::print;
    private Consumer<String> messages = System.err::print;
    private Supplier<? extends DeviceSelectionPolicy> deviceSelection;
    private Driver driver;

    private Builder() {
      for (String property : System.getProperties().stringPropertyNames()) {
        if (property.startsWith(PROPERTY_PREFIX)) {
          option(property.substring(PROPERTY_PREFIX.length()), System.getProperty(property));
        }
      }
    }

    /**
     * Sets an option.
     *
     * @param name as in the documentation, without the prefix {@code grcuda.}
     * @param value as on the command line
     */
    public Builder option(String name, String value) {
      options.put(name, value);
      return this;
    }

    /**
     * Lets a policy of the program choose the device of each computation, whatever the option
     * DeviceSelectionPolicy says.
     *
     * @param policy makes the policy of the context
     */
    public Builder deviceSelection(Supplier<? extends DeviceSelectionPolicy> policy) {
      deviceSelection = Objects.requireNonNull(policy, "policy");
      return this;
    }

    /** Sends what kernels print to {@code sink}, not to standard output. */
    public Builder output(Consumer<String> sink) {
      output = sink;
      return this;
    }

    /** Sends warnings and progress to {@code sink}, not to standard error. */
    public Builder messages(Consumer<String> sink) {
      messages = sink;
      return this;
    }

    /**
     * Runs on {@code opened} instead of the backend that the options name; the context owns it from
     * {@link #open} on. For a null device that a test or a benchmark controls.
     */
    public Builder driver(Driver opened) {
      driver = Objects.requireNonNull(opened);
      return this;
    }

    /**
     * Opens the context.
     *
     * @throws GrCudaException for an unknown option or value, or if no backend can be used
     */
    public GrCuda open() {
      SessionHost host = host();
      Options checked = Options.of(options);
      return new GrCuda(
          driver == null ? Session.open(checked, host) : Session.open(checked, host, driver));
    }

    /**
     * The backend that {@link #open} would take, and why the others would not be. The backend is
     * opened, to see whether that works, and closed again.
     *
     * @throws GrCudaException for an unknown option or value
     */
    public BackendChoice explainBackend() {
      return Session.explainBackend(Options.of(options), host());
    }

    private SessionHost host() {
      return new SessionHost(
          System.getenv(),
          output,
          messages,
          Permissions.ALL,
          new LocalFiles(),
          Blocker.uninterruptible(),
          deviceSelection);
    }
  }

  /**
   * Makes arrays that stay in the memory of an endpoint. Kernels that use one run there, and the
   * host copies from and to it, but reaches no element. On the host it makes arrays as this does.
   *
   * @throws GrCudaException if the context has no such device
   */
  public ArrayFactory at(Endpoint endpoint) {
    return endpoint.device() < 0 ? this : new ArrayFactory.Homed(session, endpoint);
  }

  @Override
  NdArray allocate(ElementType type, Order order, long[] shape) {
    checkShape(type, shape);
    return session.allocate(type, shape, order);
  }

  /**
   * A new array of the elements of {@code array} as elements of {@code type}, in the same order;
   * asynchronous. Integers keep their low bits. Floating-point numbers are rounded, towards zero if
   * they become integers; a value that does not fit an integer type is undefined, as in CUDA. Every
   * value but 0 becomes true.
   *
   * @throws GrCudaException if complex numbers would have to become real ones, or for an array of
   *     another context
   */
  public DeviceArray astype(DeviceArray array, ElementType type) {
    if (array.session() != session) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE, "astype: " + array + " belongs to another context");
    }
    return DeviceArray.of(
        session.conversions().converted(array.array(), type, array.array().order()));
  }

  /** Arrays in files of the program. */
  public CudaFiles files() {
    return new CudaFiles(session);
  }

  /**
   * Compiles a kernel.
   *
   * @param source CUDA C++
   * @param signature {@code "name(x: in pointer float, n: sint32)"}, or the name alone; then the
   *     parameters are taken from the compiled code
   * @throws GrCudaException if the source does not compile, has no such kernel, or the signature is
   *     wrong
   */
  public Kernel buildKernel(String source, String signature) {
    return buildKernel(source, signature, CompileOptions.NONE);
  }

  /** As the other, with options of the compiler and headers. */
  public Kernel buildKernel(String source, String signature, CompileOptions options) {
    return new Kernel(session.kernels().build(source, signature, null, options));
  }

  /**
   * Compiles a kernel whose parameter types are given in NFI notation, such as {@code "const
   * pointer, pointer, sint32"}. Errors as the other.
   */
  public Kernel buildKernel(String source, String name, String types) {
    return buildKernel(source, name, types, CompileOptions.NONE);
  }

  /** As the other, with options of the compiler and headers. */
  public Kernel buildKernel(String source, String name, String types, CompileOptions options) {
    return new Kernel(session.kernels().build(source, name, types, options));
  }

  /**
   * The kernels of a whole CUDA file, as {@code nvcc} takes it; code of the host is set aside.
   *
   * @param file CUDA C++; its headers are looked for beside it
   * @throws GrCudaException if the file cannot be read, or its device code does not compile
   */
  public CudaModule module(Path file, CompileOptions options) {
    return CudaModule.of(session, CudaSource.read(session.files(), file.toString()), options);
  }

  /** As the other, of the text of such a file. */
  public CudaModule module(String source, CompileOptions options) {
    return CudaModule.of(session, CudaSource.ofText(source), options);
  }

  /**
   * A kernel of a file that was compiled before: PTX, or a cubin or fatbin where the backend
   * executes machine code. Kernels of one file share its variables.
   *
   * @param signature {@code "name(x: in pointer float, n: sint32)"}, or the name alone; then the
   *     parameters are taken from the PTX
   * @throws GrCudaException if the file cannot be read or executed, has no such kernel, or the
   *     signature is wrong
   */
  public Kernel bindKernel(Path file, String signature) {
    return new Kernel(session.kernels().bind(file.toString(), signature, null));
  }

  /** As the other, of a kernel whose parameter types are given in NFI notation. */
  public Kernel bindKernel(Path file, String name, String types) {
    return new Kernel(session.kernels().bind(file.toString(), name, types));
  }

  /**
   * A vendor library.
   *
   * @param name its namespace: {@code "BLAS"}, {@code "SPARSE"}, {@code "CUB"}, {@code "RAND"},
   *     {@code "ML"} or {@code "TRT"}
   * @throws GrCudaException if there is none of this name
   */
  public CudaLibrary library(String name) {
    return new CudaLibrary(
        libraries,
        Library.find(name)
            .orElseThrow(
                () ->
                    new GrCudaException(
                        GrCudaException.Kind.NOT_FOUND,
                        "no library '"
                            + name
                            + "': there are BLAS, SPARSE, ML, TRT, CUB and RAND")));
  }

  /**
   * A function of a shared library.
   *
   * @param library a path, or a name without a slash, such as {@code libm.so.6}, that the dynamic
   *     loader searches for unless it is a file here; released when this context closes
   * @param signature {@code "[cxx ][ns::]name(x: in pointer float, n: sint32): double"}; {@code
   *     cxx} for a function that is not {@code extern "C"}
   * @throws GrCudaException if the library cannot be loaded or has no such function, or the
   *     signature is wrong
   */
  public HostFunction bind(Path library, String signature) {
    return new HostFunction(session.nativeLibraries().bind(loaded(library), signature, null));
  }

  /**
   * A function of a shared library whose types are given in NFI notation, such as {@code "(const
   * pointer, sint32): double"}. Errors as the other.
   */
  public HostFunction bind(Path library, String name, String types) {
    return new HostFunction(session.nativeLibraries().bind(loaded(library), name, types));
  }

  private static String loaded(Path library) {
    String name = library.toString();
    boolean file = name.indexOf('/') >= 0 || !name.isEmpty() && Files.exists(library);
    return file ? library.toAbsolutePath().toString() : name;
  }

  /**
   * The clock of the host, in nanoseconds; only differences have a meaning. It is {@link
   * System#nanoTime}, or the simulated time if the devices are simulated.
   */
  public long nanoTime() {
    return session.driver().hostNanos();
  }

  /** The options in effect, by name, including those that were not given. */
  public Map<String, String> options() {
    return session.options().effective();
  }

  /** The devices in use. */
  public List<CudaDevice> devices() {
    Devices devices = session.cuda().devices();
    return IntStream.range(0, devices.count())
        .mapToObj(ordinal -> new CudaDevice(devices, ordinal))
        .toList();
  }

  /** The host, as an endpoint of routers. */
  public Endpoint host() {
    return Endpoint.HOST;
  }

  /**
   * Endpoints of routers on the devices in turn: endpoint {@code i} is on device {@code i} modulo
   * the number of devices.
   *
   * @param count at least 1
   */
  public List<Endpoint> endpoints(int count) {
    return org.grcuda.core.route.Endpoint.spread(count, session.deviceCount()).stream()
        .map(Endpoint::new)
        .toList();
  }

  /**
   * Starts a router of arrays of a class.
   *
   * @param type of its arrays: {@code ArrayType.FLOAT}
   */
  public <A extends DeviceArray> Router.Builder<A> router(ArrayType<A> type) {
    return new Router.Builder<>(session, type);
  }

  /**
   * A router from one endpoint to another, with packets of a megabyte and two buffers. {@link
   * Router.Builder#link(int)} makes one with others.
   *
   * @param type of its arrays: {@code ArrayType.FLOAT}
   */
  public <A extends DeviceArray> Link<A> link(ArrayType<A> type, Endpoint source, Endpoint target) {
    return router(type).from(source).to(target).link();
  }

  /**
   * Makes a device current for the calling thread (cudaSetDevice): see {@link
   * CudaDevice#setCurrent}.
   *
   * @param ordinal its number, from 0
   * @throws GrCudaException if there is no such device
   */
  public void setDevice(int ordinal) {
    session.cuda().devices().makeCurrent(ordinal);
  }

  /**
   * The bandwidths between the devices and the host that policies use. They come from the file that
   * the option BandwidthMatrix names, or were measured, or assumed; {@link BandwidthMatrix#origin}
   * says which.
   *
   * @throws GrCudaException if the file cannot be read
   */
  public BandwidthMatrix bandwidth() {
    return session.bandwidths().current();
  }

  /** Measures the bandwidths, and uses the result from now on. As the other, without progress. */
  public BandwidthProfile profileBandwidth() {
    return profileBandwidth((done, total) -> {});
  }

  /**
   * Measures the bandwidths between the devices and the host, after the work submitted so far, and
   * uses the result from now on. Nothing else should run meanwhile.
   *
   * @param progress is told of each step
   * @throws GrCudaException if there is no memory for the copies, or the backend copies nothing
   */
  public BandwidthProfile profileBandwidth(BandwidthProfiler.Progress progress) {
    return session.bandwidths().profile(progress);
  }

  /** The file in which contexts without the option BandwidthMatrix look for the bandwidths. */
  public Path bandwidthFile() {
    return session.bandwidths().storedFile();
  }

  /** A new stream of the calling thread's current device (cudaStreamCreate). */
  public CudaStream createStream() {
    return new CudaStream(session.cuda().createStream(), session.cuda().memory());
  }

  /**
   * A new resource: a name that has no memory and orders the launches that use it ({@link
   * Kernel#using}).
   *
   * @param name its name in messages and in the schedule
   */
  public Resource resource(String name) {
    return Token.of(session, Objects.requireNonNull(name, "name"));
  }

  /**
   * Work that several implementations can do alike: each call is done by the one that is predicted
   * to finish first.
   *
   * @param implementations by kind of device: {@link Kernel}s, at least one; for the processor also
   *     a {@link HostFunction} or a {@link org.grcuda.task.TaskFunction}
   * @throws GrCudaException if the parameters of two differ, or none can be used in this context
   */
  public Task task(Map<DeviceKind, ?> implementations) {
    return JavaValues.task(session, implementations);
  }

  /** A new event (cudaEventCreate). */
  public CudaEvent createEvent() {
    return new CudaEvent(session.cuda().createEvent());
  }

  /**
   * Waits for the work, frees all arrays, destroys streams and events; kernels stay
   * (cudaDeviceReset).
   */
  public void reset() {
    session.cuda().reset();
  }

  /** Waits for everything submitted so far. */
  public void synchronize() {
    session.synchronize();
  }

  /**
   * Writes the computations so far and their dependencies, in the format that the extension of
   * {@code file} chooses: {@code .dot}, {@code .json}, {@code .svg} or {@code .html}.
   *
   * @throws GrCudaException unless the option ExportDAG or ExportTrace is set
   */
  public void exportDag(Path file) {
    session.exports().exportDag(file.toString());
  }

  /**
   * Writes the computations so far as a trace in JSON, which ui.perfetto.dev shows.
   *
   * @throws GrCudaException unless the option ExportDAG or ExportTrace is set
   */
  public void exportTrace(Path file) {
    session.exports().exportTrace(file.toString());
  }

  /**
   * How long kernels took, by kernel, device and size of the launch, for launches that were timed
   * and are known to have completed. With the option EnableComputationTimers every launch is timed.
   */
  public List<KernelDurations> history() {
    return session.history().rows().stream().map(KernelDurations::of).toList();
  }

  /**
   * Stops kernels, where the backend can, and closes. May be called from any thread: a thread that
   * waits for a kernel gets a {@link GrCudaException}. Later failures of kernels are not reported.
   */
  public void cancel() {
    session.cancel();
  }

  /**
   * Waits for the work, frees arrays, kernels and devices. Idempotent.
   *
   * <p>Nobody can read the results of kernels any more. So a kernel that makes no progress for 5
   * seconds is stopped, with a warning; if the thread is interrupted, all kernels are stopped. Call
   * {@link #synchronize} first to wait for a kernel in which one block takes longer.
   */
  @Override
  public void close() {
    session.close();
  }
}
