package org.grcuda.cpu.translate.simd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.grcuda.cpu.exec.BlockCode;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.runtime.ThreadCode;
import org.grcuda.cpu.translate.semantics.AddressSemantics;
import org.grcuda.cpu.translate.semantics.SystemCalls;
import org.grcuda.cpu.translate.simd.analysis.GangLayout;
import org.grcuda.cpu.translate.simd.analysis.GangSize;
import org.grcuda.cpu.translate.simd.frame.FaultSite;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.x86.CodeMemory;

/** Runs blocks as gangs of machine code. */
final class GangCode implements BlockCode {

  private static final int SIZES = 5;
  private static final int ROW_SIZES = 4;

  /**
   * Machine code for one {@link org.grcuda.cpu.translate.simd.analysis.GangLayout}.
   *
   * @param blocks masks of waiting lanes in the frame
   * @param areaBytes size of a gang's area where threads wait at barriers, else 0
   * @param gangs its assumptions about the block
   * @param lanes of a part of a gang
   * @param machineMemory what the machine keeps in the frame
   * @param machineMemoryAt where
   */
  record Version(
      CodeMemory code,
      List<FaultSite> faults,
      List<ProvidedCalls.Site> calls,
      int frameBytes,
      int blocks,
      int areaBytes,
      GangLayout gangs,
      int lanes,
      byte[] machineMemory,
      int machineMemoryAt) {

    /** Whether it looks up threads' coordinates. */
    boolean tables() {
      return gangs.kind() == GangLayout.Kind.ANY;
    }

    /** Where the tables of coordinates begin. */
    long coordinates(Launch launch) {
      return frameBytes + 8L * launch.globals.length;
    }

    /** Where the areas begin, behind the frame and the addresses of variables. */
    long areas(Launch launch) {
      return coordinates(launch) + (tables() ? 3 * GangFrame.TABLE : 0) + 63 & -64;
    }

    /** Gangs of a block. */
    int gangsOf(Launch launch) {
      return (launch.threadsPerBlock() + gangs.lanes() - 1) / gangs.lanes();
    }

    /** Bytes of the frame and everything behind it. */
    long bytes(Launch launch) {
      return areas(launch) + (long) areaBytes * gangsOf(launch);
    }
  }

  private final Supplier<ThreadCode> scalarTranslation;
  private volatile ThreadCode scalar;
  private final int staticSharedBytes;
  private final int localBytes;
  private final GangSize size;
  private final Version rows;
  private final Function<GangLayout, Optional<Version>> translation;
  private final Map<GangLayout, Optional<Version>> others = new ConcurrentHashMap<>();
  private final AtomicLong translationNanos = new AtomicLong();

  GangCode(
      Supplier<ThreadCode> scalarTranslation,
      MemoryLayout layout,
      GangSize size,
      Version rows,
      Function<GangLayout, Optional<Version>> translation) {
    this.scalarTranslation = scalarTranslation;
    this.staticSharedBytes = layout.staticSharedBytes();
    this.localBytes = layout.localBytes();
    this.size = size;
    this.rows = rows;
    this.translation = translation;
  }

  @Override
  public void run(BlockContext context) {
    runBlocks(context, 1);
  }

  @Override
  public void runBlocks(BlockContext context, int blocks) {
    Launch launch = context.launch;
    int threads = launch.threadsPerBlock();
    GangLayout gangs = size.of(launch.blockX, threads);
    Optional<Version> version =
        gangs.equals(rows.gangs())
            ? Optional.of(rows)
            : others.computeIfAbsent(gangs, this::translate);
    if (version.isPresent()) {
      run(context, version.get(), threads, blocks);
      return;
    }
    for (int b = 0; b < blocks && !launch.isCancelled(); b++) {
      if (b > 0) {
        context.nextBlock();
      }
      scalar().run(context, 0, threads);
    }
  }

  @Override
  public long translationNanos() {
    return translationNanos.get();
  }

