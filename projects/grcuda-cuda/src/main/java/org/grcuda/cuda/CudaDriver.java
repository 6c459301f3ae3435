package org.grcuda.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.CodeTarget;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverHost;
import org.grcuda.driver.Event;
import org.grcuda.driver.Stream;
import org.grcuda.driver.queue.SubmissionCheck;

/**
 * The GPUs of the machine. Every native call is made while something is pinned that keeps the
 * driver open; submissions to a GPU, and the destruction of its handles, hold that GPU's lock.
 */
final class CudaDriver implements Driver, SubmissionCheck.Handles {

  private static final int PEER_ACCESS_ALREADY_ENABLED = 704;

  /** One over the share of a device's memory up to which freed managed memory is kept. */
  private static final int POOLED_PART = 8;

  private static final List<Class<? extends NativeHandle>> ORDER_OF_DESTRUCTION =
      List.of(CudaLibrary.class, CudaModule.class, CudaEvent.class, CudaStream.class);

  private final CudaSession session;
  private final List<Gpu> gpus = new ArrayList<>();
  private final List<GpuQueue> queues = new ArrayList<>();
  private final List<CudaDevice> devices = new ArrayList<>();
  private final CudaMemory memory;

  /** Null unless a profiler wants them. */
  private final Ranges ranges = Ranges.open();

  private final boolean[][] peers;
  private final DriverHost host;
  private final AtomicBoolean toldOfHints = new AtomicBoolean();
  private final Set<NativeHandle> handles = ConcurrentHashMap.newKeySet();
  private final Life life = new Life();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final List<DriverException> failures = new ArrayList<>();

  /** Keeps what all handles need. */
  private final class Life extends Pinned {

    @Override
    String what() {
      return "the driver";
    }

    @Override
    void destroy() {
      release();
      ended.countDown();
    }

    @Override
    void destroyLate() {
      destroy();
    }
  }

  /**
   * Retains the contexts of the GPUs.
   *
   * @param session owned from here on
   * @param count number of devices, as {@link #deviceCount(int, CudaSettings)} says
   * @param host receives messages
   */
  CudaDriver(CudaSession session, int count, CudaSettings settings, DriverHost host) {
    this.session = session;
    this.host = host;
    this.memory = new CudaMemory(session, count, this::freeImages);
    int parts = settings.devicesPerGpu();
    int needed = (count + parts - 1) / parts;
    this.peers = new boolean[needed][needed];
    session.setSuspects(this::suspects);
    try {
      for (int number = 0; number < needed; number++) {
        Gpu gpu = Gpu.open(session, number);
        gpus.add(gpu);
        if (ranges != null) {
          ranges.name(gpu);
        }
        queues.add(new GpuQueue(this, gpu, settings.stackBytes()));
      }
      enablePeers();
      int version = version();
      for (int ordinal = 0; ordinal < count; ordinal++) {
        devices.add(device(ordinal, gpu(ordinal, parts).codeTarget(version), settings));
      }
      memory.setPooled(pooledBytes());
    } catch (RuntimeException e) {
      release();
      throw e;
    }
  }

  /** The limit for kept freed managed memory: a share of the smallest device's memory. */
  private long pooledBytes() {
    return devices.stream().mapToLong(Device::totalMemory).min().orElse(0) / POOLED_PART;
  }

  /**
   * How many devices the settings ask for.
   *
   * @param gpuCount GPUs of the machine
   * @throws DriverException CUDA_ERROR_INVALID_VALUE for a setting out of range
   */
  static int deviceCount(int gpuCount, CudaSettings settings) {
    if (settings.devicesPerGpu() < 1 || settings.deviceMemory() < 0 || settings.deviceCount() < 0) {
      throw refused(settings + ": expected no negative number, and at least 1 device of a GPU");
    }
    if (settings.stackBytes() > StackLimit.MOST_BYTES) {
      throw refused(
          "GpuStack=%d: expected at most %d bytes, the most local memory that CUDA gives a thread"
              .formatted(settings.stackBytes(), StackLimit.MOST_BYTES));
    }
    int most = Math.multiplyExact(gpuCount, settings.devicesPerGpu());
    if (settings.deviceCount() > most) {
      throw refused(
          "%d devices asked for, there are %d: %d GPUs, each split into %d (option DevicesPerGPU)"
              .formatted(settings.deviceCount(), most, gpuCount, settings.devicesPerGpu()));
    }
    return settings.deviceCount() == 0 ? most : settings.deviceCount();
  }

