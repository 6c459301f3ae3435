package org.grcuda.core.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.grcuda.core.type.KernelSignature;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ScalarType;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.runtime.computation.LaunchCost;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * The declared cost of a kernel's launches, as expressions of the numbers that the kernel is called
 * with: {@code flops}, floating-point operations; {@code bytes}, read and written in device memory;
 * {@code doubleFlops}, further operations, in double precision. Without {@code doubleFlops}, {@code
 * flops} are in double precision if a parameter is a {@code double}, or points to doubles.
 */
public final class KernelCost {

  private static final String FLOPS = "flops";
  private static final String DOUBLE_FLOPS = "doubleFlops";
  private static final String BYTES = "bytes";
  private static final List<String> MEMBERS = List.of(FLOPS, DOUBLE_FLOPS, BYTES);

  /** A number that the kernel is called with. */
  private record Scalar(int offset, ElementType type) {

    double value(long[] words) {
      long word = words[offset >>> 3] >>> 8 * (offset & 7);
      return switch (type.kind()) {
        case FLOATING ->
            switch (type.sizeBytes()) {
              case 2 -> Float.float16ToFloat((short) word);
              case 4 -> Float.intBitsToFloat((int) word);
              default -> Double.longBitsToDouble(word);
            };
        case BOOLEAN, UNSIGNED -> {
          long masked = type.sizeBytes() == 8 ? word : word & (1L << 8 * type.sizeBytes()) - 1;
          yield masked >= 0 ? masked : masked + 0x1p64;
        }
        case SIGNED -> {
          int unused = Long.SIZE - 8 * type.sizeBytes();
          yield word << unused >> unused;
        }
        case COMPLEX -> throw new IllegalStateException("complex parameter");
      };
    }
  }

  private final String subject;
  private final Map<String, String> texts;
  private final List<Scalar> scalars = new ArrayList<>();
  private final Map<String, ToDoubleFunction<double[]>> expressions = new LinkedHashMap<>();
  private final boolean isDouble;

  /**
   * Parses the expressions.
   *
   * @param texts some of {@code flops}, {@code doubleFlops} and {@code bytes}, at least one
   * @throws GrCudaException if a member is unknown, or is not an expression of the kernel's numbers
   */
  public KernelCost(KernelSignature signature, Map<String, String> texts) {
    this.subject = "kernel '" + signature.name() + "', cost";
    this.texts = Map.copyOf(texts);
    List<String> names = new ArrayList<>();
    boolean anyDouble = false;
    for (int i = 0; i < signature.parameterCount(); i++) {
      Parameter parameter = signature.parameters().get(i);
      switch (parameter.type()) {
        case ParameterType.Scalar(ScalarType type) when type.elementType().isPresent() -> {
          ElementType element = type.elementType().get();
          anyDouble |= element == ElementType.DOUBLE;
          if (element.kind() != ElementType.Kind.COMPLEX) {
            names.add(parameter.name());
            scalars.add(new Scalar(signature.offset(i), element));
          }
        }
        case ParameterType.Pointer(ScalarType target) -> anyDouble |= isDouble(target);
        default -> {
          // Structs, and values of which only the size is known, do not count as numbers.
        }
      }
    }
    this.isDouble = anyDouble;
    if (texts.isEmpty()) {
      throw refused(": expected " + String.join(", ", MEMBERS) + ", or some of them");
    }
    texts.forEach(
        (member, text) -> {
          if (!MEMBERS.contains(member)) {
            throw refused(
                " has no member '"
                    + member
                    + "'"
                    + Suggestions.didYouMean(
                        member, MEMBERS, "there are", String.join(", ", MEMBERS)));
          }
          expressions.put(member, CostExpression.parse(subject + "." + member, text, names));
        });
  }

  private static boolean isDouble(ScalarType type) {
    return type.elementType()
        .map(element -> element == ElementType.DOUBLE || element == ElementType.COMPLEX128)
        .orElse(false);
  }

  /** The expressions, as they were given, by member. */
  public Map<String, String> texts() {
    return texts;
  }

  /**
   * What a launch costs.
   *
   * @param words its parameter block
   * @throws GrCudaException if an expression does not give a number of at least 0
   */
  public LaunchCost of(long[] words) {
    double[] values = new double[scalars.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = scalars.get(i).value(words);
    }
    double flops = value(FLOPS, values);
    double doubleFlops = value(DOUBLE_FLOPS, values);
    double bytes = value(BYTES, values);
    return isDouble && !expressions.containsKey(DOUBLE_FLOPS)
        ? new LaunchCost(0, flops, bytes)
        : new LaunchCost(flops, doubleFlops, bytes);
  }

  private double value(String member, double[] values) {
    ToDoubleFunction<double[]> expression = expressions.get(member);
    if (expression == null) {
      return Double.NaN;
    }
    double value = expression.applyAsDouble(values);
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw refused("." + member + " is " + value + " for this launch, expected 0 or more");
    }
    return value;
  }

  private GrCudaException refused(String problem) {
    return new GrCudaException(GrCudaException.Kind.VALUE, subject + problem);
  }
}
