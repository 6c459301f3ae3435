package org.grcuda.tests.misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.GrCuda;
import org.grcuda.tests.Hosts;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything that can be done wrong, in every host: the exact message, as the host's own exception,
 * and a context that works afterwards. All cases of a host share one context, so each also follows
 * every other.
 */
@TestInstance(Lifecycle.PER_CLASS)
final class MisuseTest {

  private final Context polyglot = Hosts.open(Map.of());
  private final Context python = Hosts.open(Map.of());
  private final Context javaScript = Hosts.open(Map.of());
  private final Context other = Hosts.open(Map.of());
  private final GrCuda typed = GrCuda.open();
  private final GrCuda otherTyped = GrCuda.open();

  private final Value foreign = other.eval("grcuda", "float[5]");
  private final PolyglotHost polyglotHost = new PolyglotHost(polyglot, foreign);
  private final TypedHost typedHost = new TypedHost(typed, otherTyped.floatArray(5));
  private final Guest pythonHost = Guest.python(python, foreign);
  private final Guest javaScriptHost = Guest.javaScript(javaScript, foreign);

  static Stream<Misuse> cases() {
    return Stream.of(
            KernelMisuse.cases(),
            LaunchMisuse.cases(),
            StructMisuse.cases(),
            ArrayMisuse.cases(),
            SizeMisuse.cases(),
            LibraryMisuse.cases(),
            OwnKernelMisuse.cases(),
            HostFunctionMisuse.cases(),
            MapMisuse.cases(),
            CompiledMisuse.cases(),
            StreamMisuse.cases(),
            OrderingMisuse.cases(),
            ImageMisuse.cases(),
            TaskMisuse.cases(),
            BandwidthMisuse.cases())
        .flatMap(Function.identity());
  }

  static Stream<Misuse> guestCases() {
    return cases().filter(misuse -> misuse.guest() != null);
  }

  static Stream<Misuse> typedCases() {
    return cases().filter(misuse -> misuse.typed() != null);
  }

  @ParameterizedTest
  @MethodSource("guestCases")
  void python(Misuse misuse) {
    assertEquals(misuse.pythonMessage(), pythonHost.attempt(misuse.guest()));
    pythonHost.host().check();
  }

  @ParameterizedTest
  @MethodSource("guestCases")
  void javaScript(Misuse misuse) {
    assertEquals("Error: " + misuse.message(), javaScriptHost.attempt(misuse.guest()));
    javaScriptHost.host().check();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void polyglot(Misuse misuse) {
    var error = assertThrows(PolyglotException.class, () -> misuse.polyglot().accept(polyglotHost));
    assertEquals(misuse.message(), error.getMessage());
    assertTrue(error.isGuestException());
    polyglotHost.check();
  }

  @ParameterizedTest
  @MethodSource("typedCases")
  void typed(Misuse misuse) {
    var error = assertThrows(GrCudaException.class, () -> misuse.typed().accept(typedHost));
    assertEquals(misuse.typedMessage(), error.getMessage());
    typedHost.check();
  }

  @AfterAll
  void close() {
    for (Context context : new Context[] {polyglot, python, javaScript, other}) {
      context.close();
    }
    typed.close();
    otherTyped.close();
  }
}
