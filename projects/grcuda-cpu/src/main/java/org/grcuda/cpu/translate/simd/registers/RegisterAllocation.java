package org.grcuda.cpu.translate.simd.registers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.translate.simd.analysis.GangPlan;
import org.grcuda.cpu.translate.simd.analysis.GangScope;
import org.grcuda.cpu.translate.simd.analysis.Indexed;
import org.grcuda.cpu.translate.simd.analysis.Invariants;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.Liveness;

/**
 * The pass that gives PTX registers a place in the machine: linear scan (Poletto, Sarkar: Linear
 * Scan Register Allocation) over the plan's order of blocks, with one interval per register; the
 * registers used least, weighted by loop depth, live in the frame.
 */
public final class RegisterAllocation {

  /** The kinds of machine registers. */
  public enum Bank {
    /** For values that do not vary. */
    GENERAL,
    /** For values that vary. */
    VECTOR,
    /** For predicates that vary. */
    MASK
  }

  /**
   * Machine registers that hold no value of the kernel: they are free between instructions, and the
   * emitters compute in them. General registers have names of their own ({@code rax}, {@code rcx},
   * {@code rdx}, {@code rdi}).
   *
   * <p>Most emitters bring the first source to {@link #V0}, the second to {@link #V2} and the third
   * to {@link #V1}, and make the result in {@link #V3}, that of the upper lanes of 64 bits in
   * {@link #V6}. A method that asks for a register to bring a value to returns another one where
   * the value lies in that.
   */
  public static final class Scratch {

    public static final int V0 = 0;
    public static final int V1 = 1;
    public static final int V2 = 2;
    public static final int V3 = 3;
    public static final int V4 = 4;
    public static final int V5 = 5;
    public static final int V6 = 6;
    public static final int V7 = 7;

    /** For a predicate; a write mask it cannot be, as its number stands for all lanes. */
    public static final int K0 = 0;

    /** The active lanes of the second part, if there is one. */
    public static final int SECOND_ACTIVE = 5;

    public static final int K6 = 6;
    public static final int K7 = 7;

    /** The active lanes of each part. */
    private static final int[] ACTIVE = {1, SECOND_ACTIVE, 8, 9};

    private Scratch() {}

    /** The mask with the active lanes of a part of the gang. */
    public static int active(int part) {
      return ACTIVE[part];
    }
  }

  /**
   * The place of a PTX register.
   *
   * @param low its machine register, or that of the lower lanes of a 64-bit one; -1 if it is in the
   *     frame
   * @param high machine register of the upper lanes of a 64-bit one
   * @param slot its offset in the frame, if it is there; for a value that is the same for the
   *     block, the offset of a copy; else -1
   */
  public record Place(Bank bank, int low, int high, int slot) {
    /** Whether it is in the frame. */
    public boolean inFrame() {
      return low < 0;
    }
  }

  private static final class Interval {
    private final Register register;
    private final Bank bank;
    private final int count;
    private int start = Integer.MAX_VALUE;
    private int end = -1;
    private double weight;
    private boolean isInLoop;
    private int[] given;

    Interval(Register register, Bank bank, int count) {
      this.register = register;
      this.bank = bank;
      this.count = count;
    }

    void cover(int position) {
      start = Math.min(start, position);
      end = Math.max(end, position);
    }

    boolean isSpilledVector() {
      return bank == Bank.VECTOR && end >= 0 && given == null;
    }
  }

  private final ControlFlowGraph graph;
  private final GangPlan plan;
  private final Liveness liveness;
  private final Invariants invariants;
  private final Indexed indexed;
  private final Interval[] intervals;
  private final Place[][] places;
  private final VectorAssembler machine;
  private final int parts;
  private final Map<Integer, Integer> products = new HashMap<>();
  private int frameBytes;

