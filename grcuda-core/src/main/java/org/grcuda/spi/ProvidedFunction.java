package org.grcuda.spi;

import java.util.List;
import java.util.function.Function;

/**
 * A function of a namespace.
 *
 * @param name as programs call it
 * @param parameters the names of its parameters, in order; a program gives them in this order, and
 *     the rest by name in one object at the end. A name that ends with {@link #REST} stands for all
 *     further arguments in order; parameters after it are given by name only, and without any no
 *     argument is given by name
 * @param body what it does; the result is null, a number, a truth value, a string, a {@link
 *     org.grcuda.DeviceArray}, a {@link Provided}, a list of such, or a map of such by name
 */
public record ProvidedFunction(String name, List<String> parameters, Function<Call, Object> body) {

  /** The end of the name of a parameter that takes all further arguments: {@code "shape..."}. */
  public static final String REST = "...";

  /** Copies the list. */
  public ProvidedFunction {
    parameters = List.copyOf(parameters);
  }
}