  private Optional<Version> translate(GangLayout gangs) {
    long start = System.nanoTime();
    Optional<Version> version = translation.apply(gangs);
    translationNanos.addAndGet(System.nanoTime() - start);
    return version;
  }

  private ThreadCode scalar() {
    ThreadCode found = scalar;
    if (found == null) {
      synchronized (this) {
        if (scalar == null) {
          long start = System.nanoTime();
          scalar = scalarTranslation.get();
          translationNanos.addAndGet(System.nanoTime() - start);
        }
        found = scalar;
      }
    }
    return found;
  }

  private void run(BlockContext context, Version version, int threads, int blocks) {
    MemorySegment frame = context.gangFrame(version.bytes(context.launch));
    ByteBuffer fields = context.gangFields();
    if (!context.isFramed(version)) {
      fill(frame, context, version);
      context.framed(version);
    }
    putBlock(fields, context);
    fields.putInt(GangFrame.BLOCKS, blocks);
    begin(fields, context.launch, 0, 0);
    while (true) {
      int result = version.code().call(frame.address());
      context.blockIndexX = fields.getInt(GangFrame.CTAID_X);
      context.blockIndexY = fields.getInt(GangFrame.CTAID_Y);
      context.blockIndexZ = fields.getInt(GangFrame.CTAID_Z);
      switch (result) {
        case GangAssembler.DONE -> {
          return;
        }
        case GangAssembler.SCALAR -> {
          context.framed(null);
          if (!runScalar(frame, context, version, threads)) {
            return;
          }
        }
        case GangAssembler.CALL -> call(frame, context, version);
        case GangAssembler.CANCELLED -> {
          context.framed(null);
          context.thread = version.lanes() * fields.getInt(GangFrame.GANG);
          throw new KernelFault(KernelFault.Kind.CANCELLED, "cancelled");
        }
        default -> {
          context.framed(null);
          throw fault(frame, context, version);
        }
      }
    }
  }

  /** Calls a provided function for the lanes that the frame names. */
  private static void call(MemorySegment frame, BlockContext context, Version version) {
    ByteBuffer fields = context.gangFields();
    ProvidedCalls.Site site = version.calls().get(fields.getInt(GangFrame.CALL) - 1);
    int first = version.lanes() * (fields.getInt(GangFrame.GANG) + site.part());
    long[] arguments = new long[site.parameters()];
    int lanes = fields.getInt(GangFrame.FAULT_MASK) & (1 << version.lanes()) - 1;
    for (; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      context.thread = first + lane;
      long at = site.values() + 8L * lane;
      for (int k = 0; k < arguments.length; k++) {
        arguments[k] = frame.get(ValueLayout.JAVA_LONG, at + (long) ProvidedCalls.VALUES * k);
      }
      try {
        long result = site.code().call(context.launch, arguments);
        frame.set(ValueLayout.JAVA_LONG, at, result);
        if (site.results() > 1) {
          frame.set(ValueLayout.JAVA_LONG, at + ProvidedCalls.VALUES, arguments[1]);
        }
      } catch (KernelFault fault) {
        context.framed(null);
        throw site.namesLine()
            ? new KernelFault(fault.kind(), fault.address(), site.line(), fault.detail())
            : fault;
      }
    }
  }

  /**
   * Runs the current gang's threads, or those of the whole block if they wait at barriers, as
   * scalar code; says whether another gang or block is left.
   */
  private boolean runScalar(
      MemorySegment frame, BlockContext context, Version version, int threads) {
    ByteBuffer fields = context.gangFields();
    boolean whole = version.areaBytes() > 0;
    int first = whole ? 0 : fields.getInt(GangFrame.GANG) * version.lanes();
    int next = whole ? threads : first + version.gangs().lanes();
    scalar().run(context, first, Math.min(threads, next));
    if (next >= threads) {
      int left = fields.getInt(GangFrame.BLOCKS) - 1;
      if (left == 0) {
        return false;
      }
      fields.putInt(GangFrame.BLOCKS, left);
      context.nextBlock();
      putBlock(fields, context);
      next = 0;
    }
    clearWaiting(frame, version);
    begin(fields, context.launch, next, next / version.lanes());
    return true;
  }

