package org.grcuda.bench.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.grcuda.GrCuda;
import org.grcuda.bench.suite.host.JavaProgram;
import org.grcuda.runtime.memory.Eviction;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.policy.PullSelection;
import org.grcuda.runtime.pull.Darts;
import org.grcuda.runtime.pull.DartsRules;
import org.grcuda.runtime.pull.DartsRules.Part;

/**
 * How a program on tiles is scheduled.
 *
 * @param name a policy, or {@link #BY_HAND}. After a policy, each behind a plus, may come values
 *     for {@code EvictionPolicy} (a name) and {@code TaskBufferDepth} (a number), as in {@code
 *     darts+lru+8}; and after {@code darts} one of {@link #RULES}
 * @param host the language, or {@link JavaProgram#HOST_BY_HAND}
 * @param options the options of the context
 * @param rules of a variant of DARTS; null for the policy as the options have it
 */
record Strategy(String name, String host, Map<String, String> options, DartsRules rules) {

  /** Variants of DARTS, by name. */
  static final Map<String, DartsRules> RULES =
      Map.of(
          "no-one-more", DartsRules.ALL.without(Part.ONE_MORE),
          "no-stealing", DartsRules.ALL.without(Part.STEALING),
          "no-sweeps", DartsRules.ALL.without(Part.SWEEPS),
          "no-ahead", DartsRules.ALL.without(Part.LOADING_AHEAD),
          "no-priorities", DartsRules.ALL.without(Part.PRIORITIES),
          "in-turn", DartsRules.ALL.without(Part.SHORTEST_PLAN),
          "first-hit", DartsRules.ALL.without(Part.BEST_DATUM),
          "scan-200", DartsRules.ALL.scanning(200));

  /** The version that names devices and streams itself. */
  static final String BY_HAND = "by-hand";

  private static final String DARTS = DeviceSelection.DARTS.optionName();

  /**
   * Policies that were published with {@code lru}. They get this eviction policy unless another one
   * is named.
   */
  private static final Set<String> RIVALS =
      Arrays.stream(DeviceSelection.values())
          .filter(policy -> policy != DeviceSelection.DARTS && policy.get().alwaysPulls())
          .map(DeviceSelection::optionName)
          .collect(Collectors.toSet());

  /**
   * Parses the name of a strategy.
   *
   * @throws IllegalArgumentException if a policy in the name is unknown
   */
  static Strategy of(String name) {
    if (name.equals(BY_HAND)) {
      return new Strategy(
          name, JavaProgram.HOST_BY_HAND, Map.of("DeviceSelectionPolicy", "round-robin"), null);
    }
    List<String> words = new ArrayList<>(Arrays.asList(name.split("\\+")));
    Map<String, String> options = new TreeMap<>();
    String policy = require(policies(), words.removeFirst());
    options.put("DeviceSelectionPolicy", policy);
    if (RIVALS.contains(policy)) {
      options.put("EvictionPolicy", Eviction.LRU.optionName());
    }
    DartsRules rules = null;
    for (String word : words) {
      if (word.matches("[0-9]+")) {
        options.put("TaskBufferDepth", word);
      } else if (policy.equals(DARTS) && RULES.containsKey(word)) {
        rules = RULES.get(word);
      } else {
        options.put("EvictionPolicy", require(words(policy), word));
      }
    }
    return new Strategy(name, JavaProgram.HOST, options, rules);
  }

  /** A context that schedules so. */
  void applyTo(GrCuda.Builder builder) {
    options.forEach(builder::option);
    if (rules != null) {
      builder.deviceSelection(() -> new PullSelection((data, links) -> new Darts(data, rules)));
    }
  }

  private static List<String> policies() {
    return Arrays.stream(DeviceSelection.values()).map(DeviceSelection::optionName).toList();
  }

  /** What may stand behind {@code policy}, besides numbers. */
  private static List<String> words(String policy) {
    List<String> words = new ArrayList<>();
    Arrays.stream(Eviction.values()).map(Eviction::optionName).forEach(words::add);
    if (policy.equals(DARTS)) {
      RULES.keySet().stream().sorted().forEach(words::add);
    }
    return words;
  }

  private static String require(List<String> known, String given) {
    if (!known.contains(given)) {
      throw new IllegalArgumentException(
          "--policies: expected %s, or one of %s, given '%s'"
              .formatted(BY_HAND, String.join(", ", known), given));
    }
    return given;
  }
}
