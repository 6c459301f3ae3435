package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V5;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V7;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RBP;
import static org.grcuda.cpu.x86.Assembler.RBX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;

import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.translate.semantics.Clocks;
import org.grcuda.cpu.translate.simd.analysis.GangScope;
import org.grcuda.cpu.translate.simd.analysis.Meetings;
import org.grcuda.cpu.translate.simd.analysis.NotVectorizableException;
import org.grcuda.cpu.translate.simd.frame.FaultSite;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.loop.BlockLimits;
import org.grcuda.cpu.translate.simd.loop.GangAreas;
import org.grcuda.cpu.translate.simd.loop.GangLoop;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Avx2;
import org.grcuda.cpu.x86.Avx512;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * The pass that emits machine code: a function of the frame's address that runs the gangs of a
 * block, from the one that the frame names, and returns how it ended.
 */
final class GangAssembler {

  /** What the function returns: every gang is done. */
  static final int DONE = 0;

  /** A thread did something for which a GPU stops it; the frame says where. */
  static final int FAULT = 1;

  /**
   * The gang that the frame names must run as scalar code, from its start; in a kernel with
   * barriers, the whole block must.
   */
  static final int SCALAR = 2;

  /** The launch was cancelled. */
  static final int CANCELLED = 3;

  /** The lanes call a provided function, which the frame names. */
  static final int CALL = 4;

  /** Longer kernels are emitted only once, with fewer registers for values. */
  private static final int MOST_STATEMENTS_AGAIN = 1000;

  /** The registers for computations that code may not need. */
  private static final Set<Integer> SELDOM = Set.of(V4, V5, V6, V7);

  private static final int[] SAVED = {RBX, RBP, 12, 13, 14, 15};

  /**
   * Machine code.
   *
   * @param frameBytes size of the frame
   * @param blocks masks of waiting lanes in the frame
   * @param areaBytes size of a gang's area where threads wait at barriers, else 0
   * @param machineMemory what the machine keeps in the frame
   * @param machineMemoryAt where
   */
  record Result(
      byte[] code,
      List<FaultSite> faults,
      List<ProvidedCalls.Site> calls,
      int frameBytes,
      int blocks,
      int areaBytes,
      byte[] machineMemory,
      int machineMemoryAt) {}

  /** The registers for computations that hold no values. */
  private final Set<Integer> computedIn;

  private final int machineMemoryAt;
  private final VectorAssembler asm;
  private final GangScope scope;
  private final RegisterAllocation registers;
  private final GangEmitter e;
  private final Flow flow;
  private final FullFlow fullFlow;
  private final ScalarOps scalars;
  private final IntegerOps integers;
  private final FloatOps floats;
  private final HalfOps halves;
  private final CompareOps compares;
  private final ConvertOps conversions;
  private final MoveOps moves;
  private final BlockLimits limits;
  private final AddressChecks addresses;
  private final Accesses accesses;
  private final AtomicOps atomics;
  private final GangAreas areas;
  private final Rounds rounds;
  private final GangLoop loop;
  private final WarpOps warps;
  private final Waits waits;
  private final ProvidedCalls calls;
  private final ImageOps images;
  private final Label exit = new Label();

  /** By statement, where the {@link #rest} of its block begins. */
  private final NavigableMap<Integer, Label> rests = new TreeMap<>();

