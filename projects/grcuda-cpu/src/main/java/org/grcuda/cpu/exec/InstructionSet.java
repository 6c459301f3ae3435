package org.grcuda.cpu.exec;

/** The instructions on vectors of which machine code can be made, the widest first. */
public enum InstructionSet {
  /** AVX-512 with the F, DQ, BW, VL and CD instructions: vectors of 16 elements of 32 bits. */
  AVX512("AVX-512", 16),
  /** AVX2 with FMA, F16C and the bit instructions, as in x86-64-v3: vectors of 8 elements. */
  AVX2("AVX2", 8);

  private final String text;
  private final int lanes;

  InstructionSet(String text, int lanes) {
    this.text = text;
    this.lanes = lanes;
  }

  /** Its usual name. */
  public String text() {
    return text;
  }

  /** Elements of 32 bits of a vector. */
  public int lanes() {
    return lanes;
  }
}
