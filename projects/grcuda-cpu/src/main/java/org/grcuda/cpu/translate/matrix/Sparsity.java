package org.grcuda.cpu.translate.matrix;

import java.util.Set;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;

/**
 * Which elements of A a {@code mma.sp} has (PTX ISA 9.7.14.6.1). A row is cut into chunks, of which
 * half of the elements are stored, one after the other: of {@code tf32} one of two, of types with 4
 * bits two pairs of neighbours of four, of others two of four. Where they belong, four bits for
 * each chunk say: two numbers of parts, the lower bits first. A chunk has four parts: halves of
 * {@code tf32}, pairs of elements with 4 bits, elements of others.
 *
 * <p>Some of the four lanes of a row group have these bits. Of types with 16 bits and more a lane
 * has those of four chunks, for both of its rows; of smaller ones those of eight chunks, for one
 * row: an even lane for the upper one.
 *
 * @param a the type of A
 * @param k columns of A, stored or not
 * @param selector which lanes have the bits, where not all have
 */
record Sparsity(Element a, int k, int selector) {

  private static final int OPERANDS = 6;
  private static final int SELECTOR = 5;

  /** Chunks of the bits that four lanes can have for their two rows. */
  private static final int MOST_CHUNKS = 16;

  /** Shapes of the ISA, by the type of A. */
  static Set<String> shapes(Element a) {
    return switch (a) {
      case F16, BF16 -> Set.of("m16n8k16", "m16n8k32");
      case TF32 -> Set.of("m16n8k8", "m16n8k16");
      case E4M3, E5M2 -> Set.of("m16n8k64");
      case S8, U8 -> Set.of("m16n8k32", "m16n8k64");
      case S4, U4 -> Set.of("m16n8k64", "m16n8k128");
      case F64, B1, F32, S32 -> Set.of();
    };
  }

  /** Whether a modifier says that A is sparse. */
  static boolean isNamedBy(String modifier) {
    return modifier.equals("sp") || modifier.equals("sp::ordered_metadata");
  }

  /**
   * The sparsity of an instruction; null if its A is dense.
   *
   * @throws UnsupportedPtxException if the selector is missing, or selects no lanes
   */
  static Sparsity of(Instruction i, Element a, int k) {
    if (i.modifiers().stream().noneMatch(Sparsity::isNamedBy)) {
      return null;
    }
    if (i.operands().size() < OPERANDS
        || !(i.operand(SELECTOR) instanceof Operand.IntegerImmediate selector)) {
      throw MatrixForm.refused(i, "expected D, A, B, C, metadata and a constant as selector");
    }
    Sparsity sparsity = new Sparsity(a, k, (int) selector.value());
    int most = Math.max(1, MOST_CHUNKS / Math.max(1, sparsity.chunks())) - 1;
    if (selector.value() < 0 || selector.value() > most) {
      String expected = most == 0 ? "0" : "0 to " + most;
      throw MatrixForm.refused(i, "selector " + selector.value() + ", expected " + expected);
    }
    return sparsity;
  }

  private int chunk() {
    return a == Element.TF32 ? 2 : a.bits() == 4 ? 8 : 4;
  }

  private int chunks() {
    return k / chunk();
  }

  private int chunkOf(int stored) {
    return stored / (chunk() / 2);
  }

  /** The lane that has the bits of a stored element. */
  int lane(int row, int stored) {
    int chunk = chunkOf(stored);
    int lane =
        a.bits() < 16
            ? 2 * (selector + chunk / 8) + (row >> 3)
            : selector * (chunks() / 4) + chunk / 4;
    return 4 * (row & 7) + lane;
  }

  /** The column of a stored element, by the metadata of its lane. */
  int column(int row, int stored, int metadata) {
    int chunk = chunkOf(stored);
    int first = a.bits() < 16 ? 4 * (chunk & 7) : 16 * (row >> 3) + 4 * (chunk & 3);
    int bits = metadata >>> first;
    int column = chunk * chunk();
    return switch (chunk()) {
      case 2 -> column + (bits >> 1 & 1);
      case 8 -> column + 2 * (bits >> (stored & 2) & 3) + (stored & 1);
      default -> column + (bits >> 2 * (stored & 1) & 3);
    };
  }
}
