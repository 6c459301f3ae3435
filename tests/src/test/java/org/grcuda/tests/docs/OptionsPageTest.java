package org.grcuda.tests.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grcuda.core.option.Options;
import org.grcuda.driver.option.Option;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.Test;

/** The page of the options lists what the table of the options has, and nothing else. */
final class OptionsPageTest {

  private static final String PAGE = "docs/options.md";
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");

  private record Row(String name, String values, String defaultValue, String meaning) {}

  private static Stream<Option> options(boolean planned) {
    return Options.all().stream().filter(o -> o.isPlanned() == planned);
  }

  @Test
  void theTableIsThatOfTheOptions() throws IOException {
    List<Row> documented =
        Repository.text(PAGE)
            .lines()
            .filter(line -> line.startsWith("| `"))
            .map(this::row)
            .toList();
    assertEquals(
        options(false).map(Option::name).toList(), documented.stream().map(Row::name).toList());
    for (Row row : documented) {
      Option option =
          options(false).filter(o -> o.name().equals(row.name)).findFirst().orElseThrow();
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

  @Test
  void plannedOptionsAreListedApart() throws IOException {
    assertEquals(
        options(true).map(Option::name).toList(),
        items("## Planned options").map(words -> String.join(" ", words)).toList());
  }

  @Test
  void plannedValuesAreListedApart() throws IOException {
    Map<String, List<String>> expected =
        options(false)
            .filter(option -> !option.planned().isEmpty())
            .collect(Collectors.toMap(Option::name, Option::planned));
    Map<String, List<String>> documented =
        items("## Planned values")
            .collect(Collectors.toMap(List::getFirst, words -> words.subList(1, words.size())));
    assertEquals(new TreeMap<>(expected), new TreeMap<>(documented));
  }

  /** The words in code style of each item of the list under a heading. */
  private static Stream<List<String>> items(String heading) throws IOException {
    String text = Repository.text(PAGE);
    int start = text.indexOf(heading) + heading.length();
    int end = text.indexOf("\n## ", start);
    return text.substring(start, end < 0 ? text.length() : end)
        .lines()
        .filter(line -> line.startsWith("- "))
        .map(line -> CODE.matcher(line).results().map(match -> match.group(1)).toList());
  }
}
