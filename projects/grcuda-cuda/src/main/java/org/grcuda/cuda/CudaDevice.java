package org.grcuda.cuda;

import java.util.Objects;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.CodeTarget;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.LibraryHandle;
import org.grcuda.driver.Module;
import org.grcuda.driver.ModuleSource;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.VendorLibrary;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.queue.SubmissionCheck;

/**
 * A GPU, or an equal part of one: parts have streams and memory of their own, but share the cores.
 */
final class CudaDevice implements Device {

  /** A stream takes about a thousand commands; so each submission may have four of them. */
  private static final int QUEUE_CAPACITY = 256;

  private final CudaDriver driver;
  private final int ordinal;
  private final Gpu gpu;
  private final GpuQueue queue;
  private final String name;
  private final CodeTarget target;
  private final long memory;
  private final long capacity;
  private final int[] attributes = new int[DeviceAttribute.values().length];
  private final SubmissionCheck check = new Check();
  private final CudaImages images;
  private final FillKernel fillKernel;

  /**
   * @param name distinguishes parts of a GPU
   * @param memory most bytes that it gives out
   * @param capacity bytes of them that were free when it was opened
   */
  CudaDevice(
      CudaDriver driver,
      int ordinal,
      GpuQueue queue,
      String name,
      CodeTarget target,
      long memory,
      long capacity) {
    this.queue = queue;
    this.capacity = capacity;
    this.driver = driver;
    this.ordinal = ordinal;
    this.gpu = queue.gpu();
    this.name = name;
    this.target = target;
    this.memory = memory;
    this.images = new CudaImages(driver.session(), new ImageOwner());
    this.fillKernel = new FillKernel(this);
    for (DeviceAttribute attribute : DeviceAttribute.values()) {
      attributes[attribute.ordinal()] = Math.max(0, gpu.attribute(attribute));
    }
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
  public int attribute(DeviceAttribute attribute) {
    return attributes[attribute.ordinal()];
  }

  @Override
  public long totalMemory() {
    return memory;
  }

  /**
   * The memory that this device may still take, as far as the GPU has it free: others use the GPU
   * too.
   */
  @Override
  public long freeMemory() {
    driver.pin();
    try {
      long[] freeAndTotal =
          driver
              .session()
              .longsOf(
                  "cuMemGetInfo",
                  ordinal,
                  2,
                  out -> DriverApi.memoryInfo(sessionHandle(), context(), out));
      return Math.min(memory - driver.memory().used(this), freeAndTotal[0]);
    } finally {
      driver.unpin();
    }
  }

  @Override
  public long managedCapacity() {
    return capacity - driver.memory().used(this);
  }

  @Override
  public int queueCapacity() {
    return QUEUE_CAPACITY;
  }

  @Override
  public boolean hasCostlyEvents() {
    return true;
  }

  @Override
  public boolean hasSlowPrefetches() {
    return true;
  }

  @Override
  public void flushOutput() {
    driver.pin();
    try {
      queue.flushOutput();
    } finally {
      driver.unpin();
    }
  }

  @Override
  public CodeTarget codeTarget() {
    return target;
  }

  @Override
  public long allocate(long bytes) {
    driver.pin();
    try {
      return driver.memory().allocateOn(this, bytes);
    } finally {
      driver.unpin();
    }
  }

  @Override
  public Module loadModule(byte[] image) {
    boolean isText = CudaModule.isText(image);
    return loadModule(image, isText ? new ModuleSource(CudaModule.text(image), null) : null);
  }

  @Override
  public Module loadModule(byte[] image, ModuleSource source) {
    Objects.requireNonNull(image, "image");
    return CudaModule.load(this, image, source);
  }

  @Override
  public Stream createStream() {
    return CudaStream.create(this);
  }

  @Override
  public Event createEvent(boolean timing) {
    return CudaEvent.create(this, timing);
  }

  @Override
  public boolean isReachedByHost() {
    return false;
  }

  @Override
  public boolean runsVendorLibraries() {
    return true;
  }

  @Override
  public LibraryHandle openLibrary(VendorLibrary library) {
    return CudaLibrary.open(this, library);
  }

  @Override
  public boolean hasImages() {
    return true;
  }

  @Override
  public String imageRefusal(Image image) {
    return images.refusal(image);
  }

  @Override
  public long image(Image image, long address) {
    driver.pin();
    try {
      return images.givenOut(image, address);
    } finally {
      driver.unpin();
    }
  }

  @Override
  public long image(Image image, long address, Function function) {
    driver.pin();
    try {
      return images.of(image, address, ((CudaFunction) function).reader());
    } finally {
      driver.unpin();
    }
  }

  @Override
  public void addImage(Submission submission, long object, long contents, boolean alone) {
    images.add(submission, object, contents, alone);
  }

  CudaImages images() {
    return images;
  }

  FillKernel fillKernel() {
    return fillKernel;
  }

  @Override
  public void submit(Submission submission) {
    queue.submit(this, check, submission);
  }

  @Override
  public void synchronize() {
    driver.requireOpen();
    driver.streamsOf(this).forEach(CudaStream::synchronizeIfOpen);
    flushOutput();
  }

  /**
   * Makes a handle.
   *
   * @param name the function that makes it
   * @param call calls that function
   * @param made makes the holder of the handle, with the pin of the driver that this method takes
   * @param <T> its class
   */
  <T extends NativeHandle> T create(String name, CudaSession.Call call, LongFunction<T> made) {
    return create(name, call, made, () -> null);
  }

  /** As the other, with what to say if it fails. */
  <T extends NativeHandle> T create(
      String name, CudaSession.Call call, LongFunction<T> made, Supplier<String> detail) {
    CudaSession session = driver.session();
    driver.pin();
    T result;
    try {
      session.requireHealthy(name, ordinal);
      int[] status = new int[1];
      long handle =
          session.longOf(
              name,
              ordinal,
              out -> {
                status[0] = call.into(out);
                return 0;
              });
      if (status[0] != 0) {
        String said = detail.get();
        throw session.failure(
            status[0], name, ordinal, said == null || said.isEmpty() ? null : said);
      }
      result = made.apply(handle);
    } catch (RuntimeException e) {
      driver.unpin();
      throw e;
    }
    return unlessClosed(result);
  }

  /**
   * Closing the driver closes the handles that it knows; it may have looked before this handle was
   * remembered.
   */
  private <T extends NativeHandle> T unlessClosed(T handle) {
    if (driver.isClosed()) {
      handle.close();
      driver.requireOpen();
    }
    return handle;
  }

  CudaDriver driver() {
    return driver;
  }

  Gpu gpu() {
    return gpu;
  }

  GpuQueue queue() {
    return queue;
  }

  long context() {
    return gpu.context();
  }

  long sessionHandle() {
    return driver.session().handle();
  }

  /** Such as {@code "device 0"}. */
  @Override
  public String toString() {
    return "device " + ordinal;
  }

  private final class ImageOwner implements CudaImages.Owner {

    @Override
    public int ordinal() {
      return ordinal;
    }

    @Override
    public long context() {
      return gpu.context();
    }

    @Override
    public int attribute(DeviceAttribute attribute) {
      return attributes[attribute.ordinal()];
    }

    @Override
    public void checkRange(long address, long bytes, String call) {
      driver.memory().checkRange(address, bytes, call, ordinal);
    }

    @Override
    public boolean reserve(long bytes) {
      return driver.memory().reserve(CudaDevice.this, bytes);
    }

    @Override
    public void release(long bytes) {
      driver.memory().release(CudaDevice.this, bytes);
    }

    @Override
    public void note(DriverException failure) {
      driver.note(failure);
    }
  }

  private final class Check extends SubmissionCheck {

    Check() {
      super(CudaDevice.this);
    }

    @Override
    protected int deviceCount() {
      return driver.deviceCount();
    }

    @Override
    protected Device ownerOf(Function function) {
      if (!(function instanceof CudaCallable own) || own.holder().owner().driver != driver) {
        return null;
      }
      own.holder().requireOpen();
      return own.holder().owner();
    }

    @Override
    protected void checkRange(long address, long bytes, String call) {
      driver.memory().checkRange(address, bytes, call, ordinal);
    }

    @Override
    protected void checkExternal(long address, long bytes, String call) {
      driver.memory().checkExternal(address, bytes, call, ordinal);
    }

    @Override
    protected void checkShape(Function function, LaunchShape shape) {
      if (function instanceof CudaFunction kernel) {
        kernel.allow(shape.cluster());
      }
    }

    @Override
    protected void checkParameters(Function function, int parameterBytes) {
      int expected = ((CudaCallable) function).parameterBytes();
      if (expected >= 0 && parameterBytes != expected) {
        throw new DriverException(
            CudaResult.CUDA_ERROR_INVALID_VALUE,
            "cuLaunchKernel",
            ordinal,
            "a parameter block of %d bytes, kernel '%s' takes %d"
                .formatted(parameterBytes, function.name(), expected));
      }
    }

    @Override
    protected void passed(Submission.Reader reader) {
      if (reader.function() instanceof CudaFunction kernel) {
        kernel.passed(reader);
      }
    }
  }
}
