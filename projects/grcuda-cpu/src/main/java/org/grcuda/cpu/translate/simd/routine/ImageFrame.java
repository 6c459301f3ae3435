package org.grcuda.cpu.translate.simd.routine;

import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Mem;

/**
 * What code that accesses images has in the frame: rows of a word for each lane of a part, and
 * masks of its lanes.
 *
 * @param start offset in the frame
 * @param row bytes of a row
 */
public record ImageFrame(int start, int row) {

  /** The register with the frame's address. */
  static final int FRAME = Assembler.RBX;

  private static final int CORNERS = 8;
  private static final int TAPS = 6;

  private static final int RESULTS = 4;
  private static final int OFFSETS = 8;
  private static final int WEIGHTS = OFFSETS + TAPS;
  private static final int TEXELS = WEIGHTS + TAPS;
  private static final int WORDS = TEXELS + CORNERS;
  private static final int LOW_WEIGHTS = WORDS + CORNERS;
  private static final int HIGH_WEIGHTS = LOW_WEIGHTS + CORNERS;
  private static final int OUTSIDE = HIGH_WEIGHTS + CORNERS;
  private static final int BUFFERS = OUTSIDE + CORNERS;
  private static final int ROWS = BUFFERS + 2;

  private static final int MASKS = 64;

  /** Bytes of it all. */
  public static int bytes(int row) {
    return ROWS * row + MASKS;
  }

  private Mem at(int rows) {
    return Mem.at(FRAME, start + rows * row);
  }

  private Mem ofCorner(int rows, int counter) {
    return Mem.indexed(FRAME, counter, 1, start + rows * row);
  }

  /** The addresses of the words that an instruction takes from the fifth on: 8 bytes each. */
  public Mem buffers(int half) {
    return at(BUFFERS + half);
  }

  /** The element of a row that is that of the lane whose number is in a register. */
  Mem ofLane(Mem first, int lane, int width) {
    return Mem.indexed(first.base(), lane, width, first.displacement());
  }

  private Mem mask(int index) {
    return Mem.at(FRAME, start + ROWS * row + 4 * index);
  }

  /** One of the first four words that an instruction takes. */
  public Mem argument(int word) {
    return at(word);
  }

  /** One of four words of the result. */
  public Mem result(int word) {
    return at(RESULTS + word);
  }

  /** What one of two neighbours along an axis adds to the offset of a texel. */
  Mem offset(int axis, int tap) {
    return at(OFFSETS + 2 * axis + tap);
  }

  /** The weight of one of two neighbours along an axis. */
  Mem weight(int axis, int tap) {
    return at(WEIGHTS + 2 * axis + tap);
  }

  /** The offset of the texel at a corner. */
  Mem texel(int corner) {
    return at(TEXELS + corner);
  }

  /** As {@link #texel}, of the corner whose number times {@link #row} is in a register. */
  Mem texelOf(int counter) {
    return ofCorner(TEXELS, counter);
  }

  /** The word that was read last at a corner. */
  Mem wordOf(int counter) {
    return ofCorner(WORDS, counter);
  }

  /** Weights of the corner as doubles, of the lower lanes or the upper ones. */
  Mem weights(int half, int corner) {
    return at((half == 0 ? LOW_WEIGHTS : HIGH_WEIGHTS) + corner);
  }

  Mem weightsOf(int half, int counter) {
    return ofCorner(half == 0 ? LOW_WEIGHTS : HIGH_WEIGHTS, counter);
  }

  /** The lanes for which a corner is outside: 4 bytes. */
  Mem outside(int corner) {
    return at(OUTSIDE + corner);
  }

  Mem outsideOf(int counter) {
    return ofCorner(OUTSIDE, counter);
  }

  /** The lanes that execute the instruction: 4 bytes, as all masks. */
  public Mem active() {
    return mask(0);
  }

  /** The lanes whose index is one of the line's. */
  Mem inside() {
    return mask(1);
  }

  /** The lanes for which one of two neighbours along an axis is outside. */
  Mem outside(int axis, int tap) {
    return mask(2 + 2 * axis + tap);
  }
}
