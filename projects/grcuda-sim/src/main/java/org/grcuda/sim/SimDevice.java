package org.grcuda.sim;

import java.util.function.Supplier;
import org.grcuda.driver.CodeTarget;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.Module;
import org.grcuda.driver.ModuleSource;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.queue.SubmissionCheck;
import org.grcuda.sim.topology.DeviceModel;
import org.grcuda.sim.topology.HostModel;

/** A simulated device. */
final class SimDevice implements Device {

  /** The first compute capability with clusters: 9.0. */
  private static final int CLUSTERS_FROM = 90;

  private final SimDriver driver;
  private final int ordinal;
  private final SubmissionCheck check = new Check();

  SimDevice(SimDriver driver, int ordinal) {
    this.driver = driver;
    this.ordinal = ordinal;
  }

  @Override
  public int ordinal() {
    return ordinal;
  }

  @Override
  public String name() {
    return "%s (simulated, %s)".formatted(model().name(), driver.topology().name());
  }

  @Override
  public int attribute(DeviceAttribute attribute) {
    DeviceModel model = model();
    return switch (attribute) {
      case MAX_THREADS_PER_BLOCK, MAX_BLOCK_DIM_X, MAX_BLOCK_DIM_Y -> 1024;
      case MAX_BLOCK_DIM_Z -> 64;
      case MAX_GRID_DIM_X, MAX_PITCH -> Integer.MAX_VALUE;
      case MAX_GRID_DIM_Y, MAX_GRID_DIM_Z -> 65_535;
      case MAX_SHARED_MEMORY_PER_BLOCK -> 48 * 1024;
      case MAX_SHARED_MEMORY_PER_BLOCK_OPTIN -> model.sharedPerBlock();
      case MAX_SHARED_MEMORY_PER_MULTIPROCESSOR -> model.shared();
      case TOTAL_CONSTANT_MEMORY -> 64 * 1024;
      case MAX_REGISTERS_PER_BLOCK, MAX_REGISTERS_PER_MULTIPROCESSOR -> model.registers();
      case WARP_SIZE -> 32;
      case MULTIPROCESSOR_COUNT -> model.multiprocessors();
      case MAX_THREADS_PER_MULTIPROCESSOR -> model.threads();
      case MAX_BLOCKS_PER_MULTIPROCESSOR -> model.blocks();
      case L2_CACHE_SIZE -> model.l2();
      case ASYNC_ENGINE_COUNT -> 2 * model.copyEngines();
      case COMPUTE_CAPABILITY_MAJOR -> model.capability() / 10;
      case COMPUTE_CAPABILITY_MINOR -> model.capability() % 10;
      case SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO ->
          (int) Math.round(model.flops() / model.doubleFlops());
      case PCI_BUS_ID -> ordinal + 1;
      case CAN_MAP_HOST_MEMORY, CONCURRENT_KERNELS, UNIFIED_ADDRESSING, GPU_OVERLAP -> 1;
      case MANAGED_MEMORY, CONCURRENT_MANAGED_ACCESS, COOPERATIVE_LAUNCH -> 1;
      case COMPUTE_PREEMPTION_SUPPORTED -> 1;
      case CLUSTER_LAUNCH -> model.capability() >= CLUSTERS_FROM ? 1 : 0;
      // Attributes that the model does not know.
      default -> 0;
    };
  }

  @Override
  public long totalMemory() {
    return driver.deviceMemory();
  }

  @Override
  public long freeMemory() {
    requireOpen();
    return driver.memory().free(ordinal);
  }

  @Override
  public CodeTarget codeTarget() {
    return new CodeTarget("compute_" + model().capability());
  }

  @Override
  public long allocate(long bytes) {
    requireOpen();
    driver.spendIfAny(driver.topology().host().memoryCalls().allocation());
    return driver.memory().allocateDevice(bytes, ordinal);
  }

  @Override
  public Module loadModule(byte[] image) {
    return loadModule(image, null);
  }

  @Override
  public Module loadModule(byte[] image, ModuleSource source) {
    requireOpen();
    return new SimModule(
        this, driver.memory(), telling(() -> driver.functional().load(image, source)));
  }

  @Override
  public boolean hasImages() {
    return driver.functional().hasImages();
  }

  @Override
  public long image(Image image, long address) {
    requireOpen();
    return telling(() -> driver.functional().image(image, address));
  }

  @Override
  public Stream createStream() {
    return driver.queues().createStream(this);
  }

  @Override
  public Event createEvent(boolean timing) {
    return driver.queues().createEvent(this, timing);
  }

  @Override
  public void submit(Submission submission) {
    requireOpen();
    driver.clock().spend(hostCost(submission));
    driver.queues().submit(submission, check);
    if (driver.topology().host().memoryCalls().isPageableSlow()) {
      awaitPageableCopies(submission);
    }
  }

  /**
   * Waits for what is on the streams of the copies of pageable memory: the driver copies such
   * memory in pieces, by the calling thread ("API synchronization behavior" of CUDA's driver API).
   */
  private void awaitPageableCopies(Submission submission) {
    Submission.Reader reader = submission.reader();
    while (reader.next()) {
      if (reader.command() == Submission.Command.COPY
          && (driver.isPageable(reader.word(0)) || driver.isPageable(reader.word(1)))) {
        Stream stream = reader.stream();
        driver.clock().stall(() -> driver.queues().isDone(stream));
      }
    }
  }

  /** The cost of the submission for the host, nanoseconds. */
  private double hostCost(Submission submission) {
    HostModel host = driver.topology().host();
    double cost = host.submission();
    Submission.Reader reader = submission.reader();
    while (reader.next()) {
      cost +=
          switch (reader.command()) {
            case LAUNCH -> host.launch();
            case COPY, FILL, PREFETCH, ADVISE, ATTACH -> host.copy();
            case WAIT, RECORD -> host.event();
          };
    }
    return cost;
  }

  @Override
  public void synchronize() {
    driver.queues().synchronize(this);
  }

  /** Such as {@code "device 0"}. */
  @Override
  public String toString() {
    return "device " + ordinal;
  }

  DeviceModel model() {
    return driver.topology().device();
  }

  boolean isOpen() {
    return !driver.queues().isClosed();
  }

  void requireOpen() {
    driver.queues().requireOpen();
  }

  /** The result of {@code call} on the functional backend; its errors name this device. */
  <T> T telling(Supplier<T> call) {
    try {
      return call.get();
    } catch (DriverException e) {
      throw own(e);
    }
  }

  /** An error of the functional backend, as one of this device. */
  DriverException own(DriverException e) {
    return new DriverException(e.result(), e.call(), ordinal, e.detail(), e);
  }

  private final class Check extends SubmissionCheck {

    Check() {
      super(SimDevice.this);
    }

    @Override
    protected int deviceCount() {
      return driver.deviceCount();
    }

    @Override
    protected Device ownerOf(Function function) {
      if (!(function instanceof SimFunction own) || own.module().device().driver != driver) {
        return null;
      }
      own.module().requireOpen();
      return own.module().device();
    }

    @Override
    protected void checkRange(long address, long bytes, String call) {
      driver.memory().checkRange(address, bytes, call, ordinal);
    }
  }
}
