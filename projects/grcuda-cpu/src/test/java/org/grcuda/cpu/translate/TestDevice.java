package org.grcuda.cpu.translate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.KernelHeap;
import org.grcuda.cpu.exec.KernelParameter;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.exec.ModuleVariable;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.memory.NativeCall;

/** Runs translated kernels block after block on the calling thread, with an arena of its own. */
final class TestDevice implements AutoCloseable {

  private static final long ARENA_BYTES = 256L << 20;
  private static final long PAGE = 4096;
  private static final int SHARED_BYTES = 64 << 10;

  private final Arena lifetime = Arena.ofConfined();
  private final MemorySegment memory = reserve(lifetime);
  private final CompiledModule module;
  private final long[] globals;
  private final StringBuilder output = new StringBuilder();
  private long next = 256;

  /** Translates PTX text. */
  TestDevice(String ptx) {
    this(ptx, TranslationOptions.defaults());
  }

  /** Translates PTX text with options. */
  TestDevice(String ptx, TranslationOptions options) {
    module = PtxTranslator.translate(ptx, options);
    globals = new long[module.variables().size()];
    for (int v = 0; v < globals.length; v++) {
      globals[v] = allocate(module.variables().get(v).bytes());
    }
    for (int v = 0; v < globals.length; v++) {
      ModuleVariable variable = module.variables().get(v);
      MemorySegment at = at(globals[v]);
      MemorySegment.copy(
          variable.initial(), 0, at, ValueLayout.JAVA_BYTE, 0, variable.initial().length);
      for (ModuleVariable.Relocation r : variable.relocations()) {
        at.set(ValueLayout.JAVA_LONG, r.offset(), globals[r.variable()] + r.addend());
      }
    }
  }

  /**
   * Memory of zeros. A page takes memory of the machine when it is touched, and tests touch few.
   */
  @SuppressWarnings("restricted")
  private static MemorySegment reserve(Arena lifetime) {
    long block = NativeCall.call(NativeCall.find("calloc"), ARENA_BYTES + PAGE, 1, 0);
    if (block == 0) {
      throw new OutOfMemoryError("calloc gives no " + ARENA_BYTES + " bytes");
    }
    return MemorySegment.ofAddress(block + PAGE - 1 & -PAGE)
        .reinterpret(
            ARENA_BYTES, lifetime, memory -> NativeCall.call(NativeCall.find("free"), block, 0, 0));
  }

  /** Translates a resource beside this class. */
  static TestDevice of(String resource) {
    return new TestDevice(text(resource));
  }

  /** The text of a resource beside this class. */
  static String text(String resource) {
    try (InputStream in = TestDevice.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CompiledKernel kernel(String name) {
    if (module.refused().containsKey(name)) {
      throw module.refused().get(name);
    }
    return module.kernels().stream().filter(k -> k.name().equals(name)).findFirst().orElseThrow();
  }

  /** Zeroed memory, aligned to 256 bytes. */
  long allocate(long bytes) {
    long at = next;
    next += bytes + 255 & -256;
    memory.asSlice(at, bytes).fill((byte) 0);
    return memory.address() + at;
  }

  private MemorySegment at(long address) {
    return memory.asSlice(address - memory.address());
  }

  long put(float... values) {
    long address = allocate(4L * values.length);
    MemorySegment.copy(values, 0, at(address), ValueLayout.JAVA_FLOAT, 0, values.length);
    return address;
  }

  long put(double... values) {
    long address = allocate(8L * values.length);
    MemorySegment.copy(values, 0, at(address), ValueLayout.JAVA_DOUBLE, 0, values.length);
    return address;
  }

  long put(int... values) {
    long address = allocate(4L * values.length);
    MemorySegment.copy(values, 0, at(address), ValueLayout.JAVA_INT, 0, values.length);
    return address;
  }

  long put(long... values) {
    long address = allocate(8L * values.length);
    MemorySegment.copy(values, 0, at(address), ValueLayout.JAVA_LONG, 0, values.length);
    return address;
  }

  float[] floats(long address, int count) {
    return at(address).asSlice(0, 4L * count).toArray(ValueLayout.JAVA_FLOAT);
  }

  double[] doubles(long address, int count) {
    return at(address).asSlice(0, 8L * count).toArray(ValueLayout.JAVA_DOUBLE);
  }

  int[] ints(long address, int count) {
    return at(address).asSlice(0, 4L * count).toArray(ValueLayout.JAVA_INT);
  }

  long[] longs(long address, int count) {
    return at(address).asSlice(0, 8L * count).toArray(ValueLayout.JAVA_LONG);
  }

  /** What kernels printed so far. */
  String output() {
    return output.toString();
  }

  /** Launches with one-dimensional grid and block. */
  void launch(String kernel, int blocks, int threads, Object... arguments) {
    launch(kernel, new Launch.Shape(blocks, 1, 1), new Launch.Shape(threads, 1, 1), 0, arguments);
  }

  /** Launches; arguments are boxed numbers, or int arrays for structs. */
  void launch(
      String name, Launch.Shape grid, Launch.Shape block, int dynamicShared, Object... arguments) {
    long mark = next;
    CompiledKernel kernel = kernel(name);
    long parameters = allocate(Math.max(16, kernel.resources().parameterBytes()));
    List<KernelParameter> layout = kernel.resources().parameters();
    for (int p = 0; p < layout.size(); p++) {
      store(at(parameters + layout.get(p).offset()), arguments[p]);
    }
    BlockContext context = new BlockContext();
    context.launch =
        new Launch(
            grid,
            block,
            dynamicShared,
            parameters,
            globals,
            new Launch.Arena(memory.address(), ARENA_BYTES),
            output::append,
            1,
            7,
            new Heap(),
            0);
    context.shared = allocate(SHARED_BYTES);
    context.local =
        allocate(
            Math.max(16, kernel.resources().localBytesPerThread())
                * (long) context.launch.threadsPerBlock());
    kernel.runBlocks(context, grid.x() * grid.y() * grid.z());
    next = mark;
  }

  /** Memory until the end of a launch. */
  private final class Heap implements KernelHeap {

    private final Set<Long> live = new HashSet<>();

    @Override
    public long allocate(long bytes) {
      long address = TestDevice.this.allocate(bytes);
      live.add(address);
      return address;
    }

    @Override
    public boolean free(long address) {
      return live.remove(address);
    }
  }

  private static void store(MemorySegment at, Object argument) {
    switch (argument) {
      case Integer i -> at.set(ValueLayout.JAVA_INT, 0, i);
      case Long l -> at.set(ValueLayout.JAVA_LONG, 0, l);
      case Float f -> at.set(ValueLayout.JAVA_FLOAT, 0, f);
      case Double d -> at.set(ValueLayout.JAVA_DOUBLE, 0, d);
      case int[] a -> MemorySegment.copy(a, 0, at, ValueLayout.JAVA_INT, 0, a.length);
      default -> throw new IllegalArgumentException("argument " + argument);
    }
  }

  @Override
  public void close() {
    lifetime.close();
  }
}