  private static void putBlock(ByteBuffer fields, BlockContext context) {
    fields.putInt(GangFrame.CTAID_X, context.blockIndexX);
    fields.putInt(GangFrame.CTAID_Y, context.blockIndexY);
    fields.putInt(GangFrame.CTAID_Z, context.blockIndexZ);
  }

  private static void begin(ByteBuffer fields, Launch launch, int thread, int gang) {
    fields.putInt(GangFrame.GANG, gang);
    fields.putInt(GangFrame.TID_X, thread % launch.blockX);
    fields.putInt(GangFrame.TID_Y, thread / launch.blockX % launch.blockY);
    fields.putInt(GangFrame.TID_Z, thread / (launch.blockX * launch.blockY));
    fields.putInt(GangFrame.LANE, thread % GangLayout.WARP);
    fields.putInt(GangFrame.WARP, thread / GangLayout.WARP);
  }

  private void fill(MemorySegment frame, BlockContext context, Version version) {
    ByteBuffer fields = context.gangFields();
    Launch launch = context.launch;
    int threads = launch.threadsPerBlock();
    fields.putInt(GangFrame.THREADS, threads);
    fields.putLong(GangFrame.PARAMETERS, launch.parameters);
    fields.putLong(GangFrame.ARENA_BASE, launch.arenaBase);
    fields.putLong(GangFrame.SHARED_BASE, context.shared);
    fields.putLong(GangFrame.LOCAL_BASE, context.local);
    fields.putLong(GangFrame.CANCEL, launch.cancelFlag());
    fields.putLong(GangFrame.GLOBALS, frame.address() + version.frameBytes());
    for (int v = 0; v < launch.globals.length; v++) {
      fields.putLong(version.frameBytes() + 8 * v, launch.globals[v]);
    }
    int shared = staticSharedBytes + launch.dynamicSharedBytes;
    int lanes = version.lanes();
    putLimits(fields, GangFrame.ARENA_LIMIT, launch.arenaBytes);
    putRowLimits(fields, GangFrame.ARENA_ROW_LIMIT, launch.arenaBytes, lanes);
    putLimits(fields, GangFrame.SHARED_LIMIT, shared);
    putRowLimits(fields, GangFrame.SHARED_ROW_LIMIT, shared, lanes);
    int gang = version.gangs().lanes();
    putRowLimits(fields, GangFrame.ARENA_GANG_LIMIT, launch.arenaBytes, gang);
    putRowLimits(fields, GangFrame.SHARED_GANG_LIMIT, shared, gang);
    for (int log = 0; log < SIZES; log++) {
      fields.putLong(GangFrame.LOCAL_LIMIT + 8 * log, localBytes >> log);
    }
    fields.putLong(GangFrame.ARENA_PAIR_LIMIT, launch.arenaBytes / Integer.BYTES - 1);
    fields.putLong(GangFrame.ARENA_QUAD_LIMIT, Math.max(0, launch.arenaBytes / Integer.BYTES - 3));
    for (int log = 2; log <= 3; log++) {
      long elements = Math.min(launch.arenaBytes >> log, 1L << 31);
      fields.putLong(GangFrame.ARENA_INDEX_LIMIT + 8 * (log - 2), elements);
    }
    fields.putLong(GangFrame.ARENA_WINDOW_LIMIT, windowLimit(launch.arenaBytes, lanes));
    fields.putLong(GangFrame.SHARED_WINDOW_LIMIT, windowLimit(shared, lanes));
    fields.putInt(GangFrame.NTID_X, launch.blockX);
    fields.putInt(GangFrame.NTID_Y, launch.blockY);
    fields.putInt(GangFrame.NTID_Z, launch.blockZ);
    fields.putInt(GangFrame.NCTAID_X, launch.gridX);
    fields.putInt(GangFrame.NCTAID_Y, launch.gridY);
    fields.putInt(GangFrame.NCTAID_Z, launch.gridZ);
    fields.putInt(GangFrame.NSMID, launch.workers);
    fields.putInt(GangFrame.SMID, context.worker);
    fields.putInt(GangFrame.DYNAMIC_SHARED, launch.dynamicSharedBytes);
    fields.putInt(GangFrame.TOTAL_SHARED, shared);
    fields.putInt(GangFrame.WARPS, (threads + 31) / 32);
    fields.putLong(GangFrame.GRID_ID, launch.sequence);
    fields.putInt(GangFrame.CALL, 0);
    byte[] machine = version.machineMemory();
    MemorySegment.copy(
        machine, 0, frame, ValueLayout.JAVA_BYTE, version.machineMemoryAt(), machine.length);
    if (version.tables()) {
      putCoordinates(fields, frame.address(), Math.toIntExact(version.coordinates(launch)), launch);
    }
    fields.putLong(GangFrame.AREAS, frame.address() + version.areas(launch));
    clearWaiting(frame, version);
  }

