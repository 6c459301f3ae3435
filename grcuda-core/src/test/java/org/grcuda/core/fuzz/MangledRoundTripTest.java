package org.grcuda.core.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.signature.FunctionDeclaration.Linkage;
import org.grcuda.core.signature.ItaniumMangler;
import org.grcuda.core.type.Direction;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ScalarType;
import org.junit.jupiter.api.Test;

/** The symbol of every declaration tells the declaration. */
final class MangledRoundTripTest {

  private static final int DECLARATIONS = 20_000;
  private static final List<String> NAMES =
      List.of("f", "std", "a", "ns", "_x1", "S_", "__half", "Pf", "v", "N", "E", "longer_name$2");

  private final SplittableRandom random = new SplittableRandom(7);

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private FunctionDeclaration declaration() {
    List<String> path = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      path.add(any(NAMES));
    }
    List<Parameter> parameters = new ArrayList<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      parameters.add(parameter("p" + i, any(List.of(ScalarType.values()))));
    }
    return new FunctionDeclaration(
        Linkage.CXX, path, Optional.of(parameters), Optional.empty(), path.toString());
  }

  private Parameter parameter(String name, ScalarType type) {
    return type == ScalarType.VOID || random.nextBoolean()
        ? Parameter.pointer(name, any(List.of(Direction.values())), type)
        : Parameter.scalar(name, type);
  }

  @Test
  void symbolsTellTheirDeclarations() {
    for (int i = 0; i < DECLARATIONS; i++) {
      FunctionDeclaration declaration = declaration();
      RoundTrip.check(declaration, ItaniumMangler.mangle(declaration));
    }
  }
}
