package org.grcuda.core.engine;

/**
 * Reads the values of a language that a struct is made from.
 *
 * @param <T> the values
 */
public interface StructReader<T> {

  /** Member {@code name} of {@code value}; null if it has none. */
  T member(T value, String name);

  /** How many elements {@code value} has; -1 if it is not a list. */
  long size(T value);

  /** Element {@code index} of a list. */
  T element(T value, long index);

  /** Sets place {@code index} of the arguments, or refuses the value. */
  void put(LaunchArguments arguments, int index, T value);
}
