package org.grcuda.core.signature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against real compilers: {@code ManglingTest}, among the cross-module tests. */
final class ItaniumManglerTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "f(x: sint32) | f",
        "a::b::f(x: sint32) | f",
        "cxx f() | _Z1fv",
        "cxx f(x: sint32, y: double): double | _Z1fid",
        "cxx f(x: in pointer float, y: out pointer float, z: inout pointer float) | _Z1fPKfPfS1_",
        "cxx std::f(x: in pointer float, y: in pointer float) | _ZSt1fPKfS0_",
        "cxx std::a::f() | _ZNSt1a1fEv",
        "cxx a::b::f(x: half, y: in pointer half) | _ZN1a1b1fE6__halfPKS1_",
        "cxx f(x: string, y: in pointer char, z: pointer string) | _Z1fPKcS0_PS0_",
      })
  void symbols(String signature, String symbol) {
    assertEquals(symbol, ItaniumMangler.mangle(SignatureParser.parse(signature)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cxx f | signature 'cxx f', column 5: expected the parameters, since the symbol of a C++"
            + " function is made of them",
        "cxx f<int>(x: sint32) | signature 'cxx f<int>(x: sint32)', column 5: the symbol of a"
            + " template's instance cannot be made from a signature; give the symbol itself as the"
            + " name ('nm -D' lists them), without 'cxx'",
      })
  void refusals(String signature, String message) {
    FunctionDeclaration declaration = SignatureParser.parse(signature);
    assertEquals(
        message,
        assertThrows(SignatureException.class, () -> ItaniumMangler.mangle(declaration))
            .getMessage());
  }
}
