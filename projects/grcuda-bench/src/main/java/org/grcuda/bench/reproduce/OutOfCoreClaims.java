package org.grcuda.bench.reproduce;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A table of what the publication claims about a factorization, beside the results here. */
final class OutOfCoreClaims {

  private static final String DARTS = "darts";

  private final TiledResults results;
  private final String label;
  private final Table table =
      Table.of("What the publication says", List.of("what", "tiles", "published", "here"));

  private OutOfCoreClaims(TiledResults results, String label) {
    this.results = results;
    this.label = label;
  }

  /** The claims about problems that were run; empty if there are none. */
  static Optional<Table> of(TiledWorkload workload, TiledResults results, String label) {
    OutOfCoreClaims claims = new OutOfCoreClaims(results, label);
    if (workload == TiledWorkload.LU) {
      claims.lu();
    } else {
      claims.cholesky();
    }
    return claims.table.rows().isEmpty() ? Optional.empty() : Optional.of(claims.table);
  }

  private void lu() {
    int most = 72;
    add("DARTS, % of peak", most, "85", results.peak(label, most, DARTS));
    for (String other : List.of("eager", "ws")) {
      add(
          "loads of %s over DARTS's".formatted(other),
          most,
          "3 or more",
          ratio(most, other, DARTS));
    }
    add("DARTS's loads over the least", most, "4.8", least(most));
    add("what the links carry over DARTS's loads", most, "2.4", links(most, DARTS, true));
    add("DARTS, % of peak, twice the memory", 88, "85", results.peak(label, 88, DARTS));
  }

  private void cholesky() {
    for (int count : List.of(75, 90)) {
      add("DARTS's loads over what the links carry", count, "below 1", links(count, DARTS, false));
      for (String other : List.of("dmdas", "ws", "eager", "ap")) {
        String what = "loads of %s over what the links carry".formatted(other);
        add(what, count, "above 1", links(count, other, false));
      }
    }
    Double dmdas = results.peak(label, 60, "dmdas");
    Double darts = results.peak(label, 60, DARTS);
    boolean isKnown = dmdas != null && darts != null;
    add("DMDAS's speed over DARTS's", 60, "near 1", isKnown ? dmdas / darts : null);
  }

  private void add(String what, int count, String published, Double here) {
    if (here != null) {
      table.add(Arrays.asList(what, count, published, here));
    }
  }

  private Double ratio(int count, String strategy, String base) {
    TiledOutcome outcome = results.outcome(label, count, strategy);
    TiledOutcome other = results.outcome(label, count, base);
    return outcome == null || other == null ? null : (double) outcome.loads() / other.loads();
  }

  private Double least(int count) {
    TiledOutcome outcome = results.outcome(label, count, DARTS);
    return outcome == null ? null : outcome.loads() / results.bounds(label, count).loads();
  }

  private Double links(int count, String strategy, boolean isInverse) {
    TiledOutcome outcome = results.outcome(label, count, strategy);
    if (outcome == null) {
      return null;
    }
    double share = outcome.loads() / results.bounds(label, count).busLimit();
    return isInverse ? 1 / share : share;
  }
}
