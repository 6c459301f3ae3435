package org.grcuda.core.signature;

import java.util.Optional;
import org.grcuda.core.text.MangledName;
import org.grcuda.core.type.Direction;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ScalarType;

/** Converts the parameters of a mangled name to parameters of signatures. */
public final class MangledParameters {

  private MangledParameters() {}

  /**
   * The scalar {@code type}, or its target if it is a pointer; empty if signatures have no name for
   * it.
   */
  public static Optional<ScalarType> type(MangledName.MangledType type) {
    return type.code().flatMap(ScalarType::ofMangled);
  }

  /**
   * The parameter of {@code type}, a pointer to const as {@code in}; empty for a class passed by
   * value.
   *
   * @param name its name, which mangling does not tell
   */
  public static Optional<Parameter> parameter(String name, MangledName.MangledType type) {
    Optional<ScalarType> scalar = type(type);
    if (!type.pointer()) {
      return scalar.map(value -> Parameter.scalar(name, value));
    }
    Direction direction = type.constant() ? Direction.IN : Direction.INOUT;
    var target = new ParameterType.Pointer(scalar.orElse(ScalarType.VOID));
    return Optional.of(new Parameter(name, target, direction));
  }
}