  private static DriverException refused(String detail) {
    return new DriverException(CudaResult.CUDA_ERROR_INVALID_VALUE, "cuInit", -1, detail);
  }

  private int version() {
    return session.intOf(
        "cuDriverGetVersion", -1, out -> DriverApi.driverVersion(session.handle(), out));
  }

  private Gpu gpu(int ordinal, int parts) {
    return gpus.get(ordinal / parts);
  }

  private CudaDevice device(int ordinal, CodeTarget target, CudaSettings settings) {
    int parts = settings.devicesPerGpu();
    GpuQueue queue = queues.get(ordinal / parts);
    Gpu gpu = queue.gpu();
    String name =
        parts == 1
            ? gpu.name()
            : "%s, part %d of %d".formatted(gpu.name(), ordinal % parts + 1, parts);
    long share = gpu.memory() / parts;
    long limit =
        settings.deviceMemory() == 0 ? share : Math.min(settings.deviceMemory(), gpu.memory());
    long capacity = Math.min(limit, gpu.available() / parts);
    return new CudaDevice(this, ordinal, queue, name, target, limit, capacity);
  }

  private void enablePeers() {
    for (Gpu gpu : gpus) {
      for (Gpu peer : gpus) {
        if (gpu != peer) {
          peers[gpu.number()][peer.number()] = enablePeer(gpu, peer);
        }
      }
    }
  }

  private boolean enablePeer(Gpu gpu, Gpu peer) {
    int can =
        session.intOf(
            "cuDeviceCanAccessPeer",
            gpu.number(),
            out -> DriverApi.canAccessPeer(session.handle(), gpu.number(), peer.number(), out));
    if (can == 0) {
      return false;
    }
    int status = DriverApi.enablePeerAccess(session.handle(), gpu.context(), peer.context());
    boolean enabled = status == 0 || status == PEER_ACCESS_ALREADY_ENABLED;
    if (!enabled && CudaSession.isFatal(status)) {
      session.check(status, "cuCtxEnablePeerAccess", gpu.number());
    }
    return enabled;
  }

  @Override
  public String name() {
    return CudaDriverProvider.NAME;
  }

  @Override
  public int deviceCount() {
    return devices.size();
  }

  @Override
  public Device device(int ordinal) {
    return cudaDevice(ordinal);
  }

  CudaDevice cudaDevice(int ordinal) {
    return DriverException.requireDevice(devices, ordinal);
  }

  @Override
  public boolean canAccessPeer(int device, int peer) {
    CudaDevice from = cudaDevice(device);
    CudaDevice to = cudaDevice(peer);
    return from != to && (from.gpu() == to.gpu() || peers[from.gpu().number()][to.gpu().number()]);
  }

  @Override
  public boolean hasCheapQueries() {
    return false;
  }

  @Override
  public long allocateManaged(long bytes) {
    pin();
    try {
      return memory.allocateManaged(devices.getFirst(), bytes);
    } finally {
      unpin();
    }
  }

  @Override
  public boolean hasCostlyHostMemory() {
    return true;
  }

  @Override
  public long allocateHost(long bytes) {
    pin();
    try {
      return memory.allocateHost(devices.getFirst(), bytes);
    } finally {
      unpin();
    }
  }

  @Override
  public void free(long address) {
    pin();
    try {
      memory.free(address);
    } finally {
      unpin();
    }
  }

  @Override
  public Device deviceOf(Stream stream) {
    if (!(stream instanceof CudaStream own) || own.owner().driver() != this) {
      return null;
    }
    own.requireOpen();
    return own.owner();
  }

  @Override
  public Device deviceOf(Event event) {
    if (!(event instanceof CudaEvent own) || own.owner().driver() != this) {
      return null;
    }
    own.requireOpen();
    return own.owner();
  }

