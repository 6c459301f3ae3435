package org.grcuda.core.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostExpressionTest {

  /** n is 6, m_2 is 0.5. */
  private static double value(String text) {
    return CostExpression.parse("cost", text, List.of("n", "m_2"))
        .applyAsDouble(new double[] {6, 0.5});
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

  private static void assertRefused(String text, String problem) {
    GrCudaException e = assertThrows(GrCudaException.class, () -> value(text));
    assertTrue(e.getMessage().contains(problem), e.getMessage());
    assertTrue(e.getMessage().startsWith("cost \"" + text + "\": "), e.getMessage());
  }
}
