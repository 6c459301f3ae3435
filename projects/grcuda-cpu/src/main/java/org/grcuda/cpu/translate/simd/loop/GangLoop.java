package org.grcuda.cpu.translate.simd.loop;

import static org.grcuda.cpu.translate.simd.frame.GangFrame.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.translate.simd.analysis.GangLayout;
import org.grcuda.cpu.translate.simd.analysis.GangScope;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.MaskOp;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * The loops over blocks, in the order of the grid, and over the gangs of a block. Only those of the
 * gang's coordinates and positions are kept that the kernel reads.
 */
public final class GangLoop {

  private static final List<String> COORDINATES = List.of("%tid.x", "%tid.y", "%tid.z");

  private final GangScope scope;
  private final VectorAssembler asm;
  private final int parts;
  private final int lanes;
  private final Set<String> read = new HashSet<>();
  private final Label block = new Label();
  private final Label gang = new Label();

  public GangLoop(GangScope scope, VectorAssembler asm) {
    this.scope = scope;
    this.asm = asm;
    this.lanes = scope.gangs().perVector(asm.lanes());
    this.parts = scope.gangs().parts(asm.lanes());
    for (BasicBlock b : scope.plan().order()) {
      for (Statement s : scope.function().body().subList(b.start(), b.end())) {
        if (s instanceof Instruction i) {
          i.operands().forEach(this::note);
        }
      }
    }
  }

  private void note(Operand o) {
    switch (o) {
      case Operand.SpecialRegister s -> read.add(s.name());
      case Operand.Vector v -> v.elements().forEach(this::note);
      default -> {}
    }
  }

  /** Begins the code of a block. */
  public void beginBlock() {
    asm.bind(block);
  }

  /** Begins the code of a gang. */
  public void beginGang() {
    asm.bind(gang);
  }

  /** Finds the lanes' local memory, if the kernel has any; also when the gang goes on later. */
  public void localMemory() {
    int bytes = scope.layout().localBytes();
    if (bytes == 0) {
      return;
    }
    asm.load(4, RAX, Mem.at(FRAME, GangFrame.GANG));
    asm.imul(8, RAX, RAX, bytes * lanes);
    asm.alu(Alu.ADD, 8, RAX, Mem.at(FRAME, GangFrame.LOCAL_BASE));
    asm.vector(VectorOp.VPBROADCASTQ_GPR, V0, 0, RAX, Form.ALL);
    for (int part = 0; part < 2 * parts; part++) {
      long[] distances = new long[asm.lanes() / 2];
      for (int l = 0; l < distances.length && lanes > 1; l++) {
        distances[l] = ((long) distances.length * part + l) * bytes;
      }
      asm.vector(VectorOp.VPADDQ, V1, V0, asm.constant(distances), Form.ALL);
      Mem starts = Mem.at(FRAME, GangFrame.LOCAL_LANES + asm.bytes() * part);
      asm.vector(VectorOp.VMOVDQU64_STORE, V1, 0, starts, Form.ALL);
    }
  }

  /** Where the next gang's code begins. */
  public Label gang() {
    return gang;
  }

  /** The lanes of the gang or warp in the active masks. */
  public void lanes() {
    if (scope.gangs().isRows()) {
      for (int h = 0; h < parts; h++) {
        int active = Scratch.active(h);
        asm.mask(MaskOp.KXNOR, active, active, active);
      }
      return;
    }
    asm.load(4, RAX, Mem.at(FRAME, GangFrame.GANG));
    asm.shift(Shift.SHL, 4, RAX, Integer.numberOfTrailingZeros(lanes));
    asm.load(4, RCX, Mem.at(FRAME, GangFrame.THREADS));
    asm.alu(Alu.SUB, 4, RCX, RAX);
    asm.mov(RAX, parts * lanes);
    asm.alu(Alu.CMP, 4, RCX, RAX);
    asm.cmov(Condition.G, 4, RCX, RAX);
    // The lowest rcx bits.
    asm.mov(RAX, 1);
    asm.shiftByCl(Shift.SHL, 8, RAX);
    asm.aluImmediate(Alu.SUB, 8, RAX, 1);
    for (int h = 0; h < parts; h++) {
      asm.kmovFromGpr(Scratch.active(h), RAX);
      asm.shift(Shift.SHR, 4, RAX, lanes);
    }
  }