  private RegisterAllocation(GangScope scope, VectorAssembler machine, int frameBytes) {
    this.machine = machine;
    this.parts = scope.gangs().parts(machine.lanes());
    this.graph = scope.graph();
    this.plan = scope.plan();
    this.liveness = scope.liveness();
    this.invariants = scope.invariants();
    this.indexed = scope.indexed();
    this.frameBytes = frameBytes;
    List<Register> registers = graph.function().registers();
    this.intervals = new Interval[registers.size()];
    this.places = new Place[parts][registers.size()];
    for (Register r : registers) {
      Bank bank = bank(r);
      intervals[r.index()] =
          new Interval(r, bank, bank == Bank.GENERAL ? 1 : parts * perPart(bank, r));
    }
    cover();
    for (Bank bank : Bank.values()) {
      scan(bank);
    }
    assign();
  }

  /**
   * Allocates.
   *
   * @param machine has the registers
   * @param frameBytes where frame slots may begin
   */
  public static RegisterAllocation run(GangScope scope, VectorAssembler machine, int frameBytes) {
    return new RegisterAllocation(scope, machine, frameBytes);
  }

  private static int perPart(Bank bank, Register r) {
    return bank == Bank.VECTOR && r.type().size() == 8 ? 2 : 1;
  }

  private Bank bank(Register r) {
    if (!plan.shape(r).isVarying()) {
      return Bank.GENERAL;
    }
    return r.type() == PtxType.PRED ? Bank.MASK : Bank.VECTOR;
  }

  private void cover() {
    int position = 0;
    List<BasicBlock> order = plan.order();
    int[] depth = depths(order);
    for (int b = 0; b < order.size(); b++) {
      BasicBlock block = order.get(b);
      int first = position;
      int last = position + block.end() - block.start() + 1;
      BitSet in = liveness.liveIn(block.index());
      BitSet out = liveness.liveOut(block.index());
      BitSet kept = plan.kept(block.index());
      in.or(kept);
      out.or(kept);
      cover(in, first);
      cover(out, last);
      double weight = Math.pow(8, Math.min(depth[b], 6));
      for (int s = block.start(); s < block.end(); s++) {
        position++;
        if (graph.function().body().get(s) instanceof Instruction i) {
          for (Register r : indexed.used(s, i)) {
            use(r, position, weight);
          }
          for (Register r : indexed.defined(s, i)) {
            use(r, position, weight);
          }
        }
      }
      position = last + 1;
    }
    coverInvariants(position);
  }

  private void cover(BitSet registers, int position) {
    for (int r = registers.nextSetBit(0); r >= 0; r = registers.nextSetBit(r + 1)) {
      intervals[r].cover(position);
    }
  }

  /** They are written before all blocks, and stay until the last gang is done. */
  private void coverInvariants(int end) {
    for (Register r : graph.function().registers()) {
      if (invariants.holds(r)) {
        intervals[r.index()].cover(0);
        intervals[r.index()].cover(end);
      }
    }
    invariants.products().stream().forEach(s -> products.put(s, nextSlot(8)));
  }

  private void use(Register r, int position, double weight) {
    intervals[r.index()].cover(position);
    intervals[r.index()].weight += weight;
    intervals[r.index()].isInLoop |= weight > 1;
  }

  /**
   * How many loops each block of the order is in: a loop reaches from its header to a back edge.
   */
  private int[] depths(List<BasicBlock> order) {
    int[] depth = new int[order.size()];
    for (int b = 0; b < depth.length; b++) {
      for (int successor : order.get(b).successors()) {
        int head = plan.position(successor);
        if (head >= 0 && head <= b) {
          for (int inside = head; inside <= b; inside++) {
            depth[inside]++;
          }
        }
      }
    }
    return depth;
  }

  private void scan(Bank bank) {
    List<Interval> waiting = new ArrayList<>();
    for (Interval i : intervals) {
      if (i.bank == bank && i.end >= 0) {
        waiting.add(i);
      }
    }
    waiting.sort(Comparator.comparingInt(i -> i.start));
    List<Integer> free = new ArrayList<>();
    giveBack(registers(bank), free);
    List<Interval> active = new ArrayList<>();
    for (Interval i : waiting) {
      expire(active, i.start, free);
      while (free.size() < i.count && evict(i, active, free)) {
        continue;
      }
      if (free.size() >= i.count) {
        i.given = new int[i.count];
        for (int k = 0; k < i.count; k++) {
          i.given[k] = free.removeFirst();
        }
        active.add(i);
      }
    }
  }

