package org.grcuda.driver;

import org.grcuda.driver.image.Image;

/** One device of a driver. */
public interface Device {

  /** Position among {@link Driver#deviceCount}, from 0. */
  int ordinal();

  /** Marketing name, such as {@code "NVIDIA H200"}. */
  String name();

  /** What it is. */
  default DeviceKind kind() {
    return DeviceKind.GPU;
  }

  /** An attribute (cuDeviceGetAttribute). */
  int attribute(DeviceAttribute attribute);

  /** Bytes of memory in all (cuDeviceTotalMem). */
  long totalMemory();

  /** Bytes of memory not allocated now (cuMemGetInfo). */
  long freeMemory();

  /**
   * Bytes of managed memory that the device can hold: the bytes that were free when the driver was
   * opened, less those allocated on the device since then. The managed memory that it holds now is
   * not subtracted, unlike in {@link #freeMemory} on a GPU.
   */
  default long managedCapacity() {
    return freeMemory();
  }

  /**
   * Submissions that may be unfinished without {@link #submit} blocking until one has completed: a
   * stream of CUDA takes about a thousand commands.
   */
  default int queueCapacity() {
    return Integer.MAX_VALUE;
  }

  /**
   * Whether each record of an event is a call of the driver, and a fault ends all work of the
   * device, so that no event tells which launch it was. Then a scheduler records an event only
   * where something may wait for it.
   */
  default boolean hasCostlyEvents() {
    return false;
  }

  /**
   * Whether {@link #submit} takes long for a prefetch of managed memory, as the driver does a part
   * of it on the calling thread. Then a scheduler submits prefetches apart from what other threads
   * may wait for.
   */
  default boolean hasSlowPrefetches() {
    return false;
  }

  /** The kind of code that {@link #loadModule} takes, to which kernels must be compiled. */
  CodeTarget codeTarget();

  /**
   * Allocates memory on this device (cuMemAlloc).
   *
   * @param bytes size, at least 1; the address is aligned to 256 bytes
   * @throws DriverException CUDA_ERROR_OUT_OF_MEMORY, naming the sizes
   */
  long allocate(long bytes);

  /**
   * Loads compiled code (cuModuleLoadData).
   *
   * @param image PTX text in UTF-8, or a cubin or fatbin where {@link #codeTarget} says so
   * @throws DriverException CUDA_ERROR_INVALID_PTX, CUDA_ERROR_NOT_SUPPORTED... with the line and
   *     the instruction in its detail
   */
  Module loadModule(byte[] image);

  /**
   * As {@link #loadModule(byte[])}, with information that a backend cannot get from machine code.
   *
   * @param source the PTX that {@code image} is or was made from, null if it is not known
   */
  default Module loadModule(byte[] image, ModuleSource source) {
    return loadModule(image);
  }

  /** A new stream, ordered against no other (cuStreamCreate, CU_STREAM_NON_BLOCKING). */
  Stream createStream();

  /** A new event; {@code timing} says whether it can be used by {@link Event#elapsedNanos}. */
  Event createEvent(boolean timing);

  /**
   * Whether the host may access memory of this device ({@link #allocate}, variables of modules) at
   * its address. If not, an access ends the process.
   */
  default boolean isReachedByHost() {
    return true;
  }

  /** Whether {@link #openLibrary} can load anything: vendor libraries run on this device. */
  default boolean runsVendorLibraries() {
    return false;
  }

  /**
   * Loads a vendor's library, which stays loaded, and makes its handle for this device.
   *
   * @throws DriverException CUDA_ERROR_SHARED_OBJECT_INIT_FAILED if none of its files can be
   *     loaded, with the reasons; or the error of making the handle
   */
  default LibraryHandle openLibrary(VendorLibrary library) {
    throw new DriverException(
        CudaResult.CUDA_ERROR_NOT_SUPPORTED,
        library.create(),
        ordinal(),
        "this device runs no vendor libraries");
  }

  /** Whether kernels of this device take images: textures and surfaces. */
  default boolean hasImages() {
    return false;
  }

  /**
   * The texture or surface object that shows memory to kernels (cuTexObjectCreate,
   * cuSurfObjectCreate): the same one each time, until the memory is freed, which destroys it.
   *
   * @param image what kernels see
   * @param address where the texels begin, in memory of this device or managed memory; a multiple
   *     of the size of a texel
   * @return the object, as kernels take it
   * @throws DriverException CUDA_ERROR_NOT_SUPPORTED unless {@link #hasImages}, or if this device
   *     shows such an image only to launches that name it: see the other method;
   *     CUDA_ERROR_INVALID_VALUE if the memory is no allocation, or too small;
   *     CUDA_ERROR_OUT_OF_MEMORY if there are too many
   */
  default long image(Image image, long address) {
    throw new DriverException(
        CudaResult.CUDA_ERROR_NOT_SUPPORTED,
        image.isSurface() ? "cuSurfObjectCreate" : "cuTexObjectCreate",
        ordinal(),
        "this device has no textures and surfaces");
  }

  /**
   * Why kernels of this device can take no such image, whatever the memory: the property of the
   * image, what it is, and what was expected. Null if they can.
   */
  default String imageRefusal(Image image) {
    return null;
  }

  /**
   * As {@link #image(Image, long)}, for a parameter of {@code function}. The launch then says which
   * objects it takes: {@link #addImage}.
   */
  default long image(Image image, long address, Function function) {
    return image(image, address);
  }

  /**
   * Says that the launch appended last to {@code submission} takes an object. A device that shows a
   * copy of the memory brings the copy up to date before that launch, and copies a surface back
   * behind it, in the order of the launch's stream.
   *
   * @param object as {@link #image(Image, long, Function)} gave it
   * @param contents a number of what the memory holds when the launch runs, another after each
   *     change of it; 0 if it is not known
   * @param alone whether the launch reaches that memory by no other parameter
   * @throws DriverException CUDA_ERROR_INVALID_VALUE if a copy cannot serve the launch, as it
   *     writes the memory in two ways
   */
  default void addImage(Submission submission, long object, long contents, boolean alone) {}

  /**
   * Enqueues the commands of one submission, in order, each on its own stream, and returns without
   * waiting for them. The buffer is not kept: it may be cleared as soon as this method returns.
   * Streams, kernels and recorded events are this device's; an event that is waited for may be
   * another device's.
   *
   * <p>If a command cannot be enqueued at all (a launch with an impossible shape, a copy outside
   * every allocation), this method throws, and nothing of the submission is enqueued. A command
   * that fails later ends its submission: commands of the submission that have not started are
   * skipped, and the events that it records complete with that {@link Event#failure}. Commands of
   * other submissions are not affected.
   *
   * @throws DriverException CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
   *     CUDA_ERROR_INVALID_HANDLE for a handle of another device
   * @throws UsageException if a handle was closed
   * @throws IllegalArgumentException if a handle belongs to another driver
   */
  void submit(Submission submission);

  /**
   * Passes on everything that completed kernels have printed, before it returns. Does nothing if
   * the output is passed on as kernels print.
   */
  default void flushOutput() {}

  /**
   * Waits until everything enqueued on this device so far has completed or failed. Its printed
   * output has been passed on then.
   */
  void synchronize();
}
