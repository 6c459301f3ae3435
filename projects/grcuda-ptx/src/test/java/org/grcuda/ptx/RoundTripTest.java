package org.grcuda.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class RoundTripTest {

  static final List<String> NAMES = Corpus.NAMES;

  @ParameterizedTest
  @FieldSource("NAMES")
  void printedModuleParsesToTheSameTree(String name) {
    PtxModule module = Corpus.module(name);
    assertFalse(module.entries().isEmpty());
    PtxModule again = PtxParser.parse(PtxPrinter.print(module));
    assertEquals(withoutLines(module), withoutLines(again));
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void everyStatementOfTheSourceIsInTheTree(String name) {
    String source = Corpus.text(name).replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//.*", "");
    long returns =
        source
            .lines()
            .flatMap(l -> List.of(l.split(";")).stream())
            .filter(s -> s.strip().equals("ret") || s.endsWith(" ret"))
            .count();
    long branches = count(source, "\\bbra(\\.uni)?\\s");
    assertEquals(returns, instructions(name, "ret"));
    assertEquals(branches, instructions(name, "bra"));
  }

  private static long count(String source, String pattern) {
    return java.util.regex.Pattern.compile(pattern).matcher(source).results().count();
  }

  private static long instructions(String name, String opcode) {
    return Corpus.module(name).functions().stream()
        .flatMap(f -> f.body().stream())
        .filter(s -> s instanceof Instruction i && i.name().equals(opcode))
        .count();
  }

  private static PtxModule withoutLines(PtxModule m) {
    return new PtxModule(
        m.version(),
        m.targets(),
        m.addressSize(),
        m.variables(),
        m.functions().stream().map(RoundTripTest::withoutLines).toList(),
        m.aliases());
  }

  private static PtxFunction withoutLines(PtxFunction f) {
    return new PtxFunction(
        f.name(),
        f.isEntry(),
        f.linkage(),
        f.isDeclaration(),
        f.results(),
        f.parameters(),
        f.directives(),
        f.registers(),
        f.variables(),
        f.branchTargets(),
        f.callPrototypes(),
        f.callTargets(),
        f.body().stream().map(RoundTripTest::withoutLine).toList(),
        0);
  }

  private static Statement withoutLine(Statement statement) {
    return switch (statement) {
      case Label label -> new Label(label.name(), 0);
      case Instruction i -> Instruction.named(i.guard(), i.name(), i.modifiers(), i.operands(), 0);
    };
  }
}
