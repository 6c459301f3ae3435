package org.grcuda.cpu.translate.simd.loop;

import static org.grcuda.cpu.translate.simd.frame.GangFrame.FRAME;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.HashMap;
import java.util.Map;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Place;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.ptx.Register;

/**
 * Limits that code for one thread compares addresses with: they are the same for a block, and are
 * computed before its first thread.
 */
public final class BlockLimits {

  /** A limit: elements of memory from an array's element 0 on, or from the start, less some. */
  private record Key(Register array, int offset, Mem start, Mem limit, int log, int less) {}

  private final VectorAssembler asm;
  private final RegisterAllocation registers;
  private final Map<Key, Integer> slots = new HashMap<>();
  private final Label compute = new Label();
  private final Label computed = new Label();

  public BlockLimits(VectorAssembler asm, RegisterAllocation registers) {
    this.asm = asm;
    this.registers = registers;
  }

  /**
   * How many elements a memory has less a number, at least 0.
   *
   * @param limit elements of the memory
   */
  public Mem less(Mem limit, int less) {
    return slot(new Key(null, 0, null, limit, 0, less));
  }

  /**
   * How many elements of an array lie in a memory: all with lower indices do, and no others. 0 if
   * element 0 does not, or is not aligned.
   *
   * @param array holds its address, the same for the block
   * @param offset from there to element 0
   * @param start of the memory
   * @param limit elements of the memory
   * @param log binary logarithm of an element's bytes
   */
  public Mem elements(Register array, int offset, Mem start, Mem limit, int log) {
    return slot(new Key(array, offset, start, limit, log, 0));
  }

  private Mem slot(Key key) {
    return Mem.at(FRAME, slots.computeIfAbsent(key, _ -> registers.nextSlot(Long.BYTES)));
  }

  /** The place before the block's first thread. */
  public void begin() {
    asm.jump(compute);
    asm.bind(computed);
  }

  /** The computations, when all limits are known. */
  public void end() {
    asm.bind(compute);
    slots.forEach(this::compute);
    asm.jump(computed);
  }

  private void compute(Key key, int slot) {
    if (key.array() == null) {
      asm.mov(RAX, key.less());
    } else {
      Place place = registers.place(key.array(), 0);
      if (place.inFrame()) {
        asm.load(8, RAX, Mem.at(FRAME, place.slot()));
      } else {
        asm.mov(8, RAX, place.low());
      }
      asm.lea(8, RAX, Mem.at(RAX, key.offset()));
      asm.alu(Alu.SUB, 8, RAX, key.start());
      asm.shift(Shift.ROR, 8, RAX, key.log());
    }
    asm.mov(RDX, 0);
    asm.load(8, RCX, key.limit());
    asm.alu(Alu.SUB, 8, RCX, RAX);
    asm.cmov(Condition.B, 8, RCX, RDX);
    asm.store(8, Mem.at(FRAME, slot), RCX);
  }
}
