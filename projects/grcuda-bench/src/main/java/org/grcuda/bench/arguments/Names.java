package org.grcuda.bench.arguments;

import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts an argument that must be one name of a list. */
public class Names implements ITypeConverter<String> {

  private final List<String> known;

  /**
   * @param known the names that are accepted
   */
  public Names(List<String> known) {
    this.known = List.copyOf(known);
  }

  @Override
  public String convert(String value) {
    if (!known.contains(value)) {
      throw new TypeConversionException(
          "expected one of %s, given '%s'".formatted(String.join(", ", known), value));
    }
    return value;
  }
}
