package org.grcuda.bench.reproduce.prema;

import org.grcuda.ArrayType;
import org.grcuda.DoubleArray;
import org.grcuda.Kernel;
import org.grcuda.world.DistributedArray;
import org.grcuda.world.Part;
import org.grcuda.world.World;

/** The iterations on distributed arrays: nothing waits before the end of a round. */
final class JacobiWorld implements AutoCloseable {

  private final World world;
  private final JacobiDomain domain;
  private final Kernel kernel;

  /** Whether no thread beside this one moves messages, as on simulated devices. */
  private final boolean drives;

  private DistributedArray<DoubleArray> u;
  private DistributedArray<DoubleArray> v;

  /**
   * With {@code partsOfRank} parts on each rank.
   *
   * @param drives whether the program moves messages in each iteration, as no other thread does
   */
  JacobiWorld(World world, JacobiDomain domain, int partsOfRank, boolean drives) {
    this.world = world;
    this.drives = drives;
    this.domain = domain;
    kernel = JacobiDomain.kernel(world.cuda());
    u = array(partsOfRank);
    v = array(partsOfRank);
  }

  private DistributedArray<DoubleArray> array(int partsOfRank) {
    return world
        .distributedArray(ArrayType.DOUBLE, domain.shape())
        .parts(partsOfRank * world.size())
        .axes(domain.shape().length)
        .halo(1)
        .create();
  }

  /** The seconds that a round takes. */
  double round() {
    u.parts().forEach(part -> JacobiDomain.initialize(part.padded(), part.begin()));
    v.parts().forEach(part -> JacobiDomain.initialize(part.padded(), part.begin()));
    end();
    long start = world.cuda().nanoTime();
    for (int i = 0; i < domain.iterations(); i++) {
      u.exchange();
      for (int part = 0; part < u.parts().size(); part++) {
        JacobiDomain.step(kernel, u.parts().get(part).padded(), v.parts().get(part).padded());
      }
      if (drives) {
        world.poll();
      }
      DistributedArray<DoubleArray> other = u;
      u = v;
      v = other;
    }
    end();
    return (world.cuda().nanoTime() - start) * 1e-9;
  }

  private void end() {
    world.cuda().synchronize();
    world.barrier();
  }

  /** The part of this rank of the domain's checksum. */
  long checksum() {
    long sum = 0;
    for (Part<DoubleArray> part : u.parts()) {
      sum += domain.checksum(part.padded(), part.begin());
    }
    return sum;
  }

  @Override
  public void close() {
    u.close();
    v.close();
  }
}
