package org.grcuda.core.signature;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.core.type.Direction;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ScalarType;

/**
 * What the mangled name of a C++ function tells (Itanium C++ ABI, section 5.1).
 *
 * @param name the name with its namespaces, without template arguments: {@code a::add}
 * @param parameters the types of its parameters, in order
 */
public record MangledName(String name, List<MangledType> parameters) {

  private static final Pattern SYMBOL = Pattern.compile("\\b_Z\\w+");

  /**
   * The type of a parameter.
   *
   * @param type of a value its type, of a pointer or reference what it points to; empty for a class
   *     or what has no name in signatures
   * @param pointer whether it is a pointer or a reference
   * @param constant whether what it points to is const
   */
  public record MangledType(Optional<ScalarType> type, boolean pointer, boolean constant) {

    /**
     * As the parameter of a signature, a pointer to const as {@code in}; empty for a class passed
     * by value.
     *
     * @param parameterName its name, which mangling does not tell
     */
    public Optional<Parameter> toParameter(String parameterName) {
      if (!pointer) {
        return type.map(scalar -> Parameter.scalar(parameterName, scalar));
      }
      Direction direction = constant ? Direction.IN : Direction.INOUT;
      var target = new ParameterType.Pointer(type.orElse(ScalarType.VOID));
      return Optional.of(new Parameter(parameterName, target, direction));
    }
  }

  /**
   * Reads a symbol: builtin types, pointers, references, const, classes, namespaces, templates and
   * substitutions. Empty if it is not mangled, or holds anything else. Never throws.
   */
  public static Optional<MangledName> parse(String symbol) {
    return Demangler.demangle(symbol);
  }

  /** {@code text} with the names of the functions whose symbols it holds. */
  public static String inText(String text) {
    return SYMBOL
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    parse(found.group()).map(MangledName::name).orElse(found.group())));
  }

  /**
   * The name, with its namespaces, of the variable that has a symbol; the symbol where it is not
   * mangled, or holds what is not understood. Never throws.
   */
  public static String ofVariable(String symbol) {
    return Demangler.variable(symbol).orElse(symbol);
  }
}
