package org.grcuda.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables in their three forms. */
final class TableTest {

  private static Table table() {
    Table table = Table.of("Times", List.of("what", "ms"));
    table.add(List.of("a", 9.996));
    table.add(List.of("long", 99.96));
    table.add(Arrays.asList("none", null));
    table.add(List.of("many", 12345.6));
    table.add(List.of("whole", 8));
    return table;
  }

  @Test
  void numbersHaveThreeDigits() {
    assertEquals(
        """
        Times
        what       ms
        a        10.0
        long      100
        none
        many   12,346
        whole       8
        """,
        table().text());
  }

  @Test
  void documentsHaveThemToo() {
    assertEquals(
        """
        Times:

        | what | ms |
        |---|---|
        | a | 10.0 |
        | long | 100 |
        | none |  |
        | many | 12,346 |
        | whole | 8 |

        """,
        table().markdown());
  }

  @Test
  void jsonHasAllDigits() {
    assertEquals(
        "{\"caption\":\"Times\",\"rows\":[{\"what\":\"a\",\"ms\":9.996},{\"what\":\"long\",\"ms\":99.96},"
            + "{\"what\":\"none\"},{\"what\":\"many\",\"ms\":12345.6},{\"what\":\"whole\",\"ms\":8}]}",
        table().json().toString());
  }

  @Test
  void aRowHasACellForEachColumn() {
    assertThrows(IllegalStateException.class, () -> table().add(List.of("a")));
  }
}
