package org.grcuda.core.signature;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.grcuda.core.signature.FunctionDeclaration.Linkage;
import org.grcuda.core.type.Direction;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ScalarType;
import org.grcuda.core.type.StructType;

/**
 * Makes the symbol of a declaration, as GCC, Clang and NVCC do (Itanium C++ ABI, section 5.1). Its
 * methods are named after the productions there.
 */
public final class ItaniumMangler {

  private static final int SEQUENCE_RADIX = 36;

  /**
   * Entities that were written before, by their text without abbreviations; the value is the
   * entity's number.
   */
  private final Map<String, Integer> substitutions = new HashMap<>();

  private final StringBuilder symbol = new StringBuilder("_Z");

  private ItaniumMangler() {}

  /**
   * The symbol of a function: its name if it has C linkage, else the mangled name. There an {@code
   * in} pointer is a pointer to const, {@code half} is CUDA's class {@code __half}, and {@code
   * string} is {@code const char *}. The type of the result is not part of a symbol.
   *
   * @throws SignatureException if the function has C++ linkage, and either its parameters are not
   *     declared, or it is a template's instance: the symbol of one depends on how the template
   *     itself is declared
   */
  public static String mangle(FunctionDeclaration declaration) {
    if (declaration.linkage() == Linkage.C) {
      return declaration.name();
    }
    List<Parameter> parameters =
        declaration
            .parameters()
            .orElseThrow(
                () ->
                    refused(
                        declaration,
                        "expected the parameters, since the symbol of a C++ function is made of"
                            + " them"));
    var mangler = new ItaniumMangler();
    mangler.name(declaration);
    if (parameters.isEmpty()) {
      mangler.symbol.append(ScalarType.VOID.mangled());
    }
    for (Parameter parameter : parameters) {
      if (parameter.type() instanceof StructType) {
        throw refused(
            declaration,
            "the symbol of a function that takes a struct holds its name; give the symbol itself"
                + " as the name, without 'cxx'");
      }
      mangler.parameter(parameter);
    }
    return mangler.symbol.toString();
  }

  private static SignatureException refused(FunctionDeclaration declaration, String problem) {
    String text = declaration.text();
    int start = text.indexOf(declaration.path().getFirst());
    return SignatureException.inSignature(text, Math.max(0, start), problem);
  }

  /** Nested if the function is in a namespace other than {@code std} itself. */
  private void name(FunctionDeclaration declaration) {
    List<String> path = declaration.path();
    if (path.stream().anyMatch(component -> component.contains("<"))) {
      throw refused(
          declaration,
          "the symbol of a template's instance cannot be made from a signature; give the symbol"
              + " itself as the name ('nm -D' lists them), without 'cxx'");
    }
    boolean standard = path.size() > 1 && path.getFirst().equals("std");
    boolean nested = path.size() > (standard ? 2 : 1);
    symbol.append(nested ? "N" : "").append(standard ? "St" : "");
    var prefix = new StringBuilder(standard ? "St" : "");
    for (int i = standard ? 1 : 0; i < path.size(); i++) {
      String component = sourceName(path.get(i));
      symbol.append(component);
      if (i < path.size() - 1) {
        remember(prefix.append(component).toString());
      }
    }
    symbol.append(nested ? "E" : "");
  }

  private static String sourceName(String identifier) {
    return identifier.length() + identifier;
  }

  private void parameter(Parameter parameter) {
    switch (parameter.type()) {
      case ParameterType.Scalar(ScalarType type) -> value(type);
      case ParameterType.Pointer(ScalarType target) ->
          pointer(parameter.direction() == Direction.IN, target);
      case ParameterType.Bits bits ->
          throw new IllegalArgumentException("a declared parameter has a type, not " + bits);
      case ParameterType.LowBytes low -> value(low.declared());
      case StructType struct -> throw new IllegalArgumentException("refused before: " + struct);
    }
  }

  private void value(ScalarType type) {
    switch (type) {
      case STRING -> pointer(true, ScalarType.CHAR);
      case HALF -> type(ScalarType.HALF.mangled(), () -> symbol.append(type.mangled()));
      default -> symbol.append(type.mangled());
    }
  }

  private void pointer(boolean constant, ScalarType target) {
    type(
        (constant ? "PK" : "P") + target.mangled(),
        () -> {
          symbol.append('P');
          if (constant) {
            type("K" + target.mangled(), () -> constant(target));
          } else {
            value(target);
          }
        });
  }

  private void constant(ScalarType target) {
    symbol.append('K');
    value(target);
  }

  /**
   * Writes a type that is not builtin: by its number if it was written before; else with {@code
   * first}, and remembers it.
   */
  private void type(String full, Runnable first) {
    Integer number = substitutions.get(full);
    if (number == null) {
      first.run();
      remember(full);
    } else {
      symbol.append('S').append(sequenceNumber(number)).append('_');
    }
  }

  private void remember(String full) {
    substitutions.putIfAbsent(full, substitutions.size());
  }

  private static String sequenceNumber(int number) {
    return number == 0 ? "" : Integer.toString(number - 1, SEQUENCE_RADIX).toUpperCase(Locale.ROOT);
  }
}
