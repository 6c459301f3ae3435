package org.grcuda.world.balance;

import java.util.List;
import java.util.Random;
import org.grcuda.world.object.MobilePointer;

/**
 * Work stealing: an idle rank asks random ones. A rank gives an object whose calls are predicted to
 * take longer than its move, and that leaves work for itself: the one whose calls are nearest to
 * half of the work, so that both ranks have about as much afterwards; of two, the smaller.
 */
final class RandomStealing implements LoadBalancer {

  private final int rank;
  private final int size;
  private final Random random;

  RandomStealing(int rank, int size) {
    this.rank = rank;
    this.size = size;
    random = new Random(rank);
  }

  @Override
  public int victim() {
    // Any of the others.
    return size == 1 ? -1 : (rank + 1 + random.nextInt(size - 1)) % size;
  }

  @Override
  public MobilePointer give(int thief, List<WaitingCalls> waiting) {
    double all = waiting.stream().mapToDouble(WaitingCalls::nanos).sum();
    WaitingCalls best = null;
    for (WaitingCalls each : waiting) {
      boolean isWorthwhile = each.nanos() > each.transferNanos() && each.nanos() < all;
      if (isWorthwhile && (best == null || isBetter(each, best, all / 2))) {
        best = each;
      }
    }
    return best == null ? null : best.object();
  }

  private static boolean isBetter(WaitingCalls each, WaitingCalls best, double half) {
    double nearer = Math.abs(best.nanos() - half) - Math.abs(each.nanos() - half);
    return nearer > 0 || nearer == 0 && each.nanos() < best.nanos();
  }
}
