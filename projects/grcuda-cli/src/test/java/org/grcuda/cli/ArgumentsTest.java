package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

  @Test
  void optionsBeforeTheFileAreOursAndThoseAfterItTheScripts() {
    var arguments =
        Arguments.parse(
            List.of("--grcuda.Backend=cpu", "--js.strict", "a.js", "--js.strict", "-h"));
    assertEquals(Map.of("grcuda.Backend", "cpu", "js.strict", "true"), arguments.languageOptions());
    assertEquals(List.of("a.js", "--js.strict", "-h"), arguments.operands());
  }

  @Test
  void aValueMayContainEqualsSignsAndNothing() {
    var arguments = Arguments.parse(List.of("--grcuda.A=x=y", "--grcuda.B="));
    assertEquals(Map.of("grcuda.A", "x=y", "grcuda.B", ""), arguments.languageOptions());
  }

  @Test
  void twoDashesEndTheOptions() {
    assertEquals(List.of("-h", "x"), Arguments.parse(List.of("--", "-h", "x")).operands());
  }

  @Test
  void optionsOfACommandTakeTheNextArgumentWhereverTheyStand() {
    for (List<String> args : List.of(List.of("-o", "b", "a"), List.of("a", "-o", "b"))) {
      Arguments arguments = Arguments.parse(args, Set.of("-o"), Set.of(), Set.of());
      assertEquals(Map.of("-o", "b"), arguments.commandOptions());
      assertEquals(List.of("a"), arguments.operands());
    }
    assertEquals(
        List.of("a", "-o"),
        Arguments.parse(List.of("a", "--", "-o"), Set.of("-o"), Set.of(), Set.of()).operands());
    var error =
        assertThrows(
            CommandFailure.class,
            () -> Arguments.parse(List.of("a", "-o"), Set.of("-o"), Set.of(), Set.of()));
    assertEquals("-o: no value given", error.getMessage());
  }

  @Test
  void anOptionThatStandsForTheProgramIsTheLastOne() {
    var args = List.of("--kind=x", "-c", "1 + 1", "-c", "--kind");
    Arguments arguments = Arguments.parse(args, Set.of("--kind"), Set.of(), Set.of("-c"));
    assertEquals(Map.of("--kind", "x", "-c", "1 + 1"), arguments.commandOptions());
    assertEquals(List.of("-c", "--kind"), arguments.operands());
  }

  @Test
  void flagsOfACommandTakeNoValue() {
    Arguments arguments =
        Arguments.parse(List.of("a", "--why", "b"), Set.of(), Set.of("--why"), Set.of());
    assertEquals(Map.of("--why", "true"), arguments.commandOptions());
    assertEquals(List.of("a", "b"), arguments.operands());
  }

  @Test
  void helpIsRecognisedAmongOptionsOnly() {
    assertTrue(Arguments.parse(List.of("--grcuda.A=1", "--help")).help());
    assertEquals(false, Arguments.parse(List.of("a.py", "--help")).help());
  }

  @Test
  void anOptionOfNoLanguageIsRefused() {
    var error =
        assertThrows(
            CommandFailure.class, () -> Arguments.parse(List.of("--js.strict", "--strict")));
    assertTrue(error.getMessage().startsWith("unknown option '--strict'; did you mean '--"));
    assertEquals(2, error.status());
  }

  @Test
  void flagsOfTheGraalVmLaunchersSayNothingNew() {
    var flags = List.of("--jvm", "--polyglot", "--experimental-options", "--grcuda.A", "a.py");
    Arguments arguments = Arguments.parse(flags);
    assertEquals(Map.of("grcuda.A", "true"), arguments.languageOptions());
    assertEquals(List.of("a.py"), arguments.operands());
  }

  @Test
  void optionsOfTheJvmHaveAnotherPlace() {
    var error =
        assertThrows(CommandFailure.class, () -> Arguments.parse(List.of("--vm.Xmx4g", "a.py")));
    assertEquals(
        "--vm.Xmx4g: options of the JVM go into the environment variable JDK_JAVA_OPTIONS",
        error.getMessage());
  }
}
