package org.grcuda.core.engine;

import java.lang.ref.Reference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.grcuda.core.dag.ComputationDag;
import org.grcuda.core.dag.DependencyPolicy;
import org.grcuda.core.host.Permissions;
import org.grcuda.core.host.SessionHost;
import org.grcuda.core.kernel.SideEffects;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.completion.HostProgress;
import org.grcuda.runtime.completion.ThreadWork;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * The computations of one open context, and the arrays that they use: submission, waiting and
 * allocation through its DAG. {@link Session} adds kernels, streams and files. Methods may be
 * called from any thread.
 */
public class Computations {

  private final SessionHost host;
  private final Driver driver;
  private final GpuRuntime runtime;
  private final ComputationDag dag;
  private final ArrayMemory arrays;
  private final HostAccess hostAccess;
  private volatile boolean closed;

  Computations(GpuRuntime runtime, DependencyPolicy policy, SessionHost host) {
    this.host = host;
    this.driver = runtime.driver();
    this.runtime = runtime;
    this.dag = new ComputationDag(runtime, policy);
    this.hostAccess = new HostAccess(this, dag);
    this.arrays = new ArrayMemory(dag, driver);
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
    long[] kept = shape.clone();
    Storage storage = WhileOpen.call(this, () -> arrays.allocate(this, type, kept));
    return NdArray.over(storage, kept, order);
  }

  /**
   * A new array in the memory of {@code device} for good, its elements undefined. Computations that
   * use it run there, and the host reaches it by copies only.
   *
   * @throws GrCudaException as {@link #allocate(ElementType, long[], Order)}
   */
  public NdArray allocateOn(int device, ElementType type, long... shape) {
    long[] kept = shape.clone();
    Storage storage = WhileOpen.call(this, () -> arrays.allocateOn(device, this, type, kept));
    return NdArray.over(storage, kept, Order.C);
  }

  /**
   * Memory of {@code bytes} bytes from {@code allocator}; addresses in it resolve to it from now
   * on. As for arrays, unreachable ones are collected before the allocation fails.
   */
  Allocation allocate(long bytes, Supplier<Allocation> allocator) {
    return WhileOpen.call(this, () -> arrays.allocate(bytes, allocator));
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

  /** Adds memory that its owner keeps on one device, such as a variable of a module, to the DAG. */
  Allocation adopt(String name, long address, long bytes, int device) {
    Allocation adopted = runtime.memory().wrapDevice(name, address, bytes, device);
    arrays.add(adopted);
    return adopted;
  }

  /** Makes all arrays in {@code adopted}, memory of {@link #adopt}, unusable. */
  void disown(Allocation adopted) {
    arrays.remove(adopted);
    runtime.lock();
    try {
      adopted.markFreed();
    } finally {
      runtime.unlock();
    }
  }

  /**
   * Submits a launch, and returns its computation.
   *
   * @param kernel its name
   * @param effects what it touches besides {@code arguments}
   */
  Vertex launch(
      String kernel,
      SideEffects effects,
      Operation.Launch launch,
      Placement requested,
      Access[] arguments) {
    checkOpen();
    if (effects.elsewhere() != null && !runtime.memory().isManaged()) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          "kernel '"
              + kernel
              + "' follows pointers in memory, and replicated arrays have an address on each"
              + " device; pass the arrays as arguments, or set grcuda.MemoryManager to managed");
    }
    Access[] named = effects.named(arguments);
    Placement placement = LaunchPlace.of(driver, kernel, arguments, named, requested);
    while (true) {
      Access[] accesses =
          effects.elsewhere() == null ? named : effects.withElsewhere(named, arrays.all());
      try {
        return submit(kernel, launch, placement, accesses);
      } catch (GrCudaException e) {
        // An array that no argument names may have been freed meanwhile: try again without it.
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

  /** Runs host code on this thread, as a computation. */
  Object call(String name, Operation.HostFunction function, Access[] accesses) {
    try {
      return dag.call(name, function, accesses);
    } catch (ComputationFailedException e) {
      throw RuntimeErrors.of(e);
    } catch (IllegalStateException e) {
      throw RuntimeErrors.of(this, name + ": ", e);
    }
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
    Placement place = LaunchPlace.into(target.storage(), accesses);
    submit("copy", new Operation.Copy(to, from), place, accesses);
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
    submit("fill", operation, LaunchPlace.into(target.storage(), accesses), accesses);
    Reference.reachabilityFence(target);
  }

  /**
   * Takes an array off the devices once the computations before have ended; the host keeps it.
   *
   * @throws GrCudaException if it was freed, is a strided view, or is kept on a device
   */
  public void evict(NdArray array) {
    if (array.isAway()) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          "evict: " + array.describe() + " is in the memory of a device for good; free it instead");
    }
    Region region = checkedRegion(array.dense("evict", "evicted"));
    if (runtime.memory().isManaged()) {
      Access[] read = {new Access(region, AccessMode.READ)};
      submit("evict", new Operation.Prefetch(region, Places.HOST), Placement.ANYWHERE, read);
    } else {
      // The host becomes the only place that holds the contents, as if it wrote them.
      Access write = new Access(region, AccessMode.READ_WRITE);
      submitTask("evict", (task, addresses) -> evict(task, region), write);
    }
    Reference.reachabilityFence(array);
  }

