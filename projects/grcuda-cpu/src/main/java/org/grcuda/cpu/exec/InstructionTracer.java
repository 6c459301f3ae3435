package org.grcuda.cpu.exec;

import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Register;

/** Sees the instructions of a running block. Belongs to one worker. */
public interface InstructionTracer {

  /**
   * The instructions and registers of a kernel, which translated code numbers from 0.
   *
   * @param kernel its symbol
   */
  record Code(String kernel, List<Instruction> instructions, List<Register> registers) {}

  /** A block begins. */
  void begin(BlockContext context, Code code);

  /** The block has ended, by a fault or without. */
  void end();

  /** A thread reaches an instruction; {@code executes} is false if its guard is false. */
  void step(int thread, int instruction, boolean executes);

  /** A register has this value: read by the instruction reached last, or written by it. */
  void value(int thread, int register, boolean written, long bits);
}
