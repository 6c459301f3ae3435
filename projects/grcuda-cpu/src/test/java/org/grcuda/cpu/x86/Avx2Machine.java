package org.grcuda.cpu.x86;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;
import java.util.function.Consumer;
import org.grcuda.cpu.exec.InstructionSet;

/**
 * Runs code of {@link Avx2} on given registers. The frame of the code holds all of them before and
 * after, and {@link #DATA}.
 */
final class Avx2Machine {

  static final int FRAME = Assembler.RBX;
  static final int VECTORS = 13;
  static final int LANES = 8;

  /** Memory for tests: 512 bytes. */
  static final int DATA = 3072;

  private static final int VECTORS_AT = 2304;
  private static final int GENERAL_AT = 2720;
  private static final int MASKS_AT = 2848;
  private static final int MXCSR_AT = 2912;
  private static final int SIZE = 4096;
  private static final int[] SAVED = {Assembler.RBX, Assembler.RBP, 12, 13, 14, 15};
  private static final int STORE_MXCSR = 3;

  private final MemorySegment frame = Arena.ofAuto().allocate(SIZE, 64);
  private final CodeMemory code;

  /** General registers that tests use: all but rbx, rsp and r12 to r15. */
  static final int[] GENERAL = {0, 1, 2, 5, 6, 7, 8, 9, 10, 11};

  Avx2Machine(Consumer<Avx2> body) {
    byte[] memory = assembler().memory();
    MemorySegment.copy(memory, 0, frame, ValueLayout.JAVA_BYTE, 0, memory.length);
    Avx2 asm = assembler();
    for (int r : SAVED) {
      asm.push(r);
    }
    asm.mov(8, FRAME, Assembler.RDI);
    for (int k = 0; k < 16; k++) {
      asm.load(4, Assembler.RAX, Mem.at(FRAME, MASKS_AT + 4 * k));
      asm.kmovFromGpr(k, Assembler.RAX);
    }
    for (int v = 0; v < VECTORS; v++) {
      asm.vector(VectorOp.VMOVDQU32, v, 0, Mem.at(FRAME, VECTORS_AT + 32 * v), Form.ALL);
    }
    for (int r : GENERAL) {
      asm.load(8, r, Mem.at(FRAME, GENERAL_AT + 8 * r));
    }
    body.accept(asm);
    for (int r : GENERAL) {
      asm.store(8, Mem.at(FRAME, GENERAL_AT + 8 * r), r);
    }
    asm.emit(VexOp.VLDMXCSR, STORE_MXCSR, 0, Mem.at(FRAME, MXCSR_AT));
    for (int v = 0; v < VECTORS; v++) {
      asm.vector(VectorOp.VMOVDQU32_STORE, v, 0, Mem.at(FRAME, VECTORS_AT + 32 * v), Form.ALL);
    }
    for (int k = 0; k < 16; k++) {
      asm.kmovToGpr(Assembler.RAX, k);
      asm.store(4, Mem.at(FRAME, MASKS_AT + 4 * k), Assembler.RAX);
    }
    asm.mov(Assembler.RAX, 1);
    asm.vzeroupper();
    for (int r = SAVED.length - 1; r >= 0; r--) {
      asm.pop(SAVED[r]);
    }
    asm.ret();
    code = CodeMemory.of(asm.finish()).orElseThrow();
  }

  static Avx2 assembler() {
    return new Avx2(FRAME, 0, Set.of());
  }

  /** Whether this machine executes the code. */
  static boolean isAvailable() {
    return Processor.current().has(InstructionSet.AVX2);
  }

  /** Runs the code; the control bits of MXCSR are then as before. */
  void run() {
    if (code.call(frame.address()) != 1
        || (frame.get(ValueLayout.JAVA_INT, MXCSR_AT) & 0xffc0) != 0x1f80) {
      throw new AssertionError("rounding has changed");
    }
  }

  MemorySegment frame() {
    return frame;
  }

  int[] vector(int register) {
    return frame.asSlice(VECTORS_AT + 32 * register, 32).toArray(ValueLayout.JAVA_INT);
  }

  void setVector(int register, int[] lanes) {
    MemorySegment.copy(lanes, 0, frame, ValueLayout.JAVA_INT, VECTORS_AT + 32 * register, LANES);
  }

  int mask(int k) {
    return frame.get(ValueLayout.JAVA_INT, MASKS_AT + 4 * k);
  }

  void setMask(int k, int bits) {
    frame.set(ValueLayout.JAVA_INT, MASKS_AT + 4 * k, bits);
  }

  long general(int register) {
    return frame.get(ValueLayout.JAVA_LONG, GENERAL_AT + 8 * register);
  }

  void setGeneral(int register, long value) {
    frame.set(ValueLayout.JAVA_LONG, GENERAL_AT + 8 * register, value);
  }

  int[] data(int lanes) {
    return frame.asSlice(DATA, 4L * lanes).toArray(ValueLayout.JAVA_INT);
  }

  void setData(int[] lanes) {
    MemorySegment.copy(lanes, 0, frame, ValueLayout.JAVA_INT, DATA, lanes.length);
  }
}
