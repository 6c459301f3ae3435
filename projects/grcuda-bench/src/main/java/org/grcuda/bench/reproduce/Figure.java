package org.grcuda.bench.reproduce;

import java.io.IOException;

/** A published figure, which is reproduced. */
interface Figure {

  /** The word that selects it. */
  String name();

  /** How many steps of progress it reports. */
  default int steps(ReproductionSettings settings) {
    return settings.machines().size();
  }

  /** Makes the runs that the figure needs, and reports the results. */
  Report of(Experiment experiment) throws IOException;
}
