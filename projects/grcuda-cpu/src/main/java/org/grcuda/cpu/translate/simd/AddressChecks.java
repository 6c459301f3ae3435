package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.function.IntFunction;
import org.grcuda.cpu.translate.simd.analysis.AddressRanges;
import org.grcuda.cpu.translate.simd.analysis.AddressRanges.Range;
import org.grcuda.cpu.translate.simd.analysis.Indexed.Index;
import org.grcuda.cpu.translate.simd.analysis.Proofs;
import org.grcuda.cpu.translate.simd.analysis.Proofs.Proof;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.loop.BlockLimits;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorAssembler.Area;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * Native addresses of accesses. Each is checked against the arena or shared memory as the scalar
 * code does: its offset from the start, rotated right by the alignment, must be below the size in
 * units of the access, which takes one comparison. A block of instructions does not check an
 * address again.
 */
final class AddressChecks {

  private static final int NOT_BELOW = 5;

  private final GangEmitter e;
  private final VectorAssembler asm;

  private final Proofs ofAll = new Proofs();
  private final Proofs ofSome = new Proofs();

  private final BlockLimits limits;
  private IntFunction<Label> rest;

  AddressChecks(GangEmitter e, BlockLimits limits) {
    this.e = e;
    this.asm = e.asm();
    this.limits = limits;
  }

  /**
   * Where code for one thread checks several addresses by one comparison, and one is bad, other
   * code goes on that checks each by itself.
   *
   * @param exact where that code begins for a statement
   */
  void connect(IntFunction<Label> exact) {
    rest = exact;
  }

  // ---- what is known

  /** Begins a block: addresses proven at the end of its only predecessor are still proven. */
  void enter(BasicBlock block) {
    proofs().enter(block);
  }

  /** Ends a block. */
  void leave(BasicBlock block) {
    proofs().leave(block);
  }

  /** Control may come from elsewhere: nothing is proven. */
  void forget() {
    proofs().clear();
  }

  /** An instruction has changed its results. */
  void after(Instruction i) {
    proofs().after(i);
  }

  /**
   * What is proven. Code for all lanes proves the same as code for some, so lanes may go over from
   * one to the other.
   */
  private Proofs proofs() {
    return e.isFull() ? ofAll : ofSome;
  }

  /**
   * Returns whether the address was proven before. From now on it is proven, unless the guard may
   * be false.
   */
  private boolean prove(Access x, boolean row) {
    return prove(x, row, e.part());
  }

  private boolean prove(Access x, boolean row, int part) {
    return x.address().base() instanceof Register base
        && proofs().prove(base, proof(x, x.offset(), row, part), !x.instruction().isGuarded());
  }

  private static Proof proof(Access x, int offset, boolean row, int part) {
    StateSpace window = x.shared() || x.local() ? x.space() : StateSpace.GENERIC;
    return new Proof(offset, x.log(), row, window, part);
  }

  // ---- one address

  private static Mem limit(Access x, boolean row) {
    if (x.local()) {
      return Mem.at(FRAME, GangFrame.LOCAL_LIMIT + 8 * x.log());
    }
    int table =
        x.shared()
            ? row ? GangFrame.SHARED_ROW_LIMIT : GangFrame.SHARED_LIMIT
            : row ? GangFrame.ARENA_ROW_LIMIT : GangFrame.ARENA_LIMIT;
    return Mem.at(FRAME, table + 8 * x.log());
  }

  /** Where a row of all lanes of the gang may begin. */
  private static Mem gangLimit(Access x) {
    int table = x.shared() ? GangFrame.SHARED_GANG_LIMIT : GangFrame.ARENA_GANG_LIMIT;
    return Mem.at(FRAME, table + 8 * x.log());
  }

  private static Mem start(Access x) {
    return Mem.at(FRAME, x.shared() ? GangFrame.SHARED_BASE : GangFrame.ARENA_BASE);
  }

  /** Where the memory begins for each lane of half of the lanes. */
  private Mem starts(Access x, int h) {
    return x.local() ? e.localStarts(h) : start(x).toAll();
  }

  /** Jumps if the address, whose base is in a general register, is beyond a limit. */
  private void compare(Access x, int base, boolean row, Label beyond) {
    compare(x, base, limit(x, row), beyond);
  }

  private void compare(Access x, int base, Mem limit, Label beyond) {
    if (x.offset() == 0) {
      asm.mov(8, RCX, base);
    } else {
      asm.lea(8, RCX, Mem.at(base, x.offset()));
    }
    if (!x.shared()) {
      asm.alu(Alu.SUB, 8, RCX, start(x));
    }
    if (x.log() > 0) {
      asm.shift(Shift.ROR, 8, RCX, x.log());
    }
    asm.alu(Alu.CMP, 8, RCX, limit);
    asm.jump(Condition.AE, beyond);
  }

