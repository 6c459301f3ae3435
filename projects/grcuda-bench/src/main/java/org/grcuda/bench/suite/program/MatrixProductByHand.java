package org.grcuda.bench.suite.program;

import org.grcuda.FloatArray;
import org.grcuda.bench.suite.ProgramContext;

/**
 * The product of matrices, scheduled by hand: the transfers of one partition overlap the products
 * of others.
 */
public final class MatrixProductByHand extends MatrixProduct {

  private final HandSchedule schedule;

  public MatrixProductByHand(ProgramContext context) {
    super(context);
    schedule = new HandSchedule(context.cuda(), partitions());
  }

  @Override
  public double run() {
    for (Part part : parts()) {
      FloatArray rows = rows(a.array(), part);
      schedule.of(part).prefetch(rows);
      over(matrixProduct, size, part.length()).stream(schedule.of(part))
          .launch(rows, b.array(), rows(c, part), part.length(), size, size);
    }
    return firstOfEach();
  }
}
