package org.grcuda.cpu.device;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.grcuda.cpu.check.KernelWatch;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.TranslationFailure;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.memory.DeviceHeap;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.driver.CodeTarget;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DeviceKind;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.HostWaiter;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.grcuda.driver.ModuleSource;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.queue.CommandQueues;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.driver.queue.SubmissionCheck;
import org.grcuda.ptx.PtxSyntaxException;

/** A device made of worker threads. */
public final class CpuDevice implements Device {

  /** As many as a GPU has; also enough to use most of a machine's memory bandwidth. */
  private static final int COPY_ENGINES = 2;

  /** Blocks of a cooperative grid for each worker: each takes memory, but no core. */
  private static final int BLOCKS_AT_ONCE = 32;

  /** What is copied or filled in less time than handing it to a worker takes. */
  private static final long BRIEF_BYTES = 16 << 10;

  private static final CodeTarget TARGET = new CodeTarget("compute_90");

  /** Objects that the devices of one driver share. */
  public record Shared(
      int deviceCount,
      Memory memory,
      CommandQueues queues,
      ModuleCache modules,
      Consumer<String> kernelOutput,
      KernelWatch watch) {}

  private final int ordinal;
  private final String name;
  private final Shared shared;
  private final Affinity affinity;
  private final WorkerPool pool;
  // Guarded by the lock of the queues, except when closing, when nothing is left to do.
  private WorkerPool copyEngines;
  private final RunningKernels kernels;
  private final KernelTask.Environment environment;
  private final Worker caller = new Worker(0);
  private final SubmissionCheck check = new Check();
  private volatile HostWaiter waiter = HostWaiter.uninterruptible();

  /**
   * Starts the workers.
   *
   * @param processor name of the machine's processor
   */
  public CpuDevice(int ordinal, String processor, int workers, Shared shared) {
    this.ordinal = ordinal;
    this.name =
        "CPU (%s, %d %s)".formatted(processor, workers, workers == 1 ? "thread" : "threads");
    this.shared = shared;
    this.affinity = Affinity.of(shared.deviceCount * workers, Affinity.usable());
    this.pool =
        new WorkerPool(
            "grcuda-cpu-" + ordinal, workers, index -> affinity.bind(ordinal * workers + index));
    this.kernels = new RunningKernels();
    this.environment =
        new KernelTask.Environment(
            shared.memory,
            new DeviceHeap(shared.memory, ordinal),
            workers,
            shared.kernelOutput,
            shared.watch,
            kernels);
  }

