package org.grcuda.cpu.differential;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.image.ImageTable;
import org.grcuda.cpu.translate.PtxTranslator;
import org.grcuda.cpu.translate.pass.Clusters;
import org.grcuda.cpu.translate.pass.Mbarriers;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxParser;

/**
 * Runs modules of {@link KernelText} over a small grid, always in the same memory, and compares
 * what they store with what another run has stored. First comes {@link #prepare}.
 */
final class GridRunner implements AutoCloseable {

  private static final int MOST_THREADS = KernelText.MOST_THREADS;
  private static final int PARAMETERS = 256;

  /** Where the objects are among the parameters. */
  private static final int IMAGES = 112;

  private static final int CONSTANTS = 1024;
  private static final int TABLE = 4096;
  private static final int TEXELS = TABLE + LaneAccesses.TABLE;
  private static final int OUT = TEXELS + RandomImages.TEXELS;
  private static final int SLOTS = OUT + MOST_THREADS * KernelText.KEPT;
  private static final int REGISTERS = SLOTS + MOST_THREADS * KernelText.SLOT;
  private static final int CELLS = REGISTERS + MOST_THREADS * KernelText.REGISTERS;
  private static final int WRITTEN = CELLS + LaneAccesses.CELLS + LaneAccesses.SHARES;
  private static final int END = WRITTEN + RandomImages.WRITTEN;
  private static final int SHARED = (END + 1023 & -1024) + Clusters.HEADER_BYTES;
  private static final int SHARED_BYTES = RandomClusters.BARRIER + 8;

  /** From the shared memory of one block of a cluster to that of the next one. */
  private static final int STRIDE = (SHARED_BYTES + 1023 & -1024) + Clusters.HEADER_BYTES;

  private static final int LOCAL = SHARED + RandomClusters.MOST_BLOCKS * STRIDE;
  private static final int LOCAL_BYTES = MOST_THREADS * 2048;
  private static final int BYTES = LOCAL + LOCAL_BYTES + 4096 & -4096;

  private final Arena lifetime = Arena.ofShared();
  private final MemorySegment memory = lifetime.allocate(BYTES, 4096);

  /** What memory holds before each run, up to local memory. */
  private final MemorySegment image = lifetime.allocate(LOCAL, 4096);

  private final MemorySegment expected = lifetime.allocate(END - OUT, 4096);

  private final long[] images =
      RandomImages.show(memory.address() + TEXELS, memory.address() + WRITTEN);

  /** Extents of a grid. */
  record Shape(int gridX, int gridY, int blockX, int blockY, int blockZ) {

    /** Of blocks in a row. */
    Shape(int blocks, int blockX, int blockY) {
      this(blocks, 1, blockX, blockY, 1);
    }

    int threads() {
      return gridX * gridY * threadsPerBlock();
    }

    int threadsPerBlock() {
      return blockX * blockY * blockZ;
    }

    /** Whether nothing has an extent but along x. */
    boolean isRow() {
      return gridY == 1 && blockY == 1 && blockZ == 1;
    }

    /** A random one of at most {@link KernelText#MOST_THREADS} threads. */
    static Shape random(RandomGenerator random) {
      return switch (random.nextInt(9)) {
        case 0 -> new Shape(1, 1 + random.nextInt(33), 1);
        case 1 -> new Shape(2, 32, 1);
        case 2 -> new Shape(1, 16, 4);
        case 3 -> new Shape(2, 5 + random.nextInt(6), 1 + random.nextInt(5));
        case 4 -> new Shape(1 + random.nextInt(7), 1 + random.nextInt(18), 1);
        case 5 -> new Shape(1, 1 + random.nextInt(3), 1 + random.nextInt(9), 2, 1);
        case 6 ->
            new Shape(
                1 + random.nextInt(2),
                1,
                1 + random.nextInt(5),
                1 + random.nextInt(3),
                1 + random.nextInt(4));
        case 7 -> new Shape(1 + random.nextInt(3), 8 * (1 + random.nextInt(5)), 1);
        default -> new Shape(1, 64 + random.nextInt(10), 1);
      };
    }
  }

  /**
   * Decides what memory holds before each run.
   *
   * @param seed of the contents of what the threads of the shape load
   */
  void prepare(Shape shape, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    image.fill((byte) 0);
    image.set(ValueLayout.JAVA_LONG, PARAMETERS, memory.address() + OUT);
    image.set(ValueLayout.JAVA_LONG, PARAMETERS + 8, memory.address() + SLOTS);
    image.set(ValueLayout.JAVA_LONG, PARAMETERS + 16, memory.address() + REGISTERS);
    for (int k = 0; k < 64; k += 8) {
      image.set(ValueLayout.JAVA_LONG, PARAMETERS + 32 + k, random.nextLong());
    }
    image.set(ValueLayout.JAVA_LONG, PARAMETERS + 96, memory.address() + TABLE);
    image.set(ValueLayout.JAVA_LONG, PARAMETERS + 104, memory.address() + CELLS);
    MemorySegment.copy(images, 0, image, ValueLayout.JAVA_LONG, PARAMETERS + IMAGES, images.length);
    for (int k = 0; k < LaneAccesses.TABLE; k += 4) {
      boolean whole = random.nextBoolean();
      int value = whole ? (int) Values.integer(random, 32) : Values.float32(random);
      image.set(ValueLayout.JAVA_INT, TABLE + k, value);
    }
    for (int k = 0; k < LaneAccesses.CELLS; k += 8) {
      image.set(ValueLayout.JAVA_LONG, CELLS + k, random.nextLong());
    }
    for (int t = 0; t < shape.threads(); t++) {
      for (int k = 0; k < KernelText.SLOT; k += 4) {
        long at = SLOTS + t * KernelText.SLOT + k;
        image.set(ValueLayout.JAVA_INT, at, (int) Values.integer(random, 32));
      }
      fillRegisters(random, REGISTERS + t * KernelText.REGISTERS);
    }
    RandomImages.fill(random, image.asSlice(TEXELS, RandomImages.TEXELS));
  }

