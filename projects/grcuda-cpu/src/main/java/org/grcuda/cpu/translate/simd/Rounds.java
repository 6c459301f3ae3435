package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.translate.simd.analysis.GangScope;
import org.grcuda.cpu.translate.simd.analysis.Meetings;
import org.grcuda.cpu.translate.simd.analysis.NotVectorizableException;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Bank;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Place;
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
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * Barriers of the block (PTX ISA 9.7.13.1, bar.sync). A gang (or warp) that comes to a barrier
 * saves its live registers in an area of its own, and the next gang runs. When all gangs have come
 * to a barrier or ended, they go on in the same order: that is the next round.
 *
 * <p>An area holds the place where the gang goes on (0 at its start, -1 where it has ended), its
 * lanes, and from 64 bytes on its registers.
 */
final class Rounds {

  private static final int RESUME = 0;
  private static final int MASK = 4;
  private static final int REGISTERS = 64;

  /** The first word of an area whose gang has not begun. */
  private static final int START = 0;

  private static final int ENDED = -1;

  /** What is added to the number of a stop in code for all lanes. */
  private static final int OF_ALL_LANES = 1 << 16;

  /** A register that is saved, and where in the area. */
  private record Saved(Place place, int offset, int words) {}

  private record Stop(int number, List<Saved> saved, Label resume) {}

  private final GangScope scope;
  private final GangEmitter e;
  private final VectorAssembler asm;
  private final RegisterAllocation registers;
  private final Map<Integer, Stop> stops = new HashMap<>();
  private final Map<Integer, Stop> fullStops = new HashMap<>();
  private final Label stopped = new Label();
  private int areaBytes;
  private boolean reduces;

  Rounds(GangScope scope, GangEmitter e, RegisterAllocation registers) {
    this.scope = scope;
    this.e = e;
    this.asm = e.asm();
    this.registers = registers;
    for (BasicBlock block : scope.plan().order()) {
      for (int s = block.start(); s < block.end(); s++) {
        if (scope.function().body().get(s) instanceof Instruction i && Meetings.isBarrier(i)) {
          addStop(block, s, i);
        }
      }
    }
  }

  private void addStop(BasicBlock block, int statement, Instruction i) {
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
    List<Saved> saved = new ArrayList<>();
    int offset = REGISTERS;
    for (int r : scope.liveness().liveAfter(statement).stream().toArray()) {
      Register register = scope.function().registers().get(r);
      Place first = scope.invariants().holds(register) ? null : registers.place(register, 0);
      int copies = first == null ? 0 : first.bank() == Bank.GENERAL ? 1 : registers.parts();
      for (int h = 0; h < copies; h++) {
        Place place = registers.place(register, h);
        int words = registers.words(place, register);
        offset = words == 1 ? offset : offset + 63 & -64;
        saved.add(new Saved(place, offset, words));
        offset += 8 * words;
      }
    }
    areaBytes = Math.max(areaBytes, offset + 63 & -64);
    int number = stops.size() + 1;
    stops.put(statement, new Stop(number, saved, new Label()));
    fullStops.put(statement, new Stop(OF_ALL_LANES + number, saved, new Label()));
  }

  /** Size of each gang's area, 0 where there are no barriers. */
  int areaBytes() {
    return areaBytes;
  }

