package org.grcuda.core.library;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a device-wide algorithm combines two elements; programs write its name in lower case. */
enum Operator {
  /** The sum. */
  SUM("Sum"),
  /** The product. */
  PROD("Prod"),
  /** The smaller one; a value that is not a number stays. */
  MIN("Min"),
  /** The larger one; a value that is not a number stays. */
  MAX("Max");

  private final String cuda;

  Operator(String cuda) {
    this.cuda = cuda;
  }

  /** The operator that parameter {@code name} names. */
  static Operator of(LibraryArguments arguments, String name) {
    String given = arguments.string(name);
    return Arrays.stream(values())
        .filter(operator -> operator.toString().equals(given))
        .findFirst()
        .orElseThrow(
            () ->
                arguments.refuse(
                    name,
                    "expected one of "
                        + Arrays.stream(values())
                            .map(operator -> "'" + operator + "'")
                            .collect(Collectors.joining(", "))
                        + ", given '"
                        + given
                        + "'"));
  }

  /** Its class in the CUDA sources of this package. */
  String cuda() {
    return cuda;
  }

  /** The name that programs write. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
