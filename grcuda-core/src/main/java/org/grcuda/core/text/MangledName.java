package org.grcuda.core.text;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The information in the mangled name of a C++ function (Itanium C++ ABI, section 5.1).
 *
 * @param name the name with its namespaces, without template arguments: {@code a::add}
 * @param parameters the types of its parameters, in order
 */
public record MangledName(String name, List<MangledType> parameters) {

  private static final Pattern SYMBOL = Pattern.compile("\\b_Z\\w+");

  /**
   * The type of a parameter.
   *
   * @param code for a value, the code of its type (ABI 5.1.5.2, {@code 6__half} for CUDA's half);
   *     for a pointer or reference, the code of its target; empty for a class or a type without a
   *     name in signatures
   * @param pointer whether it is a pointer or a reference
   * @param constant whether what it points to is const
   */
  public record MangledType(Optional<String> code, boolean pointer, boolean constant) {}

  /**
   * Reads a symbol: builtin types, pointers, references, const, classes, namespaces, templates and
   * substitutions. Empty if the symbol is not mangled, or has anything else. Never throws.
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
   * The name, with its namespaces, of the variable that has a symbol; the symbol itself if it is
   * not mangled, or has a part that is not understood. Never throws.
   */
  public static String ofVariable(String symbol) {
    return Demangler.variable(symbol).orElse(symbol);
  }
}
