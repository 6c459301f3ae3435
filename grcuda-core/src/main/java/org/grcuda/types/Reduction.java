package org.grcuda.types;

import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.option.Suggestions;

/** An operation by which arrays are combined element by element. */
public enum Reduction {
  /** The sum; integers keep their low bits. */
  SUM("sum"),
  /** The product; integers keep their low bits. */
  PROD("prod"),
  /** The smallest; a floating-point value that is not a number stays. */
  MIN("min"),
  /** The largest; a floating-point value that is not a number stays. */
  MAX("max");

  private final String optionName;

  Reduction(String optionName) {
    this.optionName = optionName;
  }

  /** The name by which programs choose it. */
  public String optionName() {
    return optionName;
  }

  /**
   * The reduction that has a name.
   *
   * @throws GrCudaException if there is none of that name
   */
  public static Reduction named(String name) {
    List<String> names = Arrays.stream(values()).map(Reduction::optionName).toList();
    int index = names.indexOf(name);
    if (index < 0) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "no reduction '"
              + name
              + "': there are "
              + String.join(", ", names)
              + ", or a kernel"
              + Suggestions.didYouMean(name, names));
    }
    return values()[index];
  }

  /** Whether elements of {@code type} can be combined so: numbers; complex ones are not ordered. */
  public boolean isOf(ElementType type) {
    boolean isOrder = this == MIN || this == MAX;
    return switch (type.kind()) {
      case BOOLEAN -> false;
      case COMPLEX -> !isOrder;
      case SIGNED, UNSIGNED, FLOATING -> true;
    };
  }
}
