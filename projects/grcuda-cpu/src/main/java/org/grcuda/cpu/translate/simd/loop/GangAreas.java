package org.grcuda.cpu.translate.simd.loop;

import static org.grcuda.cpu.translate.simd.frame.GangFrame.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.grcuda.cpu.translate.simd.analysis.GangScope;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Bank;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Place;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Register;

/**
 * The areas in which gangs that stop keep what they need to go on: one for each gang of the block.
 *
 * <p>An area holds the number of the {@link Stop} where the gang goes on (0 at its start, -1 where
 * it has ended), lanes, and from 64 bytes on registers.
 */
public final class GangAreas {

  /** Place of the number of the stop. */
  public static final int RESUME = 0;

  /** Place of the lanes at a barrier. */
  public static final int MASK = 4;

  /** Place of a word that is 1 if the gang waits at a barrier. */
  public static final int AT_BARRIER = 60;

  private static final int REGISTERS = 64;

  /** The number in an area whose gang has not begun. */
  public static final int START = 0;

  public static final int ENDED = -1;

  /** What is added to the number of a stop in code for all lanes. */
  private static final int OF_ALL_LANES = 1 << 16;

  /** A register that is saved, and where in the area. */
  public record Saved(Place place, int offset, int words) {}

  /**
   * A place where gangs stop.
   *
   * @param number in the area, from 1
   * @param saved the registers that are needed behind it
   * @param end of the registers in the area
   * @param resume where gangs go on
   */
  public record Stop(int number, List<Saved> saved, int end, Label resume) {

    /** The same place in code for all lanes. */
    public Stop ofAllLanes() {
      return new Stop(OF_ALL_LANES + number, saved, end, new Label());
    }
  }

  private final GangScope scope;
  private final VectorAssembler asm;
  private final RegisterAllocation registers;
  private final Label stopped = new Label();
  private int stops;
  private int bytes;

  public GangAreas(GangScope scope, VectorAssembler asm, RegisterAllocation registers) {
    this.scope = scope;
    this.asm = asm;
    this.registers = registers;
  }

  /** Where a gang goes that has stopped. */
  public Label stopped() {
    return stopped;
  }

  /** Size of an area, 0 where gangs do not stop. */
  public int bytes() {
    return bytes;
  }

  /** Whether gangs stop anywhere. */
  public boolean exist() {
    return bytes > 0;
  }

  /**
   * A new place to stop.
   *
   * @param live indices of the registers that are needed behind it
   * @param more bytes to keep behind the registers
   */
  public Stop stop(BitSet live, int more) {
    List<Saved> saved = new ArrayList<>();
    int offset = REGISTERS;
    for (int r : live.stream().toArray()) {
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
    bytes = Math.max(bytes, offset + more + 63 & -64);
    return new Stop(++stops, saved, offset, new Label());
  }

  /** The gang's area in {@code rdx}. */
  public void find() {
    asm.load(4, RAX, Mem.at(FRAME, GangFrame.GANG));
    asm.imul(8, RAX, RAX, bytes);
    asm.load(8, RDX, Mem.at(FRAME, GangFrame.AREAS));
    asm.alu(Alu.ADD, 8, RDX, RAX);
  }

  /** Saves the registers of a stop in the area at {@code rdx}. */
  public void save(Stop stop) {
    stop.saved().forEach(this::save);
  }

  /** Restores them. */
  public void restore(Stop stop) {
    stop.saved().forEach(this::restore);
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
