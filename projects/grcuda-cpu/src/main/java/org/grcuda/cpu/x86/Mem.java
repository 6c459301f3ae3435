package org.grcuda.cpu.x86;

/**
 * A memory operand: {@code [base + index * scale + displacement]}, or a place in the code.
 *
 * @param base a general register, or -1 for none
 * @param index a general register, a vector register if {@code vector}, or -1 for none
 * @param scale 1, 2, 4 or 8
 * @param displacement in bytes
 * @param label for a place in the code, else null
 * @param vector whether the index is a vector register, as gathers and scatters take
 * @param broadcast whether one element is read for all lanes
 * @param own whether no other thread accesses the memory, nor that of idle lanes beside it
 */
public record Mem(
    int base,
    int index,
    int scale,
    int displacement,
    Label label,
    boolean vector,
    boolean broadcast,
    boolean own) {

  /** {@code [base + displacement]}. */
  public static Mem at(int base, int displacement) {
    return new Mem(base, -1, 1, displacement, null, false, false, false);
  }

  /** {@code [base + index * scale + displacement]}. */
  public static Mem indexed(int base, int index, int scale, int displacement) {
    return new Mem(base, index, scale, displacement, null, false, false, false);
  }

  /** {@code [base + vector * scale + displacement]} for each lane; a base of -1 is none. */
  public static Mem lanes(int base, int vector, int scale, int displacement) {
    return new Mem(base, vector, scale, displacement, null, true, false, false);
  }

  /** The memory at a label of the same code. */
  public static Mem of(Label label) {
    return new Mem(-1, -1, 1, 0, label, false, false, false);
  }

  /** The same, one element for all lanes. */
  public Mem toAll() {
    return new Mem(base, index, scale, displacement, label, vector, true, own);
  }

  /** The same, one element. */
  public Mem toOne() {
    return new Mem(base, index, scale, displacement, label, vector, false, own);
  }

  /** The same, of this thread alone. */
  public Mem toOwn() {
    return new Mem(base, index, scale, displacement, label, vector, broadcast, true);
  }

  /** The same, {@code bytes} further on. */
  public Mem plus(int bytes) {
    return new Mem(base, index, scale, displacement + bytes, label, vector, broadcast, own);
  }
}
