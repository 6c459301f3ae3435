package org.grcuda.world.collective;

import java.util.function.Consumer;
import org.grcuda.world.progress.Progress;

/** Warns, once for each wait, when nothing has happened for long. */
public final class Patience {

  private final int rank;
  private final long nanos;
  private final Consumer<String> warning;

  /**
   * @param nanos after which a wait is told of, in nanoseconds
   * @param warning takes the warnings
   */
  public Patience(int rank, long nanos, Consumer<String> warning) {
    this.rank = rank;
    this.nanos = nanos;
    this.warning = warning;
  }

  /** For a wait for {@code what}. */
  public Progress.Patience of(String what) {
    return new Progress.Patience() {
      private boolean isTold;

      @Override
      public void waited(long waited) {
        if (waited >= nanos && !isTold) {
          isTold = true;
          warning.accept(
              "rank " + rank + " has waited " + waited / 1_000_000_000 + " s for " + what);
        }
      }
    };
  }
}
