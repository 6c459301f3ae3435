package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K7;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V7;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.grcuda.cpu.translate.simd.analysis.GangScope;
import org.grcuda.cpu.translate.simd.analysis.Meetings;
import org.grcuda.cpu.translate.simd.analysis.Shape;
import org.grcuda.cpu.translate.simd.frame.FaultSite;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Place;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * Operands of PTX instructions in machine registers, for every family of instructions.
 *
 * <p>Values of at most 32 bits are a vector; 64-bit ones two, of the lower and of the upper lanes;
 * narrow registers are zero-extended. {@code rax}, {@code rcx}, {@code rdx}, {@code rdi} and the
 * registers of {@link RegisterAllocation.Scratch} are free between instructions; masks hold the
 * {@link #active} lanes.
 *
 * <p>If a gang or warp has more lanes than a vector, an instruction on vectors is emitted for each
 * {@link #part} of the lanes, so the emitters of instructions see one vector. Values that do not
 * vary are computed once.
 */
final class GangEmitter extends GangMasks {

  /** The upper half of a write mask, for the second register of 64-bit values. */
  static final int HIGH = K6;

  /** The active lanes for which a varying guard holds. */
  static final int GUARDED = K7;

  /** For computations of the whole block: no lanes. */
  private static final int NOBODY = -1;

  private final VectorAssembler asm;
  private final GangScope scope;
  private final List<Runnable> outOfLine = new ArrayList<>();
  private final List<FaultSite> faults = new ArrayList<>();
  private final Label faultExit = new Label();
  private final Label scalarExit = new Label();
  private int block;
  private int statement;
  private int mask;
  private boolean full;
  private boolean behind;

  GangEmitter(VectorAssembler asm, GangScope scope, RegisterAllocation registers) {
    super(asm, scope, registers);
    this.asm = asm;
    this.scope = scope;
  }

  /** Where control goes with the index of a fault site in the frame. */
  Label faultExit() {
    return faultExit;
  }

  /** Where control goes when the gang is to run as scalar code from its start. */
  Label scalarExit() {
    return scalarExit;
  }

  List<FaultSite> faults() {
    return faults;
  }

  /** Begins code for all lanes, or for those in the {@link #active} masks. */
  void setFull(boolean all) {
    full = all;
  }

  /** Whether code for all lanes is emitted: then the {@link #active} masks hold all of them. */
  boolean isFull() {
    return full;
  }

  /** The mask with which a vector of memory is accessed: 0 if all lanes do it. */
  int accessMask(Access x) {
    return full && x.mask() == active() ? 0 : x.mask();
  }

  /** Emits later, behind the blocks, for the current part and instruction. */
  void later(Runnable code) {
    int ownPart = part();
    int ownBlock = block;
    int ownStatement = statement;
    int ownMask = mask;
    boolean all = full;
    outOfLine.add(
        () -> {
          setPart(ownPart);
          block = ownBlock;
          statement = ownStatement;
          mask = ownMask;
          full = all;
          code.run();
        });
  }

  /** Whether code behind the blocks is emitted: none of them follows. */
  boolean isBehind() {
    return behind;
  }

  /** The mask with the active lanes of the part. */
  int active() {
    return active(part());
  }

  /** Emits the code that was put off. */
  void emitOutOfLine() {
    behind = true;
    while (!outOfLine.isEmpty()) {
      outOfLine.removeFirst().run();
    }
  }

  /** Numbers a fault site. */
  int site(FaultSite site) {
    faults.add(site.inPart(part()));
    return faults.size() - 1;
  }

  // ---- the current instruction

  /** Begins a block. */
  void enter(int blockIndex) {
    block = blockIndex;
  }

  /** Emits one instruction, under its guard, for each part or once for all. */
  void instruction(Instruction i, int statementIndex, Runnable body) {
    begin(i);
    statement = statementIndex;
    int times = isOnce(i) ? 1 : parts();
    for (int h = 0; h < times; h++) {
      setPart(h);
      instruction(i, body);
    }
    setPart(0);
  }

  /** Whether an instruction does not work on vectors, or works on all lanes at once. */
  private boolean isOnce(Instruction i) {
    List<Register> defined = RegisterUse.defined(i);
    return Meetings.isBarrier(i)
        || Meetings.isOfWarp(i)
        || i.is(Trait.FENCE)
        || i.is(Trait.HINT)
        || !defined.isEmpty() && isScalarTarget(defined.getFirst());
  }

  private void instruction(Instruction i, Runnable body) {
    mask = active();
    Guard guard = i.guard();
    Label skip = new Label();
    if (guard != null) {
      if (isVarying(guard.predicate())) {
        int p = predicate(guard.predicate(), GUARDED);
        asm.mask(guard.negated() ? MaskOp.KANDN : MaskOp.KAND, GUARDED, p, mask);
        mask = GUARDED;
        asm.kortest(GUARDED, GUARDED);
        asm.jump(Assembler.Condition.E, skip);
      } else {
        int p = scalar(guard.predicate(), PtxType.PRED, Assembler.RAX);
        asm.test(4, p, p);
        asm.jump(guard.negated() ? Assembler.Condition.NE : Assembler.Condition.E, skip);
      }
    }
    if (mask != GUARDED && parts() > 1 && !full && isEffect(i)) {
      asm.kortest(mask, mask);
      asm.jump(Assembler.Condition.E, skip);
    }
    body.run();
    asm.bind(skip);
  }

  /** Whether some lane must execute it. */
  private static boolean isEffect(Instruction i) {
    return i.is(Trait.WRITES) || i.opcode() == Opcode.TRAP || i.opcode() == Opcode.CALL;
  }

  /**
   * Lets {@code body} emit an instruction for all parts at once, all of whose lanes are active.
   *
   * @return what it returns: whether it did
   */
  boolean ofAllParts(Instruction i, int statementIndex, BooleanSupplier body) {
    begin(i);
    statement = statementIndex;
    mask = active();
    return body.getAsBoolean();
  }

  /** Emits one instruction for all threads of the block. */
  void ofBlock(Instruction i, int statementIndex, Runnable body) {
    begin(i);
    statement = statementIndex;
    mask = NOBODY;
    int times = isOnce(i) ? 1 : parts();
    for (int h = 0; h < times; h++) {
      setPart(h);
      body.run();
    }
    setPart(0);
  }

  /** The index of the current instruction. */
  int statement() {
    return statement;
  }

  /** The instruction at an index of the body. */
  Instruction instructionAt(int index) {
    return (Instruction) scope.function().body().get(index);
  }

  /** Whether the current {@code mad} has a product that was computed for the whole block. */
  boolean hasProduct() {
    return scope.invariants().products().get(statement);
  }

  /** That product. */
  Mem product() {
    return product(statement);
  }

  /** The lanes that execute the current instruction. */
  int mask() {
    return mask;
  }

  /** Whether the affine source of the current widening must be tested for a wrap. */
  boolean needsWrapTest() {
    return scope.plan().wrapTest(statement);
  }

  /** Whether a destination lives in a general register. */
  boolean isScalarTarget(Operand o) {
    return o instanceof Register r && !scope.plan().shape(r).isVarying();
  }

  @Override
  int mergeMask(Register r) {
    if (mask == GUARDED || mask == NOBODY) {
      return mask == GUARDED ? GUARDED : 0;
    }
    return !full && scope.plan().kept(block).get(r.index()) ? active() : 0;
  }

  // ---- vectors

  /** {@code d = b}, where {@code b} is a register, memory or one element for all lanes. */
  void move(int d, Source b, PtxType type, Form form) {
    boolean wide = type.size() == 8;
    if (b.memory() == null || !b.memory().broadcast()) {
      asm.vector(wide ? VectorOp.VMOVDQU64 : VectorOp.VMOVDQU32, d, 0, b, form);
      return;
    }
    Mem m = b.memory();
    Mem one = m.toOne();
    asm.vector(wide ? VectorOp.VPBROADCASTQ : VectorOp.VPBROADCASTD, d, 0, one, form);
  }

  /**
   * Half of an array in the frame with a value for each thread, as vectors: where a gang is one
   * thread, its value for all lanes.
   */
  Mem ofThreads(Mem values, int half) {
    return threads() == 1 ? values.toAll() : values.plus(asm.bytes() * half);
  }

  /** Lanes of at most 32 bits, or half of the lanes of 64 bits, in a register. */
  int vector(Operand o, PtxType type, int half, int scratch) {
    Source s = source(o, type, half, scratch);
    if (s.memory() == null) {
      return s.register();
    }
    move(scratch, s, type, Form.ALL);
    return scratch;
  }

  /** As {@link #vector}, but perhaps in memory. */
  Source source(Operand o, PtxType type, int half, int scratch) {
    switch (o) {
      case Operand.IntegerImmediate n -> {
        return constant(type, immediate(type, n.value()));
      }
      case Operand.FloatImmediate f -> {
        return constant(type, bits(type, f));
      }
      case Register r when isVarying(r) -> {
        return lanes(r, type, half, scratch);
      }
      case Register r when isOneInFrame(r, type) -> {
        return Source.of(slot(place(r)).toAll());
      }
      case Operand.SpecialRegister s when isVarying(s) -> {
        return Source.of(coordinate(s, type, scratch));
      }
      default -> {
        return Source.of(expand(o, type, half, scratch));
      }
    }
  }

  /** Whether the lanes' one value can be read from the frame as a type. */
  private boolean isOneInFrame(Register r, PtxType type) {
    boolean fits =
        type.size() == 4 && r.type().size() >= 4 || type.size() == 8 && r.type().size() == 8;
    return fits && place(r).slot() >= 0 && scope.plan().shape(r).stride() == 0;
  }

  /** The same constant in every lane. */
  Source constant(PtxType type, long value) {
    return Source.of((type.size() == 8 ? asm.constant(value) : asm.constant((int) value)).toAll());
  }

  private int coordinate(Operand.SpecialRegister s, PtxType type, int scratch) {
    if (s.name().startsWith("%lanemask")) {
      asm.vector(VectorOp.VMOVDQU32, scratch, 0, laneMasks(s.name()), Form.ALL);
      return scratch;
    }
    int axis = List.of("%tid.x", "%tid.y", "%tid.z").indexOf(s.name());
    if (axis < 0 || type.size() != 4) {
      throw refuse(s.name());
    }
    asm.load(4, Assembler.RAX, Mem.at(FRAME, GangFrame.GANG));
    asm.shift(Assembler.Shift.SHL, 8, Assembler.RAX, Integer.numberOfTrailingZeros(asm.bytes()));
    asm.alu(Assembler.Alu.ADD, 8, Assembler.RAX, Mem.at(FRAME, GangFrame.COORDINATES));
    Mem row = Mem.at(Assembler.RAX, axis * GangFrame.TABLE + asm.bytes() * part());
    asm.vector(VectorOp.VMOVDQU32, scratch, 0, row, Form.ALL);
    return scratch;
  }

  /** {@code %lanemask_eq} and so on (PTX ISA 10.12 to 10.16) of the part. */
  private Mem laneMasks(String name) {
    if (scope.gangs().isThread()) {
      throw refuse(name);
    }
    int[] masks = new int[lanes()];
    for (int l = 0; l < masks.length; l++) {
      int own = 1 << lanes() * part() + l;
      masks[l] =
          switch (name) {
            case "%lanemask_eq" -> own;
            case "%lanemask_le" -> own | own - 1;
            case "%lanemask_lt" -> own - 1;
            case "%lanemask_ge" -> -own;
            case "%lanemask_gt" -> -own & ~own;
            default -> throw refuse(name);
          };
    }
    return asm.constant(masks);
  }

  private int expand(Operand o, PtxType type, int half, int scratch) {
    Shape shape = scope.plan().shape(o);
    int at = scalar(o, type, Assembler.RAX);
    if (type.size() == 8) {
      asm.vector(VectorOp.VPBROADCASTQ_GPR, scratch, 0, at, Form.ALL);
      if (shape.stride() != 0) {
        asm.vector(VectorOp.VPADDQ, scratch, scratch, ramp64(shape.stride(), half), Form.ALL);
      }
    } else {
      asm.vector(VectorOp.VPBROADCASTD_GPR, scratch, 0, at, Form.ALL);
      if (shape.stride() != 0) {
        asm.vector(VectorOp.VPADDD, scratch, scratch, ramp32(shape.stride()), Form.ALL);
        if (type.size() < 4) {
          extended(scratch, type, PtxType.B32, scratch);
        }
      }
    }
    return scratch;
  }

  /** 0, stride, 2 stride... */
  Mem ramp32(long stride) {
    int[] lanes = new int[lanes()];
    for (int l = 0; l < lanes.length; l++) {
      lanes[l] = (int) (l * stride);
    }
    return asm.constant(lanes);
  }

  /** 0, stride... for the lower lanes, or the upper ones. */
  Mem ramp64(long stride, int half) {
    long[] lanes = new long[lanes() / 2];
    for (int l = 0; l < lanes.length; l++) {
      lanes[l] = (lanes.length * half + l) * stride;
    }
    return asm.constant(lanes);
  }

  private Source lanes(Register r, PtxType type, int half, int scratch) {
    if (r.type() == PtxType.PRED) {
      throw refuse("predicate as a number");
    }
    if (type.size() == 8) {
      return r.type().size() == 8 ? whole(r, half) : widened(r, half, scratch);
    }
    if (r.type().size() == 8) {
      truncate(register(whole(r, 0), scratch), register(whole(r, 1), scratch + 1), scratch);
      return extended(scratch, type, PtxType.B32, scratch);
    }
    Source s = whole(r, 0);
    boolean narrow = type.size() < 4 && (type.isSigned() || r.type().size() > type.size());
    return narrow ? extended(register(s, scratch), type, r.type(), scratch) : s;
  }

  private Source whole(Register r, int half) {
    Place p = place(r);
    if (p.inFrame()) {
      return Source.of(slot(p).plus(asm.bytes() * half));
    }
    return Source.of(half == 0 ? p.low() : p.high());
  }

  private int register(Source s, int scratch) {
    if (s.memory() == null) {
      return s.register();
    }
    asm.vector(VectorOp.VMOVDQU64, scratch, 0, s.memory(), Form.ALL);
    return scratch;
  }

  /** Zero-extends half of the lanes of 32 bits to 64. */
  private Source widened(Register r, int half, int scratch) {
    int at = register(whole(r, 0), scratch);
    widen(at, half, false, scratch);
    return Source.of(scratch);
  }

  /** Extends half of the lanes of 32 bits to 64. */
  void widen(int from, int half, boolean signed, int to) {
    int low = from;
    if (half == 1) {
      asm.vector(VectorOp.VEXTRACTI64X4_STORE, from, 0, to, Form.ALL.with(1));
      low = to;
    }
    asm.vector(signed ? VectorOp.VPMOVSXDQ : VectorOp.VPMOVZXDQ, to, 0, low, Form.ALL);
  }

  /** The low words of all lanes of 64 bits; {@code to} may be the low half, not the high one. */
  void truncate(int low, int high, int to) {
    int[] even = new int[lanes()];
    for (int l = 0; l < even.length; l++) {
      even[l] = 2 * l;
    }
    words(low, high, even, to);
  }

  /** A vector of words chosen from those of two registers; {@code to} must not be {@code high}. */
  void words(int low, int high, int[] choice, int to) {
    // VPERMT2D overwrites its first table, so the index must be in a register of its own.
    int index = V7;
    asm.vector(VectorOp.VMOVDQU32, index, 0, asm.constant(choice), Form.ALL);
    if (to != low) {
      asm.vector(VectorOp.VMOVDQU32, to, 0, low, Form.ALL);
    }
    asm.vector(VectorOp.VPERMT2D, to, index, high, Form.ALL);
  }

  private Source extended(int from, PtxType type, PtxType registerType, int scratch) {
    if (type.isSigned()) {
      int shift = 32 - type.bits();
      asm.vector(VectorOp.VPSLLD_IMM, scratch, 0, from, Form.ALL.with(shift));
      asm.vector(VectorOp.VPSRAD_IMM, scratch, 0, scratch, Form.ALL.with(shift));
      return Source.of(scratch);
    }
    if (registerType.size() > type.size()) {
      Source ones = constant(PtxType.B32, (1L << type.bits()) - 1);
      asm.vector(VectorOp.VPANDD, scratch, from, ones, Form.ALL);
      return Source.of(scratch);
    }
    return Source.of(from);
  }

  /** Begins a destination in vectors, computed as a type. */
  VectorTarget target(Operand destination, PtxType type) {
    if (!(destination instanceof Register r)) {
      return new VectorTarget(null, null, type, 4, 5, 0);
    }
    int merge = mergeMask(r);
    Place p = place(r);
    boolean direct = !p.inFrame() && r.type().size() != 2 && width(r.type()) == width(type);
    if (merge != 0 && r.type().size() == 8) {
      asm.upperHalf(HIGH, merge);
    }
    return direct
        ? new VectorTarget(r, null, type, p.low(), p.high(), merge)
        : new VectorTarget(r, p, type, 4, 5, merge);
  }

  /** Ends a destination: brings the value from scratch registers to its register if necessary. */
  void done(VectorTarget t) {
    if (t.indirect() == null) {
      return;
    }
    Register r = t.register();
    if (r.type().size() == 2) {
      asm.vector(VectorOp.VPANDD, t.low(), t.low(), constant(PtxType.B32, 0xffff), Form.ALL);
    } else if (r.type().size() == 8 && t.type().size() < 8) {
      widen(t.low(), 1, t.type().isSigned(), t.high());
      widen(t.low(), 0, t.type().isSigned(), t.low());
    } else if (width(r.type()) != width(t.type())) {
      throw refuse("a value of ." + t.type().ptxName() + " in a ." + r.type().ptxName());
    }
    put(t, 0);
    if (r.type().size() == 8) {
      put(t, 1);
    }
  }

  private void put(VectorTarget t, int half) {
    Place p = t.indirect();
    Form form = Form.ALL.masked(t.merge() == 0 ? 0 : half == 0 ? t.merge() : HIGH);
    boolean wide = t.register().type().size() == 8;
    int from = half == 0 ? t.low() : t.high();
    if (p.inFrame()) {
      VectorOp store = wide ? VectorOp.VMOVDQU64_STORE : VectorOp.VMOVDQU32_STORE;
      asm.vector(store, from, 0, slot(p).plus(asm.bytes() * half), form);
    } else {
      VectorOp move = wide ? VectorOp.VMOVDQU64 : VectorOp.VMOVDQU32;
      asm.vector(move, half == 0 ? p.low() : p.high(), 0, from, form);
    }
  }

  /** Sets all lanes of a register to 0, whatever the old value was. */
  void zero(Register r) {
    for (int h = parts() - 1; h >= 0; h--) {
      setPart(h);
      zeroHalf(r);
    }
  }

  private void zeroHalf(Register r) {
    Place p = place(r);
    if (p == null) {
      return;
    }
    if (p.inFrame()) {
      int words = registers().words(p, r);
      for (int w = 0; w < words; w++) {
        asm.storeConstant(8, slot(p).plus(8 * w), 0);
      }
      return;
    }
    switch (p.bank()) {
      case GENERAL -> asm.mov(p.low(), 0);
      case MASK -> asm.mask(MaskOp.KXOR, p.low(), p.low(), p.low());
      case VECTOR -> {
        asm.vector(VectorOp.VPXORD, p.low(), p.low(), p.low(), Form.ALL);
        if (p.high() >= 0) {
          asm.vector(VectorOp.VPXORD, p.high(), p.high(), p.high(), Form.ALL);
        }
      }
    }
  }
}
