package org.grcuda.cpu.translate.simd.analysis;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * Accesses of a block at different distances from one register, as compilers make them where they
 * unroll a loop. One comparison of the lowest address can check all of them.
 */
public final class AddressRanges {

  /** Most bytes between the first and the last address. */
  private static final long MOST_BYTES = 1 << 16;

  /**
   * Distances from a register at which accesses of the same size lie.
   *
   * @param offsets in bytes, without order; multiples of the size from one another
   */
  public record Range(List<Integer> offsets) {

    /** The least distance. */
    public int lowest() {
      return offsets.stream().min(Integer::compare).orElseThrow();
    }

    /** Bytes between the first and the last address. */
    public int bytes() {
      return offsets.stream().max(Integer::compare).orElseThrow() - lowest();
    }
  }

  private AddressRanges() {}

  /**
   * The addresses of an access and of those behind it in its block, which no guard holds back and
   * whose register is not written in between.
   *
   * @param first its address
   * @param size in bytes of the access
   */
  public static Range of(GangScope scope, int statement, Operand.Address first, int size) {
    List<Statement> body = scope.function().body();
    int end = scope.graph().blockAt(statement).end();
    List<Integer> offsets = new ArrayList<>();
    offsets.add((int) first.offset());
    for (int s = statement + 1; s < end; s++) {
      if (!(body.get(s) instanceof Instruction i)) {
        continue;
      }
      Operand.Address other = address(i);
      if (other != null
          && other.base().equals(first.base())
          && scope.indexed().of(s) == null
          && i.space() == ((Instruction) body.get(statement)).space()
          && !i.isGuarded()
          && size == i.type().size() * i.vectorWidth()
          && Math.abs(other.offset() - first.offset()) < MOST_BYTES / 2
          && (other.offset() - first.offset()) % size == 0
          && !offsets.contains((int) other.offset())) {
        offsets.add((int) other.offset());
      }
      if (first.base() instanceof Register r && RegisterUse.defined(i).contains(r)) {
        break;
      }
    }
    return new Range(offsets);
  }

  private static Operand.Address address(Instruction i) {
    int operand = i.opcode() == Opcode.LD ? 1 : i.opcode() == Opcode.ST ? 0 : -1;
    return operand >= 0 && i.operand(operand) instanceof Operand.Address a ? a : null;
  }
}
