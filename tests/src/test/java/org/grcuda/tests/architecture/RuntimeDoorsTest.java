package org.grcuda.tests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the modules above the runtime may use of the packages within it. */
final class RuntimeDoorsTest {

  private static final String RUNTIME = "org.grcuda.runtime";

  /** The types of each package that others may use. Packages that are not here are open. */
  private static final Map<String, Set<String>> DOORS =
      Map.of(
          "computation",
          Set.of(
              "Access",
              "AccessMode",
              "Allocation",
              "ComputationFailedException",
              "ComputeStream",
              "DependencyTracker",
              "EventRecord",
              "IntervalMap",
              "KernelLookup",
              "LaunchCost",
              "MemoryView",
              "Operation",
              "Placement",
              "Places",
              "Region",
              "StreamOrder",
              "Vertex"),
          "completion",
          Set.of("EndNotices", "HostProgress", "ThreadWork"),
          "memory",
          Set.of("Eviction", "MemoryAdvicePolicy", "MemoryManagement", "MemoryManager", "Traffic"),
          "observation",
          Set.of("ComputationTiming"),
          "prediction",
          Set.of(),
          "route",
          Set.of(
              "Arrival",
              "Exchange",
              "Message",
              "Receiver",
              "Router",
              "RouterShape",
              "Routing",
              "RoutingPolicy",
              "RowCount",
              "Sender"),
          "scheduling",
          Set.of(),
          "selection",
          Set.of(),
          "stream",
          Set.of("DevicesManager", "StreamManager"),
          "sync",
          Set.of("Blocker", "Idling", "SyncPolicy"));

  private final JavaClasses classes = new ClassFileImporter().importPaths(PackagesTest.modules());

  RuntimeDoorsTest() throws IOException {}

  @Test
  void othersUseTheDoorsOnly() {
    DescribedPredicate<JavaClass> inner =
        describe("are inner to the runtime", RuntimeDoorsTest::isInner);
    noClasses()
        .that()
        .resideOutsideOfPackage(RUNTIME + "..")
        .should()
        .dependOnClassesThat(inner)
        .check(classes);
  }

  private static boolean isInner(JavaClass used) {
    JavaClass type = outermost(used.getBaseComponentType());
    String name = type.getPackageName();
    if (!name.startsWith(RUNTIME + ".")) {
      return false;
    }
    Set<String> doors = DOORS.get(name.substring(RUNTIME.length() + 1));
    return doors != null && !doors.contains(type.getSimpleName());
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(RuntimeDoorsTest::outermost).orElse(type);
  }

  /** Fields of the runtime's types are for the scheduler, under its lock. */
  @Test
  void othersCallMethods() {
    DescribedPredicate<JavaFieldAccess> field =
        describe("of the runtime that can change", RuntimeDoorsTest::isField);
    noClasses()
        .that()
        .resideOutsideOfPackage(RUNTIME + "..")
        .should()
        .accessFieldWhere(field)
        .check(classes);
  }

  private static boolean isField(JavaFieldAccess access) {
    String name = access.getTarget().getName();
    return access.getTargetOwner().getPackageName().startsWith(RUNTIME)
        && !name.equals(name.toUpperCase(Locale.ROOT));
  }
}
