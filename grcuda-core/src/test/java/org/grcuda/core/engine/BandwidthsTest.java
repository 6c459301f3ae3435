package org.grcuda.core.engine;

import static org.grcuda.runtime.policy.BandwidthMatrix.HOST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.grcuda.core.host.LocalFiles;
import org.grcuda.core.host.Permissions;
import org.grcuda.core.host.SessionHost;
import org.grcuda.core.option.Options;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.policy.BandwidthFile;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.policy.RetrieveParentStreamPolicy;
import org.grcuda.runtime.sync.Blocker;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the bandwidths of a session come from, on devices with memory of their own. */
class BandwidthsTest {

  private static final String ASSUMED =
      "12 GB/s are assumed for links to the host, and 12 between devices; 'grcuda bandwidth'"
          + " measures";

  @TempDir private Path folder;
  private final List<String> messages = new ArrayList<>();

  /** A session on two null devices that have memory of their own. */
  private Session open(String... namesAndValues) {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    NullSettings settings =
        NullSettings.defaults().withDevices(2).withAttribute(DeviceAttribute.INTEGRATED, 0);
    SessionHost host =
        new SessionHost(
            Map.of("XDG_CACHE_HOME", folder.toString()),
            text -> {},
            messages::add,
            Permissions.ALL,
            new LocalFiles(),
            Blocker.uninterruptible(),
            null);
    return Session.open(Options.of(options), host, new NullDriver(settings));
  }

  /** Computations with parents are not kept on their devices where the policy weighs moves. */
  @Test
  void theStreamPolicyIsThatOfTheNamedSelection() {
    SessionHost host =
        new SessionHost(
            Map.of("XDG_CACHE_HOME", folder.toString()),
            text -> {},
            messages::add,
            Permissions.ALL,
            new LocalFiles(),
            Blocker.uninterruptible(),
            null);
    try (NullDriver driver = new NullDriver(NullSettings.defaults().withDevices(2))) {
      Bandwidths bandwidths = new Bandwidths(Options.of(Map.of()), host, driver, messages::add);
      RuntimeOptions.Builder options = RuntimeOptions.defaults(2).with();
      assertEquals(
          RetrieveParentStreamPolicy.MULTIGPU_EARLY_DISJOINT,
          bandwidths.complete(options.deviceSelection(DeviceSelection.LOOKAHEAD).build()).stream());
      assertEquals(
          RetrieveParentStreamPolicy.MULTIGPU_DISJOINT,
          bandwidths
              .complete(options.deviceSelection(DeviceSelection.ROUND_ROBIN).build())
              .stream());
    }
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("b.csv"), text);
  }

  private void assertRefused(String message, String value) {
    GrCudaException error =
        assertThrows(GrCudaException.class, () -> open("BandwidthMatrix", value).close());
    assertEquals(message, error.getMessage());
  }

  private void assertWarned(String text) {
    assertEquals(List.of("grcuda: warning: " + text + System.lineSeparator()), messages);
  }

  @Test
  void whatNobodyMeasuredIsAssumedWithAWarning() {
    try (Session session = open()) {
      assertWarned("the bandwidths of this machine are not known; " + ASSUMED);
      assertEquals(BandwidthMatrix.assumed(2), session.bandwidths().current());
      assertEquals("assumed", session.bandwidths().current().origin());
    }
    assertEquals(1, messages.size());
  }

  @Test
  void policiesThatDoNotAskAreNotWarnedAbout() {
    try (Session session = open("DeviceSelectionPolicy", "min-transfer-size")) {
      assertEquals(List.of(), messages);
      assertEquals(12, session.bandwidths().current().between(HOST, 1));
      assertEquals(1, messages.size());
    }
  }

  @Test
  void theFileOfTheOptionIsUsed() throws IOException {
    Path file = file("From,To,Bandwidth\n-1,0,3\n-1,1,4\n0,1,5\n0,2,6\n1,2,6\n-1,2,7\n");
    try (Session session = open("BandwidthMatrix", file.toString())) {
      assertEquals(List.of(), messages);
      assertEquals(2, session.bandwidths().current().devices());
      assertEquals(5, session.bandwidths().current().between(1, 0));
      assertEquals(file.toString(), session.bandwidths().current().origin());
    }
  }

  @Test
  void publishedMachinesHaveNames() {
    try (Session session = open("BandwidthMatrix", "v100-8")) {
      assertEquals(24.2, session.bandwidths().current().between(0, 1));
    }
  }

  @Test
  void filesThatCannotBeUsedAreRefused() throws IOException {
    Path file = file("From,To,Bandwidth\n-1,0,3\n-1,1,0\n");
    String option = "option grcuda.BandwidthMatrix: ";
    assertRefused(
        option + file + ", line 3, column 6: expected a bandwidth in GB/s, above 0, given '0'",
        file.toString());
    file("From,To,Bandwidth\n-1,0,3\n");
    assertRefused(
        option
            + file
            + " ends at device 0, device 1 is in use; measure with 'grcuda bandwidth -o FILE', or"
            + " use fewer devices with grcuda.NumberOfGPUs",
        file.toString());
    assertTrue(
        assertThrows(GrCudaException.class, () -> open("BandwidthMatrix", folder.toString()))
            .getMessage()
            .startsWith("cannot read " + folder + ": "));
  }

  @Test
  void aMissingFileIsWarnedAboutWhenBandwidthsAreNeeded() {
    String missing = folder.resolve("missing.csv").toString();
    open("BandwidthMatrix", missing, "DeviceSelectionPolicy", "round-robin").close();
    assertEquals(List.of(), messages);
    open("BandwidthMatrix", missing).close();
    // The null device cannot be measured.
    assertWarned(
        "option grcuda.BandwidthMatrix: there is no file "
            + missing
            + ": copies of the backend 'null' take no time: nothing can be measured; "
            + ASSUMED);
  }

  @Test
  void whatWasMeasuredBeforeIsFound() throws IOException {
    Path stored;
    try (Session session = open("DeviceSelectionPolicy", "round-robin")) {
      stored = session.bandwidths().storedFile();
    }
    assertEquals(folder.resolve("grcuda"), stored.getParent());
    Files.createDirectories(stored.getParent());
    Files.writeString(stored, BandwidthFile.format(BandwidthFile.published("a100-8")));
    try (Session session = open()) {
      assertEquals(List.of(), messages);
      assertEquals(250, session.bandwidths().current().between(0, 1));
      assertEquals(stored.toString(), session.bandwidths().current().origin());
    }
    Files.writeString(stored, BandwidthFile.format(BandwidthMatrix.assumed(1)));
    open().close();
    assertWarned(stored + " has too few devices; " + ASSUMED);
    messages.clear();
    Files.writeString(stored, "nonsense");
    open().close();
    assertWarned(
        stored
            + ", line 1, column 1: expected the header From,To,Bandwidth, given 'nonsense'; "
            + ASSUMED);
  }

  @Test
  void whatCannotBeMeasuredChangesNothing() {
    try (Session session = open("BandwidthMatrix", "v100-8")) {
      GrCudaException error =
          assertThrows(
              GrCudaException.class, () -> session.bandwidths().profile((done, total) -> {}));
      assertEquals(GrCudaException.Kind.STATE, error.kind());
      assertEquals("v100-8", session.bandwidths().current().origin());
    }
  }
}
