package org.grcuda.bench.suite.program;

import org.grcuda.CudaStream;
import org.grcuda.FloatArray;
import org.grcuda.bench.suite.ProgramContext;

/**
 * VEC, scheduled by hand. A partition stays on its device, and each of its two vectors has its own
 * stream.
 */
public final class VectorSquaresByHand extends VectorSquares {

  private final HandSchedule schedule;

  public VectorSquaresByHand(ProgramContext context) {
    super(context);
    schedule = new HandSchedule(context.cuda(), partitions());
  }

  @Override
  public double run() {
    for (Part part : parts()) {
      square(schedule.of(part), x.array(), squaredX, part);
      square(schedule.beside(part), y.array(), squaredY, part);
      over(sumDifference, part.length()).stream(schedule.of(part))
          .launch(
              squaredX.slice(part.from(), part.to()),
              squaredY.slice(part.from(), part.to()),
              sums.slice(part.index(), part.index() + 1L),
              part.length());
    }
    return outputs()[0];
  }

  private void square(CudaStream stream, FloatArray from, FloatArray to, Part part) {
    FloatArray in = from.slice(part.from(), part.to());
    stream.prefetch(in);
    over(square, part.length()).stream(stream)
        .launch(in, to.slice(part.from(), part.to()), part.length());
  }
}
