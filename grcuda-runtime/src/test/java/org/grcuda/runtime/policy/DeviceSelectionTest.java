package org.grcuda.runtime.policy;

import static org.grcuda.runtime.policy.BandwidthMatrix.HOST;
import static org.grcuda.runtime.policy.FakeContext.set;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each policy against tables worked out by hand. */
class DeviceSelectionTest {

  private static final long ALL = set(0, 1, 2, 3);

  /**
   * Four devices. Host links 10 GB/s, to device 3 only 5. Between devices 20, but 0 and 1 have 50,
   * 2 and 3 have 40, and from 3 to 0 it is 4 (the other way 20).
   */
  private static BandwidthMatrix links() {
    BandwidthMatrix.Builder builder = BandwidthMatrix.builder(4, "a test");
    for (int from = 0; from < 4; from++) {
      builder.set(HOST, from, from == 3 ? 5 : 10).set(from, HOST, 10);
      for (int to = 0; to < 4; to++) {
        builder.set(from, to, from == to ? 400 : 20);
      }
    }
    return builder.set(0, 1, 50).set(1, 0, 50).set(2, 3, 40).set(3, 2, 40).set(3, 0, 4).build();
  }

  private static FakeContext machine() {
    return new FakeContext(4).bandwidths(links());
  }