  private GangAssembler(GangScope scope, Set<Integer> computedIn) {
    this.scope = scope;
    this.computedIn = computedIn;
    int slots = GangFrame.WAITING + GangFrame.WAITING_BYTES * scope.graph().blocks().size();
    this.machineMemoryAt = slots + 63 & -64;
    this.asm = machine(scope.instructions(), machineMemoryAt, computedIn);
    this.registers = RegisterAllocation.run(scope, asm, machineMemoryAt + asm.memory().length);
    this.e = new GangEmitter(asm, scope, registers);
    this.flow = new Flow(e);
    this.scalars = new ScalarOps(e);
    this.integers = new IntegerOps(e);
    this.floats = new FloatOps(e);
    this.halves = new HalfOps(e, floats);
    this.compares = new CompareOps(e, floats, halves);
    this.fullFlow = new FullFlow(e, flow, compares);
    this.conversions = new ConvertOps(e, floats, halves);
    this.moves = new MoveOps(e);
    this.limits = new BlockLimits(asm, registers);
    this.addresses = new AddressChecks(e, limits);
    addresses.connect(this::rest);
    Gathers gathers = new Gathers(e, addresses);
    this.accesses = new Accesses(e, addresses, gathers);
    this.atomics = new AtomicOps(e, addresses, gathers, halves);
    this.areas = new GangAreas(scope, asm, registers);
    Turns turns = new Turns(e, areas, flow);
    flow.connect(fullFlow, turns, scalars);
    this.rounds = new Rounds(e, registers, areas, turns);
    this.loop = new GangLoop(scope, asm);
    this.warps = new WarpOps(e, halves);
    this.waits = new Waits(e, flow);
    this.calls = new ProvidedCalls(e);
    this.images = new ImageOps(e, calls);
  }

  private static VectorAssembler machine(
      InstructionSet instructions, int memoryAt, Set<Integer> computedIn) {
    return switch (instructions) {
      case AVX512 -> new Avx512();
      case AVX2 -> new Avx2(FRAME, memoryAt, computedIn);
    };
  }

  /** Of a kernel. */
  static GangAssembler of(GangScope scope) {
    boolean isShort = scope.function().body().size() <= MOST_STATEMENTS_AGAIN;
    return new GangAssembler(scope, isShort ? Set.of() : SELDOM);
  }

  /**
   * Emits the kernel, once: at most twice again if the code computes in registers that hold values
   * of the kernel.
   *
   * @throws NotVectorizableException if it has something without vector code
   */
  Result run() {
    GangAssembler assembler = this;
    for (int more = 1; ; more--) {
      byte[] code = assembler.emit();
      Set<Integer> needed = assembler.asm.computedIn();
      if (assembler.computedIn.containsAll(needed)) {
        return assembler.result(code);
      }
      assembler = new GangAssembler(scope, more > 0 ? needed : SELDOM);
    }
  }

  /**
   * Whether values of many lanes that loops use would lie in memory, with as many registers as can
   * be.
   */
  boolean spillsInLoops() {
    return withMostRegisters().spillsInLoops();
  }

  /** The share of the uses of registers that are of values of many lanes in memory. */
  double spilled() {
    return withMostRegisters().spilled();
  }

  private RegisterAllocation withMostRegisters() {
    return (computedIn.isEmpty() ? this : new GangAssembler(scope, Set.of())).registers;
  }

  private Result result(byte[] code) {
    return new Result(
        code,
        List.copyOf(e.faults()),
        List.copyOf(calls.sites()),
        registers.frameBytes(),
        scope.graph().blocks().size(),
        areas.bytes(),
        asm.memory(),
        machineMemoryAt);
  }

  private byte[] emit() {
    for (int r : SAVED) {
      asm.push(r);
    }
    asm.mov(8, RBX, RDI);
    calls.begin();
    loop.beginBlock();
    rounds.beginBlock();
    emitInvariants();
    if (scope.gangs().isThread()) {
      limits.begin();
    }
    loop.beginGang();
    loop.localMemory();
    rounds.begin();
    beginGang();
    if (fullFlow.exists()) {
      emitFull();
    }
    if (!fullFlow.exists() || lanesMayPart()) {
      scope.plan().order().forEach(this::emit);
    } else {
      scope.plan().order().forEach(flow::skip);
    }
    asm.bind(flow.end());
    rounds.end();
    endGang();
    e.emitOutOfLine();
    if (scope.gangs().isThread()) {
      limits.end();
    }
    emitExits();
    calls.end(exit);
    return asm.finish();
  }

  /**
   * Emits the computations that are the same for all threads of a block: once, before its first
   * gang.
   */
  private void emitInvariants() {
    for (int s : scope.invariants().statements()) {
      Instruction i = instructionAt(s);
      e.ofBlock(i, s, () -> emit(i, s));
    }
    scope.invariants().products().stream().forEach(s -> emitProduct(s));
  }

