package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.HashMap;
import java.util.Map;
import org.grcuda.cpu.translate.simd.analysis.BarrierSaves;
import org.grcuda.cpu.translate.simd.analysis.GangScope;
import org.grcuda.cpu.translate.simd.analysis.Meetings;
import org.grcuda.cpu.translate.simd.analysis.NotVectorizableException;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.loop.GangAreas;
import org.grcuda.cpu.translate.simd.loop.GangAreas.Stop;
import org.grcuda.cpu.translate.simd.loop.GangLoop;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * Barriers of the block (PTX ISA 9.7.13.1, bar.sync), and the rounds in which gangs that stopped go
 * on. A gang (or warp) that comes to a barrier saves its live registers in its area ({@link
 * GangAreas}), and the next gang runs. When all gangs have come to a barrier or ended, they go on
 * in the same order: that is the next round. If gangs yield ({@link Turns}), those go on in the
 * next round, and gangs at a barrier wait for a round in which none has yielded.
 */
final class Rounds {

  private final GangScope scope;
  private final GangEmitter e;
  private final VectorAssembler asm;
  private final RegisterAllocation registers;
  private final GangAreas areas;
  private final Turns turns;
  private final Map<Integer, Stop> stops = new HashMap<>();
  private final Map<Integer, Stop> fullStops = new HashMap<>();
  private final Label start = new Label();
  private boolean reduces;

  Rounds(GangEmitter e, RegisterAllocation registers, GangAreas areas, Turns turns) {
    this.scope = e.scope();
    this.e = e;
    this.asm = e.asm();
    this.registers = registers;
    this.areas = areas;
    this.turns = turns;
    BarrierSaves saves = BarrierSaves.run(scope.flow(), scope.indexed());
    for (BasicBlock block : scope.plan().order()) {
      for (int s = block.start(); s < block.end(); s++) {
        if (scope.function().body().get(s) instanceof Instruction i && Meetings.isBarrier(i)) {
          addStop(block, s, i, saves);
        }
      }
    }
  }

  private void addStop(BasicBlock block, int statement, Instruction i, BarrierSaves saves) {
    boolean varies = i.isGuarded() && scope.plan().shape(i.guard().predicate()).isVarying();
    boolean meetsElsewhere =
        scope.plan().pending(block.index()).stream()
            .mapToObj(scope.graph().blocks()::get)
            .map(b -> Meetings.first(scope.graph(), b))
            .anyMatch(other -> other != null && Meetings.isBarrier(other));
    boolean known = i.has(Modifier.SYNC) || i.has(Modifier.RED);
    reduces |= i.has(Modifier.RED);
    if (varies || meetsElsewhere || !known) {
      throw new NotVectorizableException(
          "a barrier that not all threads reach together (PTX line " + i.line() + ")");
    }
    Stop stop = areas.stop(saves.saved(block.index()), saves.restored(block.index()), 0);
    stops.put(statement, stop);
    fullStops.put(statement, stop.ofAllLanes());
  }

