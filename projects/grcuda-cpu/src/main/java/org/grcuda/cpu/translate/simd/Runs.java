package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import org.grcuda.cpu.translate.simd.analysis.Loaded;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * Accesses to words at varying addresses that do not come from a load. Such words are often
 * neighbours, so that is tested at run time. If they are, one vector is loaded or stored.
 */
final class Runs {

  private static final int NOT_EQUAL = 4;
  private static final int RESULT = V3;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final AddressChecks addresses;
  private final Loaded loaded;

  Runs(GangEmitter e, AddressChecks addresses) {
    this.e = e;
    this.asm = e.asm();
    this.addresses = addresses;
    this.loaded = e.scope().flow().loaded();
  }

  /** Whether an access is worth the test. */
  boolean mayBe(Access x) {
    return x.type().size() == Integer.BYTES
        && x.values().size() == 1
        && x.address().base() instanceof Register base
        && base.type().size() == Long.BYTES
        && e.isVarying(base)
        && !loaded.contains(base);
  }

  /** The address of lane 0, if the other lanes' words follow it and all may be accessed. */
  private Mem first(Access x, boolean checks, Label otherwise) {
    int low = e.vector(x.address().base(), PtxType.U64, 0, V0);
    int high = e.vector(x.address().base(), PtxType.U64, 1, V1);
    asm.lowest(8, RDX, low);
    asm.vector(VectorOp.VPBROADCASTQ_GPR, V2, 0, RDX, Form.ALL);
    asm.vector(VectorOp.VPADDQ, RESULT, V2, e.ramp64(Integer.BYTES, 0), Form.ALL);
    asm.vector(VectorOp.VPADDQ, V2, V2, e.ramp64(Integer.BYTES, 1), Form.ALL);
    int k = GangEmitter.HIGH;
    asm.vector(VectorOp.VPCMPQ, K0, RESULT, low, Form.ALL.with(NOT_EQUAL));
    asm.vector(VectorOp.VPCMPQ, k, V2, high, Form.ALL.with(NOT_EQUAL));
    asm.kortest(K0, k);
    asm.jump(Condition.NE, otherwise);
    if (checks) {
      asm.lea(8, RCX, Mem.at(RDX, x.offset()));
      if (!x.shared()) {
        asm.alu(Alu.SUB, 8, RCX, Mem.at(FRAME, GangFrame.ARENA_BASE));
      }
      asm.shift(Shift.ROR, 8, RCX, x.log());
      int limit = x.shared() ? GangFrame.SHARED_ROW_LIMIT : GangFrame.ARENA_ROW_LIMIT;
      asm.alu(Alu.CMP, 8, RCX, Mem.at(FRAME, limit + 8 * x.log()));
      asm.jump(Condition.AE, otherwise);
    }
    if (x.shared()) {
      asm.alu(Alu.ADD, 8, RDX, Mem.at(FRAME, GangFrame.SHARED_BASE));
      return Mem.at(RDX, x.offset()).toOwn();
    }
    return Mem.at(RDX, x.offset());
  }

  /**
   * Loads.
   *
   * @param otherwise gathers from the addresses in V0 and V1 into V3
   */
  void load(Access x, Runnable otherwise) {
    boolean checks = !addresses.isChecked(x);
    Label slow = new Label();
    Label done = new Label();
    Mem row = first(x, checks, slow);
    asm.vector(VectorOp.VMOVDQU32, RESULT, 0, row, Form.ALL.masked(e.accessMask(x)).zeroed());
    asm.bind(done);
    later(x, checks, slow, done, otherwise);
    VectorTarget t = e.target(x.values().getFirst(), x.type());
    asm.vector(VectorOp.VMOVDQU32, t.low(), 0, RESULT, t.form(0));
    e.done(t);
  }

  /**
   * Stores.
   *
   * @param otherwise stores to the addresses in V0 and V1
   */
  void store(Access x, Runnable otherwise) {
    boolean checks = !addresses.isChecked(x);
    Label slow = new Label();
    Label done = new Label();
    Mem row = first(x, checks, slow);
    int value = e.vector(x.values().getFirst(), x.type(), 0, RESULT);
    asm.vector(VectorOp.VMOVDQU32_STORE, value, 0, row, Form.ALL.masked(e.accessMask(x)));
    asm.bind(done);
    later(x, checks, slow, done, otherwise);
  }

  private void later(Access x, boolean checks, Label slow, Label done, Runnable otherwise) {
    e.later(
        () -> {
          asm.bind(slow);
          addresses.lanes(x, checks);
          otherwise.run();
          asm.jump(done);
        });
  }
}