  /** The native address; for shared memory something goes to rdx. */
  private Mem nativeAddress(Access x, int base) {
    if (!x.shared()) {
      return Mem.at(base, x.offset());
    }
    if (base == RDX) {
      asm.alu(Alu.ADD, 8, RDX, start(x));
      return Mem.at(RDX, x.offset()).toOwn();
    }
    asm.load(8, RDX, start(x));
    if (x.values().size() == 1) {
      return Mem.indexed(RDX, base, 1, x.offset()).toOwn();
    }
    // The accesses of several elements share one sum.
    asm.alu(Alu.ADD, 8, RDX, base);
    return Mem.at(RDX, x.offset()).toOwn();
  }

  /** The same into rax, for a fault. */
  private void nativeIntoRax(Access x, int base) {
    asm.lea(8, RAX, Mem.at(base, x.offset()));
    if (x.shared()) {
      asm.alu(Alu.ADD, 8, RAX, start(x));
    }
  }

  /** The checked native address of an access that is the same for all lanes; changes rcx, rdx. */
  Mem uniform(Access x) {
    int base = e.scalar(x.address().base(), PtxType.U64, RDX);
    if (!prove(x, false) && !compareRange(x, base)) {
      Label bad = new Label();
      compare(x, base, false, bad);
      e.later(
          () -> {
            asm.bind(bad);
            nativeIntoRax(x, base);
            faultAtRax(x);
          });
    }
    return nativeAddress(x, base);
  }

  private void faultAtRax(Access x) {
    asm.vector(VectorOp.VPBROADCASTQ_GPR, V0, 0, RAX, Form.ALL);
    asm.vector(VectorOp.VPBROADCASTQ_GPR, V1, 0, RAX, Form.ALL);
    fault(x.site(), x.mask());
  }

  /**
   * Checks the address of a thread together with those that follow from the same register, if there
   * are such, and proves them all. Behind the code of the blocks each address is checked by itself.
   */
  private boolean compareRange(Access x, int base) {
    if (!e.scope().gangs().isThread()
        || !e.isFull()
        || e.isBehind()
        || x.instruction().isGuarded()
        || !(x.address().base() instanceof Register register)) {
      return false;
    }
    Range range = AddressRanges.of(e.scope(), e.statement(), x.address(), x.bytes());
    if (range.bytes() == 0) {
      return false;
    }
    Mem limit = limits.less(limit(x, false), range.bytes() >> x.log());
    Access lowest = x.at(new Operand.Address(register, range.lowest()));
    compare(lowest, base, limit, rest.apply(e.statement()));
    range.offsets().forEach(o -> ofAll.prove(register, proof(x, o, false, 0), true));
    return true;
  }

  /**
   * The checked native address of an element of an array whose address is the same for the block,
   * for one thread; changes rax, rcx, rdx.
   */
  Mem element(Access x, Index index) {
    int array = e.scalar(index.array(), PtxType.U64, RDX);
    int at = e.scalar(index.register(), PtxType.U32, RAX);
    if (index.signed()) {
      asm.movsxd(RAX, at);
    } else {
      asm.mov(4, RAX, at);
    }
    Mem element = Mem.indexed(array, RAX, x.bytes(), x.offset());
    Label beyond = new Label();
    Label back = new Label();
    Mem limit = limits.elements(index.array(), x.offset(), start(x), limit(x, false), x.log());
    asm.alu(Alu.CMP, 8, RAX, limit);
    asm.jump(Condition.AE, beyond);
    asm.bind(back);
    e.later(
        () -> {
          asm.bind(beyond);
          asm.lea(8, RCX, element);
          asm.alu(Alu.SUB, 8, RCX, start(x));
          asm.shift(Shift.ROR, 8, RCX, x.log());
          asm.alu(Alu.CMP, 8, RCX, limit(x, false));
          asm.jump(Condition.B, back);
          asm.lea(8, RAX, element);
          faultAtRax(x);
        });
    return element;
  }

  /**
   * The native address of lane 0 of contiguous elements, checked; changes rcx, rdx. If all lanes
   * execute the access, those of all parts are checked at once.
   */
  Mem row(Access x) {
    if (e.isFull() && e.parts() > 1 && e.part() == 0 && !x.instruction().isGuarded()) {
      checkAllParts(x);
    }
    boolean known = prove(x, true);
    if (known && e.isFull()) {
      return ofFullPart(x);
    }
    int base = e.scalar(x.address().base(), PtxType.U64, RDX);
    if (!known) {
      Label slow = new Label();
      Label back = new Label();
      compare(x, base, true, slow);
      asm.bind(back);
      e.later(
          () -> {
            asm.bind(slow);
            nativeIntoRax(x, base);
            spread(x);
            check(x, back);
          });
    }
    return nativeAddress(x, base);
  }

