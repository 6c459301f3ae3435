package org.grcuda.bench.reproduce;

import java.io.IOException;

/** A figure that was published. */
interface Figure {

  /** The word that selects it. */
  String name();

  /** Runs what it takes. */
  Report of(Experiment experiment) throws IOException;
}
