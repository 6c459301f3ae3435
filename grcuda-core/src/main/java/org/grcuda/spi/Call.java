package org.grcuda.spi;

import java.nio.file.Path;
import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.types.GrCudaException;

/**
 * One call of a function or method, with its arguments by name. The methods that read arguments
 * throw a {@link GrCudaException} naming function and argument, if the argument is missing, or of
 * the wrong type, or out of range. An argument that is null counts as not given.
 */
public interface Call {

  /** The context, as the Java API. */
  GrCuda cuda();

  /** Whether an argument was given. */
  boolean isGiven(String name);

  /** An integer from {@code least} to {@code most}. */
  long integer(String name, long least, long most);

  /** A number. */
  double number(String name);

  /** Whether a truth value is true. */
  boolean isTrue(String name);

  /** A text. */
  String text(String name);

  /**
   * A path of a file, resolved against the program's folder.
   *
   * @throws GrCudaException also if the program may not use files
   */
  Path path(String name);

  /** The object of class {@code type}. */
  <T> T object(String name, ObjectType<T> type);

  /** Integers of 32 bits: a list, or a device array of integers. */
  int[] integers(String name);

  /** Floats: a list, or a device array of floats. */
  float[] floats(String name);

  /**
   * Texts, numbers (as Long or Double), truth values, device arrays, and the Java objects behind
   * objects of this module, in lists and in maps by name. Null may be an element.
   */
  Object plain(String name);

  /** The arguments in order from parameter {@code name} on, as of {@link #plain}. */
  List<Object> rest(String name);

  /** A function of the program. */
  Callback function(String name);

  /** The error that argument {@code name} is not what was expected. */
  RuntimeException refusal(String name, String expected);

  /** As the other, with a value if it is not given. */
  default long integer(String name, long least, long most, long usual) {
    return isGiven(name) ? integer(name, least, most) : usual;
  }

  /** As the other, with a value if it is not given. */
  default double number(String name, double usual) {
    return isGiven(name) ? number(name) : usual;
  }

  /** As the other, with a value if it is not given. */
  default boolean isTrue(String name, boolean usual) {
    return isGiven(name) ? isTrue(name) : usual;
  }

  /**
   * One of a few texts.
   *
   * @param usual the value if it is not given
   * @throws GrCudaException also for any other text, naming the legal ones
   */
  String choice(String name, List<String> legal, String usual);
}
