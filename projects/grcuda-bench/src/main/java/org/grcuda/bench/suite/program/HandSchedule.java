package org.grcuda.bench.suite.program;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.CudaStream;
import org.grcuda.GrCuda;

/**
 * The devices and streams of a program that is scheduled by hand. Each device has an equal share of
 * the partitions, and neighbours lie together. Each partition has two streams. Work that is not
 * partitioned has a stream of the first device.
 */
final class HandSchedule {

  private final CudaStream whole;
  private final List<CudaStream> first = new ArrayList<>();
  private final List<CudaStream> second = new ArrayList<>();

  HandSchedule(GrCuda cuda, int partitions) {
    int devices = cuda.devices().size();
    for (int p = 0; p < partitions; p++) {
      cuda.setDevice((int) ((long) p * devices / partitions));
      first.add(cuda.createStream());
      second.add(cuda.createStream());
    }
    cuda.setDevice(0);
    whole = cuda.createStream();
  }

  /** The stream of work that is not partitioned. */
  CudaStream whole() {
    return whole;
  }

  /** The first stream of a partition. */
  CudaStream of(Benchmark.Part part) {
    return first.get(part.index());
  }

  /** The second stream of a partition, for work that may run beside the first. */
  CudaStream beside(Benchmark.Part part) {
    return second.get(part.index());
  }
}