  @Override
  public int ordinal() {
    return ordinal;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public DeviceKind kind() {
    return DeviceKind.CPU;
  }

  @Override
  public int attribute(DeviceAttribute attribute) {
    return switch (attribute) {
      case MAX_THREADS_PER_BLOCK, MAX_BLOCK_DIM_X, MAX_BLOCK_DIM_Y -> 1024;
      case MAX_THREADS_PER_MULTIPROCESSOR -> 1024 * BLOCKS_AT_ONCE;
      case MAX_BLOCK_DIM_Z -> 64;
      case MAX_GRID_DIM_X -> Integer.MAX_VALUE;
      case MAX_GRID_DIM_Y, MAX_GRID_DIM_Z -> 65_535;
      case MAX_SHARED_MEMORY_PER_BLOCK -> 48 * 1024;
      // As compute capability 9.0 has.
      case MAX_SHARED_MEMORY_PER_BLOCK_OPTIN -> 227 * 1024;
      case TOTAL_CONSTANT_MEMORY, MAX_REGISTERS_PER_BLOCK -> 64 * 1024;
      case WARP_SIZE -> 32;
      case MULTIPROCESSOR_COUNT -> pool.size();
      case MAX_SHARED_MEMORY_PER_MULTIPROCESSOR -> 228 * 1024 * BLOCKS_AT_ONCE;
      case MAX_REGISTERS_PER_MULTIPROCESSOR -> 64 * 1024;
      case MAX_BLOCKS_PER_MULTIPROCESSOR -> BLOCKS_AT_ONCE;
      case MAX_PITCH -> Integer.MAX_VALUE;
      case INTEGRATED, CAN_MAP_HOST_MEMORY, CONCURRENT_KERNELS, UNIFIED_ADDRESSING, GPU_OVERLAP ->
          1;
      case MANAGED_MEMORY, CONCURRENT_MANAGED_ACCESS, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST -> 1;
      case HOST_NATIVE_ATOMIC_SUPPORTED, COMPUTE_PREEMPTION_SUPPORTED -> 1;
      case COOPERATIVE_LAUNCH, CLUSTER_LAUNCH -> 1;
      case ASYNC_ENGINE_COUNT -> COPY_ENGINES;
      case SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO -> 1;
      case COMPUTE_CAPABILITY_MAJOR -> 9;
      // clock64 counts nanoseconds.
      case CLOCK_RATE -> 1_000_000;
      // Attributes that only a GPU has, such as textures, and attributes that the machine does not
      // tell.
      default -> 0;
    };
  }

  @Override
  public long totalMemory() {
    return shared.memory.limit(ordinal);
  }

  @Override
  public long freeMemory() {
    requireOpen();
    return shared.memory.free(ordinal);
  }

  @Override
  public CodeTarget codeTarget() {
    return TARGET;
  }

  @Override
  public long allocate(long bytes) {
    requireOpen();
    return shared.memory.allocate(bytes, ordinal, "cuMemAlloc");
  }

  @Override
  public Module loadModule(byte[] image) {
    return loadModule(image, null);
  }

  @Override
  public Module loadModule(byte[] image, ModuleSource source) {
    requireOpen();
    ModuleSource known = source == null ? new ModuleSource(text(image), null) : source;
    return new CpuModule(this, shared.memory, translate(known));
  }

  @Override
  public boolean hasImages() {
    return true;
  }

  @Override
  public long image(Image image, long address) {
    requireOpen();
    String call = image.isSurface() ? "cuSurfObjectCreate" : "cuTexObjectCreate";
    return shared.memory.image(image, address, call, ordinal);
  }

  @Override
  public Stream createStream() {
    return shared.queues.createStream(this);
  }

  @Override
  public Event createEvent(boolean timing) {
    return shared.queues.createEvent(this, timing);
  }

  @Override
  public void submit(Submission submission) {
    shared.queues.submit(submission, check);
  }

  @Override
  public void synchronize() {
    shared.queues.synchronize(this);
  }

  /** Begins a command of one of this device's streams; as for a command executor. */
  public boolean begin(QueuedCommand command) {
    Consumer<Throwable> onEnd =
        failure -> shared.queues.finish(command, failure == null ? null : error(command, failure));
    switch (command.kind()) {
      case LAUNCH, COPY, FILL -> {
        if (bytes(command) == 0) {
          return true;
        }
        if (isBrief(command)) {
          return runHere(command, onEnd);
        }
        WorkerPool carriesOut = command.kind() == Submission.Command.COPY ? copyEngines() : pool;
        carriesOut.submit(task(command, onEnd));
      }
      case PREFETCH, ADVISE, ATTACH -> {
        // Host and devices share one memory: everything is everywhere, for everyone.
        return true;
      }
      case WAIT, RECORD ->
          throw new IllegalArgumentException(command + " is not work for a device");
    }
    return false;
  }

  private KernelTask launch(QueuedCommand command, Consumer<Throwable> onEnd) {
    LaunchShape shape = command.shape();
    CpuFunction function = ((CpuFunction) command.function()).inClusters(shape.cluster());
    long[] parameters = command.parameters();
    long index = command.index();
    if (function.cluster().blocks() > 1) {
      return new ClusterKernelTask(function, shape, parameters, index, environment, onEnd);
    }
    return function.isCooperative()
        ? new CooperativeKernelTask(function, shape, parameters, index, environment, onEnd)
        : new KernelTask(function, shape, parameters, index, environment, onEnd);
  }

  private ParallelTask task(QueuedCommand command, Consumer<Throwable> onEnd) {
    return switch (command.kind()) {
      case LAUNCH -> launch(command, onEnd);
      case COPY -> new CopyTask(command.word(0), command.word(1), command.word(2), onEnd);
      default ->
          new FillTask(
              command.word(0), command.word(1), (int) command.word(2), command.word(3), onEnd);
    };
  }

  /** How much a copy or a fill writes; -1 for a launch. */
  private static long bytes(QueuedCommand command) {
    return switch (command.kind()) {
      case COPY -> command.word(2);
      case FILL -> command.word(2) * command.word(3);
      default -> -1;
    };
  }

  /** Whether it is sure to take no longer than handing it to a worker. */
  private boolean isBrief(QueuedCommand command) {
    return command.kind() == Submission.Command.LAUNCH
        ? !shared.watch.isTracing() && ((CpuFunction) command.function()).isBrief(command.shape())
        : bytes(command) <= BRIEF_BYTES;
  }

  /**
   * Does a brief command on the calling thread, under the lock of the queues; true if it succeeded.
   * A worker reports a failure, as many in a row must not nest.
   */
  private boolean runHere(QueuedCommand command, Consumer<Throwable> onEnd) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    task(command, failure::set).runAlone(caller);
    if (failure.get() == null) {
      return true;
    }
    pool.submit(new FailedTask(failure.get(), onEnd));
    return false;
  }

