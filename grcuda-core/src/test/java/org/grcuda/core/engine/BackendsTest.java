package org.grcuda.core.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.grcuda.core.host.Permissions;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.types.BackendChoice;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which backend is taken, and what is said of the others. */
class BackendsTest {

  private static final Permissions CONFINED = new Permissions(false, true);

  private final List<Driver> opened = new ArrayList<>();
  private final List<String> probed = new ArrayList<>();

  private final Fake gpu = new Fake("gpu", 100, true);
  private final Fake processor = new Fake("processor", 10, false);
  private final Fake hidden = new Fake("hidden", -1, false);
  private final Backends backends = new Backends(List.of(hidden, processor, gpu));

  @AfterEach
  void closeDrivers() {
    opened.forEach(Driver::close);
  }

  @Test
  void autoTakesTheHighestRankAndLooksNoFurther() {
    assertEquals("gpu: taken: gpu works", text(open("auto", Permissions.ALL)));
    assertEquals(List.of("gpu"), probed);
  }

  @Test
  void explainLooksAtAllAndLeavesNothingOpen() {
    BackendChoice choice = explain("auto");
    assertEquals(
        "gpu: taken: gpu works\n"
            + "processor: not needed: processor works\n"
            + "hidden: only by name: hidden works",
        text(choice));
    assertEquals(Optional.of("gpu"), choice.taken());
    assertThrows(IllegalStateException.class, () -> opened.getFirst().allocateHost(1));
  }

  @Test
  void whatCannotRunHereIsPassedOver() {
    gpu.problem = "no driver";
    assertEquals(
        "gpu: not available: no driver\nprocessor: taken: processor works",
        text(open("auto", Permissions.ALL)));
  }

  @Test
  void whatCannotBeOpenedIsPassedOver() {
    gpu.failure = CudaResult.CUDA_ERROR_DEVICE_UNAVAILABLE;
    String said =
        "CUDA_ERROR_DEVICE_UNAVAILABLE (46): in use [cuDevicePrimaryCtxRetain on device 0]";
    assertEquals(
        "gpu: failed to open: " + said + "\nprocessor: taken: processor works",
        text(open("auto", Permissions.ALL)));
    GrCudaException named = assertThrows(GrCudaException.class, () -> open("gpu", Permissions.ALL));
    assertEquals(said, named.getMessage());
    assertEquals(
        "gpu: failed to open: %s\nprocessor: not needed: processor works\n".formatted(said)
            + "hidden: only by name: hidden works",
        text(explain("gpu")));
  }

  @Test
  void aWrongSettingIsNoReasonToTakeAnother() {
    gpu.failure = CudaResult.CUDA_ERROR_INVALID_VALUE;
    assertEquals(
        CudaResult.CUDA_ERROR_INVALID_VALUE,
        assertThrows(GrCudaException.class, () -> open("auto", Permissions.ALL)).cudaResult());
    assertThrows(GrCudaException.class, () -> explain("auto"));
  }

  @Test
  void programsWithoutNativeAccessGetNoBackendThatNeedsIt() {
    assertEquals(
        "gpu: not allowed: the program has no native access\nprocessor: taken: processor works",
        text(backends.explain("auto", DriverSettings.defaults(), CONFINED), 2));
    assertEquals("processor: taken: processor works", text(open("auto", CONFINED), 2, 1));
    assertEquals(
        GrCudaException.Kind.PERMISSION,
        assertThrows(GrCudaException.class, () -> open("gpu", CONFINED)).kind());
  }

  @Test
  void whereNoneCanBeUsedEachSaysWhy() {
    gpu.problem = "no driver";
    processor.problem = "another processor";
    assertEquals(
        "no backend can be used: gpu: no driver; processor: another processor",
        assertThrows(GrCudaException.class, () -> open("auto", Permissions.ALL)).getMessage());
    assertEquals(Optional.empty(), explain("auto").taken());
    assertEquals(
        "backend 'gpu' cannot be used: no driver",
        assertThrows(GrCudaException.class, () -> open("gpu", Permissions.ALL)).getMessage());
    assertEquals(Optional.empty(), explain("gpu").taken());
  }

