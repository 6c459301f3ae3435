package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.MaskOp;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * Gathers of neighbouring words: two loads of a block from the same varying address, 4 bytes apart,
 * with nothing between that stores, are one gather of 8 bytes for each lane. The first load keeps
 * the word of the second in the frame, and which of its lanes have bad addresses: the second stops
 * for them.
 */
final class Pairs {

  private static final int WORD = 4;
  private static final int VECTOR = 64;
  private static final int FIRST = 3;
  private static final int SECOND = 2;
  private static final Set<String> STRONG = Set.of("volatile", "relaxed", "acquire", "mmio");
  private static final Set<String> MEETINGS =
      Set.of("atom", "shfl", "vote", "match", "redux", "elect", "activemask", "call");

  /** The second load of a pair in a half of the lanes. */
  private record Second(int statement, int half) {}

  private final GangEmitter e;
  private final Assembler asm;
  private final AddressChecks addresses;
  private final Map<Second, Integer> kept = new HashMap<>();

  Pairs(GangEmitter e, AddressChecks addresses) {
    this.e = e;
    this.asm = e.asm();
    this.addresses = addresses;
  }

  /**
   * The statement of the load that the current one makes a pair with, if it is the first of one.
   */
  Optional<Integer> second() {
    List<Statement> body = e.scope().function().body();
    int end = e.scope().graph().blockAt(e.statement()).end();
    if (!(body.get(e.statement()) instanceof Instruction first) || !isPlain(first)) {
      return Optional.empty();
    }
    Operand.Address from = (Operand.Address) first.operand(1);
    for (int s = e.statement(); s < end; s++) {
      if (!(body.get(s) instanceof Instruction i)) {
        continue;
      }
      if (s > e.statement()
          && isPlain(i)
          && i.space() == first.space()
          && i.operand(1) instanceof Operand.Address at
          && at.base().equals(from.base())
          && Math.abs(at.offset() - from.offset()) == WORD) {
        return Optional.of(s);
      }
      if (!RegisterUse.hasDestination(i)
          || MEETINGS.contains(i.opcode())
          || RegisterUse.defined(i).contains((Register) from.base())) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private boolean isPlain(Instruction i) {
    return i.opcode().equals("ld")
        && !i.isGuarded()
        && i.type().size() == WORD
        && i.space() != StateSpace.SHARED
        && i.space() != StateSpace.LOCAL
        && i.modifiers().stream().noneMatch(STRONG::contains)
        && i.operand(0) instanceof Register to
        && to.type().size() == WORD
        && i.operand(1) instanceof Operand.Address at
        && at.base() instanceof Register base
        && base.type().size() == Long.BYTES
        && e.isVarying(base);
  }

  /** Whether the first load of a pair has loaded for the current one. */
  boolean isLoaded() {
    return kept.containsKey(new Second(e.statement(), e.half()));
  }

  /**
   * Loads for two.
   *
   * @param statement of the second load
   * @param single gathers from the addresses in registers 0 and 1 into 3
   */
  void loadFirst(Access x, int statement, Consumer<Access> single) {
    int slot = e.frameSlot(2 * VECTOR);
    kept.put(new Second(statement, e.half()), slot);
    Mem word = Mem.at(FRAME, slot);
    Mem bad = word.plus(VECTOR);
    Access other = x.at((Operand.Address) e.instructionAt(statement).operand(1));
    boolean ascends = x.offset() < other.offset();
    Label slow = new Label();
    Label done = new Label();
    addresses.pairs(ascends ? x : other, slow);
    asm.storeConstant(4, bad, 0);
    int k = GangEmitter.HIGH;
    for (int h = 0; h < 2; h++) {
      int to = h == 0 ? FIRST : 6;
      asm.vector(VectorOp.VPXORD, to, to, to, Form.ALL);
      if (h == 0) {
        asm.kmov(k, x.mask());
      } else {
        asm.kshiftr(k, x.mask(), 8);
      }
      asm.vector(VectorOp.VPGATHERQQ, to, 0, Mem.lanes(-1, h, 1, 0), Form.ALL.masked(k));
    }
    e.words(FIRST, 6, words(ascends ? 1 : 0), SECOND);
    asm.vector(VectorOp.VMOVDQU32_STORE, SECOND, 0, word, Form.ALL);
    e.words(FIRST, 6, words(ascends ? 0 : 1), FIRST);
    asm.bind(done);
    e.later(
        () -> {
          asm.bind(slow);
          loadBoth(x, other, word, single);
          asm.jump(done);
        });
    finish(x, FIRST);
  }

  /** One after the other: some lanes of the pair have bad addresses. */
  private void loadBoth(Access x, Access other, Mem word, Consumer<Access> single) {
    Mem first = Mem.at(FRAME, GangFrame.SCRATCH_A);
    addresses.lanes(x, true);
    single.accept(x);
    asm.vector(VectorOp.VMOVDQU32_STORE, FIRST, 0, first, Form.ALL);
    addresses.lanes(other, false);
    addresses.bad(other);
    asm.kmovToGpr(Assembler.RAX, 0);
    asm.store(4, word.plus(VECTOR), Assembler.RAX);
    asm.mask(MaskOp.KANDN, GangEmitter.GUARDED, 0, x.mask());
    single.accept(other.masked(GangEmitter.GUARDED));
    asm.vector(VectorOp.VMOVDQU32_STORE, FIRST, 0, word, Form.ALL);
    asm.vector(VectorOp.VMOVDQU32, FIRST, 0, first, Form.ALL);
  }

  private static int[] words(int which) {
    int[] choice = new int[GangEmitter.LANES];
    for (int l = 0; l < choice.length; l++) {
      choice[l] = 2 * l + which;
    }
    return choice;
  }

  /** The second load of a pair. */
  void loadSecond(Access x) {
    Mem word = Mem.at(FRAME, kept.get(new Second(e.statement(), e.half())));
    Label bad = new Label();
    asm.aluImmediate(Alu.CMP, 4, word.plus(VECTOR), 0);
    asm.jump(Condition.NE, bad);
    e.later(
        () -> {
          asm.bind(bad);
          addresses.lanes(x, true);
        });
    asm.vector(VectorOp.VMOVDQU32, FIRST, 0, word, Form.ALL);
    finish(x, FIRST);
  }

  private void finish(Access x, int from) {
    VectorTarget t = e.target(x.values().getFirst(), x.type());
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, from, t.form(0));
    e.done(t);
  }
}