  /**
   * Lets what a device holds of {@code region}, or computations are about to write there, follow
   * them to the host, where the runtime moves it. Else it would leave the device when the host has
   * seen their ends. Does nothing where each submission waits: nothing may be waited for here.
   */
  public void fetchToHost(Region region) {
    boolean moves = !runtime.memory().isManaged() && !runtime.isSynchronous();
    if (moves && !region.allocation().isHostReadable()) {
      Access[] read = {new Access(region, AccessMode.READ)};
      submit("fetch", new Operation.Prefetch(region, Places.HOST), Placement.ANYWHERE, read);
    }
  }

  private void evict(Vertex task, Region region) {
    runtime.memory().evict(region);
    runtime.finish(task, null);
  }

  /** Routers between arrays of this context. */
  public Routes routes() {
    return new Routes(this, dag);
  }

  /**
   * Calls a function of a vendor's library, which is launched as a kernel is.
   *
   * @param runs whether a device can run it
   */
  public void callLibrary(
      String name, Predicate<Device> runs, Operation.Launch call, Access... accesses) {
    submit(name, false, call, Placement.among(devices(runs)), accesses);
  }

  /** The devices that are {@code wanted}: bit d for device d; -1 if all are. */
  public final long devices(Predicate<Device> wanted) {
    long found = 0;
    for (int i = 0; i < deviceCount(); i++) {
      found |= wanted.test(driver.device(i)) ? 1L << i : 0;
    }
    return found == runtime.devices().all() ? -1 : found;
  }

  /** Submits a computation; what the runtime throws becomes an error for the user. */
  Vertex submit(String name, Operation operation, Placement placement, Access... accesses) {
    return submit(name, operation.shape() != null, operation, placement, accesses);
  }

  private Vertex submit(
      String name, boolean isKernel, Operation operation, Placement placement, Access[] accesses) {
    checkOpen();
    try {
      return dag.submit(name, operation, placement, accesses);
    } catch (DriverException e) {
      String subject = isKernel ? "kernel '" + name + "'" : name;
      throw new GrCudaException(GrCudaException.Kind.DEVICE, subject + ": " + e.getMessage(), e);
    } catch (ComputationFailedException e) {
      throw RuntimeErrors.of(e);
    } catch (IllegalStateException e) {
      throw RuntimeErrors.of(this, name + ": ", e);
    }
  }

  /** Submits a task of the host, which {@link #finish} ends. */
  public Vertex submitTask(String name, Operation.HostWork work, Access... accesses) {
    return submit(name, new Operation.HostTask(work), Placement.ANYWHERE, accesses);
  }

  /** Submits work that can be done in several ways. */
  public void submitChoice(String name, Operation.Choice choice, Access... accesses) {
    checkOpen();
    submit(name, choice, Placement.ANYWHERE, accesses);
  }

  /** Threads that wait for computations execute {@code work} meanwhile. */
  public void workWith(ThreadWork work) {
    runtime.workWith(work);
  }

  /** Ends a task of the host; {@code error} is null if it has not failed. */
  public void finish(Vertex task, GrCudaException error) {
    runtime.finish(task, error);
  }

  /** Threads that wait for tasks of the host drive {@code progress}; null if they drive nothing. */
  public void driveWith(HostProgress progress) {
    runtime.driveWith(progress);
  }

  /** Learns what has ended, for a program that asks again until a task of the host has begun. */
  public void query(Vertex task) {
    checkOpen();
    runtime.query(task);
    runtime.poll();
  }

  /**
   * Waits until a task of the host has begun, or has ended without beginning.
   *
   * @throws GrCudaException if data that it uses comes from a computation that failed
   */
  public void awaitBegin(Vertex task) {
    try {
      guardedWait(() -> runtime.awaitBegin(task));
    } catch (ComputationFailedException e) {
      throw RuntimeErrors.of(e);
    }
  }

  /** Whether a computation has ended. */
  public boolean isComplete(Vertex vertex) {
    return runtime.isComplete(vertex);
  }

  /** Something without memory that orders the computations that name it. */
  public Allocation resource(String name) {
    return WhileOpen.call(this, () -> runtime.memory().resource(name));
  }

  /**
   * The memory of an array.
   *
   * @throws GrCudaException if it was freed, or belongs to another context
   */
  public Region checkedRegion(NdArray array) {
    if (array.storage().session() != this) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE, array.describe() + " belongs to another context");
    }
    array.storage().checkAlive(array);
    return array.region();
  }

  /**
   * The places that hold an up-to-date copy of an array, as {@link
   * org.grcuda.runtime.computation.Places}.
   */
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

  /** Throws the first failure that was not reported yet. */
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
  public void await(Vertex vertex) {
    awaitEnd(vertex);
    try {
      vertex.throwIfFailed();
    } catch (ComputationFailedException e) {
      throw RuntimeErrors.of(e);
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
      throw RuntimeErrors.of(this, e);
    }
  }

  /** Gives the user a warning. */
  void warn(String text) {
    warn(host, text);
  }

  static void warn(SessionHost host, String text) {
    host.messages().accept("grcuda: warning: " + text + System.lineSeparator());
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

  /** Refuses all use from now on; false if it did before. */
  final synchronized boolean markClosed() {
    boolean first = !closed;
    closed = true;
    return first;
  }

  /** No array can be used any more. */
  final void closeArrays() {
    arrays.close();
  }
}