  private static void giveBack(int[] registers, List<Integer> free) {
    for (int register : registers) {
      free.add(register);
    }
  }

  /** Ends the intervals that end before a position. */
  private static void expire(List<Interval> active, int position, List<Integer> free) {
    int kept = 0;
    for (Interval a : active) {
      if (a.end < position) {
        giveBack(a.given, free);
      } else {
        active.set(kept++, a);
      }
    }
    active.subList(kept, active.size()).clear();
  }

  /** The machine's registers for values of the kernel. */
  private int[] registers(Bank bank) {
    return switch (bank) {
      case GENERAL -> machine.generals();
      case VECTOR -> machine.vectors();
      case MASK ->
          Arrays.stream(machine.masks())
              .filter(r -> parts == 1 || r != Scratch.SECOND_ACTIVE)
              .toArray();
    };
  }

  /** Takes the registers of the active interval used least, if less than {@code wanting}. */
  private static boolean evict(Interval wanting, List<Interval> active, List<Integer> free) {
    Interval least = null;
    for (Interval a : active) {
      if (least == null || density(a) < density(least)) {
        least = a;
      }
    }
    if (least == null || density(least) >= density(wanting)) {
      return false;
    }
    active.remove(least);
    giveBack(least.given, free);
    least.given = null;
    return true;
  }

  private static double density(Interval i) {
    return i.weight / (i.end - i.start + 1);
  }

  private void assign() {
    for (Interval i : intervals) {
      if (i.end < 0) {
        continue;
      }
      for (int h = 0; h < parts; h++) {
        Register r = i.register;
        boolean shared = i.bank == Bank.GENERAL && h > 0;
        places[h][r.index()] = shared ? places[0][r.index()] : assign(i, perPart(i.bank, r), h);
      }
    }
  }

  private Place assign(Interval i, int count, int part) {
    if (i.given == null) {
      return new Place(
          i.bank, -1, -1, nextSlot(i.bank == Bank.VECTOR ? machine.bytes() * count : 8));
    }
    boolean copied = i.bank == Bank.GENERAL && invariants.holds(i.register);
    int first = part * count;
    int slot = copied ? nextSlot(8) : -1;
    return new Place(i.bank, i.given[first], count == 2 ? i.given[first + 1] : -1, slot);
  }

  /** A new place in the frame. */
  public int nextSlot(int bytes) {
    int slot = frameBytes + bytes - 1 & -Math.min(bytes, 64);
    frameBytes = slot + bytes;
    return slot;
  }

  /** Offset in the frame of the product of a {@code mad} that is the same for the block. */
  public int product(int statement) {
    return products.get(statement);
  }

  /** Where a register lies, for a part of the gang; null if no reachable instruction names it. */
  public Place place(Register r, int part) {
    return places[part][r.index()];
  }

  /** Words of 8 bytes that a place takes. */
  public int words(Place place, Register r) {
    return place.bank() == Bank.VECTOR
        ? machine.bytes() / Long.BYTES * perPart(place.bank(), r)
        : 1;
  }

  /** Of the uses of all registers, weighted by loops, the share of vectors in the frame. */
  public double spilled() {
    double all = Arrays.stream(intervals).mapToDouble(i -> i.weight).sum();
    return Arrays.stream(intervals)
        .filter(Interval::isSpilledVector)
        .mapToDouble(i -> i.weight / all)
        .sum();
  }

  /** Whether vectors that loops use lie in the frame. */
  public boolean spillsInLoops() {
    return Arrays.stream(intervals).anyMatch(i -> i.isInLoop && i.isSpilledVector());
  }

  /** Vectors of lanes that are executed together. */
  public int parts() {
    return parts;
  }

  /** Bytes of the frame, spilled registers included. */
  public int frameBytes() {
    return frameBytes;
  }
}
