package org.grcuda.world.array;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.DeviceArray;
import org.grcuda.world.partition.Partition;

/** Sums over all elements of an array. */
public final class PartSums {

  private PartSums() {}

  /**
   * The sum of all elements, on every rank: first of each part, then of the parts in their order.
   * So it has the same bits however many ranks own the parts. Waits.
   *
   * @param padded as of {@link Exchange}
   */
  public static double of(ArrayWorld world, Partition partition, List<DeviceArray> padded) {
    List<SumKernels.Sum> sums = new ArrayList<>();
    for (int part = 0; part < padded.size(); part++) {
      if (padded.get(part) != null) {
        sums.add(world.sums().start(new Boxed(padded.get(part), partition.inner(part))));
      }
    }
    double[] mine = sums.stream().mapToDouble(SumKernels.Sum::await).toArray();
    sums.forEach(SumKernels.Sum::close);
    double sum = 0;
    // Ranks own parts in the order of ranks.
    for (double[] parts : world.collectives().gather("DistributedArray.sum", mine)) {
      for (double part : parts) {
        sum += part;
      }
    }
    return sum;
  }
}
