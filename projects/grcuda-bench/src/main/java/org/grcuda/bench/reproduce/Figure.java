package org.grcuda.bench.reproduce;

import java.io.IOException;

/** A figure that was published. */
interface Figure {

  /** The word that selects it. */
  String name();

  /** How many steps of progress it tells. */
  default int steps(ReproductionSettings settings) {
    return settings.machines().size();
  }

  /** Runs what it takes. */
  Report of(Experiment experiment) throws IOException;
}