  @Test
  void theOneNamedIsTakenWhateverItsRank() {
    assertEquals("hidden: taken: hidden works", text(open("hidden", Permissions.ALL)));
    assertEquals(List.of("hidden"), probed);
    assertEquals(
        "option grcuda.Backend: unknown value 'gpv'; did you mean 'gpu'?"
            + " Legal values: auto, gpu, processor, hidden",
        assertThrows(GrCudaException.class, () -> explain("gpv")).getMessage());
  }

  @Test
  void aBackendThatIsNotThereIsToBeAdded() {
    var none = new Backends(List.of());
    String remedy =
        " on the class path or module path: add the dependency org.grcuda:grcuda;"
            + " a fat jar must merge the files in META-INF/services";
    assertEquals(
        "no backend is" + remedy,
        assertThrows(
                GrCudaException.class,
                () -> none.open("auto", DriverSettings.defaults(), Permissions.ALL))
            .getMessage());
    assertEquals(
        "backend 'cuda' is not" + remedy,
        assertThrows(
                GrCudaException.class,
                () -> none.open("cuda", DriverSettings.defaults(), Permissions.ALL))
            .getMessage());
  }

  @Test
  void joinedNamesTakeTheDevicesOfBoth() {
    BackendChoice choice = open("gpu+processor", Permissions.ALL);
    assertEquals("gpu: taken: gpu works\nprocessor: taken: processor works", text(choice));
    assertEquals(Optional.of("gpu+processor"), choice.taken());
    assertEquals(
        "gpu: taken: gpu works\nprocessor: taken: processor works\nhidden: only by name: hidden"
            + " works",
        text(explain("processor+gpu")));
  }

  @Test
  void joinedBackendsMustAllOpen() {
    processor.problem = "no processor";
    GrCudaException refused =
        assertThrows(GrCudaException.class, () -> open("gpu+processor", Permissions.ALL));
    assertEquals("backend 'processor' cannot be used: no processor", refused.getMessage());
    assertThrows(IllegalStateException.class, () -> opened.getFirst().allocateHost(1));
    assertEquals(Optional.empty(), explain("gpu+processor").taken());
  }

  @Test
  void joinedNamesAreDifferentBackends() {
    for (String wrong : List.of("gpu+auto", "gpu+gpu")) {
      assertEquals(
          "option grcuda.Backend: '%s': expected different backends by their names, such as cuda+cpu"
              .formatted(wrong),
          assertThrows(GrCudaException.class, () -> open(wrong, Permissions.ALL)).getMessage());
    }
    assertEquals(
        "option grcuda.Backend: unknown value 'gp'; did you mean 'gpu'? Legal values: auto, gpu,"
            + " processor, hidden",
        assertThrows(GrCudaException.class, () -> open("gp+processor", Permissions.ALL))
            .getMessage());
  }

  private BackendChoice open(String name, Permissions permissions) {
    return backends.open(name, DriverSettings.defaults(), permissions).choice();
  }

  private BackendChoice explain(String name) {
    return backends.explain(name, DriverSettings.defaults(), Permissions.ALL);
  }

  private static String text(BackendChoice choice) {
    return text(choice, choice.candidates().size());
  }

  private static String text(BackendChoice choice, int count) {
    return text(choice, count, 0);
  }

  private static String text(BackendChoice choice, int count, int skipped) {
    return choice.candidates().stream()
        .limit(count)
        .skip(skipped)
        .map(each -> each.name() + ": " + each.outcome() + ": " + each.reason())
        .collect(Collectors.joining("\n"));
  }

  private final class Fake implements DriverProvider {

    private final String name;
    private final int rank;
    private final boolean needsNativeAccess;
    private String problem;
    private CudaResult failure;

    Fake(String name, int rank, boolean needsNativeAccess) {
      this.name = name;
      this.rank = rank;
      this.needsNativeAccess = needsNativeAccess;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public int rank() {
      return rank;
    }

    @Override
    public boolean needsNativeAccess() {
      return needsNativeAccess;
    }

    @Override
    public Availability probe() {
      probed.add(name);
      return new Availability(problem == null, problem == null ? name + " works" : problem);
    }

    @Override
    public Driver open(DriverSettings settings) {
      if (failure != null) {
        throw new DriverException(failure, "cuDevicePrimaryCtxRetain", 0, "in use");
      }
      Driver driver = new NullDriver(NullSettings.defaults());
      opened.add(driver);
      return driver;
    }
  }
}
