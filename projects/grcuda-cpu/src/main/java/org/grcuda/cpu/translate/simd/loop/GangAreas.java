package org.grcuda.cpu.translate.simd.loop;

import static org.grcuda.cpu.translate.simd.frame.GangFrame.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * <p>An area holds the address of the code with which the gang goes on, lanes, and from 64 bytes on
 * registers.
 */
public final class GangAreas {

  /** Place of the address of the code with which the gang goes on. */
  public static final int RESUME = 0;

  /** Place of the lanes at a barrier. */
  public static final int MASK = 8;

  /** Place of a word that is 1 if the gang waits at a barrier. */
  public static final int AT_BARRIER = 60;

  private static final int REGISTERS = 64;

  /** A register that is saved, and where in the area. */
  public record Saved(Place place, int offset, int words) {}

  /**
   * A place where gangs stop.
   *
   * @param saved the registers that gangs save there
   * @param restored the registers that gangs restore behind it
   * @param more where the area has further bytes for it
   * @param resume where gangs go on
   */
  public record Stop(List<Saved> saved, List<Saved> restored, int more, Label resume) {

    /** The same place in code for all lanes. */
    public Stop ofAllLanes() {
      return new Stop(saved, restored, more, new Label());
    }
  }

  private final GangScope scope;
  private final VectorAssembler asm;
  private final RegisterAllocation registers;
  private final Label stopped = new Label();

  /** By register, its copies in the area: always at the same place. */
  private final Map<Integer, List<Saved>> copies = new HashMap<>();

  private boolean exist;
  private int end = REGISTERS;

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
    return exist() ? end + 63 & -64 : 0;
  }

  /** Whether gangs stop anywhere. */
  public boolean exist() {
    return exist;
  }

  /**
   * A new place to stop.
   *
   * @param saved indices of the registers that gangs save there
   * @param restored indices of those that they restore behind it
   * @param more bytes to keep for other data
   */
  public Stop stop(BitSet saved, BitSet restored, int more) {
    exist = true;
    List<Saved> savedHere = copies(saved);
    List<Saved> restoredHere = copies(restored);
    int at = take(more, Long.BYTES);
    return new Stop(savedHere, restoredHere, at, new Label());
  }

  private List<Saved> copies(BitSet registers) {
    return registers.stream()
        .mapToObj(r -> copies.computeIfAbsent(r, this::copies))
        .flatMap(List::stream)
        .toList();
  }

  private List<Saved> copies(int index) {
    Register register = scope.function().registers().get(index);
    if (scope.invariants().holds(register)) {
      return List.of();
    }
    boolean isGeneral = registers.place(register, 0).bank() == Bank.GENERAL;
    List<Saved> result = new ArrayList<>();
    for (int h = 0; h < (isGeneral ? 1 : registers.parts()); h++) {
      Place place = registers.place(register, h);
      int words = registers.words(place, register);
      result.add(new Saved(place, take(8 * words, words == 1 ? 8 : asm.bytes()), words));
    }
    return result;
  }

  /** Takes bytes at the end of the area. */
  private int take(int bytes, int alignment) {
    int at = end + alignment - 1 & -alignment;
    end = at + bytes;
    return at;
  }

  /** The gang's area in {@code rdx}. The frame counts vectors, so each stands for a share of it. */
  public void find() {
    asm.load(4, RAX, Mem.at(FRAME, GangFrame.GANG));
    asm.imul(8, RAX, RAX, bytes() / registers.parts());
    asm.load(8, RDX, Mem.at(FRAME, GangFrame.AREAS));
    asm.alu(Alu.ADD, 8, RDX, RAX);
  }

  /** The gang of the area at {@code rdx} goes on at a label. Changes {@code rax}. */
  public void resumeAt(Label label) {
    asm.address(RAX, label);
    asm.store(8, Mem.at(RDX, RESUME), RAX);
  }

  /** Saves the registers of a stop in the area at {@code rdx}. */
  public void save(Stop stop) {
    stop.saved().forEach(this::save);
  }

  /** Restores them. */
  public void restore(Stop stop) {
    stop.restored().forEach(this::restore);
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
