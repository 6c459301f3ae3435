package org.grcuda.cpu.exec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

/**
 * Values that all blocks of one launch share. The fields are public, as translated code reads them
 * at the start of each block.
 *
 * <p>Every address is a native address inside one reservation of the process, {@code [arenaBase,
 * arenaBase + arenaBytes)}, which is readable and writable throughout. So an access that has passed
 * the check can be made raw.
 */
public final class Launch {

  /** Blocks of the grid. */
  public final int gridX;

  public final int gridY;
  public final int gridZ;

  /** Threads of a block. */
  public final int blockX;

  public final int blockY;
  public final int blockZ;

  /** Dynamic shared memory per block, in bytes. */
  public final int dynamicSharedBytes;

  /** Address of the parameter block, 16-byte aligned. */
  public final long parameters;

  /** Addresses of the module's variables, in the order of {@link CompiledModule#variables}. */
  public final long[] globals;

  /** Start of the reservation, aligned to 4096 bytes. */
  public final long arenaBase;

  /** Size of the reservation, a multiple of 4096. */
  public final long arenaBytes;

  /** Receives what the kernel prints, one call per {@code printf}; may be called concurrently. */
  public final Consumer<String> output;

  /** Number of workers that run this launch's blocks: {@code %nsmid}. */
  public final int workers;

  /** Sequence number of the launch: {@code %gridid}. */
  public final long sequence;

  /** The heap for {@code malloc} in the kernel. */
  public final KernelHeap heap;

  /**
   * Address of the words by which the blocks of a cooperative grid meet, in {@code %envreg1} (high)
   * and {@code %envreg2} (low); 0 if the launch is not cooperative.
   */
  public final long gridWorkspace;

  private volatile boolean cancelled;
  private volatile MemorySegment cancelFlag;

  /** A launch without a heap, not cooperative. */
  public Launch(
      Shape grid,
      Shape block,
      int dynamicSharedBytes,
      long parameters,
      long[] globals,
      Arena arena,
      Consumer<String> output,
      int workers,
      long sequence) {
    this(
        grid,
        block,
        dynamicSharedBytes,
        parameters,
        globals,
        arena,
        output,
        workers,
        sequence,
        KernelHeap.NONE,
        0);
  }

  /** A launch with a heap, and with a workspace if it is cooperative. */
  public Launch(
      Shape grid,
      Shape block,
      int dynamicSharedBytes,
      long parameters,
      long[] globals,
      Arena arena,
      Consumer<String> output,
      int workers,
      long sequence,
      KernelHeap heap,
      long gridWorkspace) {
    this.gridX = grid.x();
    this.gridY = grid.y();
    this.gridZ = grid.z();
    this.blockX = block.x();
    this.blockY = block.y();
    this.blockZ = block.z();
    this.dynamicSharedBytes = dynamicSharedBytes;
    this.parameters = parameters;
    this.globals = globals;
    this.arenaBase = arena.base();
    this.arenaBytes = arena.bytes();
    this.output = output;
    this.workers = workers;
    this.sequence = sequence;
    this.heap = heap;
    this.gridWorkspace = gridWorkspace;
  }

  /** Makes the running blocks stop soon, with a {@link KernelFault.Kind#CANCELLED}. */
  public void cancel() {
    cancelled = true;
    synchronized (this) {
      if (cancelFlag != null) {
        cancelFlag.set(ValueLayout.JAVA_INT, 0, 1);
      }
    }
  }

  /**
   * Address of an int that is not 0 once {@link #cancel} was called, for machine code; valid while
   * this object is reachable.
   */
  public long cancelFlag() {
    MemorySegment flag = cancelFlag;
    if (flag == null) {
      synchronized (this) {
        if (cancelFlag == null) {
          cancelFlag = java.lang.foreign.Arena.ofAuto().allocate(ValueLayout.JAVA_INT);
          if (cancelled) {
            cancelFlag.set(ValueLayout.JAVA_INT, 0, 1);
          }
        }
        flag = cancelFlag;
      }
    }
    return flag.address();
  }

  /** Whether {@link #cancel} was called. */
  public boolean isCancelled() {
    return cancelled;
  }

  /** Called by translated code on loop back edges. */
  public void poll() {
    if (cancelled) {
      throw new KernelFault(KernelFault.Kind.CANCELLED, "cancelled");
    }
  }

  /** Threads of a block. */
  public int threadsPerBlock() {
    return blockX * blockY * blockZ;
  }

  /** The coordinates of the thread at an index of the block: {@code (x, y, z)}. */
  public String threadName(int index) {
    return "(%d, %d, %d)"
        .formatted(index % blockX, index / blockX % blockY, index / (blockX * blockY));
  }

  /** Extents along x, y and z, each at least 1. */
  public record Shape(int x, int y, int z) {

    /** How many there are. */
    public int count() {
      return x * y * z;
    }
  }

  /** The reservation that holds every device address. */
  public record Arena(long base, long bytes) {}
}
