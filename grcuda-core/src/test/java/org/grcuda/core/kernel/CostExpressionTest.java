package org.grcuda.core.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostExpressionTest {

  private static final double[] NUMBERS = {6, 0.5};

  /** n is 6, m_2 is 0.5. */
  private static double value(String text) {
    LinearCost parsed = parsed(text);
    assertTrue(parsed.isFixed());
    return parsed.fixed().applyAsDouble(NUMBERS);
  }

  private static LinearCost parsed(String text) {
    return CostExpression.parse("cost", text, List.of("n", "m_2"), List.of("work", "done"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "n;6",
        "2 * n + m_2;12.5",
        "2 + n * m_2;5",
        "(2 + n) * m_2;4",
        "n - 2 - 3;1",
        "n / 2 / 3;1",
        "-n + +7;1",
        "--n;6",
        "1.5e3*n;9000",
        "1E-3;0.001",
        ".5;0.5",
        "min(n, m_2) + max(n, 7);7.5",
        "log2(n + 2) * sqrt(4) + ceil(m_2);7",
        "4 * (n * n + 2 * (n - 1));184"
      })
  void valuesAreThoseOfArithmetic(String text, double expected) {
    assertEquals(expected, value(text), 1e-12);
  }

  @Test
  void whatIsNoExpressionIsRefusedWithItsPlace() {
    assertRefused("", "expected a number, a name or '(', given the end");
    assertRefused("n n", "given 'n' at character 3");
    assertRefused("(n", "expected ')', given the end");
    assertRefused("n ^ 2", "given '^' at character 3");
    assertRefused("1.2.3", "'1.2.3' is not a number");
    assertRefused("min(n)", "expected ',', given ')'");
    assertRefused("k", "there is no number 'k'");
    assertRefused("m_1", "did you mean 'm_2'");
    assertRefused("abs(n)", "there is no function 'abs'");
  }

  /** What growth costs: of each element that is named, in the order of naming. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "work[3];0;1",
        "8 * n + 44 * work[ 3 ];48;44",
        "(work[3] + 1) * n / 2;3;3",
        "n * (m_2 * work[3] - 2);-12;3",
        "work[3] + 3 * work[3];0;4",
        "1 - -work[3];1;1",
        "work[3] / min(n, m_2);0;2"
      })
  void growthCountsInSumsAndMultiples(String text, double fixed, double slope) {
    LinearCost parsed = parsed(text);
    assertEquals(fixed, parsed.fixed().applyAsDouble(NUMBERS));
    assertEquals(Set.of(new LinearCost.Element("work", 3)), parsed.slopes().keySet());
    parsed.slopes().values().forEach(s -> assertEquals(slope, s.applyAsDouble(NUMBERS)));
  }

  @Test
  void elementsAreToldApart() {
    LinearCost parsed = parsed("work[1] + 2 * done[1] + 3 * work[2]");
    assertEquals("[work[1], done[1], work[2]]", parsed.slopes().keySet().toString());
    assertEquals(
        List.of(1.0, 2.0, 3.0),
        parsed.slopes().values().stream().map(s -> s.applyAsDouble(NUMBERS)).toList());
  }

  @Test
  void whatIsNotLinearIsRefused() {
    String rule = "work[3] can be added, and multiplied with and divided by numbers, nothing else";
    assertRefused("work[3] * work[3]", rule);
    assertRefused("n / work[3]", rule);
    assertRefused("sqrt(work[3])", rule);
    assertRefused("min(n, 2 + work[3])", rule);
    assertRefused("n[3]", "there is no array of 32-bit or 64-bit integers 'n'");
    assertRefused("works[3]", "did you mean 'work'");
    assertRefused("work[n]", "expected the number of an element, given 'n' at character 6");
    assertRefused("work[1234567890]", "expected the number of an element");
    assertRefused("work[3", "expected ']', given the end");
    assertRefused("work", "there is no number 'work'");
  }

  private static void assertRefused(String text, String problem) {
    GrCudaException e = assertThrows(GrCudaException.class, () -> parsed(text));
    assertTrue(e.getMessage().contains(problem), e.getMessage());
    assertTrue(e.getMessage().startsWith("cost \"" + text + "\": "), e.getMessage());
  }
}
