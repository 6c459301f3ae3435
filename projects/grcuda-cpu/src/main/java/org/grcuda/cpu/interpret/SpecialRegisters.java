package org.grcuda.cpu.interpret;

import org.grcuda.cpu.translate.semantics.SpecialRegisterSemantics;

/** Special registers (PTX ISA 10). */
final class SpecialRegisters {

  private SpecialRegisters() {}

  /** Reads a special register; refuses one that does not exist. */
  static Expression read(Decoder d, String name) {
    return switch (name) {
      case "%tid.x" -> t -> SpecialRegisterSemantics.tidX(t.context, t.thread);
      case "%tid.y" -> t -> SpecialRegisterSemantics.tidY(t.context, t.thread);
      case "%tid.z" -> t -> SpecialRegisterSemantics.tidZ(t.context, t.thread);
      case "%ntid.x" -> t -> t.launch.blockX;
      case "%ntid.y" -> t -> t.launch.blockY;
      case "%ntid.z" -> t -> t.launch.blockZ;
      case "%ctaid.x" -> t -> t.context.blockIndexX;
      case "%ctaid.y" -> t -> t.context.blockIndexY;
      case "%ctaid.z" -> t -> t.context.blockIndexZ;
      case "%nctaid.x" -> t -> t.launch.gridX;
      case "%nctaid.y" -> t -> t.launch.gridY;
      case "%nctaid.z" -> t -> t.launch.gridZ;
      case "%laneid" -> t -> t.thread & 31;
      case "%warpid" -> t -> t.thread >> 5;
      case "%nwarpid" -> t -> t.launch.threadsPerBlock() + 31 >> 5;
      case "%smid" -> t -> t.context.worker;
      case "%nsmid" -> t -> t.launch.workers;
      case "%gridid" -> t -> t.launch.sequence;
      case "%lanemask_eq" -> t -> SpecialRegisterSemantics.lanemaskeq(t.thread);
      case "%lanemask_lt" -> t -> SpecialRegisterSemantics.lanemasklt(t.thread);
      case "%lanemask_le" -> t -> SpecialRegisterSemantics.lanemaskle(t.thread);
      case "%lanemask_gt" -> t -> SpecialRegisterSemantics.lanemaskgt(t.thread);
      case "%lanemask_ge" -> t -> SpecialRegisterSemantics.lanemaskge(t.thread);
      case "%clock" -> t -> SpecialRegisterSemantics.clock();
      case "%clock_hi" -> t -> SpecialRegisterSemantics.clockHigh();
      case "%clock64" -> t -> SpecialRegisterSemantics.clock64();
      case "%globaltimer" -> t -> SpecialRegisterSemantics.globaltimer();
      case "%globaltimer_lo" -> t -> SpecialRegisterSemantics.globaltimerLow();
      case "%globaltimer_hi" -> t -> SpecialRegisterSemantics.globaltimerHigh();
      case "%dynamic_smem_size" -> t -> t.launch.dynamicSharedBytes;
      case "%total_smem_size" -> t -> t.sharedBytes;
      case "%reserved_smem_offset_1" -> {
        int offset = d.program().layout().reservedShared();
        yield t -> offset;
      }
      case "%envreg1" -> t -> t.launch.gridWorkspace >>> 32;
      case "%envreg2" -> t -> t.launch.gridWorkspace & 0xffff_ffffL;
      case "%tid.w", "%ctaid.w" -> t -> 0;
      case "%ntid.w", "%nctaid.w" -> t -> 1;
      default -> throw d.unsupported(name);
    };
  }
}
