package org.grcuda.tests.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;

/**
 * Executes kernels for the double of NVIDIA's driver (engine.c), which knows no PTX: on the CPU
 * backend, with copies of the memory and images that they use.
 */
final class KernelEngine implements AutoCloseable {

  private static final MemorySegment ALL = all();
  private static final int UNKNOWN_ERROR = 999;
  private static final int WORDS_OF_MEMORY = 4;

  private final Arena arena = Arena.ofShared();
  private final Driver driver;
  private final Device device;
  private final Stream stream;
  private final Map<String, Module> modules = new HashMap<>();
  private final MemorySegment function;

  /** Memory of the launch: the program's address, and what stands for it here. */
  private record Copy(long address, long bytes, long view, long here, byte[] before) {

    boolean holds(long place) {
      return place - address >= 0 && place - address < bytes;
    }
  }

  KernelEngine() {
    this.driver =
        ServiceLoader.load(DriverProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(provider -> provider.name().equals("cpu"))
            .findFirst()
            .orElseThrow()
            .open(DriverSettings.defaults());
    this.device = driver.device(0);
    this.stream = device.createStream();
    this.function = upcall();
  }

  @SuppressWarnings("restricted")
  private static MemorySegment all() {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }

  @SuppressWarnings("restricted")
  private MemorySegment upcall() {
    FunctionDescriptor type = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
    try {
      MethodHandle run =
          MethodHandles.lookup().findVirtual(KernelEngine.class, "run", type.toMethodType());
      return Linker.nativeLinker().upcallStub(run.bindTo(this), type, arena);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The function that the double calls. */
  MemorySegment function() {
    return function;
  }

  /** The double does not call it any more. */
  @Override
  public void close() {
    driver.close();
    arena.close();
  }

  static long word(long at, int index) {
    return ALL.get(ValueLayout.JAVA_LONG, at + 8L * index);
  }

  static byte[] bytes(long at, long count) {
    return ALL.asSlice(at, count).toArray(ValueLayout.JAVA_BYTE);
  }

  static void put(long at, byte[] bytes) {
    MemorySegment.copy(bytes, 0, ALL, ValueLayout.JAVA_BYTE, at, bytes.length);
  }

  private static String text(long at) {
    return ALL.getString(at);
  }

  /** Executes a launch, whose words are at an address; returns a CUresult. */
  synchronized int run(long at) {
    try {
      runNow(at);
      return 0;
    } catch (DriverException e) {
      tell(at, e.getMessage());
      return e.result().code();
    } catch (RuntimeException | Error e) {
      tell(at, e.toString());
      return UNKNOWN_ERROR;
    }
  }

  private static void tell(long at, String problem) {
    byte[] text = problem.getBytes(StandardCharsets.UTF_8);
    int count = (int) Math.min(text.length, word(at, 17) - 1);
    MemorySegment.copy(text, 0, ALL, ValueLayout.JAVA_BYTE, word(at, 16), count);
    ALL.set(ValueLayout.JAVA_BYTE, word(at, 16) + count, (byte) 0);
  }

  private void runNow(long at) {
    Module module = modules.computeIfAbsent(text(word(at, 0)), this::load);
    Map<Long, EngineImage> images = new HashMap<>();
    for (int i = 0; i < word(at, 13); i++) {
      EngineImage image = new EngineImage(word(at, 15) + (long) EngineImage.BYTES * i);
      images.put(image.object(), image);
    }
    List<Long> allocated = new ArrayList<>();
    try {
      List<Copy> copies = new ArrayList<>();
      for (int i = 0; i < word(at, 12); i++) {
        copies.add(copy(word(at, 14) + 8L * WORDS_OF_MEMORY * i, module, images, allocated));
      }
      byte[] parameters = bytes(word(at, 10), word(at, 11));
      long[] words = new long[(parameters.length + 7) / 8];
      MemorySegment.copy(
          MemorySegment.ofArray(parameters), 0, MemorySegment.ofArray(words), 0, parameters.length);
      for (int i = 0; i < words.length; i++) {
        words[i] = here(words[i], copies, images, allocated);
      }
      launch(module.function(text(word(at, 2))), shape(at), words, parameters.length);
      copies.forEach(KernelEngine::copyBack);
      images.values().forEach(EngineImage::copyBack);
    } finally {
      allocated.forEach(driver::free);
    }
  }

  private Module load(String ptx) {
    return device.loadModule(ptx.getBytes(StandardCharsets.UTF_8));
  }

  private static LaunchShape shape(long at) {
    int[] sizes = new int[7];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = (int) word(at, 3 + i);
    }
    return new LaunchShape(sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6]);
  }

  private void launch(Function kernel, LaunchShape shape, long[] parameters, int bytes) {
    Submission submission = new Submission();
    submission.launch(stream, kernel, shape, parameters, bytes);
    try (Event end = device.createEvent(false)) {
      submission.record(stream, end);
      device.submit(submission);
      device.synchronize();
      if (end.failure() != null) {
        throw end.failure();
      }
    }
  }

  private Copy copy(
      long words, Module module, Map<Long, EngineImage> images, List<Long> allocated) {
    long bytes = word(words, 1);
    byte[] content = bytes(word(words, 2), bytes);
    long[] numbers = new long[(int) (bytes / 8)];
    MemorySegment.copy(
        MemorySegment.ofArray(content), 0, MemorySegment.ofArray(numbers), 0, 8L * numbers.length);
    for (int i = 0; i < numbers.length && !images.isEmpty(); i++) {
      numbers[i] = numbers[i] == 0 ? 0 : here(numbers[i], List.of(), images, allocated);
    }
    MemorySegment.copy(
        MemorySegment.ofArray(numbers), 0, MemorySegment.ofArray(content), 0, 8L * numbers.length);
    long here;
    if (word(words, 3) != 0) {
      here = module.global(text(word(words, 3))).address();
    } else {
      here = device.allocate(bytes);
      allocated.add(here);
    }
    put(here, content);
    return new Copy(word(words, 0), bytes, word(words, 2), here, content);
  }

  /** What stands for a number here: an address, an object, or the number itself. */
  private long here(
      long number, List<Copy> copies, Map<Long, EngineImage> images, List<Long> allocated) {
    EngineImage image = images.get(number);
    if (image != null) {
      return image.on(device, allocated);
    }
    for (Copy copy : copies) {
      if (copy.holds(number)) {
        return copy.here + (number - copy.address);
      }
    }
    return number;
  }

  /** Only what changed: other launches may write the rest at the same time. */
  private static void copyBack(Copy copy) {
    byte[] after = bytes(copy.here, copy.bytes);
    int length = after.length;
    for (int i = 0; i < length; i++) {
      int same = Arrays.mismatch(after, i, length, copy.before, i, length);
      if (same < 0) {
        return;
      }
      i += same;
      ALL.set(ValueLayout.JAVA_BYTE, copy.view + i, after[i]);
    }
  }
}