  /** The native address of the row of a part, from that of the first part. */
  private Mem ofFullPart(Access x) {
    int part = e.part();
    e.setPart(0);
    int base = e.scalar(x.address().base(), PtxType.U64, RDX);
    e.setPart(part);
    return nativeAddress(x, base).plus(part * e.lanes() * x.bytes());
  }

  /** Checks the rows of all parts by one comparison, and proves them. */
  private void checkAllParts(Access x) {
    if (prove(x, true)) {
      return;
    }
    for (int p = 1; p < e.parts(); p++) {
      prove(x, true, p);
    }
    Label slow = new Label();
    Label back = new Label();
    compare(x, e.scalar(x.address().base(), PtxType.U64, RDX), gangLimit(x), slow);
    asm.bind(back);
    e.later(
        () -> {
          asm.bind(slow);
          for (int p = 0; p < e.parts(); p++) {
            Label next = p + 1 == e.parts() ? back : new Label();
            e.setPart(p);
            ofPart(x.atSite(e.site(x.faultSite())).masked(e.active()), next);
            if (next != back) {
              asm.bind(next);
            }
          }
          e.setPart(0);
        });
  }

  /** Checks the lanes of a part one by one; goes on if none is bad. */
  private void ofPart(Access x, Label good) {
    int base = e.scalar(x.address().base(), PtxType.U64, RDX);
    nativeIntoRax(x, base);
    spread(x);
    check(x, good);
  }

  /** The lanes' addresses into V0 and V1, from the first one in rax. */
  private void spread(Access x) {
    for (int h = 0; h < 2; h++) {
      int to = V0 + h;
      asm.vector(VectorOp.VPBROADCASTQ_GPR, to, 0, RAX, Form.ALL);
      asm.vector(VectorOp.VPADDQ, to, to, e.ramp64(x.bytes(), h), Form.ALL);
    }
  }

  /**
   * The native address of lane 0 of consecutive words, of which lanes access the first bytes; jumps
   * if a word may lie outside the arena, or an access is not aligned; changes rcx, rdx, rdi.
   */
  Mem words(Access x, Label otherwise) {
    int base = e.scalar(x.address().base(), PtxType.U64, RDX);
    asm.lea(8, RCX, Mem.at(base, x.offset()));
    asm.alu(Alu.SUB, 8, RCX, start(x));
    if (x.log() > 0) {
      asm.shift(Shift.ROR, 8, RCX, x.log());
    }
    asm.load(8, RDI, limit(x, false));
    asm.aluImmediate(Alu.SUB, 8, RDI, asm.bytes() >> x.log());
    asm.alu(Alu.CMP, 8, RCX, RDI);
    asm.jump(Condition.AE, otherwise);
    return nativeAddress(x, base);
  }

  // ---- an address for each lane

  /** Whether the lanes' addresses are known to be valid; after this access they are. */
  boolean isChecked(Access x) {
    return prove(x, false);
  }

  /** The lanes' native addresses, checked, into V0 and V1. */
  void lanes(Access x) {
    lanes(x, !prove(x, false));
  }

  /** The lanes' native addresses into V0 and V1, checked here if asked. */
  void lanes(Access x, boolean checks) {
    compute(x);
    if (checks) {
      check(x, null);
    }
  }

  /**
   * The lanes' native addresses of the lowest of two or four neighbouring words into V0 and V1;
   * jumps if a lane that executes may not have all of them.
   */
  void neighbours(Access x, int words, Label otherwise) {
    compute(x);
    int limit = words == 2 ? GangFrame.ARENA_PAIR_LIMIT : GangFrame.ARENA_QUAD_LIMIT;
    notBelow(x, Mem.at(FRAME, limit));
    asm.kortest(K0, K0);
    asm.jump(Condition.NE, otherwise);
  }

  /** Puts the executing lanes with bad addresses, which are in V0 and V1, into K0. */
  void bad(Access x) {
    notBelow(x, limit(x, false));
  }

  /**
   * The index of an array's element in the arena into rcx; jumps if it has none. Then it is below
   * {@link GangFrame#ARENA_INDEX_LIMIT}.
   */
  void arenaIndex(Access x, int array, Label otherwise) {
    asm.lea(8, RCX, Mem.at(array, x.offset()));
    asm.alu(Alu.SUB, 8, RCX, start(x));
    asm.shift(Shift.ROR, 8, RCX, x.log());
    asm.alu(Alu.CMP, 8, RCX, indexLimit(x));
    asm.jump(Condition.AE, otherwise);
  }

