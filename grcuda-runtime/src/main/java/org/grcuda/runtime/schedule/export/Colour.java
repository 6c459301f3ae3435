package org.grcuda.runtime.schedule.export;

import org.grcuda.runtime.schedule.ComputationKind;

/**
 * A fill for two themes, as {@code #rrggbb}.
 *
 * @param light for a light ground; white letters on it can be read
 * @param dark for a dark ground; black letters on it can be read
 */
record Colour(String light, String dark) {

  /** What failed. */
  static final Colour FAILED = new Colour("#d92d20", "#ff7b72");

  /** A transfer that more memory would have spared. */
  static final Colour RELOAD = new Colour("#d6006c", "#ff6fb5");

  private static final Colour[] NAMES = {
    new Colour("#3f6fb5", "#86b0f0"),
    new Colour("#bb6a31", "#eda877"),
    new Colour("#35835f", "#79cfa6"),
    new Colour("#a44e78", "#e08fb8"),
    new Colour("#6d5cae", "#b0a2ef"),
    new Colour("#8a7726", "#d9c36a"),
    new Colour("#25808f", "#70cbdb"),
    new Colour("#985a44", "#dba08a"),
    new Colour("#5a7931", "#a9cc79"),
    new Colour("#7d6485", "#c4a8cf"),
  };

  private static final Colour MOVES = new Colour("#66758b", "#93a4bd");
  private static final Colour STORES = new Colour("#4f8082", "#8fc1c2");
  private static final Colour HOST = new Colour("#82796f", "#b5aca2");
  private static final Colour ORDERS = new Colour("#868d97", "#7f8792");

  /** The colour of the {@code rank}-th kernel or router; colours repeat. */
  static Colour ofName(int rank) {
    return NAMES[rank % NAMES.length];
  }

  /** The colour of all computations of {@code kind}, which is neither a launch nor a packet. */
  static Colour of(ComputationKind kind) {
    return switch (kind) {
      case LAUNCH, PACKET -> throw new IllegalArgumentException("each name has its own colour");
      case TRANSFER, PREFETCH -> MOVES;
      case COPY, FILL -> STORES;
      case HOST -> HOST;
      case ADVISE, ATTACH, RECORD, WAIT, FREE -> ORDERS;
    };
  }
}
