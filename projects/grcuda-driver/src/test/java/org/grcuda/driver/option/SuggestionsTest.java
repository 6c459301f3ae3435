package org.grcuda.driver.option;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SuggestionsTest {

  private static final List<String> LEGAL = List.of("in", "out", "pointer", "float", "double");

  @ParameterizedTest
  @CsvSource({
    "pointr, pointer",
    "poniter, pointer",
    "FLOAT, float",
    "flat, float",
    "dbl, ''",
    "x, ''",
    "'', ''",
    "ot, out",
    "n, ''",
    "pointers, pointer",
    "elephant, ''"
  })
  void nearest(String given, String expected) {
    assertEquals(expected, Suggestions.nearest(given, LEGAL).orElse(""));
  }

  @Test
  void theEndOfANameStandsForIt() {
    List<String> functions = List.of("cublasSaxpy", "cublasSgemm", "cublasDgemm");
    assertEquals("cublasSaxpy", Suggestions.nearest("saxpy", functions).orElse(""));
    assertEquals("cublasDgemm", Suggestions.nearest("dgemm", functions).orElse(""));
    assertEquals("", Suggestions.nearest("xpy", functions).orElse(""));
  }

  @ParameterizedTest
  @CsvSource({"'', '', 0", "abc, '', 3", "flaot, float, 1", "kitten, sitting, 3", "ca, abc, 3"})
  void distance(String a, String b, int distance) {
    assertEquals(distance, Suggestions.distance(a, b));
    assertEquals(distance, Suggestions.distance(b, a));
  }

  @Test
  void longTextIsNotCompared() {
    assertEquals("", Suggestions.didYouMean("float".repeat(100_000), LEGAL));
    assertEquals("; did you mean 'float'?", Suggestions.didYouMean("flota", LEGAL));
  }
}
