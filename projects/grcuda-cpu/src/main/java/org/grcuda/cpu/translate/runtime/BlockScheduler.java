package org.grcuda.cpu.translate.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.grcuda.cpu.exec.BlockCode;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.ThreadStates;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Kind;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Point;
import org.grcuda.ptx.Instruction;

/**
 * Runs a block whose threads suspend. It runs ready threads, completes warp operations whose lanes
 * have all arrived, then barriers, until every thread has ended.
 */
public final class BlockScheduler implements BlockCode {

  private static final int WARP = 32;
  private static final int MOST_POINTS_TOLD = 4;

  /**
   * How often a warp in lockstep goes round loops that other warps may end, before those get a
   * turn.
   */
  private static final int TURN = 256;

  private final ThreadCode code;
  private final Point[] points;
  private final int[] operations;
  private final int savedRegisters;
  private final boolean hasWarpPoints;
  private final boolean hasStepsAround;

  /**
   * @param points the kernel's suspension points, state 1 first
   * @param savedRegisters most registers that any of them saves
   */
  public BlockScheduler(ThreadCode code, List<Point> points, int savedRegisters) {
    this.code = code;
    this.points = points.toArray(Point[]::new);
    this.operations = WarpOperations.operations(points);
    this.savedRegisters = savedRegisters;
    this.hasStepsAround = points.stream().anyMatch(p -> p.kind() == Kind.STEP_AROUND);
    this.hasWarpPoints =
        points.stream().anyMatch(p -> p.kind() != Kind.BARRIER && p.kind() != Kind.TRANSFER);
  }

  @Override
  public void run(BlockContext context) {
    run(context, 0, context.launch.threadsPerBlock());
  }

  /** Runs threads {@code first} to {@code last} - 1 of the block, as if there were no others. */
  public void run(BlockContext context, int first, int last) {
    begin(context);
    int[] resume = context.states.resume;
    Arrays.fill(resume, 0, first, ThreadStates.EXITED);
    Arrays.fill(resume, last, context.launch.threadsPerBlock(), ThreadStates.EXITED);
    Round round;
    do {
      round = runRound(context);
    } while (round != Round.ENDED);
  }

  /** Leaves the block when a thread may spin on memory that another block writes. */
  @Override
  public boolean advance(BlockContext context) {
    if (context.progress == null) {
      begin(context);
      context.progress = this;
    }
    Round round;
    do {
      round = runRound(context);
    } while (round == Round.WAITED);
    if (round == Round.ENDED) {
      context.progress = null;
    }
    return round == Round.ENDED;
  }

  private void begin(BlockContext context) {
    context.states.reset(context.launch.threadsPerBlock(), savedRegisters);
    context.states.monitor = context.monitor;
  }

  /** What the threads of a block did in a round. */
  private enum Round {
    /** All have ended. */
    ENDED,
    /** All live threads waited for each other. */
    WAITED,
    /** Some have had their turn and could go on. */
    YIELDED
  }

  /** Gives every warp a turn, and completes barriers. */
  private Round runRound(BlockContext context) {
    int threads = context.launch.threadsPerBlock();
    ThreadStates states = context.states;
    int step = hasWarpPoints ? WARP : threads;
    context.launch.poll();
    boolean progress = false;
    for (int first = 0; first < threads; first += step) {
      progress |= runThreads(context, first, Math.min(first + step, threads));
    }
    boolean live = false;
    boolean ready = false;
    for (int t = 0; t < threads; t++) {
      live |= states.resume[t] != ThreadStates.EXITED;
      ready |= states.resume[t] >= 0;
    }
    progress |= BarrierOperations.complete(states, points, threads);
    if (live && !progress) {
      throw deadlock(context, threads);
    }
    return !live ? Round.ENDED : ready ? Round.YIELDED : Round.WAITED;
  }

  /** Runs a range until none of its threads can go on; a range is a warp if warps matter. */
  private boolean runThreads(BlockContext context, int first, int last) {
    ThreadStates states = context.states;
    boolean progress = false;
    boolean ready = isReady(states, first, last);
    while (ready) {
      progress = true;
      code.run(context, first, last);
      if (!hasWarpPoints) {
        return true;
      }
      ready = WarpOperations.complete(states, points, operations, first, last);
      if (!ready && isYielding(states, first, last)) {
        return true;
      }
      if (hasStepsAround
          && WarpOperations.goesAround(states, points, first, last)
          && ++states.around[first / WARP] % TURN == 0) {
        // A lane for which others of its warp wait may be ahead of them.
        WarpOperations.releaseSteps(states, points, first, last);
        return true;
      }
    }
    return progress;
  }

  private static boolean isReady(ThreadStates states, int first, int last) {
    for (int t = first; t < last; t++) {
      if (states.resume[t] >= 0) {
        return true;
      }
    }
    return false;
  }

  /** A thread that yields is ready again, once the other warps have run. */
  private static boolean isYielding(ThreadStates states, int first, int last) {
    return isReady(states, first, last);
  }

  private KernelFault deadlock(BlockContext context, int threads) {
    ThreadStates states = context.states;
    Map<Point, List<Integer>> waiting = new LinkedHashMap<>();
    for (int t = 0; t < threads; t++) {
      if (states.resume[t] != ThreadStates.EXITED) {
        waiting.computeIfAbsent(points[~states.resume[t] - 1], p -> new ArrayList<>()).add(t);
      }
    }
    Point first = waiting.keySet().iterator().next();
    context.thread = waiting.get(first).getFirst();
    String who =
        waiting.entrySet().stream()
            .limit(MOST_POINTS_TOLD)
            .map(entry -> waiters(context, entry.getKey().instruction(), entry.getValue()))
            .collect(Collectors.joining("; "));
    int others = threads - waiting.values().stream().mapToInt(List::size).sum();
    return new KernelFault(
        KernelFault.Kind.DEADLOCK,
        0,
        first.instruction().line(),
        "threads wait for each other or for threads that have ended: %s; %d have ended"
            .formatted(who, others));
  }

  private static String waiters(BlockContext context, Instruction at, List<Integer> threads) {
    String first = context.launch.threadName(threads.getFirst());
    String last = context.launch.threadName(threads.getLast());
    return "%d at '%s' (PTX line %d), %s"
        .formatted(
            threads.size(),
            at.text(),
            at.line(),
            threads.size() == 1 ? first : first + " to " + last);
  }
}
