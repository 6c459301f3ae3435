package org.grcuda.runtime.policy;

import static org.grcuda.runtime.policy.BandwidthMatrix.HOST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.junit.jupiter.api.Test;

/** Measuring on a machine whose links are known. */
class BandwidthProfilerTest {

  private static final BandwidthProfiler.Progress QUIET = (done, total) -> {};

  private static void assertClose(BandwidthMatrix expected, BandwidthMatrix measured) {
    for (int from = HOST; from < expected.devices(); from++) {
      for (int to = HOST; to < expected.devices(); to++) {
        double link = expected.between(from, to);
        if (!Double.isInfinite(link)) {
          assertEquals(link, measured.between(from, to), 0.1 * link, from + " to " + to);
        }
      }
    }
  }

  @Test
  void everyLinkIsMeasuredInEachDirection() {
    BandwidthMatrix published = BandwidthFile.published("v100-8");
    FakeMachine machine = new FakeMachine(published, false);
    List<Integer> steps = new ArrayList<>();
    BandwidthProfile profile =
        BandwidthProfiler.measure(machine, (done, total) -> steps.add(100 * done / total));
    assertClose(published, profile.matrix());
    assertEquals("measured", profile.matrix().origin());
    assertEquals(List.of(), profile.shared());
    assertEquals(80 + 28, steps.size());
    assertEquals(100, steps.getLast());
    assertEquals(0, machine.liveAllocations());
    assertEquals(0, machine.open);
  }

  @Test
  void directionsAreToldApart() {
    BandwidthMatrix links =
        BandwidthMatrix.builder(2, "a test")
            .set(HOST, 0, 6)
            .set(0, HOST, 13)
            .set(HOST, 1, 25)
            .set(1, HOST, 50)
            .set(0, 1, 3)
            .set(1, 0, 200)
            .set(0, 0, 400)
            .set(1, 1, 800)
            .build();
    assertClose(links, BandwidthProfiler.measure(new FakeMachine(links, false), QUIET).matrix());
  }

  @Test
  void linksThatDevicesShareAreFound() {
    BandwidthMatrix published = BandwidthFile.published("v100-8").first(5);
    BandwidthProfile profile = BandwidthProfiler.measure(new FakeMachine(published, true), QUIET);
    assertEquals(
        List.of(List.of(0, 1), List.of(2, 3)),
        profile.shared().stream().map(BandwidthProfile.SharedLink::devices).toList());
    assertEquals(24, profile.shared().getFirst().alone(), 2);
    assertEquals(12, profile.shared().getFirst().together(), 1);
  }

  @Test
  void aBackendThatCopiesNothingCannotBeMeasured() {
    try (NullDriver driver = new NullDriver(NullSettings.defaults().withDevices(2))) {
      IllegalStateException error =
          assertThrows(IllegalStateException.class, () -> BandwidthProfiler.measure(driver, QUIET));
      assertTrue(error.getMessage().startsWith("copies of the backend 'null' take no time"));
    }
  }
}