  /** Code before the gangs of a block: each is at its start. */
  void beginBlock() {
    if (areaBytes == 0) {
      return;
    }
    Label area = new Label();
    asm.load(8, RDX, Mem.at(FRAME, GangFrame.AREAS));
    asm.load(4, RAX, Mem.at(FRAME, GangFrame.THREADS));
    asm.bind(area);
    asm.storeConstant(4, Mem.at(RDX, RESUME), START);
    asm.aluImmediate(Alu.ADD, 8, RDX, areaBytes);
    asm.aluImmediate(Alu.SUB, 4, RAX, asm.lanes());
    asm.jump(Condition.G, area);
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.STOPPED), 0);
    if (reduces) {
      asm.storeConstant(4, Mem.at(FRAME, GangFrame.ROUND), 0);
      asm.storeConstant(8, Mem.at(FRAME, GangFrame.REDUCTIONS), 0);
    }
  }

  /**
   * Code before a gang: if the gang has stopped, it goes on there.
   *
   * @param ofAll whether there is code for all lanes
   * @param ofSome whether there is code for some lanes
   */
  void begin(boolean ofAll, boolean ofSome) {
    if (areaBytes == 0) {
      return;
    }
    Label start = new Label();
    area();
    asm.load(4, RAX, Mem.at(RDX, RESUME));
    asm.test(4, RAX, RAX);
    asm.jump(Condition.E, start);
    List<Stop> resumes = new ArrayList<>(ofAll ? fullStops.values() : List.of());
    if (ofSome) {
      resumes.addAll(stops.values());
    }
    for (Stop stop : resumes) {
      asm.aluImmediate(Alu.CMP, 4, RAX, stop.number());
      asm.jump(Condition.E, stop.resume());
    }
    asm.jump(stopped);
    asm.bind(start);
  }

  /** The gang's area in {@code rdx}. */
  private void area() {
    asm.load(4, RAX, Mem.at(FRAME, GangFrame.GANG));
    asm.imul(8, RAX, RAX, areaBytes);
    asm.load(8, RDX, Mem.at(FRAME, GangFrame.AREAS));
    asm.alu(Alu.ADD, 8, RDX, RAX);
  }

  /** A gang is done. */
  void end() {
    if (areaBytes > 0) {
      area();
      asm.storeConstant(4, Mem.at(RDX, RESUME), ENDED);
      asm.bind(stopped);
    }
  }

  /** After the last gang: the next round, if a gang waits. */
  void next(Label gang, Label cancelled) {
    if (areaBytes == 0) {
      return;
    }
    Label done = new Label();
    asm.aluImmediate(Alu.CMP, 4, Mem.at(FRAME, GangFrame.STOPPED), 0);
    asm.jump(Condition.E, done);
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.STOPPED), 0);
    if (reduces) {
      asm.load(4, RAX, Mem.at(FRAME, GangFrame.ROUND));
      asm.aluImmediate(Alu.XOR, 4, RAX, 8);
      asm.store(4, Mem.at(FRAME, GangFrame.ROUND), RAX);
      asm.storeConstant(8, Mem.indexed(FRAME, RAX, 1, GangFrame.REDUCTIONS), 0);
    }
    for (int field :
        new int[] {
          GangFrame.GANG,
          GangFrame.TID_X,
          GangFrame.TID_Y,
          GangFrame.TID_Z,
          GangFrame.LANE,
          GangFrame.WARP
        }) {
      asm.storeConstant(4, Mem.at(FRAME, field), 0);
    }
    asm.load(8, RAX, Mem.at(FRAME, GangFrame.CANCEL));
    asm.aluImmediate(Alu.CMP, 4, Mem.at(RAX, 0), 0);
    asm.jump(Condition.NE, cancelled);
    asm.jump(gang);
    asm.bind(done);
  }

  /** A barrier. */
  void barrier(Instruction i, int statement) {
    Stop stop = (e.isFull() ? fullStops : stops).get(statement);
    if (i.has(Modifier.RED)) {
      contribute(i);
    }
    area();
    for (Saved s : stop.saved()) {
      save(s);
    }
    if (!e.isFull()) {
      for (int h = 0; h < registers.parts(); h++) {
        asm.kstore(Mem.at(RDX, MASK + asm.maskBytes() * h), GangEmitter.active(h));
      }
    }
    asm.storeConstant(4, Mem.at(RDX, RESUME), stop.number());
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.STOPPED), 1);
    asm.jump(stopped);
    asm.bind(stop.resume());
    for (Saved s : stop.saved()) {
      restore(s);
    }
    for (int h = 0; h < registers.parts(); h++) {
      int active = GangEmitter.active(h);
      if (e.isFull()) {
        asm.mask(MaskOp.KXNOR, active, active, active);
      } else {
        asm.kload(active, Mem.at(RDX, MASK + asm.maskBytes() * h));
      }
    }
    if (i.has(Modifier.RED)) {
      assign(i);
    }
  }

  /** Adds the gang's threads, and those whose predicate is 1, to this round's. */
  private void contribute(Instruction i) {
    for (int h = 0; h < registers.parts(); h++) {
      e.setPart(h);
      int p = e.predicate(i.operand(2), K0);
      asm.mask(MaskOp.KAND, K0, p, e.active());
      asm.load(4, RDX, Mem.at(FRAME, GangFrame.ROUND));
      asm.kmovToGpr(RAX, K0);
      asm.popcnt(RAX, RAX);
      asm.aluStore(Alu.ADD, 4, Mem.indexed(FRAME, RDX, 1, GangFrame.REDUCTIONS), RAX, false);
      asm.kmovToGpr(RAX, e.active());
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
    for (int h = 0; h < registers.parts(); h++) {
      e.setPart(h);
      asm.vector(VectorOp.VPBROADCASTD_GPR, V3, 0, RAX, Form.ALL);
      if (i.has(Modifier.POPC)) {
        VectorTarget t = e.target(i.operand(0), PtxType.U32);
        asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V3, t.form(0));
        e.done(t);
      } else {
        asm.vector(VectorOp.VPTESTMD, K0, V3, V3, Form.ALL);
        e.storePredicate(i.operand(0), K0);
      }
    }
    e.setPart(0);
  }

  private void save(Saved s) {
    Mem at = Mem.at(RDX, s.offset());
    Place p = s.place();
    if (p.inFrame()) {
      copy(Mem.at(FRAME, p.slot()), at, s.words());
      return;
    }
    switch (p.bank()) {
      case GENERAL -> asm.store(8, at, p.low());
      case MASK -> asm.kstore(at, p.low());
      case VECTOR -> {
        asm.vector(VectorOp.VMOVDQU64_STORE, p.low(), 0, at, Form.ALL);
        if (p.high() >= 0) {
          asm.vector(VectorOp.VMOVDQU64_STORE, p.high(), 0, at.plus(asm.bytes()), Form.ALL);
        }
      }
    }
  }

  private void restore(Saved s) {
    Mem at = Mem.at(RDX, s.offset());
    Place p = s.place();
    if (p.inFrame()) {
      copy(at, Mem.at(FRAME, p.slot()), s.words());
      return;
    }
    switch (p.bank()) {
      case GENERAL -> asm.load(8, p.low(), at);
      case MASK -> asm.kload(p.low(), at);
      case VECTOR -> {
        asm.vector(VectorOp.VMOVDQU64, p.low(), 0, at, Form.ALL);
        if (p.high() >= 0) {
          asm.vector(VectorOp.VMOVDQU64, p.high(), 0, at.plus(asm.bytes()), Form.ALL);
        }
      }
    }
  }

  private void copy(Mem from, Mem to, int words) {
    if (words == 1) {
      asm.load(8, RAX, from);
      asm.store(8, to, RAX);
      return;
    }
    for (int w = 0; w < words; w += asm.bytes() / Long.BYTES) {
      asm.vector(VectorOp.VMOVDQU64, V0, 0, from.plus(8 * w), Form.ALL);
      asm.vector(VectorOp.VMOVDQU64_STORE, V0, 0, to.plus(8 * w), Form.ALL);
    }
  }
}
