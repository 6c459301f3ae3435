package org.grcuda.cuda;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.grcuda.driver.AttachMode;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverHost;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.MemoryAdvice;
import org.grcuda.driver.Module;
import org.grcuda.driver.ModuleSource;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageFormat;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.ImageShape;
import org.grcuda.driver.image.Sampler;

/** A program that makes every call of the driver API that the backend has. */
final class Workload {

  static final String PTX =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .visible .global .align 4 .u32 table[3] = {7, 8, 9};
      .visible .entry add(.param .u64 add_x, .param .u32 add_n, .param .u32 add_by)
      {
        ret;
      }
      .visible .entry meet()
      {
        .reg .b32 %r<2>;
        mov.u32 %r1, %envreg2;
        ret;
      }
      .extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 list);
      .visible .entry stray(.param .u64 stray_x)
      {
        ret;
      }
      """;

  private Workload() {}

  /** Runs on two devices; closes everything whatever fails. */
  static void run(Recording recording) throws InterruptedException {
    Driver driver = recording.open(settings(Map.of("GpuStack", "1K")));
    try {
      use(driver, recording);
    } catch (DriverException first) {
      try {
        driver.close();
      } catch (DriverException second) {
        first.addSuppressed(second);
      }
      throw first;
    }
    driver.close();
  }

  private static void use(Driver driver, Recording recording) throws InterruptedException {
    Device device = driver.device(0);
    long managed = driver.allocateManaged(1024);
    long host = driver.allocateHost(1024);
    long own = device.allocate(1024);
    device.freeMemory();
    Module module = load(device);
    Function add = module.function("add");
    Function meet = module.function("meet");
    describe(add, module);
    Stream stream = device.createStream();
    Stream other = driver.device(1).createStream();
    Event begin = device.createEvent(true);
    Event end = device.createEvent(true);
    Submission submission = new Submission();
    submission.record(stream, begin);
    for (int width = 1; width <= 8; width *= 2) {
      submission.fill(stream, managed, 0x0102_0304_0506_0708L, width, 16);
    }
    submission.copy(stream, own, managed, 64);
    submission.copy(stream, host, own, 64);
    submission.prefetch(stream, managed, 64, 0);
    submission.prefetch(stream, managed, 64, -1);
    submission.advise(stream, managed, 64, MemoryAdvice.SET_PREFERRED_LOCATION, 1);
    submission.attach(stream, managed, 1024, AttachMode.GLOBAL);
    LaunchShape shape = new LaunchShape(2, 1, 1, 8, 1, 1, 0);
    submission.launch(stream, add, shape, new long[] {managed, 16 | 5L << 32}, 16);
    submission.launch(stream, meet, shape, new long[0], 0);
    submission.record(stream, end);
    device.submit(submission);
    submission.clear();
    submission.waitFor(other, end);
    driver.device(1).submit(submission);
    showImages(device, stream, add, managed);
    ((CudaStream) stream).launchHostFunction(harmless(), 0);
    Graphs graphs = new Graphs((CudaDevice) device, stream, add);
    graphs.capture(managed, 16);
    graphs.make(managed, 16);
    awaitWork(recording, stream, end);
    copyOwnMemory(device, stream, own);
    end.elapsedNanos(begin);
    stream.isIdle();
    device.synchronize();
    other.close();
    begin.close();
    module.close();
    driver.free(host);
    driver.free(own);
  }

  /** Launches that take images of every source: rows of memory, an array, levels, a surface. */
  private static void showImages(Device device, Stream stream, Function add, long memory) {
    Sampler normalized = Sampler.PLAIN.withNormalizedCoordinates();
    Submission submission = new Submission();
    for (Image image :
        List.of(
            image(new ImageShape(ImageKind.TWO, 8, 4, 1, 1, 1), Sampler.PLAIN),
            image(new ImageShape(ImageKind.THREE, 4, 4, 4, 1, 1), Sampler.PLAIN),
            image(new ImageShape(ImageKind.TWO, 4, 4, 1, 1, 3), normalized),
            image(new ImageShape(ImageKind.ONE, 16, 1, 1, 1, 1), null))) {
      long object = device.image(image, memory, add);
      LaunchShape shape = new LaunchShape(1, 1, 1, 8, 1, 1, 0);
      submission.launch(stream, add, shape, new long[] {object, 0}, 16);
      device.addImage(submission, object, 0, true);
    }
    device.submit(submission);
  }

  static Image image(ImageShape shape, Sampler sampler) {
    return new Image(shape, new ImageFormat(ChannelType.F32, 1), sampler);
  }

  /** Records {@code event} anew, and waits for so long that the thread sleeps. */
  private static void awaitWork(Recording recording, Stream stream, Event event)
      throws InterruptedException {
    event.await();
    recording.hold(true);
    Thread releaser = Thread.ofPlatform().start(() -> releaseOnceAwaited(recording));
    try {
      Submission submission = new Submission();
      submission.record(stream, event);
      stream.device().submit(submission);
      event.await();
    } finally {
      releaser.interrupt();
      releaser.join();
      recording.hold(false);
    }
  }

  private static void releaseOnceAwaited(Recording recording) {
    try {
      while (recording.count("cuEventSynchronize") == 0) {
        Thread.sleep(1);
      }
      recording.hold(false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Up, down, and between two places of the host. */
  private static void copyOwnMemory(Device device, Stream stream, long onDevice) {
    try (Arena arena = Arena.ofConfined()) {
      long own = arena.allocate(128, 8).address();
      Submission submission = new Submission();
      submission.copy(stream, onDevice, own, 64, Submission.EXTERNAL_SOURCE);
      submission.copy(stream, own + 64, onDevice, 64, Submission.EXTERNAL_DESTINATION);
      int both = Submission.EXTERNAL_DESTINATION | Submission.EXTERNAL_SOURCE;
      submission.copy(stream, own, own + 64, 64, both);
      device.submit(submission);
      stream.synchronize();
    }
  }

  private static void describe(Function add, Module module) {
    add.suggestedBlockSize(0);
    add.setMaxDynamicSharedBytes(64 << 10);
    module.global("table");
    try {
      module.function("ad");
      throw new AssertionError("there is no such kernel");
    } catch (DriverException e) {
      if (e.result() != CudaResult.CUDA_ERROR_NOT_FOUND) {
        throw e;
      }
    }
  }

  /** A C function without effect. */
  private static long harmless() {
    return Linker.nativeLinker().defaultLookup().find("getpid").orElseThrow().address();
  }

  static DriverSettings settings(Map<String, String> options) {
    return settings(options, message -> {});
  }

  /** With a reader of messages. */
  static DriverSettings settings(Map<String, String> options, Consumer<String> messages) {
    DriverHost silent = DriverHost.printing(text -> {});
    return new DriverSettings(
        0,
        0,
        options,
        new DriverHost() {
          @Override
          public void kernelOutput(String text) {
            silent.kernelOutput(text);
          }

          @Override
          public void message(String lines) {
            messages.accept(lines);
          }

          @Override
          public String read(String path) throws IOException {
            return silent.read(path);
          }

          @Override
          public BiConsumer<String, String> folder(String path) {
            return silent.folder(path);
          }
        });
  }

  static Module load(Device device) {
    return device.loadModule(PTX.getBytes(StandardCharsets.UTF_8), new ModuleSource(PTX, null));
  }
}