  /** The number of elements of an access's size that indices reach, of 8 bytes. */
  static Mem indexLimit(Access x) {
    return Mem.at(FRAME, GangFrame.ARENA_INDEX_LIMIT + 8 * (x.log() - 2));
  }

  /** Stops if the addresses in V0 and V1 of lanes that execute are bad. */
  void check(Access x) {
    check(x, null);
  }

  private void compute(Access x) {
    for (int h = 0; h < 2; h++) {
      int to = V0 + h;
      int at = e.vector(x.address().base(), PtxType.U64, h, to);
      if (x.offset() != 0) {
        asm.vector(VectorOp.VPADDQ, to, at, e.constant(PtxType.U64, x.offset()), Form.ALL);
        at = to;
      }
      if (x.shared() || x.local()) {
        asm.vector(VectorOp.VPADDQ, to, at, starts(x, h), Form.ALL);
      } else if (at != to) {
        asm.vector(VectorOp.VMOVDQU64, to, 0, at, Form.ALL);
      }
    }
  }

  /** The lanes that execute and lie at a limit or beyond, into K0; changes V2 and K6. */
  private void notBelow(Access x, Mem limit) {
    asm.outside(K0, GangEmitter.HIGH, V0, V2, new Area(starts(x, 0), starts(x, 1), x.log(), limit));
    ofExecuting(x);
  }

  /** Leaves in K0 the lanes that execute an access. */
  void ofExecuting(Access x) {
    int mask = e.accessMask(x);
    if (mask != 0) {
      asm.mask(MaskOp.KAND, K0, K0, mask);
    }
  }

  /**
   * Stops if the addresses in V0 and V1 of lanes that execute are bad; else goes on, at {@code
   * back} if not null. Changes rcx, V2, K0 and K6.
   */
  private void check(Access x, Label back) {
    bad(x);
    asm.kortest(K0, K0);
    if (back != null) {
      asm.jump(Condition.E, back);
      fault(x.site(), K0);
    } else {
      Label bad = new Label();
      asm.jump(Condition.NE, bad);
      e.later(
          () -> {
            asm.bind(bad);
            fault(x.site(), K0);
          });
    }
  }

  /** Whether the address is a varying 32-bit offset into shared memory. */
  boolean isSharedWords(Access x) {
    return x.shared()
        && x.type().size() >= 4
        && x.address().base() instanceof Register r
        && r.type().size() == 4;
  }

  /** The lanes' offsets into shared memory, checked, into V0; its start into rax. Changes V2. */
  void sharedOffsets(Access x) {
    int at = e.vector(x.address().base(), PtxType.U32, 0, V0);
    Source added = e.constant(PtxType.U32, x.offset());
    if (x.offset() == 0) {
      asm.vector(VectorOp.VPRORD_IMM, V2, 0, at, Form.ALL.with(x.log()));
      if (at != 0) {
        asm.vector(VectorOp.VMOVDQU32, V0, 0, at, Form.ALL);
      }
    } else {
      // The sum may wrap to a valid offset, so an offset that was 2^31 or more before is bad.
      asm.vector(VectorOp.VPANDD, V2, at, e.constant(PtxType.U32, Integer.MIN_VALUE), Form.ALL);
      asm.vector(VectorOp.VPADDD, V0, at, added, Form.ALL);
      asm.vector(VectorOp.VPORD, V2, V2, V0, Form.ALL);
      asm.vector(VectorOp.VPRORD_IMM, V2, 0, V2, Form.ALL.with(x.log()));
    }
    asm.load(8, RAX, start(x));
    if (prove(x, false)) {
      return;
    }
    asm.vector(VectorOp.VPCMPUD, K0, V2, limit(x, false).toAll(), Form.ALL.with(NOT_BELOW));
    ofExecuting(x);
    asm.kortest(K0, K0);
    Label bad = new Label();
    asm.jump(Condition.NE, bad);
    e.later(
        () -> {
          asm.bind(bad);
          asm.vector(VectorOp.VPSUBD, V0, V0, added, Form.ALL);
          e.widen(V0, 1, false, V1);
          e.widen(V0, 0, false, V0);
          for (int h = 0; h < 2; h++) {
            int to = V0 + h;
            asm.vector(VectorOp.VPADDQ, to, to, e.constant(PtxType.U64, x.offset()), Form.ALL);
            asm.vector(VectorOp.VPADDQ, to, to, start(x).toAll(), Form.ALL);
          }
          fault(x.site(), K0);
        });
  }

  /** Stops with the lanes of a mask; their addresses are in V0 and V1. */
  private void fault(int site, int mask) {
    asm.kmovToGpr(RAX, mask);
    asm.mov(RCX, site);
    asm.jump(e.faultExit());
  }
}
