package org.grcuda.core.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.text.MangledName;
import org.grcuda.core.text.MangledName.MangledType;
import org.grcuda.core.type.Direction;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ScalarType;
import org.grcuda.core.type.StructType;

/** What the demangler reads in a symbol that the mangler wrote. */
final class RoundTrip {

  /** The demangler reads no longer ones. */
  private static final int LONGEST_READ = 4096;

  private RoundTrip() {}

  /** Compares a declaration with what its symbol tells of it. */
  static void check(FunctionDeclaration declaration, String symbol) {
    if (symbol.length() > LONGEST_READ) {
      return;
    }
    List<MangledType> types =
        declaration.parameters().orElseThrow().stream().map(RoundTrip::type).toList();
    assertEquals(
        Optional.of(new MangledName(declaration.qualifiedName(), types)),
        MangledName.parse(symbol),
        symbol);
  }

  private static MangledType type(Parameter parameter) {
    return switch (parameter.type()) {
      case ParameterType.Scalar(ScalarType type) when type == ScalarType.STRING ->
          new MangledType(Optional.of(ScalarType.CHAR.mangled()), true, true);
      case ParameterType.Scalar(ScalarType type) ->
          new MangledType(Optional.of(type.mangled()), false, false);
      case ParameterType.Pointer(ScalarType target) when target == ScalarType.STRING ->
          new MangledType(Optional.empty(), true, parameter.direction() == Direction.IN);
      case ParameterType.Pointer(ScalarType target) ->
          new MangledType(
              Optional.of(target.mangled()), true, parameter.direction() == Direction.IN);
      case ParameterType.Bits bits -> throw new AssertionError("declared " + bits);
      case ParameterType.LowBytes low -> throw new AssertionError("declared " + low);
      case StructType struct -> throw new AssertionError("declared " + struct);
    };
  }
}
