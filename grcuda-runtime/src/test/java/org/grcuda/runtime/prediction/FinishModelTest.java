package org.grcuda.runtime.prediction;

import static org.grcuda.runtime.prediction.FinishModel.KERNEL_NANOS;
import static org.grcuda.runtime.prediction.FinishModel.TRANSFER_NANOS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.junit.jupiter.api.Test;

/** Predictions against tables worked out by hand, in nanoseconds. */
class FinishModelTest {

  private static final double KERNEL = 1_000_000;
  private static final double ROUNDING = 1e-3;
  private static final long HOST = 1;

  /**
   * Three devices. Ten bytes a nanosecond from and to the host, 20 between devices, but 50 between
   * 0 and 1; 500 within a device.
   */
  private static BandwidthMatrix links() {
    BandwidthMatrix.Builder builder = BandwidthMatrix.builder(3, "a test");
    for (int from = 0; from < 3; from++) {
      builder.set(-1, from, 10).set(from, -1, 10);
      for (int to = 0; to < 3; to++) {
        builder.set(from, to, from == to ? 500 : from + to == 1 ? 50 : 20);
      }
    }
    return builder.build();
  }

  private final FinishModel model = new FinishModel(links(), 3);

  private static long on(int device) {
    return 2L << device;
  }

  private double dispatch(int device, double nanos) {
    model.begin(0, 1);
    return model.dispatched(device, nanos);
  }

  private static void assertNanos(double expected, double actual) {
    assertEquals(expected, actual, ROUNDING);
  }

  @Test
  void anIdleMachineTakesTheDurationAlone() {
    model.begin(0, 1);
    assertNanos(KERNEL, model.finish(0, KERNEL));
    assertNanos(KERNEL, model.finish(2, KERNEL));
  }

  @Test
  void whatWasRefusedLeavesNothing() {
    dispatch(0, KERNEL);
    dispatch(1, 2 * KERNEL);
    // Leaves a gap on device 0, which a short one takes, and what is refused after it.
    model.begin(0, 1);
    model.after(1, 2 * KERNEL);
    model.dispatched(0, KERNEL);
    assertNanos(3 * KERNEL, model.ready(0));
    dispatch(0, KERNEL / 2);
    for (double nanos : new double[] {KERNEL / 4, KERNEL / 2, 5 * KERNEL}) {
      model.begin(0, 1);
      double before = model.finish(0, KERNEL / 2);
      model.dispatched(0, nanos);
      model.refused(0);
      assertNanos(3 * KERNEL, model.ready(0));
      assertNanos(before, model.finish(0, KERNEL / 2));
    }
    assertNanos(2 * KERNEL, model.finish(0, KERNEL / 2));
  }

  @Test
  void workQueuesOnItsDevice() {
    assertNanos(KERNEL, dispatch(0, KERNEL));
    assertNanos(3 * KERNEL, dispatch(0, 2 * KERNEL));
    model.begin(0, 1);
    assertNanos(4 * KERNEL, model.finish(0, KERNEL));
    assertNanos(KERNEL, model.finish(1, KERNEL));
    assertNanos(3 * KERNEL, model.ready(0));
    assertNanos(0, model.ready(1));
  }

  /** A kernel of few blocks leaves most of its device to others, however long it takes. */
  @Test
  void aKernelThatUsesAShareOfItsDeviceLeavesTheRest() {
    model.begin(0, 0.25);
    assertNanos(8 * KERNEL, model.dispatched(0, 8 * KERNEL));
    assertNanos(2 * KERNEL, model.ready(0));
    assertNanos(3 * KERNEL, dispatch(0, KERNEL));
    model.begin(0, 0.25);
    assertNanos(5 * KERNEL, model.finish(0, 2 * KERNEL));
    model.dispatched(0, 2 * KERNEL);
    model.refused(0);
    assertNanos(3 * KERNEL, model.ready(0));
  }

  @Test
  void aChildStartsWhenItsParentsHaveFinished() {
    double parent = dispatch(0, KERNEL);
    double other = dispatch(1, 3 * KERNEL);
    model.begin(0, 1);
    model.after(0, parent);
    model.after(1, other);
    assertNanos(4 * KERNEL, model.finish(2, KERNEL));
    assertNanos(4 * KERNEL, model.finish(0, KERNEL));
  }