  /**
   * Waits for all work, frees every resource.
   *
   * @throws DriverException if CUDA refuses to free one although nothing has failed before
   */
  @Override
  public void close() {
    if (life.isClosed()) {
      return;
    }
    life.pin();
    if (!life.end()) {
      life.unpin();
      return;
    }
    // Later submissions are refused; those under way may still enqueue work on any stream.
    queues.forEach(GpuQueue::awaitSubmission);
    of(CudaStream.class).forEach(stream -> noting(stream::synchronizeAtEnd));
    queues.forEach(queue -> noting(queue::flushOutput));
    for (Class<? extends NativeHandle> kind : ORDER_OF_DESTRUCTION) {
      of(kind).forEach(handle -> noting(handle::close));
    }
    life.unpin();
    awaitEnd();
    if (!failures.isEmpty() && session.fault() == null) {
      throw failures.getFirst();
    }
  }

  /** Called with the memory locked: destroys what shows a part of it. */
  private void freeImages(long address, long bytes) {
    for (CudaDevice device : devices) {
      device.images().free(address, bytes, this::note);
    }
  }

  /** CUDA refuses to prefetch managed memory, or advice on it; the user is told once. */
  void hintWasRefused(int status) {
    if (toldOfHints.compareAndSet(false, true)) {
      host.message(
          "CUDA refuses hints on managed memory (%s): data moves only when it is used, so programs may"
                  .formatted(CudaResult.ofCode(status).orElse(CudaResult.CUDA_ERROR_UNKNOWN))
              + " be slower; the option MemoryManager=replicated moves it ahead");
    }
  }

  /** Ranges for a profiler; null unless one wants them. */
  Ranges ranges() {
    return ranges;
  }

  private <T extends NativeHandle> List<T> of(Class<T> kind) {
    return handles.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Runs an action whose failure is reported when the driver is closed. */
  void noting(Runnable end) {
    try {
      end.run();
    } catch (DriverException e) {
      note(e);
    }
  }

  /** Has a failure reported when the driver is closed. */
  void note(DriverException failure) {
    synchronized (failures) {
      failures.add(failure);
    }
  }

  private void awaitEnd() {
    boolean interrupted = false;
    while (ended.getCount() > 0) {
      try {
        ended.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Releases memory and contexts; nothing is in use any more. */
  private void release() {
    queues.forEach(queue -> queue.close(this::note));
    devices.forEach(device -> device.images().close(this::note));
    memory.close(this::note);
    if (ranges != null) {
      ranges.close();
    }
    for (Gpu gpu : gpus) {
      int status = DriverApi.releaseContext(session.handle(), gpu.number());
      if (status != 0) {
        note(session.failure(status, "cuDevicePrimaryCtxRelease", gpu.number(), null));
      }
    }
    session.close();
  }

  private String suspects() {
    List<CudaCallable> last =
        of(CudaStream.class).stream()
            .map(CudaStream::lastLaunch)
            .filter(launched -> launched != null)
            .toList();
    String names =
        last.stream().map(CudaCallable::name).distinct().sorted().collect(Collectors.joining(", "));
    String stacks =
        last.stream()
            .map(CudaDriver::stackOf)
            .filter(text -> !text.isEmpty())
            .distinct()
            .sorted()
            .collect(Collectors.joining());
    return names.isEmpty() ? "" : "; launched last: " + names + stacks;
  }

  /** What to say of a kernel that may have overflowed its stack. */
  private static String stackOf(CudaCallable launched) {
    return launched instanceof CudaFunction kernel && kernel.module().hasUnknownStack(kernel.name())
        ? "; %s recurses or calls through pointers, with a stack of %,d bytes for each thread: the option GpuStack gives it more"
            .formatted(kernel.name(), kernel.module().owner().queue().stack().bytes())
        : "";
  }

  CudaSession session() {
    return session;
  }

  CudaMemory memory() {
    return memory;
  }

  /** Keeps the driver open until {@link #unpin}. */
  void pin() {
    life.pin();
  }

  void unpin() {
    life.unpin();
  }

  void requireOpen() {
    life.requireOpen();
  }

  /** Requires that {@link #close} was called. */
  void requireClosed() {
    if (!life.isClosed()) {
      throw new IllegalStateException("the driver is open");
    }
  }

  boolean isClosed() {
    return life.isClosed();
  }

  void remember(NativeHandle handle) {
    handles.add(handle);
  }

  /** Called after the handle's destruction: ends the pin with which it was made. */
  void forget(NativeHandle handle) {
    handles.remove(handle);
    life.unpin();
  }

  List<CudaStream> streamsOf(CudaDevice device) {
    return of(CudaStream.class).stream().filter(stream -> stream.owner() == device).toList();
  }
}
