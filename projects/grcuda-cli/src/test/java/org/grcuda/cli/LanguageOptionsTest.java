package org.grcuda.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LanguageOptionsTest {

  private static final Set<String> PART_A = Set.of("grcuda.Backend", "engine.Mode");

  @Test
  void aLanguageThatIsNotThereIsNamedWithItsPartOfTheBundle() {
    String js =
        LanguageOptions.missingLanguage(
                "Could not find option with name js.esm-eval-returns-exports.", PART_A)
            .orElseThrow();
    assertTrue(js.startsWith("JavaScript is not installed here: "), js);
    assertTrue(js.contains("part c (grcuda-gpu-c-javascript.tar.xz)"), js);
    String python =
        LanguageOptions.missingLanguage(
                "Could not find option with name python.InstallSignalHandlers.", PART_A)
            .orElseThrow();
    assertTrue(python.contains("parts d and e (grcuda-gpu-d-python.tar.xz,"), python);
  }

  @Test
  void otherErrorsAreNotOfAMissingLanguage() {
    String message = "Could not find option with name js.none.";
    assertEquals(Optional.empty(), LanguageOptions.missingLanguage(message, Set.of("js.strict")));
    assertEquals(Optional.empty(), LanguageOptions.missingLanguage("no context", PART_A));
  }
}