  /** Threads of their own, like the copy engines of a GPU: copies go on beside kernels. */
  private WorkerPool copyEngines() {
    if (copyEngines == null) {
      String name = "grcuda-cpu-" + ordinal + "-copy";
      copyEngines = new WorkerPool(name, COPY_ENGINES, index -> affinity.unbind());
    }
    return copyEngines;
  }

  /** Stops every kernel, and those that begin later. */
  public void stop(String reason) {
    kernels.stop(reason);
  }

  /** A value that changes while kernels make progress. */
  public long progress() {
    return kernels.progress();
  }

  /** Ends the workers, which have nothing left to do. */
  public void close() {
    pool.close();
    if (copyEngines != null) {
      copyEngines.close();
    }
  }

  /** Such as {@code "device 0"}. */
  @Override
  public String toString() {
    return "device " + ordinal;
  }

  /** How threads wait for the translation of a module from now on. */
  public void waitWith(HostWaiter newWaiter) {
    waiter = newWaiter;
  }

  boolean isOpen() {
    return !shared.queues.isClosed();
  }

  void requireOpen() {
    shared.queues.requireOpen();
  }

  private CompiledModule translate(ModuleSource source) {
    try {
      return shared.modules.get(source, waiter);
    } catch (PtxSyntaxException e) {
      throw refused(CudaResult.CUDA_ERROR_INVALID_PTX, e);
    } catch (UnsupportedPtxException e) {
      throw refused(CudaResult.CUDA_ERROR_NOT_SUPPORTED, e);
    } catch (TranslationFailure e) {
      throw refused(CudaResult.CUDA_ERROR_UNKNOWN, e);
    }
  }

  private DriverException refused(CudaResult result, RuntimeException cause) {
    return new DriverException(result, "cuModuleLoadData", ordinal, cause.getMessage(), cause);
  }

  /** PTX text as the driver takes it: UTF-8, with or without a terminating zero. */
  private static String text(byte[] image) {
    int length = image.length;
    while (length > 0 && image[length - 1] == 0) {
      length--;
    }
    return new String(image, 0, length, StandardCharsets.UTF_8);
  }

  private DriverException error(QueuedCommand command, Throwable failure) {
    return Failures.describe(command, failure, ordinal);
  }

  private final class Check extends SubmissionCheck {

    Check() {
      super(CpuDevice.this);
    }

    @Override
    protected int deviceCount() {
      return shared.deviceCount;
    }

    @Override
    protected Device ownerOf(Function function) {
      if (!(function instanceof CpuFunction own)
          || own.module().device().shared.queues != shared.queues) {
        return null;
      }
      own.module().requireOpen();
      return own.module().device();
    }

    @Override
    protected void checkRange(long address, long bytes, String call) {
      shared.memory.checkRange(address, bytes, call, ordinal);
    }

    @Override
    protected void checkShape(Function function, LaunchShape shape) {
      ((CpuFunction) function).inClusters(shape.cluster());
    }

    @Override
    protected void checkParameters(Function function, int parameterBytes) {
      int expected = ((CpuFunction) function).kernel().resources().parameterBytes();
      if (parameterBytes < expected) {
        throw new DriverException(
            CudaResult.CUDA_ERROR_INVALID_VALUE,
            "cuLaunchKernel",
            ordinal,
            "a parameter block of %d bytes, kernel '%s' takes %d"
                .formatted(parameterBytes, function.name(), expected));
      }
    }
  }
}
