package org.grcuda.bench.suite.program;

import org.grcuda.CudaStream;
import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * ML, scheduled by hand. The rows stay on their devices, and each of the two classifiers of a
 * partition has its own stream.
 */
public final class MachineLearningByHand extends MachineLearning {

  private final HandSchedule schedule;

  public MachineLearningByHand(ProgramContext context) {
    super(context);
    schedule = new HandSchedule(context.cuda(), partitions());
  }

  @Override
  public double run() {
    parts().forEach(part -> schedule.of(part).prefetch(rows(x.array(), part, FEATURES)));
    return super.run();
  }

  @Override
  Kernel.Configuration over(Part part, Branch branch, Kernel kernel, int threads) {
    CudaStream stream = branch == Branch.BAYES ? schedule.beside(part) : schedule.of(part);
    return over(kernel, threads).stream(stream);
  }

  @Override
  Kernel.Configuration combination(Kernel kernel, int threads) {
    return over(kernel, threads).stream(schedule.whole());
  }
}
