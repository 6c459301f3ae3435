package org.grcuda.bench.suite.program;

import org.grcuda.FloatArray;
import org.grcuda.bench.suite.ProgramContext;

/** MUL, scheduled by hand: the transfers of one partition overlap the products of others. */
public final class MatrixVectorByHand extends MatrixVector {

  private final HandSchedule schedule;

  public MatrixVectorByHand(ProgramContext context) {
    super(context);
    schedule = new HandSchedule(context.cuda(), partitions());
  }

  @Override
  public double run() {
    for (Part part : parts()) {
      FloatArray rows = rows(part);
      schedule.of(part).prefetch(rows);
      over(denseProduct, part.length()).stream(schedule.of(part))
          .launch(rows, x.array(), y.slice(part.from(), part.to()), part.length(), size);
    }
    return firstOfEach();
  }
}
