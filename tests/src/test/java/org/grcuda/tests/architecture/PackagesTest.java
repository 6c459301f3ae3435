package org.grcuda.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grcuda.tests.Repository;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packages of each module: none depends on itself through others, and none is too large. */
final class PackagesTest {

  private static final int MOST_FILES = 40;

  private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");

  /** One slice for each package. */
  private static final SliceAssignment PACKAGES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
          return "packages";
        }
      };

  /** The modules that were compiled: all of them, unless only some are tested. */
  static List<Path> modules() throws IOException {
    List<Path> classes =
        MODULE
            .matcher(Repository.text("pom.xml"))
            .results()
            .map(module -> Repository.root().resolve(module.group(1)).resolve("target/classes"))
            .filter(Files::isDirectory)
            .toList();
    assertFalse(classes.isEmpty());
    return classes;
  }

  @ParameterizedTest
  @MethodSource("modules")
  void noCycles(Path module) {
    JavaClasses classes = new ClassFileImporter().importPath(module);
    slices().assignedFrom(PACKAGES).should().beFreeOfCycles().allowEmptyShould(true).check(classes);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void truffleIsForTheLanguageAlone(Path module) {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "org.grcuda.core.language",
            "org.grcuda.core.guest",
            "org.grcuda.core.interop",
            "org.grcuda.core.interop.route",
            "org.grcuda.core.map",
            "org.grcuda.core.builtin",
            "org.grcuda.core.node")
        // What an object of a language costs at least, for a benchmark.
        .and()
        .haveNameNotMatching(".*\\.MinimalArray(Gen)?(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.oracle.truffle..")
        .allowEmptyShould(true)
        .check(new ClassFileImporter().importPath(module));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void sizes(Path module) throws IOException {
    Path sources = module.resolve("../../src/main/java").normalize();
    if (!Files.isDirectory(sources)) {
      return;
    }
    try (Stream<Path> files = Files.walk(sources)) {
      Map<String, Long> large =
          files
              .filter(PackagesTest::isType)
              .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
              .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
      large.values().removeIf(count -> count <= MOST_FILES);
      assertEquals(Map.of(), large);
    }
  }

  private static boolean isType(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java") && !name.endsWith("-info.java");
  }
}
