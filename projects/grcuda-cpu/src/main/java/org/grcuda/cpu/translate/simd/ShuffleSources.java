package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K6;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V5;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.x86.Assembler.RAX;

import java.util.EnumSet;
import java.util.Set;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;

/**
 * The lanes from which {@code shfl.sync} takes values (PTX ISA 9.7.9.6): for each lane of a part,
 * its source in the warp; its own lane if the source is out of range.
 */
final class ShuffleSources {

  /** The mask of the lanes whose source is in range. */
  static final int IN_RANGE = K6;

  private static final Set<Modifier> MODES =
      EnumSet.of(Modifier.UP, Modifier.DOWN, Modifier.BFLY, Modifier.IDX);

  private static final int AT_MOST = 2;
  private static final int AT_LEAST = 5;

  private final GangEmitter e;
  private final VectorAssembler asm;

  ShuffleSources(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
  }

  /** Whether the sources are known now. */
  static boolean areKnown(Instruction i) {
    return i.operand(2) instanceof Operand.IntegerImmediate
        && i.operand(3) instanceof Operand.IntegerImmediate;
  }

  /** The warp's lanes of a part. */
  Mem lanes(int part) {
    int[] lanes = new int[e.lanes()];
    for (int l = 0; l < lanes.length; l++) {
      lanes[l] = lanes.length * part + l;
    }
    return asm.constant(lanes);
  }

  /** Sources that are {@linkplain #areKnown known}; the lanes in range into a mask if asked. */
  int[] known(Instruction i, int part, boolean flagged) {
    int amount = (int) ((Operand.IntegerImmediate) i.operand(2)).value() & 31;
    int third = (int) ((Operand.IntegerImmediate) i.operand(3)).value();
    int segment = third >> 8 & 31;
    int clamp = third & 31;
    int[] sources = new int[e.lanes()];
    int inRange = 0;
    for (int l = 0; l < sources.length; l++) {
      int lane = sources.length * part + l;
      int min = lane & segment;
      int max = min | clamp & ~segment;
      int source =
          switch (mode(i)) {
            case UP -> lane - amount;
            case DOWN -> lane + amount;
            case BFLY -> lane ^ amount;
            default -> min | amount & ~segment;
          };
      boolean in = i.has(Modifier.UP) ? source >= max : source <= max;
      sources[l] = in ? source : lane;
      inRange |= in ? 1 << l : 0;
    }
    if (flagged) {
      asm.mov(RAX, inRange);
      asm.kmovFromGpr(IN_RANGE, RAX);
    }
    return sources;
  }

  private Modifier mode(Instruction i) {
    Modifier mode = i.oneOf(MODES);
    if (mode == null) {
      throw e.refuse();
    }
    return mode;
  }

  /** Computes sources into a register, V0 or V1, and the lanes in range; changes V2 to V6. */
  void compute(Instruction i, int part, int to) {
    Mem lanes = lanes(part);
    Source five = e.constant(PtxType.B32, 31);
    int third = e.vector(i.operand(3), PtxType.B32, 0, V2);
    asm.vector(VectorOp.VPSRLD_IMM, V3, 0, third, Form.ALL.with(8));
    asm.vector(VectorOp.VPANDD, V3, V3, five, Form.ALL);
    asm.vector(VectorOp.VPANDD, V2, third, five, Form.ALL);
    asm.vector(VectorOp.VPANDD, V4, V3, lanes, Form.ALL);
    asm.vector(VectorOp.VPANDND, V2, V3, V2, Form.ALL);
    asm.vector(VectorOp.VPORD, V2, V2, V4, Form.ALL);
    asm.vector(VectorOp.VPANDD, V5, e.vector(i.operand(2), PtxType.B32, 0, V5), five, Form.ALL);
    switch (mode(i)) {
      case UP -> {
        asm.vector(VectorOp.VMOVDQU32, V6, 0, lanes, Form.ALL);
        asm.vector(VectorOp.VPSUBD, V5, V6, V5, Form.ALL);
      }
      case DOWN -> asm.vector(VectorOp.VPADDD, V5, V5, lanes, Form.ALL);
      case BFLY -> asm.vector(VectorOp.VPXORD, V5, V5, lanes, Form.ALL);
      default -> {
        asm.vector(VectorOp.VPANDND, V5, V3, V5, Form.ALL);
        asm.vector(VectorOp.VPORD, V5, V5, V4, Form.ALL);
      }
    }
    int comparison = i.has(Modifier.UP) ? AT_LEAST : AT_MOST;
    asm.vector(VectorOp.VPCMPD, IN_RANGE, V5, V2, Form.ALL.with(comparison));
    asm.vector(VectorOp.VMOVDQU32, to, 0, lanes, Form.ALL);
    asm.vector(VectorOp.VMOVDQU32, to, 0, V5, Form.ALL.masked(IN_RANGE));
  }
}
