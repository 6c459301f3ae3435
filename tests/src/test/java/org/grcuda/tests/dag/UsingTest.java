package org.grcuda.tests.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.task.Resource;
import org.grcuda.tests.Configuration;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What launches use besides their arguments orders them. */
final class UsingTest {

  private static final String SOURCE =
      """
      extern "C" __global__ void one(int *x) { x[threadIdx.x] = 1; }
      """;

  @TempDir private Path folder;

  static Stream<Configuration> configurations() {
    return Stream.concat(
        Configuration.all(1, 2),
        Stream.of(
            Configuration.of("CpuDevices", "2", "MemoryManager", "replicated"),
            Configuration.of("CpuDevices", "2", "DependencyPolicy", "no-const")));
  }

  private Set<String> edges(GrCuda.Builder builder, Consumer<GrCuda> program) throws IOException {
    return LaunchEdges.of(folder, builder, program);
  }

  private static Kernel one(GrCuda cuda) {
    return cuda.buildKernel(SOURCE, "one(x: out pointer sint32)");
  }

  /** A writer, two readers side by side, and a writer after both; one launch has no part in it. */
  private static void orderedByResource(GrCuda cuda) {
    Kernel one = one(cuda);
    Resource token = cuda.resource("token");
    Kernel writer = one.using(List.of(), List.of(token));
    Kernel reader = one.using(List.of(token), List.of());
    for (Kernel kernel : List.of(writer, reader, reader, one, writer)) {
      kernel.grid(1).block(4).launch(cuda.intArray(4));
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void resourcesOrder(Configuration configuration) throws IOException {
    boolean writers = configuration.options().get("DependencyPolicy") != null;
    assertEquals(
        writers ? Set.of("0->1", "1->2", "2->4") : Set.of("0->1", "0->2", "1->4", "2->4"),
        edges(configuration.typed(), UsingTest::orderedByResource));
  }

  /** Devices that take computations when they have room, and windows of them, heed resources. */
  @ParameterizedTest
  @ValueSource(strings = {"auto", "darts", "lookahead", "round-robin", "min-transfer-size"})
  void everyPolicyHeedsResources(String policy) throws IOException {
    for (String memory : List.of("managed", "replicated")) {
      Configuration configuration =
          Configuration.of(
              "CpuDevices", "2", "DeviceSelectionPolicy", policy, "MemoryManager", memory);
      assertEquals(
          Set.of("0->1", "0->2", "1->4", "2->4"),
          edges(configuration.typed(), UsingTest::orderedByResource));
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void arraysOrder(Configuration configuration) throws IOException {
    if (configuration.options().containsKey("DependencyPolicy")) {
      return;
    }
    assertEquals(
        Set.of("0->1", "1->2"),
        edges(
                configuration.typed(),
                cuda -> {
                  Kernel one = one(cuda);
                  IntArray x = cuda.intArray(4);
                  Kernel.Configuration plain = one.grid(1).block(4);
                  plain.launch(x);
                  plain.using(List.of(x), List.of()).launch(cuda.intArray(4));
                  plain.using(List.of(), List.of(x.slice(0, 2))).launch(cuda.intArray(4));
                  plain.using(List.of(x.slice(2, 4)), List.of()).launch(cuda.intArray(4));
                })
            .stream()
            .filter(edge -> !edge.equals("0->3"))
            .collect(Collectors.toSet()));
  }

  /** A computation after a failed one that it shares nothing but a resource with does not fail. */
  @Test
  void failuresDoNotTravelByResources() {
    try (GrCuda cuda = GrCuda.builder().open()) {
      Kernel bad =
          cuda.buildKernel(
              "extern \"C\" __global__ void bad(int *x) { x[1 << 28] = 1; }",
              "bad(x: out pointer sint32)");
      Resource token = cuda.resource("token");
      IntArray x = cuda.intArray(4);
      bad.using(List.of(), List.of(token)).grid(1).block(1).launch(cuda.intArray(4));
      one(cuda).using(List.of(token), List.of()).grid(1).block(4).launch(x);
      assertEquals(1, x.get(3));
    }
  }

  @Test
  void resourcesOfOtherContextsAreRefused() {
    try (GrCuda cuda = GrCuda.builder().open();
        GrCuda other = GrCuda.builder().open()) {
      Kernel one = one(cuda);
      List<Resource> foreign = List.of(other.resource("mine"));
      var error = assertThrows(GrCudaException.class, () -> one.using(foreign, List.of()));
      assertEquals("resource 'mine' belongs to another context", error.getMessage());
    }
  }

  @Test
  void closedContextsMakeNoResources() {
    GrCuda cuda = GrCuda.builder().open();
    cuda.close();
    var error = assertThrows(GrCudaException.class, () -> cuda.resource("late"));
    assertEquals("the context is closed", error.getMessage());
  }
}
