package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.grcuda.cpu.translate.simd.analysis.IndexGroups;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * Gathers of neighbouring words: loads of a block from the same varying address, less than 16 bytes
 * apart, with no store in between. Two loads are one gather of 8 bytes for each lane, more are
 * {@link Quads}. The first load keeps the words of the others in the frame, and the lanes with bad
 * addresses of each: each load stops for its own lanes.
 */
final class Neighbours {

  private static final int WORD = Integer.BYTES;
  private static final int QUAD = 4;
  private static final int VECTOR = 64;
  private static final int FIRST = V3;
  private static final int SECOND = V2;

  /** A load that another one does, in a part of the gang, in code for all lanes or for some. */
  record Later(int statement, int part, boolean full) {}

  /**
   * Loads of neighbouring words.
   *
   * @param lowest lowest offset from the common address
   * @param others statements of the loads after the first
   */
  record Group(int lowest, List<Integer> others) {

    /** Whether they are more than the neighbouring words of one gather. */
    private boolean isQuad() {
      return others.size() > 1;
    }
  }

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final AddressChecks addresses;
  private final Quads quads;
  private final Map<Later, Integer> kept = new HashMap<>();
  private final Map<Later, List<Integer>> groups = new HashMap<>();

  Neighbours(GangEmitter e, AddressChecks addresses) {
    this.e = e;
    this.asm = e.asm();
    this.addresses = addresses;
    this.quads = new Quads(e);
  }

  /** The key of a load in the code that is being emitted. */
  Later later(int statement) {
    return new Later(statement, e.part(), e.isFull());
  }

  /** The group whose first load is the current one, if there is one. */
  Optional<Group> group() {
    Instruction first = e.instructionAt(e.statement());
    if (!isPlain(first)) {
      return Optional.empty();
    }
    List<Integer> loads = loadsFrom(first);
    Group best = null;
    for (int k = 0; k < QUAD; k++) {
      long lowest = offset(first) - (long) k * WORD;
      List<Integer> others =
          loads.stream().filter(s -> isWithin(offset(e.instructionAt(s)) - lowest)).toList();
      boolean better = best == null || others.size() > best.others().size();
      if (lowest == (int) lowest && better) {
        best = new Group((int) lowest, others);
      }
    }
    return best.others().size() > 1 ? Optional.of(best) : pair(first, loads);
  }

  private static boolean isWithin(long distance) {
    return distance >= 0 && distance < QUAD * WORD && distance % WORD == 0;
  }

  private Optional<Group> pair(Instruction first, List<Integer> loads) {
    return loads.stream()
        .filter(s -> Math.abs(offset(e.instructionAt(s)) - offset(first)) == WORD)
        .findFirst()
        .map(s -> new Group((int) Math.min(offset(first), offset(e.instructionAt(s))), List.of(s)));
  }

  private static long offset(Instruction load) {
    return ((Operand.Address) load.operand(1)).offset();
  }

  /** Later loads of the block from the same address that may be moved up to the current one. */
  private List<Integer> loadsFrom(Instruction first) {
    List<Statement> body = e.scope().function().body();
    int end = e.scope().graph().blockAt(e.statement()).end();
    Operand base = ((Operand.Address) first.operand(1)).base();
    List<Integer> loads = new ArrayList<>();
    for (int s = e.statement(); s < end; s++) {
      if (!(body.get(s) instanceof Instruction i)) {
        continue;
      }
      if (s > e.statement()
          && isPlain(i)
          && i.space() == first.space()
          && i.operand(1) instanceof Operand.Address at
          && at.base().equals(base)
          && !kept.containsKey(later(s))) {
        loads.add(s);
      }
      if (IndexGroups.stops(i) || RegisterUse.defined(i).contains((Register) base)) {
        return loads;
      }
    }
    return loads;
  }

  private boolean isPlain(Instruction i) {
    return IndexGroups.mayMove(i)
        && i.type().size() == WORD
        && i.space() != StateSpace.SHARED
        && i.space() != StateSpace.LOCAL
        && i.operand(0) instanceof Register to
        && to.type().size() == WORD
        && i.operand(1) instanceof Operand.Address at
        && at.base() instanceof Register base
        && base.type().size() == Long.BYTES
        && e.isVarying(base);
  }

  /** Whether the first load of a group has loaded for the current one. */
  boolean isLoaded() {
    return kept.containsKey(later(e.statement()));
  }

