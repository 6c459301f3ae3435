package org.grcuda.cpu.translate.simd.analysis;

import static org.grcuda.ptx.analysis.LinearOrder.END;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.analysis.LinearOrder;
import org.grcuda.ptx.analysis.Loops.Loop;

/**
 * The pass that finds at which blocks lanes of a gang may wait while a block runs. It is a data
 * flow over the order in which blocks run, to a fixpoint, for one assumption about which branches
 * diverge.
 */
final class Waiting {

  private final LinearOrder order;
  private final Yields yields;
  private final BitSet divergent;
  private final BitSet meetings;
  private final BitSet parted;

  /** Those of the meetings that no lane passes while others wait elsewhere. */
  private final BitSet barriers = new BitSet();

  private final BitSet[] waiting;
  private final BitSet reached = new BitSet();
  private final Effort effort;

  private Waiting(
      KernelFlow flow, BitSet divergent, BitSet meetings, BitSet parted, Effort effort) {
    this.order = flow.order();
    this.yields = flow.yields();
    this.divergent = divergent;
    this.meetings = meetings;
    this.parted = parted;
    this.effort = effort;
    this.waiting = new BitSet[flow.graph().blocks().size()];
    for (int b = 0; b < waiting.length; b++) {
      waiting[b] = new BitSet();
    }
    for (int b = meetings.nextSetBit(0); b >= 0; b = meetings.nextSetBit(b + 1)) {
      Instruction first = Meetings.first(flow.graph(), flow.graph().blocks().get(b));
      barriers.set(b, Meetings.isBarrier(first));
    }
  }

  /**
   * Finds them.
   *
   * @param divergent blocks whose lanes may part at the end
   * @param meetings blocks at which lanes may have to wait for those that wait elsewhere
   * @param parted those of the meetings at which some lanes may have to wait while others go on
   * @throws NotVectorizableException if it takes more than the effort allows
   */
  static Waiting run(
      KernelFlow flow, BitSet divergent, BitSet meetings, BitSet parted, Effort effort) {
    Waiting result = new Waiting(flow, divergent, meetings, parted, effort);
    BitSet changed = new BitSet();
    changed.set(0);
    result.reached.set(0);
    while (!changed.isEmpty()) {
      for (int block : flow.order().order()) {
        if (changed.get(block)) {
          changed.clear(block);
          result.flow(block, changed);
        }
      }
    }
    return result;
  }

  private void flow(int block, BitSet changed) {
    if (meetings.get(block)) {
      flow(with(waiting[block], List.of(block)), others(block), changed);
      if (parted.get(block) && !others(block).isEmpty() && !waiting[block].get(block)) {
        waiting[block].set(block);
        changed.set(block);
      }
    }
    BitSet left = left(block);
    boolean parts = divergent.get(block);
    if (yields.endsWithOne(block)) {
      List<Integer> back = List.of(yields.target(block));
      flow(with(left, parts ? order.targets(block) : back), turn(block), changed);
    } else if (parts) {
      flow(with(left, order.targets(block)), candidates(block), changed);
      return;
    }
    for (int target : order.targets(block)) {
      if (!isYield(block, target)) {
        flow(with(left, List.of(target)), candidates(block, target), changed);
      }
    }
  }

  /** One of the candidates runs next, the first of those at which lanes wait. */
  private void flow(BitSet at, List<Integer> candidates, BitSet changed) {
    effort.spend((1L + candidates.size()) * (1 + at.size() / Long.SIZE));
    for (int next : candidates) {
      if (next != END) {
        at.clear(next);
        BitSet before = (BitSet) waiting[next].clone();
        waiting[next].or(at);
        if (!before.equals(waiting[next]) || !reached.get(next)) {
          reached.set(next);
          changed.set(next);
        }
      }
    }
  }

  /** Blocks at which lanes may wait when others leave a block. */
  private BitSet left(int block) {
    return barriers.get(block) ? new BitSet() : waiting[block];
  }

  private static BitSet with(BitSet blocks, List<Integer> targets) {
    BitSet result = (BitSet) blocks.clone();
    for (int target : targets) {
      if (target != END) {
        result.set(target);
      }
    }
    return result;
  }

  /** Blocks at which lanes may wait while one runs: including itself if lanes diverge there. */
  BitSet at(int block) {
    return (BitSet) waiting[block].clone();
  }

  /** Whether lanes may part at the end of the block. */
  boolean isDivergent(int block) {
    return divergent.get(block);
  }

  /**
   * The candidates for the next block, of which the first with waiting lanes runs, if all lanes go
   * to a target.
   */
  List<Integer> candidates(int block, int target) {
    return upTo(block, with(left(block), List.of(target)), List.of(target));
  }

  /**
   * The candidates for the next block, of which the first with waiting lanes runs, if the lanes
   * part.
   */
  List<Integer> candidates(int block) {
    List<Integer> targets = order.targets(block);
    return upTo(block, with(left(block), targets), targets);
  }

  /**
   * The candidates for the next block, of which the first with waiting lanes runs, if the lanes
   * stay where they are.
   */
  List<Integer> others(int block) {
    BitSet others = at(block);
    others.clear(block);
    return yields.exist() ? inTurn(block, others) : sort(block, others);
  }

  /** Whether lanes that go from one block to another let others go on first. */
  boolean isYield(int block, int target) {
    return yields.endsWithOne(block) && yields.target(block) == target;
  }

  /**
   * The candidates for the next block, of which the first with waiting lanes runs, if some or all
   * lanes go back by the yielding branch of a block. The last one is the branch's target.
   */
  List<Integer> turn(int block) {
    int target = yields.target(block);
    BitSet at = with(left(block), order.targets(block));
    at.clear(target);
    List<Integer> result = inTurn(target, at);
    result.add(target);
    return result;
  }

  /** Blocks by their place in the order, those behind one block first: each has its turn. */
  private List<Integer> inTurn(int block, BitSet blocks) {
    effort.spend(1L + blocks.cardinality());
    int after = order.position(block);
    return blocks.stream()
        .boxed()
        .sorted(
            Comparator.comparing((Integer b) -> order.position(b) < after)
                .thenComparing(order::position))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Lanes that let others go on are not waited for, but within their loop. */
  private List<Integer> sort(int block, BitSet blocks) {
    effort.spend((1L + blocks.cardinality()) * (1 + order.loops().depth(block)));
    List<Integer> sorted = order.sort(block, blocks);
    if (!yields.exist()) {
      return sorted;
    }
    Map<Boolean, List<Integer>> passed =
        sorted.stream().collect(Collectors.partitioningBy(b -> maybePassed(b, block)));
    List<Integer> result = new ArrayList<>(passed.get(false));
    result.addAll(passed.get(true));
    return result;
  }

  private boolean maybePassed(int place, int block) {
    Loop loop = order.loops().innermost(place);
    boolean inside = loop != null && loop.header() == place && loop.blocks().get(block);
    return yields.leadTo(place) && !inside;
  }

  /**
   * The sorted blocks up to the last target, one of which has lanes; for END, all blocks and then
   * END.
   */
  private List<Integer> upTo(int block, BitSet blocks, List<Integer> targets) {
    List<Integer> sorted = sort(block, blocks);
    if (targets.contains(END)) {
      sorted.add(END);
      return sorted;
    }
    int last = -1;
    for (int target : targets) {
      last = Math.max(last, sorted.indexOf(target));
    }
    return List.copyOf(sorted.subList(0, last + 1));
  }
}