  private void emitProduct(int statement) {
    Instruction i = instructionAt(statement);
    e.ofBlock(i, statement, () -> scalars.product(i));
  }

  private Instruction instructionAt(int statement) {
    return (Instruction) scope.function().body().get(statement);
  }

  /** The gang's or warp's lanes in the active masks; undefined registers, which start as 0. */
  private void beginGang() {
    loop.lanes();
    scope.liveness().liveIn(0).stream()
        .mapToObj(scope.function().registers()::get)
        .forEach(e::zero);
  }

  /** Ends the code of a gang; returns after the last one of the last block. */
  private void endGang() {
    loop.nextGang();
    rounds.next(loop, flow.cancelled());
    loop.nextBlock(flow.cancelled());
    asm.mov(RAX, DONE);
    asm.bind(exit);
    asm.vzeroupper();
    for (int r = SAVED.length - 1; r >= 0; r--) {
      asm.pop(SAVED[r]);
    }
    asm.ret();
  }

  private void emitExits() {
    asm.bind(e.scalarExit());
    asm.mov(RAX, SCALAR);
    asm.jump(exit);
    asm.bind(flow.cancelled());
    asm.mov(RAX, CANCELLED);
    asm.jump(exit);
    asm.bind(e.faultExit());
    // All lanes execute code that is emitted once, even if the first part has no active lanes.
    Label found = new Label();
    for (int p = 1; p < e.parts(); p++) {
      asm.test(4, RAX, RAX);
      asm.jump(Condition.NE, found);
      asm.kmovToGpr(RAX, GangEmitter.active(p));
      asm.shift(Shift.SHL, 4, RAX, p * e.lanes());
    }
    asm.bind(found);
    asm.store(4, Mem.at(FRAME, GangFrame.FAULT_MASK), RAX);
    asm.store(4, Mem.at(FRAME, GangFrame.FAULT_SITE), RCX);
    Mem addresses = Mem.at(FRAME, GangFrame.ADDRESSES);
    asm.vector(VectorOp.VMOVDQU64_STORE, V0, 0, addresses, Form.ALL);
    asm.vector(VectorOp.VMOVDQU64_STORE, V1, 0, addresses.plus(asm.bytes()), Form.ALL);
    asm.mov(RAX, FAULT);
    asm.jump(exit);
  }

  /** The code for all lanes, if they are all there. */
  private void emitFull() {
    if (!scope.gangs().isRows()) {
      fullFlow.enterIfFull(scope.plan().order().getFirst().index());
      asm.jump(flow.start());
    }
    e.setFull(true);
    scope.plan().order().forEach(this::emitFull);
    e.setFull(false);
  }

  /** Whether code for some lanes may run. */
  private boolean lanesMayPart() {
    if (scope.gangs().isThread()) {
      return false;
    }
    return !scope.gangs().isRows()
        || scope.plan().order().stream().anyMatch(b -> scope.plan().isDivergent(b.index()));
  }

  private void emitFull(BasicBlock block) {
    fullFlow.enter(block);
    e.enter(block.index());
    addresses.enter(block);
    emitFull(block, block.start());
  }

  /**
   * Where code for all lanes goes on from a statement to the end of its block, behind the code of
   * the blocks. A block has such code once, from the first statement that was asked for.
   */
  private Label rest(int from) {
    BasicBlock block = scope.graph().blockAt(from);
    if (rests.subMap(block.start(), block.end()).isEmpty()) {
      e.later(() -> emitFull(block, from));
    }
    return rests.computeIfAbsent(from, _ -> new Label());
  }

  private void beginRest(int statement) {
    Label rest = rests.get(statement);
    if (e.isBehind() && rest != null) {
      asm.bind(rest);
      addresses.forget();
      scalars.enter();
    }
  }