  /**
   * Loads for a group.
   *
   * @param single gathers from the addresses in V0 and V1 into V3
   */
  void loadFirst(Access x, Group group, Consumer<Access> single) {
    for (int s : group.others()) {
      kept.put(later(s), e.frameSlot(2 * VECTOR));
    }
    groups.put(later(e.statement()), group.others());
    Label slow = new Label();
    Label done = new Label();
    Access lowest = x.at(new Operand.Address(x.address().base(), group.lowest()));
    addresses.neighbours(lowest, group.isQuad() ? QUAD : 2, slow);
    group.others().forEach(s -> asm.storeConstant(4, bad(s), 0));
    if (group.isQuad()) {
      quads.load(x.mask());
    } else {
      gatherPairs(x.mask());
    }
    group.others().forEach(s -> keep(register(s, group), s));
    move(FIRST, register(e.statement(), group));
    asm.bind(done);
    e.later(
        () -> {
          asm.bind(slow);
          loadEach(x, group, single);
          asm.jump(done);
        });
    finish(x);
  }

  /** Where a word of a group is after the load for all. */
  private int register(int statement, Group group) {
    int word = (int) (offset(e.instructionAt(statement)) - group.lowest()) / WORD;
    return group.isQuad() ? Quads.WORDS + word : word == 0 ? FIRST : SECOND;
  }

  /** The other loads that the current code has done together with a load, if any. */
  List<Integer> loadedWith(int first) {
    return groups.getOrDefault(later(first), List.of());
  }

  /** Where the words of a load are that another one has done. */
  Mem word(int statement) {
    return Mem.at(FRAME, kept.get(later(statement)));
  }

  private Mem bad(int statement) {
    return word(statement).plus(VECTOR);
  }

  private void keep(int register, int statement) {
    asm.vector(VectorOp.VMOVDQU32_STORE, register, 0, word(statement), Form.ALL);
  }

  private void move(int to, int from) {
    if (to != from) {
      asm.vector(VectorOp.VMOVDQU32, to, 0, from, Form.ALL);
    }
  }

  /** The words at the addresses in V0 and V1 into the first register, the next ones. */
  private void gatherPairs(int mask) {
    int k = GangEmitter.HIGH;
    for (int h = 0; h < 2; h++) {
      int to = h == 0 ? FIRST : V6;
      asm.vector(VectorOp.VPXORD, to, to, to, Form.ALL);
      if (h == 0) {
        asm.kmov(k, mask);
      } else {
        asm.upperHalf(k, mask);
      }
      asm.vector(VectorOp.VPGATHERQQ, to, 0, Mem.lanes(-1, h, 1, 0), Form.ALL.masked(k));
    }
    e.words(FIRST, V6, words(1), SECOND);
    e.words(FIRST, V6, words(0), FIRST);
  }

  private int[] words(int which) {
    int[] choice = new int[e.lanes()];
    for (int l = 0; l < choice.length; l++) {
      choice[l] = 2 * l + which;
    }
    return choice;
  }

  /** One after the other: some lanes have bad addresses. */
  private void loadEach(Access x, Group group, Consumer<Access> single) {
    Mem first = Mem.at(FRAME, GangFrame.SCRATCH_A);
    addresses.lanes(x, true);
    single.accept(x);
    asm.vector(VectorOp.VMOVDQU32_STORE, FIRST, 0, first, Form.ALL);
    for (int s : group.others()) {
      Access other = x.at((Operand.Address) e.instructionAt(s).operand(1));
      addresses.lanes(other, false);
      addresses.bad(other);
      asm.kmovToGpr(Assembler.RAX, K0);
      asm.store(4, bad(s), Assembler.RAX);
      asm.mask(MaskOp.KANDN, GangEmitter.GUARDED, K0, x.mask());
      single.accept(other.masked(GangEmitter.GUARDED));
      keep(FIRST, s);
    }
    asm.vector(VectorOp.VMOVDQU32, FIRST, 0, first, Form.ALL);
  }

  /** A load that the first of its group has done. */
  void loadLater(Access x) {
    Label bad = new Label();
    asm.aluImmediate(Alu.CMP, 4, bad(e.statement()), 0);
    asm.jump(Condition.NE, bad);
    e.later(
        () -> {
          asm.bind(bad);
          addresses.lanes(x, true);
        });
    asm.vector(VectorOp.VMOVDQU32, FIRST, 0, word(e.statement()), Form.ALL);
    finish(x);
  }

  private void finish(Access x) {
    VectorTarget t = e.target(x.values().getFirst(), x.type());
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, FIRST, t.form(0));
    e.done(t);
  }
}