  /**
   * Translates and runs a module.
   *
   * @return the text of its fault, or null
   */
  String run(String ptx, TranslationOptions options, Shape shape) {
    return run(PtxParser.parse(ptx), ptx, options, shape);
  }

  /** The same with a module that was parsed from the text. */
  String run(PtxModule parsed, String ptx, TranslationOptions options, Shape shape) {
    CompiledModule module = PtxTranslator.translate(parsed, ptx, options);
    for (RuntimeException refused : module.refused().values()) {
      throw refused;
    }
    CompiledKernel kernel = module.kernels().get(0);
    MemorySegment.copy(image, 0, memory, 0, LOCAL);
    memory.asSlice(LOCAL).fill((byte) 0);
    long[] globals = {memory.address() + CONSTANTS};
    byte[] constants = module.variables().get(0).initial();
    MemorySegment.copy(constants, 0, memory, ValueLayout.JAVA_BYTE, CONSTANTS, constants.length);
    int cluster = kernel.resources().cluster().blocks();
    long threads = (long) shape.threadsPerBlock() * cluster;
    if (kernel.resources().localBytesPerThread() * threads > LOCAL_BYTES) {
      throw new IllegalStateException("local memory: " + kernel.resources().localBytesPerThread());
    }
    Launch launch =
        new Launch(
            new Launch.Shape(shape.gridX(), shape.gridY(), 1),
            new Launch.Shape(shape.blockX(), shape.blockY(), shape.blockZ()),
            SHARED_BYTES,
            memory.address() + PARAMETERS,
            globals,
            new Launch.Arena(memory.address(), BYTES),
            text -> {},
            1,
            7);
    try {
      if (cluster > 1) {
        for (int first = 0; first < shape.gridX() * shape.gridY(); first += cluster) {
          runCluster(kernel, launch, first, shape);
        }
      } else {
        kernel.runBlocks(block(launch, 0, 0, 0), shape.gridX() * shape.gridY());
      }
    } catch (KernelFault fault) {
      return fault.getMessage();
    }
    return null;
  }

  /**
   * A block of the grid.
   *
   * @param rank in its cluster, from 0
   * @param localBytes of all its threads
   */
  private BlockContext block(Launch launch, int index, int rank, int localBytes) {
    BlockContext context = new BlockContext();
    context.launch = launch;
    context.blockIndexX = index % launch.gridX;
    context.blockIndexY = index / launch.gridX;
    context.shared = memory.address() + SHARED + rank * STRIDE;
    context.local = memory.address() + LOCAL + rank * localBytes;
    return context;
  }

  /** Lets the blocks of a cluster go on in turn until all have ended. */
  private void runCluster(CompiledKernel kernel, Launch launch, int first, Shape shape) {
    int blocks = kernel.resources().cluster().blocks();
    int threads = shape.threadsPerBlock();
    int localBytes = kernel.resources().localBytesPerThread() * threads;
    List<BlockContext> live = new ArrayList<>();
    for (int rank = 0; rank < blocks; rank++) {
      int header = SHARED + rank * STRIDE - Clusters.HEADER_BYTES;
      memory.set(ValueLayout.JAVA_LONG, header, Mbarriers.awaiting((long) threads * blocks));
      memory.set(ValueLayout.JAVA_LONG, header + Clusters.STRIDE, STRIDE);
      live.add(block(launch, first + rank, rank, localBytes));
    }
    while (!live.isEmpty()) {
      live.removeIf(kernel::advanceBlock);
    }
  }

  /** From now on, what the last run has stored is expected. */
  void expectThis() {
    MemorySegment.copy(memory, OUT, expected, 0, END - OUT);
  }

  /** Where the last run has stored something else than expected; -1 if nowhere. */
  int mismatch() {
    return (int) memory.asSlice(OUT, END - OUT).mismatch(expected);
  }

  private void fillRegisters(RandomGenerator random, int start) {
    int at = start;
    for (int k = 0; k < KernelText.Bank.LONG.count(); k++, at += 8) {
      image.set(ValueLayout.JAVA_LONG, at, Values.integer(random, 64));
    }
    for (int k = 0; k < KernelText.Bank.DOUBLE.count(); k++, at += 8) {
      image.set(ValueLayout.JAVA_LONG, at, Values.float64(random));
    }
    for (int k = 0; k < KernelText.Bank.WORD.count(); k++, at += 4) {
      image.set(ValueLayout.JAVA_INT, at, (int) Values.integer(random, 32));
    }
    for (int k = 0; k < KernelText.Bank.FLOAT.count(); k++, at += 4) {
      image.set(ValueLayout.JAVA_INT, at, Values.float32(random));
    }
    for (int k = 0; k < KernelText.Bank.HALF.count(); k++, at += 2) {
      image.set(ValueLayout.JAVA_SHORT, at, (short) Values.integer(random, 16));
    }
    for (int k = 0; k < KernelText.Bank.PRED.count(); k++, at++) {
      image.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt(2));
    }
  }

  @Override
  public void close() {
    for (long handle : images) {
      ImageTable.remove(handle);
    }
    lifetime.close();
  }
}