  @Test
  void dataArrivesOverTheLinkThatBringsItFirst() {
    model.begin(0, 1);
    model.needs(1_000_000, HOST | on(0), null);
    assertNanos(KERNEL, model.finish(0, KERNEL));
    assertNanos(TRANSFER_NANOS + 20_000 + KERNEL, model.finish(1, KERNEL));
    assertNanos(TRANSFER_NANOS + 50_000 + KERNEL, model.finish(2, KERNEL));
    assertNanos(0, model.transferNanos(0));
    assertNanos(TRANSFER_NANOS + 50_000, model.transferNanos(2));
  }

  @Test
  void partsOverOneLinkQueueAndOverSeveralDoNot() {
    model.begin(0, 1);
    model.needs(1_000_000, HOST, null);
    model.needs(1_000_000, on(0), null);
    assertNanos(TRANSFER_NANOS + 100_000, model.finish(1, 0));
    model.needs(500_000, HOST, null);
    assertNanos(2 * TRANSFER_NANOS + 150_000, model.finish(1, 0));
    assertNanos(3 * TRANSFER_NANOS + 170_000, model.transferNanos(1));
  }

  @Test
  void transfersQueueOnTheLinkThatEarlierOnesKeepBusy() {
    model.begin(0, 1);
    model.needs(1_000_000, HOST, null);
    assertNanos(TRANSFER_NANOS + 101_000, model.dispatched(1, 1_000));
    assertNanos(TRANSFER_NANOS + 100_000, model.arrival());
    model.begin(0, 1);
    model.needs(1_000_000, HOST, null);
    assertNanos(2 * (TRANSFER_NANOS + 100_000) + 1_000, model.finish(1, 1_000));
    assertNanos(TRANSFER_NANOS + 100_000 + 1_000, model.finish(2, 1_000));
  }

  @Test
  void aCopyThatIsUnderWayIsThereWhenItHasArrived() {
    double[] available = {0, 700_000, 0};
    model.begin(0, 1);
    model.needs(1_000_000, on(1), available);
    assertNanos(700_000 + KERNEL, model.finish(1, KERNEL));
    assertNanos(700_000 + TRANSFER_NANOS + 20_000 + KERNEL, model.finish(0, KERNEL));
  }

  @Test
  void whatAParentWritesIsBroughtWhenItHasFinished() {
    double parent = dispatch(1, KERNEL);
    model.begin(0, 1);
    model.after(1, parent);
    model.needs(1_000_000, on(1), null);
    assertNanos(2 * KERNEL, model.finish(1, KERNEL));
    assertNanos(2 * KERNEL + TRANSFER_NANOS + 20_000, model.finish(0, KERNEL));
  }

  @Test
  void theClockFollowsWhatHasEnded() {
    double first = dispatch(0, KERNEL);
    dispatch(0, KERNEL);
    model.ended(0, first);
    model.begin(0, 1);
    assertNanos(2 * KERNEL, model.finish(1, KERNEL));
    assertNanos(3 * KERNEL, model.finish(0, KERNEL));
  }

  @Test
  void aDeviceWithNothingLeftIsReadyAtOnce() {
    double first = dispatch(0, 10 * KERNEL);
    model.ended(1, dispatch(1, KERNEL));
    assertNanos(KERNEL, model.ready(1));
    model.ended(0, first);
    assertNanos(10 * KERNEL, model.ready(0));
    assertNanos(10 * KERNEL, model.ready(1));
  }

  /** Device 0 ends at clock 5 what was to end at 1: the rest of its work shifts by 4. */
  @Test
  void aDeviceThatLagsIsReadyLater() {
    double first = dispatch(0, KERNEL);
    double second = dispatch(0, KERNEL);
    model.ended(1, dispatch(1, 5 * KERNEL));
    model.ended(0, first);
    assertNanos(6 * KERNEL, model.ready(0));
    model.begin(0, 1);
    model.after(0, second);
    assertNanos(7 * KERNEL, model.finish(1, KERNEL));
    // What is dispatched there now is predicted on the shifted clock, and is on time.
    double third = dispatch(0, KERNEL);
    model.begin(0, 1);
    model.after(0, third);
    assertNanos(8 * KERNEL, model.finish(1, KERNEL));
  }

