package org.grcuda.runtime.selection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.policy.BandwidthFile;
import org.grcuda.runtime.policy.BandwidthMatrix;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.policy.DeviceSelectionContext;
import org.grcuda.runtime.policy.DeviceSelectionPolicy;
import org.grcuda.runtime.policy.RetrieveParentStreamPolicy;
import org.junit.jupiter.api.Test;

/** What policies see of computations and memory, and what becomes of their choices. */
class PolicyManagerTest {

  /** Lets the test say where a computation goes, and notes what the policy saw. */
  private static final class Notes implements DeviceSelectionPolicy {

    private final List<String> seen = new ArrayList<>();
    private int next;

    @Override
    public int select(DeviceSelectionContext context, long candidates) {
      StringBuilder note = new StringBuilder(context.name()).append(':');
      for (int part = 0; part < context.partCount(); part++) {
        note.append(' ').append(context.partBytes(part)).append('@');
        note.append(Long.toBinaryString(context.partDevices(part)));
        note.append(context.isPartOnHost(part) ? "+host" : "");
      }
      note.append(" needs ").append(context.neededBytes());
      note.append(" misses ").append(context.missingBytes(0)).append(',');
      note.append(context.missingBytes(1));
      note.append(" parents ").append(Long.toBinaryString(context.parentDevices()));
      seen.add(note.toString());
      return next;
    }
  }

  private static Vertex launch(Rig rig, String name, Access... accesses) {
    return new Vertex(name, rig.launch(name), accesses, Placement.ANYWHERE);
  }

  private static Access read(Allocation array, long offset, long length) {
    return new Access(new Region(array, offset, length), AccessMode.READ);
  }

  private static Access write(Allocation array, long offset, long length) {
    return new Access(new Region(array, offset, length), AccessMode.WRITE);
  }

  @Test
  void neededDataIsShownInPartsThatTheSamePlacesHold() {
    Notes notes = new Notes();
    try (Rig rig =
        Rig.holding(
            2,
            options ->
                options.deviceSelection(() -> notes).stream(
                    RetrieveParentStreamPolicy.MULTIGPU_EARLY_DISJOINT))) {
      Allocation x = rig.runtime.memory().allocate("x", 1024);
      Allocation y = rig.runtime.memory().allocate("y", 512);
      Vertex a = rig.submit(launch(rig, "a", write(x, 0, 256)));
      notes.next = 1;
      Vertex b = rig.submit(launch(rig, "b", write(x, 256, 256)));
      Vertex c = launch(rig, "c", read(x, 128, 896), read(y, 0, 512));
      c.setParents(new Vertex[] {a, b}, null);
      rig.submit(c);
      Vertex d =
          launch(
              rig,
              "d",
              new Access(x.whole(), AccessMode.OVERWRITE),
              read(y, 0, 512),
              read(y, 0, 512),
              write(y, 0, 256));
      d.setParents(new Vertex[] {c}, null);
      rig.submit(d);
      assertEquals(
          List.of(
              "a: 256@0+host needs 256 misses 256,256 parents 0",
              "b: 256@0+host needs 256 misses 256,256 parents 0",
              "c: 128@1 256@10 1024@0+host needs 1408 misses 1280,1152 parents 11",
              "d: 768@10+host needs 768 misses 768,0 parents 10"),
          notes.seen);
    }
  }

  @Test
  void accessesAreShownOneByOne() {
    List<String> seen = new ArrayList<>();
    DeviceSelectionPolicy policy =
        (context, candidates) -> {
          for (int i = 0; i < context.accessCount(); i++) {
            seen.add(
                context.accessBytes(i)
                    + (context.reads(i) ? " read" : "")
                    + (context.writes(i) ? " written" : "")
                    + (context.holds(i, BandwidthMatrix.HOST) ? " host" : "")
                    + (context.holds(i, 1) ? " device 1" : ""));
          }
          return 1;
        };
    try (Rig rig = Rig.holding(2, options -> options.deviceSelection(() -> policy))) {
      Allocation x = rig.runtime.memory().allocate("x", 64);
      rig.submit(launch(rig, "a", write(x, 0, 32)));
      rig.submit(launch(rig, "b", read(x, 0, 32), read(x, 0, 64), read(x, 32, 32)));
      assertEquals(List.of("32 written host", "32 read device 1", "64 read", "32 read host"), seen);
    }
  }

