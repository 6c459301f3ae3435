package org.grcuda.bench.reproduce.prema;

import java.util.ArrayList;
import java.util.List;

/** Times of the rounds of one program, in seconds, over all turns. */
final class Samples {

  private final List<Double> times = new ArrayList<>();

  void add(double time) {
    times.add(time);
  }

  void add(double[] rounds) {
    for (double time : rounds) {
      times.add(time);
    }
  }

  /** The median, or the shortest, which other work on the machine disturbs least. */
  double time(Kind kind) {
    List<Double> sorted = times.stream().sorted().toList();
    return sorted.get(kind == Kind.MEDIAN ? sorted.size() / 2 : 0);
  }

  /** What stands for the rounds. */
  enum Kind {
    MEDIAN("Medians"),
    BEST("Best rounds");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }
}
