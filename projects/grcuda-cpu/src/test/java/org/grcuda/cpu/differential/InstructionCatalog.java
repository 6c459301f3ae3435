package org.grcuda.cpu.differential;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The instructions of the ISA, from the resource {@code instructions.txt}. */
final class InstructionCatalog {

  private static final Pattern GROUP = Pattern.compile("\\[([^\\]]*)\\]|\\{([^}]*)\\}");
  private static final Pattern RANGE = Pattern.compile("(\\d+)\\.\\.(\\d+)/(\\d+)");
  private static final Pattern OPERAND = Pattern.compile("\"[^\"]*\"|\\S+");

  private InstructionCatalog() {}

  /** Every form, in order. */
  static List<InstructionForm> forms() {
    List<InstructionForm> forms = new ArrayList<>();
    String section = "";
    for (String line : text().split("\n")) {
      if (line.startsWith("## ")) {
        section = line.substring(3);
      } else if (!line.isBlank() && !line.startsWith(";")) {
        int bar = line.indexOf(" | ");
        String pattern = line.substring(0, bar);
        List<String> operands =
            OPERAND.matcher(line.substring(bar + 3)).results().map(r -> r.group()).toList();
        for (String mnemonic : expand(pattern)) {
          forms.add(
              new InstructionForm(
                  section,
                  pattern,
                  mnemonic,
                  operands.equals(List.of("-")) ? List.of() : operands));
        }
      }
    }
    return forms;
  }

  private static String text() {
    try (InputStream in = InstructionCatalog.class.getResourceAsStream("instructions.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> expand(String pattern) {
    Matcher group = GROUP.matcher(pattern);
    if (!group.find()) {
      return List.of(pattern);
    }
    boolean optional = group.group(1) != null;
    List<String> choices = new ArrayList<>(optional ? List.of("") : List.of());
    for (String choice : (optional ? group.group(1) : group.group(2)).split(",")) {
      choices.addAll(inRange(choice));
    }
    List<String> result = new ArrayList<>();
    for (String choice : choices) {
      result.addAll(
          expand(pattern.substring(0, group.start()) + choice + pattern.substring(group.end())));
    }
    return result;
  }

  /** The numbers that {@code first..last/step} stands for; else the choice itself. */
  private static List<String> inRange(String choice) {
    Matcher range = RANGE.matcher(choice);
    if (!range.matches()) {
      return List.of(choice);
    }
    List<String> numbers = new ArrayList<>();
    int last = Integer.parseInt(range.group(2));
    int step = Integer.parseInt(range.group(3));
    for (int n = Integer.parseInt(range.group(1)); n <= last; n += step) {
      numbers.add(Integer.toString(n));
    }
    return numbers;
  }
}
