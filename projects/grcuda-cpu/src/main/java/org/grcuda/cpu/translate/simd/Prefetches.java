package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.x86.Assembler.RDI;

import java.util.HashSet;
import java.util.Set;
import org.grcuda.cpu.translate.simd.analysis.Advances;
import org.grcuda.cpu.translate.simd.analysis.Advances.Advance;
import org.grcuda.cpu.translate.simd.analysis.GangPlan;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * Prefetches of rows.
 *
 * <p>The gangs of a kernel without loops that reads only the coordinate x go through arrays from
 * front to back, one after the other. With prefetches as much data is in flight as in a plain loop,
 * which has fewer instructions: {@code saxpy} of 16 M floats took a quarter less time with them.
 *
 * <p>A gang in a loop with far steps, such as those of a grid, reads from another page in each
 * iteration, which a processor does not foresee: a histogram of 16 M numbers took 47 ms without
 * prefetches and 14 with them, a sum 2.3 and 1.8 (two cores of an Intel Xeon, model 207).
 */
final class Prefetches {

  /**
   * Distance in bytes between the access and the prefetch: as much of an array as 32 gangs read.
   */
  private static final int AHEAD = 2048;

  /** Iterations between the access in a loop and the prefetch. */
  private static final int ITERATIONS = 4;

  /** Processors themselves prefetch what a loop reads in smaller steps, in bytes. */
  private static final int FOLLOWED = 1024;

  private static final int LINE = 64;

  private static final Set<String> OTHER_AXES = Set.of("%tid.y", "%tid.z", "%ctaid.y", "%ctaid.z");

  private final GangEmitter e;
  private final Advances advances;
  private final boolean streams;
  private final Set<Operand> fetched = new HashSet<>();

  Prefetches(GangEmitter e) {
    this.e = e;
    GangPlan plan = e.scope().plan();
    this.advances = new Advances(e.scope().graph(), plan);
    this.streams =
        plan.order().stream().noneMatch(this::isRepeated)
            && e.scope().function().body().stream().noneMatch(this::readsOther);
  }

  /** Whether control goes from a block back to one before. */
  private boolean isRepeated(BasicBlock block) {
    GangPlan plan = e.scope().plan();
    return block.successors().stream()
        .mapToInt(plan::position)
        .anyMatch(p -> p >= 0 && p <= plan.position(block.index()));
  }

  private boolean readsOther(Statement s) {
    return s instanceof Instruction i && i.operands().stream().anyMatch(this::isOther);
  }

  private boolean isOther(Operand o) {
    return o instanceof Operand.SpecialRegister s && OTHER_AXES.contains(s.name());
  }

  /** Before the vector at an address is loaded or stored; each address of the PTX counts once. */
  void before(Access x, Mem row, boolean write) {
    if (x.shared() || e.part() != 0 || !(x.address().base() instanceof Register base)) {
      return;
    }
    if (streams) {
      if (fetched.add(base)) {
        lines(x, row.plus(AHEAD), write);
      }
    } else if (!write && row.index() < 0) {
      advances
          .of(e.statement(), base)
          .filter(a -> isFar(a) && fetched.add(base))
          .ifPresent(a -> lines(x, later(row, a), false));
    }
  }

  /** Whether the processor does not prefetch by itself, and code can name the place. */
  private boolean isFar(Advance a) {
    long constant = a.constant() * ITERATIONS;
    long factor = a.factor() * ITERATIONS;
    return constant == (int) constant
        && factor == (int) factor
        && (a.step() == null
            ? Math.abs(a.constant()) >= FOLLOWED
            : e.scope().plan().shape(a.step()).isUniform());
  }

  /** The row of a later iteration. */
  private Mem later(Mem row, Advance a) {
    Mem first = row.plus((int) a.constant() * ITERATIONS);
    if (a.step() == null) {
      return first;
    }
    int step = e.scalar(a.step(), a.step().type(), RDI);
    if (a.step().type().size() == Integer.BYTES) {
      e.asm().movsxd(RDI, step);
      step = RDI;
    }
    e.asm().imul(8, RDI, step, (int) a.factor() * ITERATIONS);
    return Mem.indexed(first.base(), RDI, 1, first.displacement());
  }

  /** The cache lines of the rows of all parts. */
  private void lines(Access x, Mem first, boolean write) {
    long stride = e.scope().plan().shape(x.address().base()).stride();
    for (int at = 0; at < stride * e.lanes() * e.parts(); at += LINE) {
      e.asm().prefetch(first.plus(at), write);
    }
  }
}
