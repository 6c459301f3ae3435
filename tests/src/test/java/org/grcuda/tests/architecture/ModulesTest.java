package org.grcuda.tests.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.grcuda.tests.Repository;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of modules that the documents draw is the one that module-info.java declares. */
final class ModulesTest {

  private static final Pattern DRAWING = Pattern.compile("(?m)^driver <- .*$");
  private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");
  private static final Pattern NAME = Pattern.compile("\\bmodule org\\.(grcuda[.\\w]*)");
  private static final Pattern REQUIRED =
      Pattern.compile("requires (?:transitive )?org\\.(grcuda[.\\w]*);");

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/architecture.md"})
  void whatIsRequiredIsDrawn(String document) throws IOException {
    Map<String, Set<String>> drawn = drawn(Repository.text(document));
    Map<String, Set<String>> undrawn = new HashMap<>();
    for (Map.Entry<String, Set<String>> module : declared().entrySet()) {
      Set<String> missing = new TreeSet<>(module.getValue());
      missing.removeAll(reachable(module.getKey(), drawn));
      if (!missing.isEmpty()) {
        undrawn.put(module.getKey(), missing);
      }
    }
    assertEquals(Map.of(), undrawn);
    drawn.forEach((user, used) -> assertTrue(!reachable(user, drawn).contains(user), user));
  }

  /** What each module uses directly, by the drawing. */
  private static Map<String, Set<String>> drawn(String text) {
    Map<String, Set<String>> uses = new HashMap<>();
    String drawing = DRAWING.matcher(text).results().findFirst().orElseThrow().group();
    for (String chain : drawing.split(" {2,}")) {
      List<Set<String>> links = Arrays.stream(chain.split(" <- ")).map(ModulesTest::names).toList();
      for (int i = 1; i < links.size(); i++) {
        for (String user : links.get(i)) {
          uses.computeIfAbsent(user, key -> new HashSet<>()).addAll(links.get(i - 1));
        }
      }
    }
    return uses;
  }

  private static Set<String> names(String link) {
    return Arrays.stream(link.split("[{}, ]+"))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }

  private static Set<String> reachable(String module, Map<String, Set<String>> uses) {
    Set<String> found = new HashSet<>();
    for (String used : uses.getOrDefault(module, Set.of())) {
      found.add(used);
      found.addAll(reachable(used, uses));
    }
    return found;
  }

  /** What each module requires of the others, by its module-info.java. */
  private static Map<String, Set<String>> declared() throws IOException {
    Map<String, Set<String>> required = new HashMap<>();
    for (MatchResult module : MODULE.matcher(Repository.text("pom.xml")).results().toList()) {
      Path info = Repository.root().resolve(module.group(1), "src/main/java/module-info.java");
      if (Files.exists(info)) {
        String text = Files.readString(info);
        String name = NAME.matcher(text).results().findFirst().orElseThrow().group(1);
        required.put(
            drawnName(name),
            REQUIRED
                .matcher(text)
                .results()
                .map(found -> drawnName(found.group(1)))
                .collect(Collectors.toSet()));
      }
    }
    assertTrue(required.containsKey("core"), required.toString());
    return required;
  }

  private static String drawnName(String module) {
    return module.equals("grcuda") ? module : module.substring("grcuda.".length());
  }
}
