package org.grcuda.core.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.core.type.KernelSignature;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ScalarType;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.LaunchCost;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * The declared cost of a kernel's launches, as expressions of the numbers that the kernel is called
 * with: {@code flops}, floating-point operations; {@code bytes}, read and written in device memory;
 * {@code doubleFlops}, further operations, in double precision; {@code latency}, microseconds that
 * pass besides. Without {@code doubleFlops}, {@code flops} are in double precision if a parameter
 * is a {@code double}, or points to doubles.
 *
 * <p>{@code array[i]} is by how much element i of an array of integers grows during the launch.
 */
public final class KernelCost {

  private static final String FLOPS = "flops";
  private static final String DOUBLE_FLOPS = "doubleFlops";
  private static final String BYTES = "bytes";
  private static final String LATENCY = "latency";
  private static final List<String> MEMBERS = List.of(FLOPS, DOUBLE_FLOPS, BYTES, LATENCY);
  private static final double NANOS_PER_MICRO = 1_000;

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

  /** An array that the kernel is called with, of integers. */
  private record Counters(int offset, int elementBytes) {

    /**
     * Where element {@code index} is.
     *
     * @throws GrCudaException if the argument is no array with such an element
     */
    LaunchCost.Place place(String subject, LinearCost.Element element, int[] slots, Access[] uses) {
      for (int access = 0; access < slots.length; access++) {
        if (slots[access] == offset / Long.BYTES) {
          long elements = uses[access].region().length() / elementBytes;
          if (element.index() >= elements) {
            throw refused(
                subject,
                ": the argument for '%s' has %d element%s, so there is no %s"
                    .formatted(element.array(), elements, elements == 1 ? "" : "s", element));
          }
          return new LaunchCost.Place(access, (long) element.index() * elementBytes, elementBytes);
        }
      }
      throw refused(subject, ": expected an array for '%s', given none".formatted(element.array()));
    }
  }

  private final String subject;
  private final Map<String, String> texts;
  private final List<Scalar> scalars = new ArrayList<>();
  private final Map<String, Counters> arrays = new LinkedHashMap<>();
  private final Map<String, LinearCost> expressions = new LinkedHashMap<>();
  private final Set<LinearCost.Element> growing = new LinkedHashSet<>();
  private final boolean isDouble;

  /**
   * Parses the expressions.
   *
   * @param texts some of {@code flops}, {@code doubleFlops}, {@code bytes} and {@code latency}, at
   *     least one
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
        case ParameterType.Pointer(ScalarType target) -> {
          anyDouble |= isDouble(target);
          if (isCounter(target)) {
            Counters counters =
                new Counters(signature.offset(i), target.elementType().orElseThrow().sizeBytes());
            arrays.put(parameter.name(), counters);
          }
        }
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
          LinearCost expression =
              CostExpression.parse(
                  subject + "." + member, text, names, List.copyOf(arrays.keySet()));
          expressions.put(member, expression);
          growing.addAll(expression.slopes().keySet());
        });
  }

  /** Integers of 32 or 64 bits count. */
  private static boolean isCounter(ScalarType type) {
    return type.elementType()
        .map(
            element ->
                element.sizeBytes() >= Integer.BYTES
                    && (element.kind() == ElementType.Kind.SIGNED
                        || element.kind() == ElementType.Kind.UNSIGNED))
        .orElse(false);
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
   * @param slots the word of it for the address of each of {@code uses}
   * @param uses the memory that it uses
   * @throws GrCudaException if an expression does not give a number of at least 0, or names an
   *     element that an array does not have
   */
  public LaunchCost of(long[] words, int[] slots, Access[] uses) {
    double[] values = new double[scalars.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = scalars.get(i).value(words);
    }
    LaunchCost.Amount fixed = amount(null, values);
    List<LaunchCost.Growth> growths = new ArrayList<>(growing.size());
    for (LinearCost.Element element : growing) {
      LaunchCost.Place place = arrays.get(element.array()).place(subject, element, slots, uses);
      growths.add(new LaunchCost.Growth(place, amount(element, values)));
    }
    return new LaunchCost(fixed, growths);
  }

  /**
   * One part of each member: what each growth of {@code element} costs, or if that is null what the
   * launch costs in any case.
   */
  private LaunchCost.Amount amount(LinearCost.Element element, double[] values) {
    double flops = value(FLOPS, element, values);
    double doubleFlops = value(DOUBLE_FLOPS, element, values);
    double bytes = value(BYTES, element, values);
    double latency =
        expressions.containsKey(LATENCY) ? NANOS_PER_MICRO * value(LATENCY, element, values) : 0;
    return isDouble && !expressions.containsKey(DOUBLE_FLOPS)
        ? new LaunchCost.Amount(0, flops, bytes, latency)
        : new LaunchCost.Amount(flops, doubleFlops, bytes, latency);
  }

  /** NaN, or nothing for a growth, where a member is not declared. */
  private double value(String member, LinearCost.Element element, double[] values) {
    LinearCost expression = expressions.get(member);
    boolean isFixed = element == null;
    if (expression == null || !isFixed && !expression.slopes().containsKey(element)) {
      return isFixed ? Double.NaN : 0;
    }
    double value =
        (isFixed ? expression.fixed() : expression.slopes().get(element)).applyAsDouble(values);
    if (!(value >= 0) || Double.isInfinite(value)) {
      String launch = isFixed ? "this launch" : "each " + element + " of this launch";
      throw refused("." + member + " is " + value + " for " + launch + ", expected 0 or more");
    }
    return value;
  }

  private GrCudaException refused(String problem) {
    return refused(subject, problem);
  }

  private static GrCudaException refused(String subject, String problem) {
    return new GrCudaException(GrCudaException.Kind.VALUE, subject + problem);
  }
}
