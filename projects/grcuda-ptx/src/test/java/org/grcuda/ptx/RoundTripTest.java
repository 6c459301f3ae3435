package org.grcuda.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.ptx.text.PtxPrinter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class RoundTripTest {

  private static final Position NOWHERE = new Position(1, 1);

  static final List<String> NAMES = Corpus.NAMES;

  @ParameterizedTest
  @FieldSource("NAMES")
  void printedModuleParsesToTheSameTree(String name) {
    PtxModule module = Corpus.module(name);
    assertFalse(module.entries().isEmpty());
    PtxModule again = PtxParser.parse(PtxPrinter.print(module));
    assertEquals(withoutPositions(module), withoutPositions(again));
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

  private static PtxModule withoutPositions(PtxModule m) {
    return new PtxModule(
        m.version(),
        m.targets(),
        m.addressSize(),
        withoutPositions(m.variables()),
        m.functions().stream().map(RoundTripTest::withoutPositions).toList(),
        m.aliases());
  }

  private static PtxFunction withoutPositions(PtxFunction f) {
    return new PtxFunction(
        f.name(),
        f.isEntry(),
        f.linkage(),
        f.isDeclaration(),
        withoutPositions(f.results()),
        withoutPositions(f.parameters()),
        f.directives(),
        f.registers(),
        withoutPositions(f.variables()),
        f.branchTargets(),
        withoutPositions(f.callPrototypes()),
        f.callTargets(),
        f.body().stream().map(RoundTripTest::withoutPosition).toList(),
        NOWHERE);
  }

  private static List<Variable> withoutPositions(List<Variable> variables) {
    return variables.stream().map(RoundTripTest::withoutPosition).toList();
  }

  private static Variable withoutPosition(Variable v) {
    return new Variable(
        v.space(),
        v.linkage(),
        v.type(),
        v.vectorWidth(),
        v.name(),
        v.alignment(),
        v.dimensions(),
        v.initializer(),
        v.managed(),
        v.pointer(),
        NOWHERE);
  }

  private static Map<String, CallPrototype> withoutPositions(
      Map<String, CallPrototype> prototypes) {
    Map<String, CallPrototype> result = new LinkedHashMap<>();
    prototypes.forEach(
        (name, p) ->
            result.put(
                name,
                new CallPrototype(
                    withoutPositions(p.results()), withoutPositions(p.parameters()))));
    return result;
  }

  private static Statement withoutPosition(Statement statement) {
    return switch (statement) {
      case Label label -> new Label(label.name(), NOWHERE);
      case Instruction i ->
          Instruction.named(i.guard(), i.name(), i.modifiers(), i.operands(), NOWHERE);
    };
  }
}
