package org.grcuda.bench.reproduce.prema;

/** What is switched on, each with all before it (section 4.1 of the publication). */
enum Optimization {
  /** Pageable memory, an allocation of the driver for each matrix, one stream. */
  BASELINE("baseline"),

  /** Host memory is page-locked (section 4.1.1). */
  PAGE_LOCKED("page-locked"),

  /** Device memory comes from a pool (section 4.1.2). */
  POOL("pool"),

  /** Transfers to the device have a stream of their own (section 4.1.3). */
  TRANSFER_STREAM("transfer stream"),

  /** Kernels have five streams (section 4.1.3). */
  STREAMS("5 streams");

  private static final int MOST_STREAMS = 5;

  private final String title;

  Optimization(String title) {
    this.title = title;
  }

  /** The name in tables. */
  String title() {
    return title;
  }

  /** Whether {@code other} is switched on, too. */
  boolean has(Optimization other) {
    return compareTo(other) >= 0;
  }

  /** Streams of a device for kernels. */
  int streams() {
    return has(STREAMS) ? MOST_STREAMS : 1;
  }
}
