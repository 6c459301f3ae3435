package org.grcuda.driver.nulldevice;

import java.util.Objects;
import org.grcuda.driver.CodeTarget;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.nulldevice.NullModule.NullFunction;
import org.grcuda.driver.queue.CommandQueues;
import org.grcuda.driver.queue.SubmissionCheck;

/** A device that takes commands and does nothing. */
final class NullDevice implements Device {

  private final int ordinal;
  private final NullSettings settings;
  private final NullMemory memory;
  private final CommandQueues queues;
  private final int[] attributes = new int[DeviceAttribute.values().length];
  private final SubmissionCheck check = new Check();

  NullDevice(int ordinal, NullSettings settings, NullMemory memory, CommandQueues queues) {
    this.ordinal = ordinal;
    this.settings = settings;
    this.memory = memory;
    this.queues = queues;
    for (DeviceAttribute attribute : DeviceAttribute.values()) {
      Integer given = settings.attributes().get(attribute);
      attributes[attribute.ordinal()] = given != null ? given : defaultAttribute(attribute);
    }
  }

  @Override
  public int ordinal() {
    return ordinal;
  }

  @Override
  public String name() {
    return "Null device";
  }

  @Override
  public int attribute(DeviceAttribute attribute) {
    return attributes[attribute.ordinal()];
  }

  @Override
  public long totalMemory() {
    return settings.deviceMemory();
  }

  @Override
  public long freeMemory() {
    return memory.freeOnDevice(ordinal);
  }

  @Override
  public int queueCapacity() {
    return settings.queueCapacity();
  }

  @Override
  public boolean hasCostlyEvents() {
    return settings.costlyEvents();
  }

  @Override
  public boolean hasSlowPrefetches() {
    return settings.slowPrefetches();
  }

  @Override
  public CodeTarget codeTarget() {
    return new CodeTarget("compute_90");
  }

  @Override
  public long allocate(long bytes) {
    queues.requireOpen();
    return memory.allocateDevice(bytes, ordinal);
  }

  @Override
  public Module loadModule(byte[] image) {
    queues.requireOpen();
    Objects.requireNonNull(image, "image");
    return new NullModule(this);
  }

  @Override
  public Stream createStream() {
    return queues.createStream(this);
  }

  @Override
  public Event createEvent(boolean timing) {
    return queues.createEvent(this, timing);
  }

  @Override
  public boolean hasImages() {
    return true;
  }

  /** The address itself: nothing reads it. */
  @Override
  public long image(Image image, long address) {
    queues.requireOpen();
    return address;
  }

  @Override
  public void submit(Submission submission) {
    if (settings.checked()) {
      queues.submit(submission, check);
    } else {
      queues.submitUnchecked(submission);
    }
  }

  @Override
  public void synchronize() {
    queues.synchronize(this);
  }

  /** {@code "Null device 0"}. */
  @Override
  public String toString() {
    return name() + " " + ordinal;
  }

  void requireOpen() {
    queues.requireOpen();
  }

  private static int defaultAttribute(DeviceAttribute attribute) {
    return switch (attribute) {
      case MAX_THREADS_PER_BLOCK, MAX_BLOCK_DIM_X, MAX_BLOCK_DIM_Y -> 1024;
      case MAX_BLOCK_DIM_Z -> 64;
      case MAX_GRID_DIM_X -> Integer.MAX_VALUE;
      case MAX_GRID_DIM_Y, MAX_GRID_DIM_Z -> 65_535;
      case MAX_SHARED_MEMORY_PER_BLOCK, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN -> 48 * 1024;
      case TOTAL_CONSTANT_MEMORY, MAX_REGISTERS_PER_BLOCK -> 64 * 1024;
      case WARP_SIZE -> 32;
      case MULTIPROCESSOR_COUNT, CONCURRENT_KERNELS, CAN_MAP_HOST_MEMORY, UNIFIED_ADDRESSING -> 1;
      case MANAGED_MEMORY, CONCURRENT_MANAGED_ACCESS, INTEGRATED -> 1;
      case MAX_THREADS_PER_MULTIPROCESSOR -> 2048;
      case CLUSTER_LAUNCH -> 1;
      case ASYNC_ENGINE_COUNT -> 2;
      case COMPUTE_CAPABILITY_MAJOR -> 9;
      default -> 0;
    };
  }

  private final class Check extends SubmissionCheck {

    Check() {
      super(NullDevice.this);
    }

    @Override
    protected int deviceCount() {
      return settings.deviceCount();
    }

    @Override
    protected Device ownerOf(Function function) {
      if (!(function instanceof NullFunction own) || own.module().device().queues != queues) {
        return null;
      }
      own.module().requireOpen();
      return own.module().device();
    }

    @Override
    protected void checkRange(long address, long bytes, String call) {
      memory.check(address, bytes, call, ordinal);
    }
  }
}
