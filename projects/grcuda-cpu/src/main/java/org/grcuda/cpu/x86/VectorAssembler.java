package org.grcuda.cpu.x86;

import java.util.Set;

/**
 * The instructions on vectors and masks that the emitters of gangs use, for one instruction set:
 * the seam between them and a machine. Instructions have the names and the meaning of AVX-512's
 * (Intel SDM volume 2), for vectors of {@link #lanes} elements of 32 bits or half as many of 64. A
 * machine without such an instruction computes the same with others.
 *
 * <p>Vector registers and masks are numbers. A mask has a bit for each lane, the lowest for lane 0;
 * instructions on 64-bit elements use the lower half of it. Mask 0 cannot be a write mask, as its
 * number stands for all lanes. None of these instructions changes a general register that is not
 * named; all of them may change the flags.
 */
public abstract class VectorAssembler extends Assembler {

  private final int lanes;
  private final int[] generals;
  private final int[] masks;

  VectorAssembler(int lanes, int[] generals, int[] masks) {
    this.lanes = lanes;
    this.generals = generals;
    this.masks = masks;
  }

  /** Elements of 32 bits in a vector. */
  public final int lanes() {
    return lanes;
  }

  /** Bytes of a vector. */
  public final int bytes() {
    return Integer.BYTES * lanes;
  }

  /** Bytes of a mask in memory. */
  public final int maskBytes() {
    return lanes / Byte.SIZE;
  }

  /**
   * The vector registers that may hold values of a kernel. Registers 0 to 7 are for computations; a
   * machine with few registers gives some of them a second number, from 16 on, by which they hold
   * values if no code computes in them.
   */
  public abstract int[] vectors();

  /** The registers with a second number in which the code so far computes. */
  public Set<Integer> computedIn() {
    return Set.of();
  }

  /** The general registers that may hold values of a kernel. */
  public final int[] generals() {
    return generals.clone();
  }

  /** The masks that may hold values of a kernel. */
  public final int[] masks() {
    return masks.clone();
  }

  /** Whether it has the scatters, {@code VPSCATTER}. */
  public boolean scatters() {
    return false;
  }

  /** What must lie in the frame where the machine keeps its own data; none by default. */
  public byte[] memory() {
    return new byte[0];
  }

  // ---- masks

  /** Mask {@code k} from the lowest bits of a general register. */
  public abstract void kmovFromGpr(int k, int register);

  /** A mask to a general register, zero-extended. */
  public abstract void kmovToGpr(int register, int k);

  /** Copies a mask. */
  public abstract void kmov(int to, int from);

  /** Loads a mask of {@code lanes / 8} bytes. */
  public abstract void kload(int k, Mem from);

  /** Stores a mask as {@code lanes / 8} bytes. */
  public abstract void kstore(Mem to, int k);

  /** {@code to = a op b}. */
  public abstract void mask(MaskOp op, int to, int a, int b);

  /** {@code to = not from}. */
  public abstract void knot(int to, int from);

  /** Sets the zero flag if both masks are empty. */
  public abstract void kortest(int a, int b);

  /** The lower half of {@code high}, above that of {@code low}. */
  public abstract void join(int to, int high, int low);

  /** The upper half of a mask, as the lower one. */
  public abstract void upperHalf(int to, int from);

  // ---- vectors

  /** {@code d = op(a, b)}; {@code a} is 0 for instructions of one source. */
  public abstract void vector(VectorOp op, int d, int a, int b, Form form);

  /** {@code d = op(a, memory)}. */
  public abstract void vector(VectorOp op, int d, int a, Mem m, Form form);

  /** {@code d = op(a, b)}, with the source in a register or in memory. */
  public final void vector(VectorOp op, int d, int a, Source b, Form form) {
    if (b.isMemory()) {
      vector(op, d, a, b.memory(), form);
    } else {
      vector(op, d, a, b.register(), form);
    }
  }

  /**
   * An area of memory, an array of elements.
   *
   * @param lowStart its address for each of the lower lanes, 8 bytes each
   * @param highStart its address for each of the upper lanes
   * @param log the binary logarithm of an element's size in bytes
   * @param limit the number of elements: 8 bytes in memory, below 2^62
   */
  public record Area(Mem lowStart, Mem highStart, int log, Mem limit) {}

  /**
   * Finds the lanes whose addresses are not those of an area's elements. An address is one of them
   * if its distance from the area's start, rotated right by the logarithm, is below the limit as a
   * number without sign. The rotation makes the distance large where it is no multiple of the size.
   *
   * @param k the mask to set; lanes that do not execute count too
   * @param scratch a mask that changes
   * @param addresses the vector of the lower lanes' addresses, which the upper lanes' follows
   * @param temp a vector that changes
   */
  public abstract void outside(int k, int scratch, int addresses, int temp, Area area);

  /**
   * Loads elements of an array whose element 0 may be read: lanes without an element may read it.
   *
   * @param op VPGATHERDD or VPGATHERDQ
   * @param elements the array, the vector of indices, and the element's size
   * @param mask the lanes that load, as a mask that may change; what the others have is undefined
   * @param all whether the mask is known to have all lanes
   */
  public abstract void elements(VectorOp op, int d, Mem elements, int mask, boolean all);

  /** The lowest element, of 4 or 8 bytes, to a general register. */
  public abstract void lowest(int width, int to, int from);
}