  private static void clearWaiting(MemorySegment frame, Version version) {
    frame
        .asSlice(GangFrame.WAITING, (long) GangFrame.WAITING_BYTES * version.blocks())
        .fill((byte) 0);
  }

  private static void putLimits(ByteBuffer fields, int limits, long bytes) {
    for (int log = 0; log < SIZES; log++) {
      fields.putLong(limits + 8 * log, bytes >> log);
    }
  }

  private static void putRowLimits(ByteBuffer fields, int limits, long bytes, int lanes) {
    for (int log = 0; log < ROW_SIZES; log++) {
      fields.putLong(limits + 8 * log, Math.max(0, (bytes >> log) - (lanes - 1)));
    }
  }

  private static long windowLimit(long bytes, int lanes) {
    return Math.max(0, bytes / Integer.BYTES - (2 * lanes - 1));
  }

  private static void putCoordinates(ByteBuffer fields, long address, int at, Launch launch) {
    fields.putLong(GangFrame.COORDINATES, address + at);
    for (int t = 0; t < launch.threadsPerBlock(); t++) {
      int entry = at + 4 * t;
      int row = t / launch.blockX;
      fields.putInt(entry, t % launch.blockX);
      fields.putInt(entry + GangFrame.TABLE, row % launch.blockY);
      fields.putInt(entry + 2 * GangFrame.TABLE, row / launch.blockY);
    }
  }

  private KernelFault fault(MemorySegment frame, BlockContext context, Version version) {
    ByteBuffer fields = context.gangFields();
    FaultSite site = version.faults().get(fields.getInt(GangFrame.FAULT_SITE));
    int lane = Integer.numberOfTrailingZeros(fields.getInt(GangFrame.FAULT_MASK));
    int gang = fields.getInt(GangFrame.GANG) + site.part();
    context.thread = version.lanes() * gang + lane;
    if (site.isDeadlock()) {
      return new KernelFault(
          KernelFault.Kind.DEADLOCK,
          0,
          site.line(),
          "threads wait at a barrier or warp operation that others of their warp never reach");
    }
    if (site.space() == null) {
      return SystemCalls.trapAt(site.line());
    }
    long address =
        frame.get(ValueLayout.JAVA_LONG, GangFrame.ADDRESSES + 8L * (lane % version.lanes()));
    Launch launch = context.launch;
    return switch (site.space()) {
      case SHARED ->
          faultAt(site, address, context.shared, staticSharedBytes + launch.dynamicSharedBytes);
      case LOCAL ->
          faultAt(site, address, context.local + (long) context.thread * localBytes, localBytes);
      default -> faultAt(site, address, launch.arenaBase, launch.arenaBytes);
    };
  }

  private static KernelFault faultAt(FaultSite site, long address, long base, long bytes) {
    return AddressSemantics.faultAt(address, base, bytes, site.width(), site.line());
  }
}
