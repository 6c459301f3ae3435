package org.grcuda.tests.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of each module: few of them need each other in a cycle. */
final class FileCyclesTest {

  private static final int MOST = 16;

  private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?([\\w.]+);", Pattern.MULTILINE);
  private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w*");

  static List<Path> modules() throws IOException {
    return MODULE
        .matcher(Repository.text("pom.xml"))
        .results()
        .map(module -> Repository.root().resolve(module.group(1)).resolve("src/main/java"))
        .filter(Files::isDirectory)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void cyclesAreSmall(Path sources) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(FileCyclesTest::isType).toList()) {
        String name = sources.relativize(file).toString().replace('/', '.');
        texts.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
      }
    }
    Set<String> largest = largestCycle(graph(texts));
    assertTrue(largest.size() <= MOST, () -> largest.size() + " files: " + largest);
  }

  @Test
  void findsCycles() {
    Map<String, Set<String>> graph =
        graph(
            Map.of(
                "a.A", "import b.B;\n/* F */ class A { B b; }",
                "b.B", "import static a.F.x;\nclass B { C c; }",
                "b.C", "class C { D d; }",
                "b.D", "class D { C c; E e; }",
                "b.E", "import static b.C.y;\nclass E {}",
                "a.F", "class F {}"));
    assertEquals(Set.of("b.B"), graph.get("a.A"));
    assertEquals(Set.of("a.F", "b.C"), graph.get("b.B"));
    assertEquals(Set.of("b.C", "b.D", "b.E"), largestCycle(graph));
  }

  private static boolean isType(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java") && !name.endsWith("-info.java");
  }

  /** What the imports of a file name, and types of its own package. */
  private static Map<String, Set<String>> graph(Map<String, String> texts) {
    Map<String, Set<String>> graph = new TreeMap<>();
    texts.forEach(
        (name, text) -> {
          String code = text.replaceAll("(?s)/\\*.*?\\*/", " ");
          Set<String> needs = new TreeSet<>();
          for (Matcher named = IMPORT.matcher(code); named.find(); ) {
            String imported = named.group(1);
            while (!texts.containsKey(imported) && imported.contains(".")) {
              imported = imported.substring(0, imported.lastIndexOf('.'));
            }
            needs.add(imported);
          }
          String own = name.substring(0, name.lastIndexOf('.') + 1);
          String body = IMPORT.matcher(code).replaceAll("");
          for (Matcher named = NAME.matcher(body); named.find(); ) {
            needs.add(own + named.group());
          }
          needs.retainAll(texts.keySet());
          needs.remove(name);
          graph.put(name, needs);
        });
    return graph;
  }

  /** The largest strongly connected component (Tarjan). */
  private static Set<String> largestCycle(Map<String, Set<String>> graph) {
    Components components = new Components(graph);
    graph.keySet().forEach(components::visit);
    return components.largest;
  }

  private static final class Components {

    private final Map<String, Set<String>> graph;
    private final Map<String, Integer> order = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private Set<String> largest = Set.of();

    Components(Map<String, Set<String>> graph) {
      this.graph = graph;
    }

    void visit(String node) {
      if (order.containsKey(node)) {
        return;
      }
      order.put(node, order.size());
      lowest.put(node, order.get(node));
      open.push(node);
      for (String next : graph.get(node)) {
        boolean isNew = !order.containsKey(next);
        visit(next);
        if (isNew) {
          lowest.merge(node, lowest.get(next), Math::min);
        } else if (open.contains(next)) {
          lowest.merge(node, order.get(next), Math::min);
        }
      }
      if (lowest.get(node).equals(order.get(node))) {
        List<String> component = new ArrayList<>();
        do {
          component.add(open.pop());
        } while (!component.getLast().equals(node));
        if (component.size() > largest.size()) {
          largest = new HashSet<>(component);
        }
      }
    }
  }
}
