package org.grcuda.bench.suite.program;

import org.grcuda.Kernel;
import org.grcuda.bench.suite.ProgramContext;

/**
 * Lanczos, scheduled by hand. The rows stay on their devices, and the vectors on the first device.
 */
public final class LanczosByHand extends Lanczos {

  private final HandSchedule schedule;

  public LanczosByHand(ProgramContext context) {
    super(context);
    schedule = new HandSchedule(context.cuda(), partitions());
  }

  @Override
  public double run() {
    parts().forEach(part -> schedule.of(part).prefetch(rows(part)));
    return super.run();
  }

  @Override
  Kernel.Configuration vector(Kernel kernel) {
    return super.vector(kernel).stream(schedule.whole());
  }

  @Override
  Kernel.Configuration overRows(Part part) {
    return super.overRows(part).stream(schedule.of(part));
  }
}
