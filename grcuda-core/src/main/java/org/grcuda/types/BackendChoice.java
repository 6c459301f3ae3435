package org.grcuda.types;

import java.util.List;
import java.util.Optional;

/**
 * Which backend a context runs on, and why the others were not chosen.
 *
 * @param asked the option {@code Backend}: a name, several names joined by {@code +}, or {@code
 *     "auto"}
 * @param candidates every backend there is, in the order in which {@code auto} tries them
 */
public record BackendChoice(String asked, List<Candidate> candidates) {

  /** What became of a backend. */
  public enum Outcome {
    /** The context runs on it. */
    TAKEN("taken"),
    /** The machine cannot run it. */
    UNAVAILABLE("not available"),
    /** The machine seemed to be able to run it, but it could not be opened. */
    FAILED("failed to open"),
    /**
     * It runs code of the program without confining it, which this program is not allowed to do.
     */
    DENIED("not allowed"),
    /** It could be used, but another came first, or was named. */
    NOT_NEEDED("not needed"),
    /** {@code auto} never takes it. */
    ONLY_BY_NAME("only by name");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    /** In words for the user. */
    @Override
    public String toString() {
      return words;
    }
  }

  /**
   * A backend.
   *
   * @param name as the option {@code Backend} takes it
   * @param outcome what became of it
   * @param reason the reason, in one line; or what it would run on, if nothing is wrong with it
   */
  public record Candidate(String name, Outcome outcome, String reason) {}

  /**
   * The name of the backend that was taken, if any could be: as {@link #asked} if it joins some.
   */
  public Optional<String> taken() {
    List<String> taken =
        candidates.stream()
            .filter(candidate -> candidate.outcome() == Outcome.TAKEN)
            .map(Candidate::name)
            .toList();
    if (asked.contains("+")) {
      return Optional.of(asked).filter(joined -> taken.size() == joined.split("\\+").length);
    }
    return taken.stream().findFirst();
  }
}
