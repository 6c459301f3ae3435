package org.grcuda.worklist;

/**
 * What a run has done, over all parts.
 *
 * @param steps of parts
 * @param rounds passes over a near list; one step does several if they are short
 * @param edges that were followed; more than the graph has if vertices were taken again
 * @param packets that were received
 * @param pairs of a vertex and a value in them
 * @param raises steps that began with a raised threshold
 * @param nanos that runs have taken, by the context's clock
 */
public record Statistics(
    long steps, long rounds, long edges, long packets, long pairs, long raises, long nanos) {

  /** Nothing. */
  public static final Statistics NONE = new Statistics(0, 0, 0, 0, 0, 0, 0);

  /** The sums of this one and {@code other}. */
  public Statistics plus(Statistics other) {
    return new Statistics(
        steps + other.steps,
        rounds + other.rounds,
        edges + other.edges,
        packets + other.packets,
        pairs + other.pairs,
        raises + other.raises,
        nanos + other.nanos);
  }

  /** With one more step. */
  public Statistics stepped(long moreRounds, long moreEdges) {
    return plus(new Statistics(1, moreRounds, moreEdges, 0, 0, 0, 0));
  }

  /** With one more packet. */
  public Statistics received(long morePairs) {
    return plus(new Statistics(0, 0, 0, 1, morePairs, 0, 0));
  }

  /** With the time of one more run. */
  public Statistics ran(long moreNanos) {
    return plus(new Statistics(0, 0, 0, 0, 0, 0, moreNanos));
  }

  Statistics raised() {
    return plus(new Statistics(0, 0, 0, 0, 0, 1, 0));
  }
}
