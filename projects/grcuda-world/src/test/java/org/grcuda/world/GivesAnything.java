package org.grcuda.world;

import java.util.List;
import java.util.Random;
import org.grcuda.world.balance.LoadBalancer;
import org.grcuda.world.balance.WaitingCalls;
import org.grcuda.world.object.MobilePointer;

/** Moves objects without any reason, as often as it can. */
final class GivesAnything implements LoadBalancer {

  private final Random random;
  private final int size;

  GivesAnything(long seed, int size) {
    random = new Random(seed);
    this.size = size;
  }

  @Override
  public int victim() {
    return random.nextInt(size + 1) - 1;
  }

  @Override
  public MobilePointer give(int thief, List<WaitingCalls> waiting) {
    return random.nextInt(8) == 0 ? null : waiting.get(random.nextInt(waiting.size())).object();
  }
}
