package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Statement;

/**
 * The pass that cuts a kernel that is too long for one JVM method into segments, each a method of
 * its own: HotSpot compiles none above 8,000 bytes of bytecode. A thread passes from one segment to
 * another as if it suspended, but it is ready at once.
 */
public final class Segmentation {

  /**
   * The statements {@code from} to {@code to} - 1.
   *
   * @param isLast whether it ends the body
   */
  public record Segment(int from, int to, boolean isLast) {

    /** Whether a statement belongs to it. */
    public boolean contains(int statement) {
      return from <= statement && statement < to;
    }
  }

  private final List<Segment> segments = new ArrayList<>();

  private Segmentation() {}

  /**
   * Cuts a body into about {@code count} segments with as many statements each.
   *
   * @param count at least 1
   */
  public static Segmentation run(PtxFunction function, int count) {
    Segmentation result = new Segmentation();
    List<Statement> body = function.body();
    int start = 0;
    for (int k = 1; k < count; k++) {
      int cut = Math.max(start + 1, (int) ((long) body.size() * k / count));
      while (cut < body.size() && !canCut(body, cut)) {
        cut++;
      }
      if (cut < body.size()) {
        result.segments.add(new Segment(start, cut, false));
        start = cut;
      }
    }
    result.segments.add(new Segment(start, body.size(), true));
    return result;
  }

  /** The carry flag must not live across a cut; everything else that does is a register. */
  private static boolean canCut(List<Statement> body, int at) {
    for (Statement next : body.subList(at, body.size())) {
      if (!(next instanceof Instruction i) || i.opcode() == Opcode.BRA) {
        return true;
      }
      if (i.opcode() == Opcode.ADDC || i.opcode() == Opcode.SUBC || i.opcode() == Opcode.MADC) {
        return false;
      }
      if (i.has(Modifier.CC)) {
        return true;
      }
    }
    return true;
  }

  /** In order. */
  public List<Segment> segments() {
    return segments;
  }

  /** Whether the kernel is one method. */
  public boolean isWhole() {
    return segments.size() == 1;
  }

  /** The segment of a statement. */
  public Segment of(int statement) {
    return segments.stream().filter(s -> s.contains(statement)).findFirst().orElseThrow();
  }
}
