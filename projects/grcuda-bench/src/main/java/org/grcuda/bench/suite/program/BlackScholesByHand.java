package org.grcuda.bench.suite.program;

import org.grcuda.DoubleArray;
import org.grcuda.bench.suite.ProgramContext;

/** B&amp;S, scheduled by hand: the transfers of one partition overlap the kernels of others. */
public final class BlackScholesByHand extends BlackScholes {

  private final HandSchedule schedule;

  public BlackScholesByHand(ProgramContext context) {
    super(context);
    schedule = new HandSchedule(context.cuda(), partitions());
  }

  @Override
  public double run() {
    for (Part part : parts()) {
      DoubleArray from = spot.array().slice(part.from(), part.to());
      DoubleArray to = call.slice(part.from(), part.to());
      schedule.of(part).prefetch(from);
      over(blackScholes, part.length()).stream(schedule.of(part))
          .launch(from, to, STRIKE, RATE, VOLATILITY, YEARS, part.length());
    }
    return firstOfEach();
  }
}
