package org.grcuda.core.signature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.grcuda.core.grammar.Position;
import org.grcuda.core.signature.FunctionDeclaration.Linkage;
import org.grcuda.core.type.KernelSignature;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class SignatureParserTest {

  @Test
  void nidl() {
    String text = "square(x: in pointer float, y: out pointer float, n: sint32)";
    FunctionDeclaration declaration = SignatureParser.parse(text);
    assertEquals(Linkage.C, declaration.linkage());
    assertEquals(Optional.empty(), declaration.result());
    KernelSignature signature = declaration.kernelSignature().orElseThrow();
    assertEquals("square", signature.name());
    assertEquals(text, signature.text());
    assertEquals(
        "[x: in pointer float, y: out pointer float, n: sint32]",
        signature.parameters().toString());
    assertEquals(20, signature.parameterBytes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "f()                                       | C   | f                 | []",
        "cxx f()                                   | CXX | f                 | []",
        "cxx a::b::f(x: inout pointer sint32)      | CXX | a::b::f           | [x: inout pointer"
            + " sint32]",
        "a::add<int, 4>(x: double)                 | C   | a::add<int, 4>    | [x: double]",
        "f<V<V<int>>, -1, 'c'>(x: half)            | C   | f<V<V<int>>, -1, 'c'> | [x: half]",
        "cxx(in: in pointer half, pointer: ull64)  | C   | cxx               | [in: in pointer"
            + " half, pointer: ull64]",
        "float(float: float)                       | C   | float             | [float: float]",
        "f(x: pointer void)                        | C   | f                 | [x: inout pointer"
            + " void]",
        "f(x: const pointer float)                 | C   | f                 | [x: in pointer"
            + " float]",
        "f(x: int32, y: float64, z: uchar)         | C   | f                 | [x: sint32, y:"
            + " double, z: uint8]",
        "f(s: struct {x: float, t: struct {in: const pointer void}[2]}, n: sint8)| C | f | [s:"
            + " struct {x: float, t: struct {in: in pointer void}[2]}, n: sint8]",
        "struct(struct: struct, s: struct[24])     | C   | struct            | [struct: struct, s:"
            + " struct[24]]",
        " f ( /* a */ x:sint32 , // b\\n"
            + " y:float )  | C   | f                 | [x: sint32, y: float]",
      })
  void declarations(String text, Linkage linkage, String name, String parameters) {
    FunctionDeclaration declaration = SignatureParser.parse(text.replace("\\n", "\n"));
    assertEquals(linkage, declaration.linkage());
    assertEquals(name, declaration.qualifiedName());
    assertEquals(parameters, declaration.parameters().orElseThrow().toString());
  }

  @ParameterizedTest
  @CsvSource({
    "f(): sint32, sint32",
    "f(): void, void",
    "f(): pointer, pointer void",
    "f(): pointer float, pointer float"
  })
  void results(String text, String result) {
    assertEquals(result, SignatureParser.parse(text).result().orElseThrow().toString());
  }

  @Test
  void aNameAlone() {
    FunctionDeclaration declaration = SignatureParser.parse("a::f<float>");
    assertEquals("a::f<float>", declaration.qualifiedName());
    assertEquals("f<float>", declaration.name());
    assertEquals(Optional.empty(), declaration.parameters());
    assertEquals(Optional.empty(), declaration.kernelSignature());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "VOID")
  void everyType(ScalarType type) {
    var declaration = SignatureParser.parse("f(x: %s, y: out pointer %s)".formatted(type, type));
    assertEquals(
        "[x: %s, y: out pointer %s]".formatted(type, type),
        declaration.parameters().orElseThrow().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pointer, const pointer, sint32, float | [inout pointer void, in pointer void, sint32,"
            + " float] |",
        "(pointer, uint64): sint32             | [inout pointer void, uint64] | sint32",
        "()                                    | [] |",
        "''                                    | [] |",
        "in pointer float, out pointer         | [in pointer float, out pointer void] |",
      })
  void nfi(String types, String parameters, String result) {
    FunctionDeclaration declaration = SignatureParser.parseNfi("a::k", types);
    assertEquals("a::k", declaration.qualifiedName());
    List<Parameter> list = declaration.parameters().orElseThrow();
    assertEquals(parameters, list.toString());
    assertEquals(Optional.ofNullable(result), declaration.result().map(Object::toString));
  }

  @Test
  void nfiTextNamesTheKernel() {
    assertEquals("k(pointer, float)", SignatureParser.parseKernelNfi("k", "pointer, float").text());
    assertEquals("k(pointer): void", SignatureParser.parseKernelNfi("k", "(pointer): void").text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "square(x: in pointr float) | 14 | expected 'pointer', found 'pointr'; did you mean"
            + " 'pointer'?",
        "f(x: pointr float)         | 6  | expected 'pointer' or a type, found 'pointr'; did you"
            + " mean 'pointer'?",
        "f(x: flot)                 | 6  | expected 'pointer' or a type, found 'flot'; did you mean"
            + " 'float'?",
        "f(x: in float)             | 9  | expected 'pointer', found 'float'",
        "f(x: in pointer)           | 16 | expected a type, found ')'",
        "f(x: in pointer float      | 22 | expected ',' or ')', found end of input",
        "f(x: float; y: float)      | 11 | expected ',' or ')', found ';'",
        "f(x)                       | 4  | expected ':', found ')'",
        "f(5)                       | 3  | expected a name or ')', found '5'",
        "f(x: float,)               | 12 | expected a name, found ')'",
        "f x                        | 3  | expected '(', found 'x'",
        "f(x: float) y              | 13 | expected ':' or end of input, found 'y'",
        "f(): integr                | 6  | expected 'pointer' or a type, found 'integr'",
        "f<a                        | 4  | expected '>', found end of input",
        "f(x: void)                 | 6  | a parameter cannot be void: a pointer to it can",
        "f(x: float, x: float)      | 13 | parameter 'x' is declared twice",
        "f(/* x: float)             | 3  | this comment has no closing '*/'",
        "''                         | 1  | expected a name, found end of input",
      })
  void errors(String text, int column, String problem) {
    var error = assertThrows(SignatureException.class, () -> SignatureParser.parse(text));
    assertEquals("signature '" + text + "', column " + column + ": " + problem, error.getMessage());
    assertEquals(column, error.column());
    assertEquals(1, error.line());
  }

  @Test
  void errorsInLaterLines() {
    var error =
        assertThrows(
            SignatureException.class, () -> SignatureParser.parse("f(x: float,\n  y: flot)"));
    assertEquals(
        "signature 'f(x: float, y: flot)', line 2, column 6: expected 'pointer' or a type, found"
            + " 'flot'; did you mean 'float'?",
        error.getMessage());
    assertEquals(2, error.line());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "k    | pointr          | signature 'pointr', column 1: expected 'pointer' or a type, found"
            + " 'pointr'; did you mean 'pointer'?",
        "k    | pointer, sint23 | signature 'pointer, sint23', column 10: expected 'pointer' or a"
            + " type, found 'sint23'; did you mean 'sint32'?",
        "k    | (pointer        | signature '(pointer', column 9: expected a type, ',' or ')',"
            + " found end of input",
        "k()  | pointer         | signature 'k()', column 2: expected a name alone, since the"
            + " parameters follow it",
        "2    | pointer         | signature '2', column 1: expected a name, found '2'",
      })
  void nfiErrors(String name, String types, String message) {
    var error = assertThrows(SignatureException.class, () -> SignatureParser.parseNfi(name, types));
    assertEquals(message, error.getMessage());
  }

  @Test
  void nidlFile() {
    List<NidlGroup> groups =
        SignatureParser.parseFile(
            "increment.nidl",
            """
            kernels aa::bb {
              inc_kernel(x: inout pointer sint32, n: sint32)
              dec_kernel(x: inout pointer sint32)
            }
            ckernels { c_inc_kernel() }
            hostfuncs aa { inc(x: inout pointer sint32): sint32 }
            chostfuncs {}
            """);
    assertEquals(
        List.of(true, true, false, false), groups.stream().map(NidlGroup::kernels).toList());
    FunctionDeclaration first = groups.getFirst().functions().getFirst().declaration();
    assertEquals("aa::bb::inc_kernel", first.qualifiedName());
    assertEquals("inc_kernel", first.name());
    assertEquals(Linkage.CXX, first.linkage());
    assertEquals("inc_kernel(x: inout pointer sint32, n: sint32)", first.text());
    assertEquals(Linkage.C, groups.get(1).functions().getFirst().declaration().linkage());
    FunctionDeclaration host = groups.get(2).functions().getFirst().declaration();
    assertEquals("sint32", host.result().orElseThrow().toString());
    assertEquals(new Position(3, 3), groups.getFirst().functions().get(1).position());
    assertEquals(new Position(6, 16), groups.get(2).functions().getFirst().position());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kernel {}              | 1  | expected 'kernels', 'ckernels', 'hostfuncs', 'chostfuncs' or"
            + " end of input, found 'kernel'; did you mean 'kernels'?",
        "kernels { f(x: flot) } | 16 | expected 'pointer' or a type, found 'flot'; did you mean"
            + " 'float'?",
        "kernels { f(): float } | 16 | a kernel has no result",
        "kernels {              | 10 | expected a name or '}', found end of input",
      })
  void fileErrors(String text, int column, String problem) {
    var error =
        assertThrows(SignatureException.class, () -> SignatureParser.parseFile("a.nidl", text));
    assertEquals("a.nidl, line 1, column " + column + ": " + problem, error.getMessage());
  }

  @Test
  void hostileInputIsRefused() {
    assertThrows(SignatureException.class, () -> SignatureParser.parse("f" + "<".repeat(50_000)));
    assertThrows(SignatureException.class, () -> SignatureParser.parse("a::".repeat(200_000)));
  }

  @Test
  void anyMixtureOfWordsIsParsedOrRefused() {
    String[] words = {
      "f",
      "(",
      ")",
      "<",
      ">",
      ",",
      ":",
      "::",
      "in",
      "pointer",
      "float",
      "void",
      "cxx",
      " ",
      "\n",
      "/*",
      "*/",
      "//",
      "{",
      "}",
      "kernels",
      "5",
      "\uD83D\uDE00"
    };
    SplittableRandom random = new SplittableRandom(4);
    for (int round = 0; round < 5_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(20); length > 0; length--) {
        text.append(words[random.nextInt(words.length)]);
      }
      try {
        SignatureParser.parse(text.toString());
        SignatureParser.parseFile("f", text.toString());
      } catch (SignatureException refused) {
        assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
      }
    }
  }
}
