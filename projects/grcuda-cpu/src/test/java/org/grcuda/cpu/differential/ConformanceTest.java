package org.grcuda.cpu.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxParser;
import org.junit.jupiter.api.Test;

/** docs/conformance.md is what the engines do; {@code -Dgrcuda.test.update=true} writes it. */
final class ConformanceTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "conformance.md");

  private static final String INTRODUCTION =
      """
      # PTX that the CPU backend executes

      This page lists the instructions of PTX ISA 8.8, with the modifiers and types that the ISA gives them. It says which are executed,
      and which are refused when a kernel that uses them is built. `[.a,.b]` means one of these or nothing, `{a,b}` one of these, `{8..256/8}`
      the numbers from 8 to 256 in steps of 8. A
      refusal reads `the cpu backend does not support 'INSTRUCTION': REASON (PTX line N, column M)`. An instruction that no ISA has,
      such as `shl.f32`, is refused as `malformed PTX`, with its place and what was expected.

      A test writes this page: `scripts/test -pl projects/grcuda-cpu -am -Dtest=ConformanceTest
      -Dsurefire.failIfNoSpecifiedTests=false -Dgrcuda.test.update=true`. The test fails when the page is out of
      date. The last column names the tests that execute an instruction (in `projects/grcuda-cpu`):

      - I: `InstructionTest`, on all engines at corner values, bit for bit;
      - R: `RandomProgramTest`, in random programs on all engines, bit for bit;
      - K, M, T, F: `KernelTest`, `MathTest`, `TypesTest`, `InliningTest`, in compiled CUDA C++ against references in Java.

      `SemanticsTest` compares the semantics themselves with references, `SurfaceTest` accesses of surfaces on all engines.
      """;

  @Test
  void pageIsUpToDate() throws IOException {
    String page = page();
    if (Boolean.getBoolean("grcuda.test.update")) {
      Files.writeString(PAGE, page);
    }
    assertEquals(page, Files.readString(PAGE), "docs/conformance.md: see its third paragraph");
  }

  private static String page() {
    TranslationOptions engine = TranslationOptions.defaults();
    Map<String, Set<String>> compiled = new LinkedHashMap<>();
    compiled.put("K", mnemonics("kernels.ptx"));
    compiled.put("M", mnemonics("math.ptx"));
    compiled.put("T", mnemonics("types.ptx"));
    compiled.put("F", mnemonics("functions.ptx"));
    Map<String, List<InstructionForm>> rows = new LinkedHashMap<>();
    for (InstructionForm form : InstructionCatalog.forms()) {
      rows.computeIfAbsent(form.section() + "\n" + form.pattern(), p -> new ArrayList<>())
          .add(form);
    }
    Map<String, Count> counts = new LinkedHashMap<>();
    StringBuilder out = new StringBuilder();
    String section = "";
    for (List<InstructionForm> forms : rows.values()) {
      if (!forms.get(0).section().equals(section)) {
        section = forms.get(0).section();
        out.append("\n## ").append(section).append("\n\n");
        out.append("| instruction | forms | executed | refused | tests |\n|---|---|---|---|---|\n");
      }
      List<InstructionForm> taken =
          forms.stream().filter(f -> Probe.refusal(f, engine).isEmpty()).toList();
      out.append(row(forms, taken, compiled));
      counts.merge(section, new Count(forms.size(), taken.size()), Count::plus);
    }
    return INTRODUCTION + summary(counts) + out;
  }

  /** Forms, and how many of them are executed. */
  private record Count(int forms, int executed) {

    Count plus(Count other) {
      return new Count(forms + other.forms, executed + other.executed);
    }

    static Count of(Map<String, Count> counts, boolean apart) {
      return counts.entrySet().stream()
          .filter(e -> InstructionForm.isApart(e.getKey()) == apart)
          .map(Map.Entry::getValue)
          .reduce(new Count(0, 0), Count::plus);
    }
  }

  private static String summary(Map<String, Count> counts) {
    Count all = Count.of(counts, false);
    Count apart = Count.of(counts, true);
    StringBuilder text =
        new StringBuilder(
            """

            Executed: %d of %d forms (%.2f %%). Counted apart is what few GPUs have, or several GPUs have together: warp groups, tensor memory, scaled blocks,
            copies of tensors and multicast memory, %d of %d forms.

            | section | forms | executed |
            |---|---|---|
            """
                .formatted(
                    all.executed,
                    all.forms,
                    100.0 * all.executed / all.forms,
                    apart.executed,
                    apart.forms));
    counts.forEach(
        (section, count) ->
            text.append("| %s | %d | %d |\n".formatted(section, count.forms, count.executed)));
    return text.toString();
  }

  private static String row(
      List<InstructionForm> forms, List<InstructionForm> taken, Map<String, Set<String>> compiled) {
    InstructionForm first = forms.get(0);
    String refused =
        taken.isEmpty()
            ? "all"
            : String.join(
                ", ",
                forms.stream()
                    .filter(f -> !taken.contains(f))
                    .map(f -> "`" + f.mnemonic() + "`")
                    .toList());
    StringBuilder tests = new StringBuilder();
    if (!taken.isEmpty() && InstructionTest.compares(first)) {
      tests.append("I ");
    }
    if (!taken.isEmpty() && (first.carries() || RandomProgram.uses(first))) {
      tests.append("R ");
    }
    compiled.forEach(
        (test, mnemonics) -> {
          if (taken.stream().anyMatch(f -> mnemonics.contains(f.mnemonic()))) {
            tests.append(test).append(' ');
          }
        });
    return "| `%s` | %d | %d | %s | %s |\n"
        .formatted(first.pattern(), forms.size(), taken.size(), refused, tests.toString().strip());
  }

  private static Set<String> mnemonics(String resource) {
    Set<String> result = new HashSet<>();
    for (PtxFunction function : PtxParser.parse(text(resource)).functions()) {
      function.body().stream()
          .filter(s -> s instanceof Instruction)
          .forEach(s -> result.add(((Instruction) s).mnemonic()));
    }
    return result;
  }

  private static String text(String resource) {
    try (var in =
        ConformanceTest.class.getResourceAsStream("/org/grcuda/cpu/translate/" + resource)) {
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
