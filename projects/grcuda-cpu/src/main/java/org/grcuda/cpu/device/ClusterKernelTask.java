package org.grcuda.cpu.device;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.cpu.translate.pass.Clusters;
import org.grcuda.cpu.translate.pass.Mbarriers;
import org.grcuda.driver.ClusterSize;
import org.grcuda.driver.LaunchShape;

/**
 * A launch whose blocks form clusters; a unit is a cluster. One worker has all blocks of a cluster,
 * in neighbouring slots, and lets each go on in turn until all have ended.
 */
final class ClusterKernelTask extends KernelTask {

  private final ClusterSize cluster;

  ClusterKernelTask(
      CpuFunction function,
      LaunchShape shape,
      long[] parameters,
      long sequence,
      Environment environment,
      Consumer<Throwable> onEnd) {
    super(
        function,
        shape,
        parameters,
        sequence,
        environment,
        onEnd,
        false,
        Math.max(1, shape.blocks() / function.cluster().blocks()));
    this.cluster = function.cluster();
  }

  @Override
  long headerBytes() {
    return Clusters.HEADER_BYTES;
  }

  @Override
  void prepare(int participants) {
    prepareSlots(participants * cluster.blocks());
  }

  @Override
  void run(long from, long to, Worker worker) {
    for (long unit = from; unit < to && !isStopped(); unit++) {
      runCluster(unit, worker);
    }
  }

  private void runCluster(long unit, Worker worker) {
    List<BlockContext> live = new ArrayList<>();
    for (int rank = 0; rank < cluster.blocks(); rank++) {
      live.add(block(unit, rank, worker));
    }
    while (!live.isEmpty() && !isStopped()) {
      live.removeIf(kernel()::advanceBlock);
    }
  }

  private BlockContext block(long unit, int rank, Worker worker) {
    BlockContext context = new BlockContext();
    placeInMemory(context, (long) worker.participant() * cluster.blocks() + rank);
    context.worker = worker.context().worker;
    long clustersX = shape().gridX() / cluster.x();
    long clustersY = shape().gridY() / cluster.y();
    context.blockIndexX = (int) (unit % clustersX) * cluster.x() + rank % cluster.x();
    context.blockIndexY =
        (int) (unit / clustersX % clustersY) * cluster.y() + rank / cluster.x() % cluster.y();
    context.blockIndexZ =
        (int) (unit / (clustersX * clustersY)) * cluster.z() + rank / (cluster.x() * cluster.y());
    long header = context.shared - Clusters.HEADER_BYTES;
    long threads = shape().threadsPerBlock() * cluster.blocks();
    Memory.ALL.set(ValueLayout.JAVA_LONG, header, Mbarriers.awaiting(threads));
    Memory.ALL.set(ValueLayout.JAVA_LONG, header + Clusters.STRIDE, slotBytes());
    return context;
  }
}
