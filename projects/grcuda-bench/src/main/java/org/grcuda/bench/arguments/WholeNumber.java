package org.grcuda.bench.arguments;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts an argument that must be a whole number from 1 to 999,999,999. */
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