  private void emitFull(BasicBlock block, int from) {
    scalars.enter();
    Instruction comparison = fullFlow.comparison(block);
    Instruction last = null;
    for (int s = from; s < block.end(); s++) {
      beginRest(s);
      if (scope.function().body().get(s) instanceof Instruction i) {
        last = i;
        if (i != comparison && !Flow.isControl(i) && !isElsewhere(s)) {
          int at = s;
          if (!isComparison(i) || !e.ofAllParts(i, s, () -> compares.setpOfAll(i))) {
            e.instruction(i, s, () -> emit(i, at));
          }
          addresses.after(i);
          scalars.after(i);
        }
      }
    }
    addresses.leave(block);
    if (last == null || last.opcode() != Opcode.TRAP || last.guard() != null) {
      fullFlow.leave(block, last, comparison);
    }
  }

  private boolean isComparison(Instruction i) {
    return i.opcode() == Opcode.SETP && !i.isGuarded() && e.isVarying(i.operand(0));
  }

  private void emit(BasicBlock block) {
    flow.enter(block);
    e.enter(block.index());
    addresses.enter(block);
    waits.enter(block);
    Instruction comparison = flow.comparison(block);
    Instruction last = null;
    for (int s = block.start(); s < block.end(); s++) {
      Statement statement = scope.function().body().get(s);
      if (statement instanceof Instruction i) {
        last = i;
        if (i != comparison && !Flow.isControl(i) && !isElsewhere(s)) {
          int at = s;
          e.instruction(i, s, () -> emit(i, at));
          addresses.after(i);
        }
      }
    }
    addresses.leave(block);
    if (last != null && last.opcode() == Opcode.TRAP && last.guard() == null) {
      return;
    }
    flow.leave(block, last, comparison);
  }

  /** Whether a statement has no code in its block. */
  private boolean isElsewhere(int statement) {
    return scope.invariants().contains(statement) || scope.indexed().drops(statement);
  }

  private void emit(Instruction i, int statement) {
    if (Meetings.isBarrier(i)) {
      rounds.barrier(i, statement);
      return;
    }
    if (Meetings.isOfWarp(i)) {
      warps.emit(i);
      return;
    }
    if (Clocks.isRead(i)) {
      calls.clock(i);
      return;
    }
    switch (i.opcode()) {
      case LD, LDU -> accesses.load(i);
      case ST -> accesses.store(i);
      case ATOM, RED -> atomics.emit(i);
      case MEMBAR, FENCE -> asm.mfence();
      case TRAP -> trap(i);
      case CALL -> call(i);
      case PREFETCH, PREFETCHU, APPLYPRIORITY, NANOSLEEP -> {}
      default -> compute(i);
    }
  }

  private void call(Instruction i) {
    if (ImageOps.isOne(i)) {
      images.emit(i);
    } else {
      calls.emit(i);
    }
  }

  private void trap(Instruction i) {
    int site = e.site(new FaultSite(i.line(), 0, null));
    asm.kmovToGpr(RAX, e.mask());
    asm.mov(RCX, site);
    asm.jump(e.faultExit());
  }

  private void compute(Instruction i) {
    if (i.operands().isEmpty()) {
      throw e.refuse();
    }
    Operand destination = i.operand(0);
    if (destination instanceof Operand.Pair pair) {
      destination = pair.first();
    }
    if (destination instanceof Register && e.isScalarTarget(destination)) {
      scalars.emit(i);
      return;
    }
    switch (i.opcode()) {
      case MOV -> moves.mov(i);
      case CVTA -> moves.cvta(i);
      case CVT -> conversions.emit(i);
      case SETP -> compares.setp(i);
      case SET -> compares.set(i);
      case SELP -> compares.selp(i);
      case SLCT -> compares.slct(i);
      default -> arithmetic(i);
    }
  }

  private void arithmetic(Instruction i) {
    PtxType type = i.type();
    if (type == null) {
      throw e.refuse();
    }
    switch (type) {
      case F32, F64 -> floats.emit(i);
      case F16, F16X2, BF16, BF16X2 -> halves.emit(i);
      case S16, U16, B16, S32, U32, B32, S64, U64, B64, PRED -> integers.emit(i);
      default -> throw e.refuse();
    }
  }
}