  @Test
  void dataPullsComputationsToWhereItIs() {
    try (Rig rig =
        Rig.holding(4, options -> options.deviceSelection(DeviceSelection.MINMAX_TRANSFER_TIME))) {
      Allocation[] arrays = new Allocation[4];
      for (int i = 0; i < arrays.length; i++) {
        arrays[i] = rig.runtime.memory().allocate("x" + i, 1024);
        assertEquals(i, rig.submit(launch(rig, "k" + i, write(arrays[i], 0, 1024))).device());
      }
      for (int i = arrays.length - 1; i >= 0; i--) {
        assertEquals(i, rig.submit(launch(rig, "l" + i, write(arrays[i], 0, 512))).device());
      }
    }
  }

  @Test
  void everyPolicyChoosesAmongTheCandidates() {
    for (DeviceSelection selection : DeviceSelection.values()) {
      for (RetrieveParentStreamPolicy streams : RetrieveParentStreamPolicy.values()) {
        assertCandidates(selection, streams);
      }
    }
  }

  private static void assertCandidates(
      DeviceSelection selection, RetrieveParentStreamPolicy streams) {
    try (Rig rig =
        Rig.holding(4, options -> options.deviceSelection(selection).stream(streams).window(2))) {
      Allocation x = rig.runtime.memory().allocate("x", 2 << 20);
      Vertex parent = rig.submit(launch(rig, "parent", write(x, 0, x.bytes())));
      for (int i = 0; i < 6; i++) {
        long candidates = i % 2 == 0 ? 0b1010 : 0b0100;
        Vertex child =
            new Vertex(
                "child",
                rig.launch("child"),
                new Access[] {read(x, 0, x.bytes())},
                Placement.among(candidates));
        child.setParents(new Vertex[] {parent}, null);
        rig.submit(child);
        rig.driver.completeAll();
        rig.driver.hold();
        parent = child;
        rig.runtime.poll();
        int device = child.device();
        if (device >= 0) {
          assertEquals(1, candidates >> device & 1, selection + ", " + streams + ": " + device);
        }
      }
      rig.driver.release();
      rig.runtime.synchronize();
    }
  }

  @Test
  void bandwidthsAreInstalledWhileItRuns() {
    try (Rig rig =
        Rig.holding(3, options -> options.deviceSelection(DeviceSelection.MINMAX_TRANSFER_TIME))) {
      Allocation x = rig.runtime.memory().allocate("x", 1000);
      Allocation y = rig.runtime.memory().allocate("y", 900);
      rig.submit(launch(rig, "x", write(x, 0, 1000)));
      rig.submit(launch(rig, "y", write(y, 0, 900)));
      Access[] both = {read(x, 0, 1000), read(y, 0, 900)};
      assertEquals(0, rig.submit(launch(rig, "before", both)).device());
      BandwidthMatrix.Builder links = BandwidthMatrix.builder(3, "a test");
      for (int device = 0; device < 3; device++) {
        links.set(BandwidthMatrix.HOST, device, 10);
      }
      rig.runtime.install(links.set(0, 1, 50).set(1, 0, 5).set(0, 2, 10).set(1, 2, 10).build());
      Allocation z = rig.runtime.memory().allocate("z", 1000);
      Allocation w = rig.runtime.memory().allocate("w", 900);
      rig.submit(new Vertex("z", rig.launch("z"), one(z), Placement.onDevice(0)));
      rig.submit(new Vertex("w", rig.launch("w"), one(w), Placement.onDevice(1)));
      // To 0: 900 / 5 = 180 ns; to 1: 1000 / 50 = 20 ns.
      assertEquals(1, rig.submit(launch(rig, "after", read(z, 0, 1000), read(w, 0, 900))).device());
      BandwidthMatrix small = BandwidthFile.published("v100-8").first(2);
      assertThrows(IllegalArgumentException.class, () -> rig.runtime.install(small));
      assertEquals("a test", rig.runtime.bandwidths().origin());
    }
  }

  private static Access[] one(Allocation array) {
    return new Access[] {new Access(array.whole(), AccessMode.WRITE)};
  }
}
