package org.grcuda.bench.reproduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.grcuda.bench.suite.host.JavaProgram;
import org.grcuda.runtime.memory.Eviction;
import org.grcuda.runtime.policy.DeviceSelection;

/**
 * How a program on tiles is scheduled.
 *
 * @param name a policy, or {@link #BY_HAND}. After a policy, each behind a plus, may come values
 *     for {@code EvictionPolicy} (a name) and {@code TaskBufferDepth} (a number), as in {@code
 *     darts+lru+8}
 * @param host the language, or {@link JavaProgram#HOST_BY_HAND}
 * @param options the options of the context
 */
record Strategy(String name, String host, Map<String, String> options) {

  /** The version that names devices and streams itself. */
  static final String BY_HAND = "by-hand";

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
          name, JavaProgram.HOST_BY_HAND, Map.of("DeviceSelectionPolicy", "round-robin"));
    }
    List<String> words = new ArrayList<>(Arrays.asList(name.split("\\+")));
    Map<String, String> options = new TreeMap<>();
    String policy = require(policies(), words.removeFirst());
    options.put("DeviceSelectionPolicy", policy);
    if (RIVALS.contains(policy)) {
      options.put("EvictionPolicy", Eviction.LRU.optionName());
    }
    for (String word : words) {
      boolean isNumber = word.matches("[0-9]+");
      options.put(
          isNumber ? "TaskBufferDepth" : "EvictionPolicy",
          isNumber ? word : require(evictions(), word));
    }
    return new Strategy(name, JavaProgram.HOST, options);
  }

  /** The strategies of {@code names} whose policies this version has. */
  static List<Strategy> known(List<String> names) {
    return names.stream().filter(Strategy::isKnown).map(Strategy::of).toList();
  }

  private static boolean isKnown(String name) {
    String[] words = name.split("\\+");
    return name.equals(BY_HAND)
        || policies().contains(words[0])
            && Arrays.stream(words)
                .skip(1)
                .allMatch(word -> word.matches("[0-9]+") || evictions().contains(word));
  }

  private static List<String> policies() {
    return Arrays.stream(DeviceSelection.values()).map(DeviceSelection::optionName).toList();
  }

  private static List<String> evictions() {
    return Arrays.stream(Eviction.values()).map(Eviction::optionName).toList();
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