  private static List<Integer> rounds(
      DeviceSelectionPolicy policy, DeviceSelectionContext context, int count) {
    List<Integer> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(policy.select(context, ALL));
    }
    return chosen;
  }

  @Test
  void roundRobinRotatesAmongTheCandidates() {
    DeviceSelectionPolicy policy = DeviceSelection.ROUND_ROBIN.get();
    FakeContext context = machine();
    assertEquals(List.of(0, 1, 2, 3, 0), rounds(policy, context, 5));
    assertEquals(3, policy.select(context, set(0, 3)));
    assertEquals(0, policy.select(context, set(0, 3)));
    assertEquals(2, policy.select(context, set(2)));
    assertEquals(3, policy.select(context, ALL));
  }

  @Test
  void singleGpuTakesTheCurrentDeviceIfItIsACandidate() {
    DeviceSelectionPolicy policy = DeviceSelection.SINGLE_GPU.get();
    FakeContext context = machine();
    context.current = 2;
    assertEquals(2, policy.select(context, ALL));
    assertEquals(1, policy.select(context, set(1, 3)));
  }

  @Test
  void streamAwareTakesTheFewestBusyStreamsAndTheFirstOfSeveral() {
    DeviceSelectionPolicy policy = DeviceSelection.STREAM_AWARE.get();
    assertEquals(0, policy.select(machine(), ALL));
    assertEquals(2, policy.select(machine().busy(3, 2, 1, 1), ALL));
    assertEquals(1, policy.select(machine().busy(3, 2, 1, 1), set(0, 1)));
    assertEquals(3, policy.select(machine().busy(1, 1, 1, 0), ALL));
  }

  @Test
  void minTransferSizeTakesTheDeviceThatMissesTheLeast() {
    // Held: 0 has 300, 1 has 500, 2 has 500, 3 has nothing.
    FakeContext context = machine().data(300, 0, HOST).data(500, 1, 2).data(200, HOST);
    DeviceSelectionPolicy policy = DeviceSelection.MIN_TRANSFER_SIZE.get();
    assertEquals(1, policy.select(context, ALL));
    assertEquals(2, policy.select(context, set(0, 2, 3)));
    assertEquals(0, policy.select(context, set(0, 3)));
  }

  @Test
  void dataAwarePoliciesRotateWhereNoDeviceHoldsEnough() {
    for (DeviceSelection selection :
        List.of(
            DeviceSelection.MIN_TRANSFER_SIZE,
            DeviceSelection.MINMIN_TRANSFER_TIME,
            DeviceSelection.MINMAX_TRANSFER_TIME)) {
      DeviceSelectionPolicy policy = selection.get();
      // 99 of 1000 bytes: less than 10 %.
      FakeContext context = machine().data(99, 1).data(901, HOST);
      assertEquals(List.of(0, 1, 2, 3, 0), rounds(policy, context, 5), selection.optionName());
      // 100 of 1000 bytes.
      context.clear().data(100, 2).data(900, HOST);
      assertEquals(List.of(2, 2, 2), rounds(policy, context, 3), selection.optionName());
      // Nothing is needed: the turn goes on where it was.
      assertEquals(List.of(1, 2), rounds(policy, context.clear(), 2), selection.optionName());
    }
  }

  @Test
  void theThresholdTakesDevicesOutOfTheComparison() {
    // Device 0 holds 5 %, device 3 holds 15 %. Device 0 would have it all sooner: 80 + 15 at 10
    // and 4 GB/s are 11.75 ns, to device 3 it is 85 at 5 GB/s: 17 ns.
    FakeContext context = machine().data(5, 0, HOST).data(15, 3).data(80, HOST);
    DeviceSelectionPolicy policy = DeviceSelection.MINMAX_TRANSFER_TIME.get();
    assertEquals(3, policy.select(context, ALL));
    assertEquals(0, policy.select(context.threshold(0.05), ALL));
    assertEquals(0, policy.select(context.threshold(0), ALL));
    // At 1 only a device that holds everything counts.
    assertEquals(List.of(0, 1), rounds(policy, context.threshold(1), 2));
    assertEquals(2, policy.select(context.clear().data(7, 2), ALL));
  }

  @Test
  void minmaxTakesTheSlowestLinkAndMinminTheFastest() {
    // 600 bytes on 0, 500 bytes on host, 1 and 3. At the slowest link of each part:
    //   to 0: 500 / min(10, 50, 4) = 125        to 1: 600 / 50 = 12
    //   to 3: 600 / 20 = 30
    // at the fastest:
    //   to 0: 500 / max(10, 50, 4) = 10         to 1: 12        to 3: 30
    FakeContext context = machine().data(600, 0).data(500, HOST, 1, 3);
    assertEquals(1, DeviceSelection.MINMAX_TRANSFER_TIME.get().select(context, ALL));
    assertEquals(0, DeviceSelection.MINMIN_TRANSFER_TIME.get().select(context, ALL));
    assertEquals(3, DeviceSelection.MINMAX_TRANSFER_TIME.get().select(context, set(0, 3)));
  }

  @Test
  void directionsOfALinkCountByThemselves() {
    // 800 on 0, 800 on 3: from 3 to 0 at 4 GB/s 200 ns, from 0 to 3 at 20 GB/s 40 ns.
    FakeContext context = machine().data(800, 0).data(800, 3);
    assertEquals(3, DeviceSelection.MINMAX_TRANSFER_TIME.get().select(context, ALL));
    assertEquals(0, DeviceSelection.MIN_TRANSFER_SIZE.get().select(context, ALL));
  }

  @Test
  void aSmallTransferOverASlowLinkLosesAgainstALargeOneOverAFastLink() {
    // To 1: 900 from 0 at 50 GB/s, 18 ns. To 0: 400 from 1 at 50: 8 ns, and 100 from 3 at 4: 25 ns.
    FakeContext context = machine().data(900, 0).data(400, 1).data(100, 1, 3);
    assertEquals(0, DeviceSelection.MIN_TRANSFER_SIZE.get().select(context, ALL));
    assertEquals(1, DeviceSelection.MINMAX_TRANSFER_TIME.get().select(context, ALL));
    assertEquals(0, DeviceSelection.MINMIN_TRANSFER_TIME.get().select(context, ALL));
  }

  @Test
  void newBandwidthsCountFromTheNextChoiceOn() {
    DeviceSelectionPolicy policy = DeviceSelection.MINMAX_TRANSFER_TIME.get();
    FakeContext context = machine().data(800, 0).data(800, 3);
    assertEquals(3, policy.select(context, ALL));
    context.bandwidths(BandwidthMatrix.assumed(4));
    assertEquals(0, policy.select(context, ALL));
  }

  @Test
  void moreSetsOfHoldersThanAreKeptAreToldApart() {
    int devices = 12;
    BandwidthMatrix.Builder builder = BandwidthMatrix.builder(devices, "a test");
    for (int from = HOST; from < devices; from++) {
      for (int to = HOST; to < devices; to++) {
        builder.set(from, to, 1 + (7 * from + 13 * to + 50) % 31);
      }
    }
    BandwidthMatrix matrix = builder.build();
    LinkTimes times = new LinkTimes(matrix, LinkChoice.FASTEST);
    for (long set = 1; set < 1L << devices; set++) {
      double[] row = times.nanosPerByte(set, (set & 1) == 0);
      int to = (int) (set % devices);
      assertEquals(fastest(matrix, set, to), row[to], 1e-12, "set " + set);
    }
    assertEquals(1 / matrix.between(HOST, 3), times.nanosPerByte(0, true)[3], 1e-12);
  }

  private static double fastest(BandwidthMatrix matrix, long set, int to) {
    if ((set & 1L << to) != 0) {
      return 0;
    }
    double best = (set & 1) == 0 ? matrix.between(HOST, to) : 0;
    for (int from = 0; from < matrix.devices(); from++) {
      if ((set & 1L << from) != 0) {
        best = Math.max(best, matrix.between(from, to));
      }
    }
    return 1 / best;
  }

  @Test
  void completionTimeTakesTheEarliestPredictedFinish() {
    DeviceSelectionPolicy policy = DeviceSelection.COMPLETION_TIME.get();
    FakeContext context =
        machine()
            .predicted(0, 900, 0)
            .predicted(1, 700, 0)
            .predicted(2, 800, 0)
            .predicted(3, 950, 0);
    assertEquals(1, policy.select(context, ALL));
    assertEquals(2, policy.select(context, set(0, 2, 3)));
  }

  @Test
  void completionTimeMovesNothingForASmallGain() {
    DeviceSelectionPolicy policy = DeviceSelection.COMPLETION_TIME.get();
    FakeContext context = machine().predicted(0, 1000, 0).predicted(1, 750, 100);
    assertEquals(0, policy.select(context, set(0, 1)));
    assertEquals(1, policy.select(context.predicted(1, 650, 100), set(0, 1)));
    assertEquals(0, policy.select(context.predicted(1, 1000, 0), set(0, 1)), "a tie");
    assertEquals(1, policy.select(context.ready(0, 500), set(0, 1)), "a tie but for the load");
  }

  @Test
  void lookaheadCountsWhatWouldMoveLater() {
    FakeContext context = machine().predicted(0, 900, 0).predicted(1, 1000, 0).next(0, 200);
    assertEquals(0, DeviceSelection.COMPLETION_TIME.get().select(context, set(0, 1)));
    assertEquals(1, DeviceSelection.LOOKAHEAD.get().select(context, set(0, 1)));
  }

  /** Little data gains nothing by being kept back. */
  @Test
  void autoLooksAheadWhereMuchDataIsUsed() {
    DeviceSelectionPolicy policy = DeviceSelection.AUTO.get();
    FakeContext context = machine().predicted(0, 900, 0).predicted(1, 1000, 0).next(0, 200);
    context.link = policy.keepsBackFrom();
    assertEquals(1, policy.select(context, set(0, 1)));
    context.link--;
    assertEquals(0, policy.select(context, set(0, 1)));
    assertEquals(0, DeviceSelection.LOOKAHEAD.get().keepsBackFrom(), "all is kept back");
  }

  /** Device 1 ends later, and has what the result is used with. */
  @Test
  void lookaheadKeepsTogetherWhatIsUsedTogetherWhileAllElseLastsAsLong() {
    DeviceSelectionPolicy policy = DeviceSelection.LOOKAHEAD.get();
    FakeContext context =
        new FakeContext(2)
            .data(100, BandwidthMatrix.HOST)
            .expected(1)
            .predicted(0, 40, 40)
            .predicted(1, 80, 40)
            .next(0, 8);
    context.horizon = 80;
    assertEquals(1, policy.select(context, 3));
    context.horizon = 20;
    assertEquals(0, policy.select(context, 3), "all else ends before");
    context.now = -1000;
    assertEquals(1, policy.select(context, 3), "a tenth longer than the even spread");
    context.now = 0;
    context.horizon = 80;
    context.following = 60;
    assertEquals(0, policy.select(context, 3), "what follows takes longer than all else");
    context.following = 0;
    context.expected(10);
    assertEquals(0, policy.select(context, 3), "the result is small beside the work");
    context.guessed(10);
    assertEquals(0, policy.select(context, 3), "as far as one can guess");
    context.guessed(1);
    assertEquals(1, policy.select(context, 3), "the result is probably not small");
  }

  /** Device 0 has the data and work; device 1 is idle, and the host has the data, too. */
  @Test
  void aTransferFromTheHostCostsNoMoreThanOthersNeedOfTheLink() {
    DeviceSelectionPolicy policy = DeviceSelection.LOOKAHEAD.get();
    FakeContext context =
        new FakeContext(2)
            .data(100, BandwidthMatrix.HOST, 0)
            .expected(10)
            .predicted(0, 38, 0)
            .predicted(1, 25, 10);
    assertEquals(0, policy.select(context, 3), "from a device");
    context.fromHost(1, 10);
    assertEquals(1, policy.select(context, 3), "nobody waits behind it");
    context.awaited = 1;
    assertEquals(1, policy.select(context, 3), "others wait for a tenth of it");
    context.awaited = 100;
    assertEquals(0, policy.select(context, 3), "others wait for all of it");
  }

  /** Device 1 is idle, and the data would have to move there. */
  @Test
  void lookaheadMovesNothingToEndLongBeforeAllElse() {
    DeviceSelectionPolicy policy = DeviceSelection.LOOKAHEAD.get();
    FakeContext context =
        new FakeContext(2).data(100, 0).expected(10).predicted(0, 55, 0).predicted(1, 20, 10);
    assertEquals(1, policy.select(context, 3));
    context.horizon = 50;
    assertEquals(1, policy.select(context, 3), "it would end last");
    context.horizon = 100;
    assertEquals(0, policy.select(context, 3), "all else ends later than either");
  }
}
