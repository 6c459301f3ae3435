package org.grcuda.cli;

import java.util.Collection;
import java.util.Comparator;

/** Finds the name that a user most likely meant. */
final class NearestName {

  private NearestName() {}

  /**
   * The nearest of {@code names} (at least one) to {@code given}, by edit distance, case ignored.
   */
  static String of(String given, Collection<String> names) {
    return names.stream()
        .min(Comparator.comparingInt(name -> distance(given.toLowerCase(), name.toLowerCase())))
        .orElseThrow();
  }

  /** Number of characters to insert, delete or replace to make {@code b} of {@code a}. */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    int[] current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      int[] swapped = previous;
      previous = current;
      current = swapped;
    }
    return previous[b.length()];
  }
}
