package org.grcuda.sim.memory;

import java.util.ArrayList;
import java.util.List;

/** Where each byte of one managed allocation is: pieces in the order of their addresses. */
final class Pages {

  private static final int FEW = 64;

  private final List<Piece> pieces = new ArrayList<>(1);
  // From this many pieces on, neighbours are joined.
  private int many = FEW;

  Pages(long address, long bytes) {
    pieces.add(new Piece(this, address, address + bytes));
  }

  List<Piece> all() {
    return pieces;
  }

  /** The pieces that make up a range, split at its ends where need be. */
  List<Piece> range(long from, long to) {
    int begin = splitAt(from);
    int end = splitAt(to);
    return pieces.subList(begin, end);
  }

  /** Makes {@code address} the border of two pieces; the index of the second. */
  private int splitAt(long address) {
    int low = 0;
    int high = pieces.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pieces.get(middle).begin < address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low > 0 && pieces.get(low - 1).end > address) {
      pieces.add(low, pieces.get(low - 1).split(address));
    }
    return low;
  }

  /** If there are many pieces, joins neighbours that no longer differ. */
  void tidy() {
    if (pieces.size() <= many) {
      return;
    }
    List<Piece> kept = new ArrayList<>(pieces.size());
    Piece last = null;
    for (Piece piece : pieces) {
      if (last != null && last.isLike(piece)) {
        last.join(piece);
      } else {
        kept.add(piece);
        last = piece;
      }
    }
    if (kept.size() < pieces.size()) {
      pieces.clear();
      pieces.addAll(kept);
    }
    many = Math.max(FEW, 2 * pieces.size());
  }
}