  /** A host that looks late sees the ends of one device before those of the other. */
  @Test
  void endsThatAreSeenTogetherMakeNoLag() {
    double[] ends = new double[8];
    for (int i = 0; i < ends.length; i += 2) {
      ends[i] = dispatch(0, KERNEL);
      ends[i + 1] = dispatch(1, KERNEL);
    }
    dispatch(1, KERNEL);
    for (int i = 0; i < ends.length; i += 2) {
      model.ended(0, ends[i]);
    }
    for (int i = 1; i < ends.length; i += 2) {
      model.ended(1, ends[i]);
    }
    assertNanos(5 * KERNEL, model.ready(1));
    assertNanos(4 * KERNEL, model.ready(0));
  }

  @Test
  void withoutHistoryTheBytesCount() {
    model.begin(50_000_000, 1);
    assertNanos(KERNEL_NANOS + 100_000, model.finish(0, -1));
    FinishModel unmeasured = new FinishModel(BandwidthMatrix.assumed(2), 2);
    unmeasured.begin(300_000_000, 1);
    assertNanos(KERNEL_NANOS + 1_000_000, unmeasured.finish(0, -1));
  }

  @Test
  void whatTheDeviceRefusesIsNotWaitedFor() {
    dispatch(0, KERNEL);
    model.refused(0);
    assertNanos(0, model.ready(0));
  }

  @Test
  void otherBandwidthsCountFromThenOn() {
    model.begin(0, 1);
    model.needs(1_200_000, HOST, null);
    assertNanos(TRANSFER_NANOS + 120_000, model.finish(0, 0));
    model.install(BandwidthMatrix.assumed(3));
    assertNanos(TRANSFER_NANOS + 100_000, model.finish(0, 0));
  }

  /** Whatever their lengths are: sums of them are rounded, and still no two share a link. */
  @Test
  void whatFillsAGapOfALinkQueuesThere() {
    Random random = new Random(11);
    for (int round = 0; round < 200; round++) {
      FinishModel busy = new FinishModel(links(), 3);
      busy.begin(0, 1);
      double parent = busy.dispatched(1, 100 * KERNEL);
      busy.begin(0, 1);
      busy.after(1, parent);
      busy.needs(1000, on(1), null);
      busy.dispatched(0, 1);
      double before = 0;
      for (int i = 0; i < 10; i++) {
        long bytes = 1 + random.nextInt(1 << 24);
        busy.begin(0, 1);
        busy.needs(bytes, on(1), null);
        busy.dispatched(0, 1);
        assertEquals(TRANSFER_NANOS + bytes / 50.0, busy.arrival() - before, ROUNDING);
        before = busy.arrival();
      }
    }
  }

  @Test
  void ofTwoLinksTheShorterWaitDoesNotKeepOneBusyForLong() {
    model.begin(0, 1);
    model.needs(1_000_000, on(0), null);
    model.dispatched(1, 0);
    model.begin(0, 1);
    // From device 0 the second has to wait for the first; from the host it is five times as long.
    model.needs(1_000_000, HOST | on(0), null);
    double queued = 2 * (TRANSFER_NANOS + 20_000);
    assertNanos(queued, model.finish(1, 0));
    assertNanos(TRANSFER_NANOS + 20_000, model.transferNanos(1));
    assertNanos(0, model.hostTransferNanos(1));
    model.begin(0, 1);
    model.needs(1_000_000, HOST, null);
    assertNanos(model.transferNanos(1), model.hostTransferNanos(1));
  }

  /** Of three devices and three links from the host. */
  @Test
  void allEndsAtTheHorizonIfItIsSpreadEvenly() {
    assertNanos(2 * KERNEL, model.horizon(6 * KERNEL, 3 * KERNEL));
    assertNanos(3 * KERNEL, model.horizon(6 * KERNEL, 9 * KERNEL));
    dispatch(0, 3 * KERNEL);
    assertNanos(3 * KERNEL, model.horizon(6 * KERNEL, 0));
    model.ended(1, dispatch(1, KERNEL));
    assertNanos(KERNEL + (2 * KERNEL + 6 * KERNEL) / 3, model.horizon(6 * KERNEL, 0));
  }
}
