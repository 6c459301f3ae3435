package org.grcuda.tests.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.List;
import org.grcuda.core.option.Options;
import org.grcuda.driver.option.Option;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.Test;

/** The page of the options lists what the table of the options has, and nothing else. */
final class OptionsPageTest {

  private static final String PAGE = "docs/options.md";

  private record Row(String name, String values, String defaultValue, String meaning) {}

  @Test
  void theTableIsThatOfTheOptions() throws IOException {
    List<Row> documented =
        Repository.text(PAGE)
            .lines()
            .filter(line -> line.startsWith("| `"))
            .map(this::row)
            .toList();
    assertEquals(
        Options.all().stream().map(Option::name).toList(),
        documented.stream().map(Row::name).toList());
    for (Row row : documented) {
      Option option =
          Options.all().stream().filter(o -> o.name().equals(row.name)).findFirst().orElseThrow();
      assertEquals(option.legalValues(), row.values, row.name);
      String unset = option.defaultValue().isEmpty() ? "unset" : option.defaultValue();
      assertEquals(unset, row.defaultValue, row.name);
      assertFalse(row.meaning.isBlank(), row.name);
    }
  }

  private Row row(String line) {
    String[] cells = line.split("\\s*\\|\\s*");
    assertEquals(5, cells.length, line);
    return new Row(plain(cells[1]), plain(cells[2]), plain(cells[3]), cells[4]);
  }

  private static String plain(String cell) {
    return cell.replace("`", "");
  }
}
