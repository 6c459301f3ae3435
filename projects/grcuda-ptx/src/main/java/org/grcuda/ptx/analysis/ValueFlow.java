package org.grcuda.ptx.analysis;

import java.util.HashMap;
import java.util.Map;
import org.grcuda.ptx.Instruction;

/**
 * How the result of an instruction may depend on its operands: whether it can still be an address.
 */
enum ValueFlow {
  /** Any operand's address may come out, moved or selected or shifted by another operand. */
  PASSES,
  /** As PASSES; and pieces of an address, put together, may become one. */
  ASSEMBLES,
  /** Comes from the last operand as PASSES, from the others as SCALES: multiply and add. */
  MULTIPLIES_AND_ADDS,
  /** A number of another magnitude: an index, never by itself an address. */
  SCALES,
  /** A truth value, a mask, nothing at all: no address. */
  NONE,
  /** Loads, stores, atomics, calls, copies: see {@link OriginFlow}. */
  LOAD,
  STORE,
  ATOMIC,
  REDUCTION,
  CALL,
  ASYNC_COPY,
  /** An address of the thread's own memory. */
  OWNS,
  /** Converts: depends on the types. */
  CONVERTS,
  /** Not in the table: whatever is the worst. */
  UNKNOWN;

  private static final Map<String, ValueFlow> TABLE = new HashMap<>();

  static {
    put(OWNS, "alloca stacksave");
    put(PASSES, "mov cvta mapa add addc sub subc neg abs min max selp slct not and shfl copysign");
    put(ASSEMBLES, "or xor lop3 prmt bfi bfe shf shr szext");
    put(MULTIPLIES_AND_ADDS, "mad madc mad24 fma dp4a dp2a sad");
    put(SCALES, "mul mul24 shl div rem popc clz brev bfind fns redux cnot bmsk");
    put(SCALES, "rcp sqrt rsqrt sin cos lg2 ex2 tanh");
    put(SCALES, "vadd vsub vabsdiff vmin vmax vshl vshr vmad vset");
    put(SCALES, "vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2 vset2");
    put(SCALES, "vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4 vset4");
    put(NONE, "set setp testp isspacep vote match activemask elect bar barrier membar fence");
    put(NONE, "bra brx ret exit trap brkpt nanosleep pmevent prefetch prefetchu griddepcontrol");
    put(NONE, "setmaxnreg createpolicy getctarank mbarrier stackrestore");
    put(NONE, "mma movmatrix");
    put(LOAD, "ld ldu ldmatrix");
    put(STORE, "st");
    put(ATOMIC, "atom");
    put(REDUCTION, "red");
    put(CALL, "call");
    put(CONVERTS, "cvt");
  }

  private static void put(ValueFlow flow, String opcodes) {
    for (String opcode : opcodes.split(" ")) {
      TABLE.put(opcode, flow);
    }
  }

  /** The flow of an instruction. */
  static ValueFlow of(Instruction instruction) {
    return switch (instruction.opcode()) {
      case "wmma" ->
          instruction.is("wmma", "load")
              ? LOAD
              : instruction.is("wmma", "store")
                  ? STORE
                  : instruction.is("wmma", "mma") ? NONE : UNKNOWN;
      case "cp" ->
          instruction.hasModifier("tensor") || instruction.hasModifier("reduce")
              ? UNKNOWN
              : instruction.hasModifier("prefetch") || instruction.operands().size() < 2
                  ? NONE
                  : ASYNC_COPY;
      default -> TABLE.getOrDefault(instruction.opcode(), UNKNOWN);
    };
  }
}