  /** Code before the gangs of a block: each is at its start. */
  void beginBlock() {
    if (!areas.exist()) {
      return;
    }
    Label area = new Label();
    asm.load(8, RDX, Mem.at(FRAME, GangFrame.AREAS));
    asm.load(4, RCX, Mem.at(FRAME, GangFrame.THREADS));
    asm.bind(area);
    areas.resumeAt(start);
    noteBarrier(0);
    asm.aluImmediate(Alu.ADD, 8, RDX, areas.bytes());
    asm.aluImmediate(Alu.SUB, 4, RCX, scope.gangs().lanes());
    asm.jump(Condition.G, area);
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.STOPPED), 0);
    if (turns.exist()) {
      asm.storeConstant(4, Mem.at(FRAME, GangFrame.YIELDED), 0);
      asm.storeConstant(4, Mem.at(FRAME, GangFrame.HOLD), 0);
    }
    if (reduces) {
      asm.storeConstant(4, Mem.at(FRAME, GangFrame.ROUND), 0);
      asm.storeConstant(8, Mem.at(FRAME, GangFrame.REDUCTIONS), 0);
    }
  }

  /** Code before a gang: if the gang has stopped, it goes on there. */
  void begin() {
    if (!areas.exist()) {
      return;
    }
    areas.find();
    hold();
    asm.load(8, RAX, Mem.at(RDX, GangAreas.RESUME));
    asm.jumpTo(RAX);
    asm.bind(start);
    turns.begin();
  }

  /** Whether gangs at a barrier may have to wait for gangs that yield. */
  private boolean mayHold() {
    return turns.exist() && !stops.isEmpty();
  }

  /** Lets a gang wait on at its barrier if others still yield. */
  private void hold() {
    if (!mayHold()) {
      return;
    }
    Label goOn = new Label();
    asm.aluImmediate(Alu.CMP, 4, Mem.at(RDX, GangAreas.AT_BARRIER), 0);
    asm.jump(Condition.E, goOn);
    asm.aluImmediate(Alu.CMP, 4, Mem.at(FRAME, GangFrame.HOLD), 0);
    asm.jump(Condition.E, goOn);
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.STOPPED), 1);
    asm.jump(areas.stopped());
    asm.bind(goOn);
  }

  private void noteBarrier(int waits) {
    if (mayHold()) {
      asm.storeConstant(4, Mem.at(RDX, GangAreas.AT_BARRIER), waits);
    }
  }

  /** A gang is done. */
  void end() {
    if (areas.exist()) {
      areas.find();
      areas.resumeAt(areas.stopped());
      noteBarrier(0);
      asm.bind(areas.stopped());
    }
  }

  /** After the last gang: the next round, if a gang waits. */
  void next(GangLoop loop, Label cancelled) {
    if (!areas.exist()) {
      return;
    }
    Label done = new Label();
    asm.aluImmediate(Alu.CMP, 4, Mem.at(FRAME, GangFrame.STOPPED), 0);
    asm.jump(Condition.E, done);
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.STOPPED), 0);
    Label held = new Label();
    if (turns.exist()) {
      asm.load(4, RAX, Mem.at(FRAME, GangFrame.YIELDED));
      asm.store(4, Mem.at(FRAME, GangFrame.HOLD), RAX);
      asm.storeConstant(4, Mem.at(FRAME, GangFrame.YIELDED), 0);
      asm.test(4, RAX, RAX);
      asm.jump(Condition.NE, held);
    }
    if (reduces) {
      asm.load(4, RAX, Mem.at(FRAME, GangFrame.ROUND));
      asm.aluImmediate(Alu.XOR, 4, RAX, 8);
      asm.store(4, Mem.at(FRAME, GangFrame.ROUND), RAX);
      asm.storeConstant(8, Mem.indexed(FRAME, RAX, 1, GangFrame.REDUCTIONS), 0);
    }
    asm.bind(held);
    loop.rewind();
    asm.load(8, RAX, Mem.at(FRAME, GangFrame.CANCEL));
    asm.aluImmediate(Alu.CMP, 4, Mem.at(RAX, 0), 0);
    asm.jump(Condition.NE, cancelled);
    asm.jump(loop.gang());
    asm.bind(done);
  }

  /** A barrier. */
  void barrier(Instruction i, int statement) {
    Stop stop = (e.isFull() ? fullStops : stops).get(statement);
    if (i.has(Modifier.RED)) {
      contribute(i);
    }
    areas.find();
    areas.save(stop);
    if (!e.isFull()) {
      for (int h = 0; h < registers.parts(); h++) {
        asm.kstore(lanes(h), GangEmitter.active(h));
      }
    }
    noteBarrier(1);
    areas.resumeAt(stop.resume());
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.STOPPED), 1);
    asm.jump(areas.stopped());
    asm.bind(stop.resume());
    areas.restore(stop);
    for (int h = 0; h < registers.parts(); h++) {
      int active = GangEmitter.active(h);
      if (e.isFull()) {
        asm.mask(MaskOp.KXNOR, active, active, active);
      } else {
        asm.kload(active, lanes(h));
      }
    }
    if (i.has(Modifier.RED)) {
      assign(i);
    }
  }

  private Mem lanes(int part) {
    return Mem.at(RDX, GangAreas.MASK + asm.maskBytes() * part);
  }

  /** Adds the gang's threads, and those whose predicate is 1, to this round's. */
  private void contribute(Instruction i) {
    for (int h = 0; h < registers.parts(); h++) {
      e.setPart(h);
      int p = e.predicate(i.operand(2), K0);
      asm.mask(MaskOp.KAND, K0, p, e.active());
      asm.load(4, RDX, Mem.at(FRAME, GangFrame.ROUND));
      e.threadBits(RAX, K0);
      asm.popcnt(RAX, RAX);
      asm.aluStore(Alu.ADD, 4, Mem.indexed(FRAME, RDX, 1, GangFrame.REDUCTIONS), RAX, false);
      e.threadBits(RAX, e.active());
      asm.popcnt(RAX, RAX);
      asm.aluStore(Alu.ADD, 4, Mem.indexed(FRAME, RDX, 1, GangFrame.REDUCTIONS + 4), RAX, false);
    }
    e.setPart(0);
  }

  /** Brings what the last round reduced to the threads. */
  private void assign(Instruction i) {
    asm.load(4, RDX, Mem.at(FRAME, GangFrame.ROUND));
    asm.aluImmediate(Alu.XOR, 4, RDX, 8);
    asm.load(4, RAX, Mem.indexed(FRAME, RDX, 1, GangFrame.REDUCTIONS));
    if (i.has(Modifier.AND)) {
      asm.alu(Alu.CMP, 4, RAX, Mem.indexed(FRAME, RDX, 1, GangFrame.REDUCTIONS + 4));
      asm.set(Condition.E, RAX);
    } else if (!i.has(Modifier.POPC)) {
      asm.test(4, RAX, RAX);
      asm.set(Condition.NE, RAX);
    }
    Operand to = i.operand(0);
    if (e.isScalarTarget(to)) {
      int target = e.scalarTarget(to, RAX);
      asm.mov(4, target, RAX);
      e.scalarDone(to, i.has(Modifier.POPC) ? PtxType.U32 : PtxType.PRED, target);
      return;
    }
    for (int h = 0; h < registers.parts(); h++) {
      e.setPart(h);
      asm.vector(VectorOp.VPBROADCASTD_GPR, V3, 0, RAX, Form.ALL);
      if (i.has(Modifier.POPC)) {
        VectorTarget t = e.target(to, PtxType.U32);
        asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V3, t.form(0));
        e.done(t);
      } else {
        asm.vector(VectorOp.VPTESTMD, K0, V3, V3, Form.ALL);
        e.storePredicate(to, K0);
      }
    }
    e.setPart(0);
  }
}
