package org.grcuda.cpu.differential;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.translate.PtxTranslator;
import org.grcuda.cpu.translate.TranslationOptions;

/** Runs modules of {@link KernelText} over a small grid, always in the same memory. */
final class GridRunner implements AutoCloseable {

  private static final int MOST_THREADS = KernelText.MOST_THREADS;
  private static final int OUT = 4096;
  private static final int SLOTS = OUT + MOST_THREADS * KernelText.KEPT;
  private static final int REGISTERS = SLOTS + MOST_THREADS * KernelText.SLOT;
  private static final int END = REGISTERS + MOST_THREADS * KernelText.REGISTERS;
  private static final int SHARED = END;
  private static final int SHARED_BYTES = MOST_THREADS * KernelText.SLOT + 1024;
  private static final int LOCAL = SHARED + SHARED_BYTES;
  private static final int LOCAL_BYTES = MOST_THREADS * 2048;
  private static final int BYTES = LOCAL + LOCAL_BYTES + 4096 & -4096;

  private final Arena lifetime = Arena.ofShared();
  private final MemorySegment memory = lifetime.allocate(BYTES, 4096);

  /** Extents of a grid. */
  record Shape(int blocks, int blockX, int blockY) {

    /** A random one of at most 160 threads. */
    static Shape random(Random random) {
      return switch (random.nextInt(5)) {
        case 0 -> new Shape(1, 1 + random.nextInt(33), 1);
        case 1 -> new Shape(2, 32, 1);
        case 2 -> new Shape(1, 16, 4);
        case 3 -> new Shape(2, 5 + random.nextInt(6), 1 + random.nextInt(5));
        default -> new Shape(1, 64 + random.nextInt(10), 1);
      };
    }
  }

  /**
   * Translates and runs a module.
   *
   * @param seed of the contents of memory
   * @return the memory that the kernel may have written, or the text of its fault
   */
  Object run(String ptx, TranslationOptions options, Shape shape, long seed) {
    CompiledModule module = PtxTranslator.translate(ptx, options);
    CompiledKernel kernel = module.kernels().get(0);
    fill(new Random(seed));
    long[] globals = {memory.address() + 1024};
    byte[] constants = module.variables().get(0).initial();
    MemorySegment.copy(constants, 0, memory, ValueLayout.JAVA_BYTE, 1024, constants.length);
    if (kernel.resources().localBytesPerThread() * (long) shape.blockX() * shape.blockY()
        > LOCAL_BYTES) {
      throw new IllegalStateException("local memory: " + kernel.resources().localBytesPerThread());
    }
    BlockContext context = new BlockContext();
    context.launch =
        new Launch(
            new Launch.Shape(shape.blocks(), 1, 1),
            new Launch.Shape(shape.blockX(), shape.blockY(), 1),
            SHARED_BYTES,
            memory.address() + 256,
            globals,
            new Launch.Arena(memory.address(), BYTES),
            text -> {},
            1,
            7);
    context.shared = memory.address() + SHARED;
    context.local = memory.address() + LOCAL;
    try {
      for (int b = 0; b < shape.blocks(); b++) {
        context.blockIndexX = b;
        kernel.runBlock(context);
      }
    } catch (KernelFault fault) {
      return fault.getMessage();
    }
    return memory.asSlice(OUT, END - OUT).toArray(ValueLayout.JAVA_BYTE);
  }

  private void fill(Random random) {
    memory.fill((byte) 0);
    memory.set(ValueLayout.JAVA_LONG, 256, memory.address() + OUT);
    memory.set(ValueLayout.JAVA_LONG, 264, memory.address() + SLOTS);
    memory.set(ValueLayout.JAVA_LONG, 272, memory.address() + REGISTERS);
    for (int k = 0; k < 64; k += 8) {
      memory.set(ValueLayout.JAVA_LONG, 288 + k, random.nextLong());
    }
    for (int at = SLOTS; at < REGISTERS; at += 4) {
      memory.set(ValueLayout.JAVA_INT, at, (int) Values.integer(random, 32));
    }
    for (int t = 0; t < MOST_THREADS; t++) {
      fillRegisters(random, REGISTERS + t * KernelText.REGISTERS);
    }
  }

  private void fillRegisters(Random random, int start) {
    int at = start;
    for (int k = 0; k < KernelText.Bank.LONG.count(); k++, at += 8) {
      memory.set(ValueLayout.JAVA_LONG, at, Values.integer(random, 64));
    }
    for (int k = 0; k < KernelText.Bank.DOUBLE.count(); k++, at += 8) {
      memory.set(ValueLayout.JAVA_LONG, at, Values.float64(random));
    }
    for (int k = 0; k < KernelText.Bank.WORD.count(); k++, at += 4) {
      memory.set(ValueLayout.JAVA_INT, at, (int) Values.integer(random, 32));
    }
    for (int k = 0; k < KernelText.Bank.FLOAT.count(); k++, at += 4) {
      memory.set(ValueLayout.JAVA_INT, at, Values.float32(random));
    }
    for (int k = 0; k < KernelText.Bank.HALF.count(); k++, at += 2) {
      memory.set(ValueLayout.JAVA_SHORT, at, (short) Values.integer(random, 16));
    }
    for (int k = 0; k < KernelText.Bank.PRED.count(); k++, at++) {
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt(2));
    }
  }

  @Override
  public void close() {
    lifetime.close();
  }
}