  /** Moves on to the next gang, or goes on if there is none. */
  public void nextGang() {
    asm.load(4, RAX, Mem.at(FRAME, GangFrame.GANG));
    asm.aluImmediate(Alu.ADD, 4, RAX, parts);
    asm.store(4, Mem.at(FRAME, GangFrame.GANG), RAX);
    if (read.contains("%laneid")) {
      asm.mov(4, RCX, RAX);
      asm.aluImmediate(Alu.AND, 4, RCX, GangLayout.WARP / lanes - 1);
      asm.shift(Shift.SHL, 4, RCX, Integer.numberOfTrailingZeros(lanes));
      asm.store(4, Mem.at(FRAME, GangFrame.LANE), RCX);
    }
    if (read.contains("%warpid")) {
      asm.mov(4, RCX, RAX);
      asm.shift(Shift.SHR, 4, RCX, Integer.numberOfTrailingZeros(GangLayout.WARP / lanes));
      asm.store(4, Mem.at(FRAME, GangFrame.WARP), RCX);
    }
    if (COORDINATES.stream().anyMatch(read::contains)) {
      advance(GangFrame.TID_X, parts * lanes, GangFrame.NTID_X);
    }
    asm.shift(Shift.SHL, 4, RAX, Integer.numberOfTrailingZeros(lanes));
    asm.alu(Alu.CMP, 4, RAX, Mem.at(FRAME, GangFrame.THREADS));
    asm.jump(Condition.L, gang);
  }

  /**
   * Adds to the first of three coordinates, x, y, z; at its limit goes on with the next one.
   *
   * @param limits their limits
   */
  private void advance(int coordinates, int by, int limits) {
    int y = coordinates + Integer.BYTES;
    Label row = new Label();
    Label plane = new Label();
    asm.load(4, RCX, Mem.at(FRAME, coordinates));
    asm.aluImmediate(Alu.ADD, 4, RCX, by);
    asm.alu(Alu.CMP, 4, RCX, Mem.at(FRAME, limits));
    asm.jump(Condition.L, row);
    asm.mov(RCX, 0);
    asm.load(4, RDX, Mem.at(FRAME, y));
    asm.aluImmediate(Alu.ADD, 4, RDX, 1);
    asm.alu(Alu.CMP, 4, RDX, Mem.at(FRAME, limits + Integer.BYTES));
    asm.jump(Condition.L, plane);
    asm.mov(RDX, 0);
    asm.aluImmediate(Alu.ADD, 4, Mem.at(FRAME, y + Integer.BYTES), 1);
    asm.bind(plane);
    asm.store(4, Mem.at(FRAME, y), RDX);
    asm.bind(row);
    asm.store(4, Mem.at(FRAME, coordinates), RCX);
  }

  /** Moves on to the next block's first thread, or goes on if there is none. */
  public void nextBlock(Label cancelled) {
    Label done = new Label();
    asm.aluImmediate(Alu.SUB, 4, Mem.at(FRAME, GangFrame.BLOCKS), 1);
    asm.jump(Condition.E, done);
    advance(GangFrame.CTAID_X, 1, GangFrame.NCTAID_X);
    rewind();
    asm.load(8, RAX, Mem.at(FRAME, GangFrame.CANCEL));
    asm.aluImmediate(Alu.CMP, 4, Mem.at(RAX, 0), 0);
    asm.jump(Condition.E, block);
    asm.jump(cancelled);
    asm.bind(done);
  }

  /** Back to the block's first gang. */
  public void rewind() {
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
  }
}
