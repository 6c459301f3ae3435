package org.grcuda.cpu.exec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The block that one worker runs now. It belongs to the worker, which reuses it from block to
 * block: set {@link #launch}, the memory and the block's index, then call {@link
 * CompiledKernel#runBlock}. The fields are public, as translated code reads them at the start of
 * each block.
 */
public final class BlockContext {

  /** The launch that the block is part of. */
  public Launch launch;

  /** {@code %ctaid}. */
  public int blockIndexX;

  public int blockIndexY;
  public int blockIndexZ;

  /**
   * The block's shared memory, 1024-byte aligned: {@link
   * CompiledKernel.Resources#staticSharedBytes} (rounded up to 16), then the launch's dynamic
   * shared memory. Contents are undefined at the start.
   */
  public long shared;

  /**
   * Local memory, 16-byte aligned: {@link CompiledKernel.Resources#localBytesPerThread} (a multiple
   * of 16) for each thread of the block, one after the other.
   */
  public long local;

  /** Position of the worker among those of the device, from 0: {@code %smid}. */
  public int worker;

  /** Index in the block of the thread that ran last, x fastest; set when a fault is thrown. */
  public int thread;

  /** Sees the accesses of kernels that were translated to be watched; else null. */
  public AccessMonitor monitor;

  /** Sees the instructions of kernels that were translated to be watched; else null. */
  public InstructionTracer tracer;

  /**
   * Counts for the threads of a counted block: operations in single precision, in double precision,
   * bytes of global memory.
   */
  public final long[] counts = new long[3];

  /** The state that {@link BlockCode#advance} keeps of a block that has begun and not ended. */
  public Object progress;

  /** Suspended threads of the block, grown as kernels need. */
  public final ThreadStates states = new ThreadStates();

  private MemorySegment gangFrame = MemorySegment.NULL;
  private ByteBuffer gangFields;
  private Launch framedLaunch;
  private Object framedCode;

  /** Goes on to the next block of the grid, x fastest. */
  public void nextBlock() {
    if (++blockIndexX == launch.gridX) {
      blockIndexX = 0;
      if (++blockIndexY == launch.gridY) {
        blockIndexY = 0;
        blockIndexZ++;
      }
    }
  }

  /**
   * Native memory of the worker's machine code, of at least {@code bytes} bytes, aligned to 64
   * bytes.
   */
  public MemorySegment gangFrame(long bytes) {
    if (gangFrame.byteSize() < bytes) {
      gangFrame = Arena.ofAuto().allocate(bytes, 64);
      gangFields =
          gangFrame
              .asSlice(0, Math.min(bytes, Integer.MAX_VALUE))
              .asByteBuffer()
              .order(ByteOrder.nativeOrder());
      framedLaunch = null;
    }
    return gangFrame;
  }

  /**
   * The first bytes of the last {@link #gangFrame}, up to 2 GB. The first access to an {@code int}
   * through a segment makes the JVM generate code, which takes half a millisecond of the first
   * launch of a process; an access through a buffer does not.
   */
  public ByteBuffer gangFields() {
    return gangFields;
  }

  /** Whether the last {@link #framed} named this launch and this code. */
  public boolean isFramed(Object code) {
    return framedLaunch == launch && framedCode == code;
  }

  /** Notes that the frame holds the values for this launch and this code; null that it does not. */
  public void framed(Object code) {
    framedLaunch = code == null ? null : launch;
    framedCode = code;
  }
}
