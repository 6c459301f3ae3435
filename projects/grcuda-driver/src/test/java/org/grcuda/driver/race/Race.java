package org.grcuda.driver.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Short races: actors, each a thread, begin at once on a fresh state, many times over, with small
 * random delays; then a judge looks at what is left. What the actors and the judge say makes the
 * outcome of a round; a test holds the table of outcomes against those that are legal.
 *
 * @param <S> the state
 */
public final class Race<S> {

  private static final int LONGEST_DELAY = 400;
  private static final int TIMEOUT_SECONDS = 60;

  /** What one thread does in a round; returns what it saw. */
  @FunctionalInterface
  public interface Actor<S> {

    /** What it throws is its outcome, too: the message. */
    String run(S state) throws Exception;
  }

  private final Supplier<S> states;
  private final List<Actor<S>> actors = new ArrayList<>();
  private Function<S, String> judge = state -> "";

  private Race(Supplier<S> states) {
    this.states = states;
  }

  /** A race on what {@code states} makes for each round. */
  public static <S> Race<S> on(Supplier<S> states) {
    return new Race<>(states);
  }

  /** Adds a thread. */
  public Race<S> actor(Actor<S> actor) {
    actors.add(actor);
    return this;
  }

  /** What looks at the state after each round, when all actors are done. */
  public Race<S> judge(Function<S, String> last) {
    judge = last;
    return this;
  }

  /**
   * Runs {@code rounds} rounds.
   *
   * @return how often each outcome was seen: what the actors saw, in their order, and the judge if
   *     it said anything, separated by commas
   * @throws AssertionError if a round does not end
   */
  public Map<String, Integer> run(int rounds) throws InterruptedException {
    Map<String, Integer> outcomes = new TreeMap<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(actors.size())) {
      for (int round = 0; round < rounds; round++) {
        S state = states.get();
        List<String> seen = race(pool, state, new Random(round));
        String verdict = judge.apply(state);
        if (!verdict.isEmpty()) {
          seen.add(verdict);
        }
        outcomes.merge(String.join(", ", seen), 1, Integer::sum);
      }
    }
    return outcomes;
  }

  private List<String> race(ExecutorService pool, S state, Random random)
      throws InterruptedException {
    AtomicInteger ready = new AtomicInteger();
    List<Future<String>> running = new ArrayList<>();
    for (Actor<S> actor : actors) {
      int delay = random.nextInt(4) == 0 ? 0 : random.nextInt(LONGEST_DELAY);
      running.add(pool.submit(() -> begin(actor, state, ready, delay)));
    }
    List<String> seen = new ArrayList<>();
    for (Future<String> one : running) {
      seen.add(outcome(one));
    }
    return seen;
  }

  private String begin(Actor<S> actor, S state, AtomicInteger ready, int delay) throws Exception {
    ready.incrementAndGet();
    while (ready.get() < actors.size()) {
      Thread.yield();
    }
    for (int i = 0; i < delay; i++) {
      Thread.onSpinWait();
    }
    return actor.run(state);
  }

  private static String outcome(Future<String> running) throws InterruptedException {
    try {
      return running.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      return e.getCause().getMessage();
    } catch (TimeoutException e) {
      throw new AssertionError("a round does not end", e);
    }
  }
}
