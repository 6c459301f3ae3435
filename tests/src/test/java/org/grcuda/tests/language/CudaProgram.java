package org.grcuda.tests.language;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import org.grcuda.cpu.CpuDriver;
import org.grcuda.cpu.CpuSettings;
import org.grcuda.cpu.Machine;
import org.grcuda.cpu.device.ModuleCache;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.translate.PtxTranslator;
import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverHost;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.nvrtc.CompiledProgram;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcSettings;
import org.grcuda.nvrtc.Program;
import org.grcuda.tests.Repository;

/** A file of {@code kernels/language}, compiled by NVRTC and loaded on a device of two workers. */
final class CudaProgram implements AutoCloseable {

  /** How kernels are executed. */
  enum Mode {
    /** As programs of users are. */
    PLAIN,
    /** Cut into many short methods. */
    SEGMENTS,
    INTERPRETER;

    TranslationOptions options() {
      TranslationOptions defaults = TranslationOptions.defaults();
      return switch (this) {
        case PLAIN -> defaults;
        case SEGMENTS -> defaults.withLongestMethod(500);
        case INTERPRETER -> defaults.withEngine(Engine.INTERPRETER);
      };
    }
  }

  private static final int DEVICE_BYTES = 256 << 20;

  private final CpuDriver driver;
  private final Device device;
  private final Stream stream;
  private final Module module;
  private final StringBuffer output = new StringBuffer();

  private CudaProgram(String ptx, Mode mode) {
    ModuleCache translations =
        new ModuleCache(source -> PtxTranslator.translate(source.ptx(), mode.options()), 1);
    DriverSettings asked =
        new DriverSettings(
            1, DEVICE_BYTES, Map.of("CpuThreads", "2"), DriverHost.printing(output::append));
    this.driver = new CpuDriver(CpuSettings.of(asked), Machine.current(), translations);
    this.device = driver.device(0);
    this.stream = device.createStream();
    this.module = device.loadModule(ptx.getBytes(StandardCharsets.UTF_8));
  }

  /** Compiles {@code kernels/language/NAME.cu}. */
  static CudaProgram of(String name, Mode mode) {
    try {
      String source = Files.readString(Repository.root().resolve("kernels/language/" + name));
      NvrtcCompiler compiler =
          NvrtcCompiler.open(NvrtcSettings.of(System.getenv(), System.err::println));
      CompiledProgram program = compiler.compile(new Program(source, name, "compute_90"));
      return new CudaProgram(program.ptx(), mode);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  Device device() {
    return device;
  }

  Function function(String kernel) {
    return module.function(kernel);
  }

  String output() {
    return output.toString();
  }

  /** Zeroed memory. */
  long zeros(long bytes) {
    return driver.allocateManaged(bytes);
  }

  long ints(int... values) {
    long address = zeros(4L * values.length);
    memory(address, 4L * values.length).copyFrom(MemorySegment.ofArray(values));
    return address;
  }

  long floats(float... values) {
    long address = zeros(4L * values.length);
    memory(address, 4L * values.length).copyFrom(MemorySegment.ofArray(values));
    return address;
  }

  long shorts(short... values) {
    long address = zeros(2L * values.length);
    memory(address, 2L * values.length).copyFrom(MemorySegment.ofArray(values));
    return address;
  }

  int[] readInts(long address, int count) {
    return memory(address, 4L * count).toArray(ValueLayout.JAVA_INT);
  }

  long[] readLongs(long address, int count) {
    return memory(address, 8L * count).toArray(ValueLayout.JAVA_LONG);
  }

  float[] readFloats(long address, int count) {
    return memory(address, 4L * count).toArray(ValueLayout.JAVA_FLOAT);
  }

  short[] readShorts(long address, int count) {
    return memory(address, 2L * count).toArray(ValueLayout.JAVA_SHORT);
  }

  byte[] readBytes(long address, int count) {
    return memory(address, count).toArray(ValueLayout.JAVA_BYTE);
  }

  /** The memory of a variable of the module. */
  MemorySegment variable(String name) {
    Module.GlobalVariable variable = module.global(name);
    return memory(variable.address(), variable.bytes());
  }

  @SuppressWarnings("restricted")
  private static MemorySegment memory(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  static LaunchShape shape(int blocks, int threads) {
    return new LaunchShape(blocks, 1, 1, threads, 1, 1, 0);
  }

  /** Launches a grid in one dimension, and waits. */
  void launch(String kernel, int blocks, int threads, Object... arguments) {
    launch(kernel, shape(blocks, threads), arguments);
  }

  /**
   * Launches and waits.
   *
   * @param arguments boxed numbers, and bytes for structs aligned to 8
   * @throws DriverException if the launch is refused or fails
   */
  void launch(String kernel, LaunchShape shape, Object... arguments) {
    launch(function(kernel), shape, arguments);
  }

  /** As the other one. */
  void launch(Function function, LaunchShape shape, Object... arguments) {
    ByteBuffer block = ByteBuffer.allocate(512).order(ByteOrder.LITTLE_ENDIAN);
    for (Object argument : arguments) {
      switch (argument) {
        case Integer i -> aligned(block, 4).putInt(i);
        case Float f -> aligned(block, 4).putFloat(f);
        case Long l -> aligned(block, 8).putLong(l);
        case Double d -> aligned(block, 8).putDouble(d);
        case byte[] struct -> aligned(block, 8).put(struct);
        default -> throw new IllegalArgumentException("argument " + argument);
      }
    }
    int bytes = block.position();
    long[] words = new long[(bytes + 7) / 8];
    Arrays.setAll(words, w -> block.getLong(8 * w));
    Event end = device.createEvent(false);
    Submission submission = new Submission();
    submission.launch(stream, function, shape, words, bytes);
    submission.record(stream, end);
    device.submit(submission);
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    DriverException failure = end.failure();
    if (failure != null) {
      throw failure;
    }
  }

  private static ByteBuffer aligned(ByteBuffer block, int bytes) {
    return block.position((block.position() + bytes - 1) & -bytes);
  }

  @Override
  public void close() {
    driver.close();
  }
}
