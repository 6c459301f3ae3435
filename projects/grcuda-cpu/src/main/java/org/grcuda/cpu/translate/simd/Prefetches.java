package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.x86.Assembler.RDI;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.grcuda.cpu.translate.simd.analysis.Advances;
import org.grcuda.cpu.translate.simd.analysis.Advances.Advance;
import org.grcuda.cpu.translate.simd.analysis.GangPlan;
import org.grcuda.cpu.x86.Assembler.Prefetch;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.Processor;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * Prefetches of rows.
 *
 * <p>The gangs of a kernel without loops that reads only the coordinate x go through arrays from
 * front to back, one after the other. With prefetches as much data is in flight as in a plain loop,
 * which has fewer instructions: {@code saxpy} of 16 M floats took a quarter less time with them.
 * Blocks with several rows go through as many rows of an array at once, more than a processor
 * follows: a stencil over 2048 x 2048 floats took 12.5 ms without prefetches and 9.5 with them, a
 * transpose 9.8 and 7.9 (two cores of an AMD EPYC with AVX-512). The stencil took 10.4, 9.8, 10.2
 * and 10.2 ms with prefetches 128, 256, 512 and 1,024 bytes ahead. Neither does a processor follow
 * what a kernel loads before its loop, where the loop reads much: of the time of {@code spmv}, 5 to
 * 8 % went by until the first loads of the rows' starts were there.
 *
 * <p>A gang in a loop that goes on by the size of the grid reads from another page in each
 * iteration, which a processor does not foresee, and what no gang has read before: a histogram of
 * 16 M numbers took 47 ms without prefetches and 14 with them, a sum 2.3 and 1.8 (two cores of an
 * Intel Xeon, model 207). A loop with other far steps mostly reads what other gangs have read and
 * caches hold, as that over a column of a matrix: prefetches made a product of 512 x 512 floats
 * take 5.5 ms instead of 5.0 (two cores of an AMD EPYC with AVX-512).
 *
 * <p>Such a loop visits few places of a cache, as its steps are large powers of two, and what it
 * has read is not read again. On AMD processors the prefetches therefore say so ({@code
 * prefetchnta}), and may then be issued further ahead: the sum took 3.3 ms with the prefetches that
 * are right for the Xeon, 3.0 with {@code prefetchnta} at the same distance, and 2.3 at the greater
 * one.
 */
final class Prefetches {

  /**
   * Distance in bytes between the access and the prefetch: as much of an array as 32 gangs read.
   */
  private static final int AHEAD = 2048;

  /**
   * The same in kernels that read the coordinates y or z: of each row, what four blocks of 16
   * threads with 4 bytes each read; and for loads outside the loops of a kernel.
   */
  private static final int AHEAD_IN_ROWS = 256;

  /** Iterations between the access in a loop and the prefetch. */
  private static final int ITERATIONS = 4;

  /** The same on AMD processors, with prefetches of what is read once. */
  private static final int ITERATIONS_ON_AMD = 16;

  /** Processors themselves prefetch what a loop reads in smaller steps, in bytes. */
  private static final int FOLLOWED = 1024;

  private static final int LINE = 64;

  private final GangEmitter e;
  private final Advances advances;
  private final boolean streams;
  private final int ahead;
  private final boolean amd = Processor.current().isAmd();
  private final int iterations = amd ? ITERATIONS_ON_AMD : ITERATIONS;

  /** By the register with an address, the blocks that prefetch what follows that address. */
  private final Map<Operand, Set<Integer>> fetched = new HashMap<>();

  Prefetches(GangEmitter e) {
    this.e = e;
    GangPlan plan = e.scope().plan();
    this.advances = new Advances(e.scope().graph(), plan);
    this.streams = plan.order().stream().noneMatch(this::isRepeated);
    this.ahead = !streams || e.scope().flow().readsOtherAxes() ? AHEAD_IN_ROWS : AHEAD;
  }

  /** Whether control goes from a block back to one before. */
  private boolean isRepeated(BasicBlock block) {
    GangPlan plan = e.scope().plan();
    return block.successors().stream()
        .mapToInt(plan::position)
        .anyMatch(p -> p >= 0 && p <= plan.position(block.index()));
  }

  /**
   * Before the vector at an address is loaded or stored. On each way through the kernel, each
   * address of the PTX counts once.
   */
  void before(Access x, Mem row, boolean write) {
    if (x.shared() || e.part() != 0 || !(x.address().base() instanceof Register base)) {
      return;
    }
    if (streams || !write && !isInLoop()) {
      if (add(base)) {
        lines(x, row.plus(ahead), write ? Prefetch.WRITE : Prefetch.READ);
      }
    } else if (!write && row.index() < 0) {
      advances
          .of(e.statement(), base)
          .filter(a -> isFar(a) && add(base))
          .ifPresent(a -> lines(x, later(row, a), amd ? Prefetch.ONCE : Prefetch.READ));
    }
  }

  /**
   * Adds the current block to those that prefetch at an address.
   *
   * @return false if a block that dominates it already does: then no prefetch is needed
   */
  private boolean add(Operand base) {
    Set<Integer> blocks = fetched.computeIfAbsent(base, _ -> new HashSet<>());
    int block = block();
    return blocks.stream().noneMatch(b -> e.scope().graph().dominates(b, block))
        && blocks.add(block);
  }

  /** Whether the current access is in a loop. */
  private boolean isInLoop() {
    return e.scope().plan().innermostLoop(block()) != null;
  }

  private int block() {
    return e.scope().graph().blockAt(e.statement()).index();
  }

  /** Whether the processor does not prefetch by itself, and code can name the place. */
  private boolean isFar(Advance a) {
    long constant = a.constant() * iterations;
    long factor = a.factor() * iterations;
    return constant == (int) constant
        && factor == (int) factor
        && (a.step() == null
            ? Math.abs(a.constant()) >= FOLLOWED
            : e.scope().plan().shape(a.step()).isUniform() && e.scope().flow().isOfGrid(a.step()));
  }

  /** The row of a later iteration. */
  private Mem later(Mem row, Advance a) {
    Mem first = row.plus((int) a.constant() * iterations);
    if (a.step() == null) {
      return first;
    }
    int step = e.scalar(a.step(), a.step().type(), RDI);
    if (a.step().type().size() == Integer.BYTES) {
      e.asm().movsxd(RDI, step);
      step = RDI;
    }
    e.asm().imul(8, RDI, step, (int) a.factor() * iterations);
    return Mem.indexed(first.base(), RDI, 1, first.displacement());
  }

  /** The cache lines of the rows of all parts. */
  private void lines(Access x, Mem first, Prefetch kind) {
    long stride = e.scope().plan().shape(x.address().base()).stride();
    for (int at = 0; at < stride * e.lanes() * e.parts(); at += LINE) {
      e.asm().prefetch(first.plus(at), kind);
    }
  }
}
