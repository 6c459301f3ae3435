package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V5;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.Arrays;
import java.util.Optional;
import org.grcuda.cpu.translate.simd.analysis.Pattern;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Place;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * Accesses to words that lie within two vectors of neighbouring words, at places known from a
 * {@link Pattern}. A load is one or two vectors and a permutation. A store is a permutation for
 * each vector of which it writes a part.
 */
final class Windows {

  private static final int RESULT = V3;
  private static final int SELECTED = V2;
  private static final int PERMUTED = V4;
  private static final int EXECUTES = V5;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final AddressChecks addresses;

  Windows(GangEmitter e, AddressChecks addresses) {
    this.e = e;
    this.asm = e.asm();
    this.addresses = addresses;
  }

  /**
   * Where the lanes' words lie.
   *
   * @param start offset of the window from lane 0's address, in bytes
   * @param words of the lanes, from the window's start
   */
  record Window(Register base, int start, int[] words) {

    private boolean isOneVector() {
      return Arrays.stream(words).allMatch(w -> w < words.length);
    }

    private boolean isInjective() {
      return Arrays.stream(words).distinct().count() == words.length;
    }

    /** For each word of a vector, the lane to which it belongs, 0 if it belongs to none. */
    private int[] lanes(int vector) {
      int lanes = words.length;
      int[] result = new int[lanes];
      for (int l = 0; l < lanes; l++) {
        if (words[l] / lanes == vector) {
          result[words[l] % lanes] = l;
        }
      }
      return result;
    }

    /** The words of a vector that belong to lanes. */
    private int mask(int vector) {
      return Arrays.stream(words)
          .filter(w -> w / words.length == vector)
          .map(w -> 1 << w % words.length)
          .reduce(0, (a, b) -> a | b);
    }
  }

  /** The window of an access, if it has one. */
  Optional<Window> of(Access x) {
    if (x.type().size() != Integer.BYTES
        || x.values().size() != 1
        || !(x.address().base() instanceof Register base)) {
      return Optional.empty();
    }
    Pattern pattern = e.scope().patterns().of(base);
    if (pattern == null || base.type().size() < Long.BYTES && !pattern.isAligned()) {
      return Optional.empty();
    }
    long[] bytes = pattern.fromFirst();
    long least = Arrays.stream(bytes).min().orElseThrow();
    long most = Arrays.stream(bytes).max().orElseThrow();
    long start = least + x.offset();
    if (most - least >= 2 * asm.bytes()
        || start != (int) start
        || Arrays.stream(bytes).anyMatch(b -> (b - least) % Integer.BYTES != 0)) {
      return Optional.empty();
    }
    int[] words = Arrays.stream(bytes).mapToInt(b -> (int) (b - least) / Integer.BYTES).toArray();
    return Optional.of(new Window(base, (int) start, words));
  }

  /** The address of the window's start less {@link Window#start} into rdx. */
  private void first(Window w) {
    if (!e.isVarying(w.base())) {
      asm.mov(8, RDX, e.scalar(w.base(), PtxType.U64, RDX));
      return;
    }
    Place place = e.place(w.base());
    int width = w.base().type().size();
    if (place.inFrame()) {
      asm.load(width, RDX, GangEmitter.slot(place));
    } else {
      asm.lowest(width, RDX, place.low());
    }
  }

  /** Jumps if the window, whose address is in rdx, does not lie in the memory; changes rcx. */
  private void compare(Access x, Window w, Label beyond) {
    asm.lea(8, RCX, Mem.at(RDX, w.start()));
    if (!x.shared()) {
      asm.alu(Alu.SUB, 8, RCX, Mem.at(FRAME, GangFrame.ARENA_BASE));
    }
    asm.shift(Shift.ROR, 8, RCX, x.log());
    int limit = x.shared() ? GangFrame.SHARED_WINDOW_LIMIT : GangFrame.ARENA_WINDOW_LIMIT;
    asm.alu(Alu.CMP, 8, RCX, Mem.at(FRAME, limit));
    asm.jump(Condition.AE, beyond);
  }

  private Mem memory(Access x, Window w) {
    if (x.shared()) {
      asm.alu(Alu.ADD, 8, RDX, Mem.at(FRAME, GangFrame.SHARED_BASE));
      return Mem.at(RDX, w.start()).toOwn();
    }
    return Mem.at(RDX, w.start());
  }

  /**
   * Loads.
   *
   * @param otherwise loads into V3 as for any addresses
   */
  void load(Access x, Window w, Runnable otherwise) {
    Label slow = new Label();
    Label done = new Label();
    first(w);
    compare(x, w, slow);
    Mem at = memory(x, w);
    Mem choice = asm.constant(w.words());
    if (w.isOneVector()) {
      asm.vector(VectorOp.VMOVDQU32, SELECTED, 0, choice, Form.ALL);
      asm.vector(VectorOp.VPERMD, RESULT, SELECTED, at, Form.ALL);
    } else {
      asm.vector(VectorOp.VMOVDQU32, RESULT, 0, at, Form.ALL);
      asm.vector(VectorOp.VMOVDQU32, SELECTED, 0, choice, Form.ALL);
      asm.vector(VectorOp.VPERMT2D, RESULT, SELECTED, at.plus(asm.bytes()), Form.ALL);
    }
    asm.bind(done);
    e.later(
        () -> {
          asm.bind(slow);
          addresses.lanes(x, true);
          otherwise.run();
          asm.jump(done);
        });
    VectorTarget t = e.target(x.values().getFirst(), x.type());
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, RESULT, t.form(0));
    e.done(t);
  }

  /** Whether {@link #store} has code: no word belongs to two lanes. */
  boolean isStorable(Window w) {
    return w.isInjective();
  }

  /**
   * Stores.
   *
   * @param otherwise stores to the addresses in V0 and V1
   */
  void store(Access x, Window w, Runnable otherwise) {
    Label slow = new Label();
    Label done = new Label();
    int value = e.vector(x.values().getFirst(), x.type(), 0, RESULT);
    first(w);
    if (!addresses.isChecked(x)) {
      compare(x, w, slow);
      e.later(
          () -> {
            asm.bind(slow);
            addresses.lanes(x, true);
            otherwise.run();
            asm.jump(done);
          });
    }
    Mem at = memory(x, w);
    boolean all = e.accessMask(x) == 0;
    if (!all) {
      asm.vector(VectorOp.VPMOVM2D, EXECUTES, 0, x.mask(), Form.ALL);
    }
    for (int vector = 0; vector < (w.isOneVector() ? 1 : 2); vector++) {
      Mem lanes = asm.constant(w.lanes(vector));
      int k = GangEmitter.HIGH;
      asm.mov(RAX, w.mask(vector));
      asm.kmovFromGpr(k, RAX);
      asm.vector(VectorOp.VMOVDQU32, SELECTED, 0, lanes, Form.ALL);
      if (!all) {
        asm.vector(VectorOp.VPERMD, PERMUTED, SELECTED, EXECUTES, Form.ALL);
        asm.vector(VectorOp.VPTESTMD, k, PERMUTED, PERMUTED, Form.ALL.masked(k));
      }
      asm.vector(VectorOp.VPERMD, PERMUTED, SELECTED, value, Form.ALL);
      Form words = all && w.mask(vector) == e.wholeVector() ? Form.ALL : Form.ALL.masked(k);
      asm.vector(VectorOp.VMOVDQU32_STORE, PERMUTED, 0, at.plus(asm.bytes() * vector), words);
    }
    asm.bind(done);
  }
}
