package org.grcuda.bench.arguments;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Whole numbers from 1 that an {@code int} holds. */
public final class WholeNumber implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String value) {
    if (!value.matches("[1-9][0-9]{0,8}")) {
      throw new TypeConversionException(
          "expected a whole number from 1, given '%s'".formatted(value));
    }
    return Integer.valueOf(value);
  }
}
