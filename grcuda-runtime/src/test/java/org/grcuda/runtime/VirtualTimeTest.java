package org.grcuda.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.grcuda.driver.Driver;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.sync.Blocker;
import org.grcuda.runtime.sync.SyncPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Devices whose time passes only while a thread waits: nothing else makes anything happen. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VirtualTimeTest {

  private static final int KILO = 1000;

  private static RuntimeOptions.Builder replicated(RuntimeOptions.Builder options) {
    return options.memory(MemoryManagement.REPLICATED).devicePoolShare(1);
  }

  private static Vertex use(Rig rig, Placement placement, List<Vertex> parents, Allocation... all) {
    Access[] accesses = new Access[all.length];
    int[] words = new int[all.length];
    for (int i = 0; i < all.length; i++) {
      accesses[i] = new Access(all[i].whole(), AccessMode.READ_WRITE);
      words[i] = i;
    }
    Vertex vertex = new Vertex("use", rig.launch("use", words), accesses, placement);
    vertex.setParents(
        parents.stream().filter(parent -> !parent.isComplete()).toArray(Vertex[]::new), null);
    return rig.submit(vertex);
  }

  @ParameterizedTest
  @EnumSource(SyncPolicy.class)
  void aWaitLetsAsMuchTimePassAsItNeeds(SyncPolicy sync) {
    try (Rig rig = Rig.inVirtualTime(NullSettings.defaults(), options -> options.sync(sync))) {
      Vertex first = rig.submit("first");
      Vertex second = rig.submit("second", first);
      Vertex other = rig.submit("other");
      assertFalse(rig.runtime.isComplete(first));
      rig.runtime.await(first);
      assertFalse(rig.runtime.isComplete(second));
      rig.runtime.synchronize();
      assertTrue(second.isComplete() && other.isComplete());
    }
  }

  @Test
  void whatWaitsForMemoryGetsItWhileAThreadWaits() {
    NullSettings settings = NullSettings.defaults().withDeviceMemory(2 * KILO);
    try (Rig rig = Rig.inVirtualTime(settings, VirtualTimeTest::replicated)) {
      List<Vertex> users = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Allocation x = rig.runtime.memory().allocate("x" + i, 800);
        users.add(use(rig, Placement.ANYWHERE, List.of(), x));
      }
      assertFalse(users.getLast().isDispatched());
      rig.runtime.await(users.getLast());
      rig.runtime.synchronize();
      assertTrue(users.stream().allMatch(Vertex::isComplete));
    }
  }

  @Test
  void whatIsKeptBackIsDispatchedWhileAThreadWaits() {
    NullSettings settings = NullSettings.defaults().withDevices(2);
    try (Rig rig =
        Rig.inVirtualTime(
            settings, options -> options.deviceSelection(DeviceSelection.LOOKAHEAD).window(16))) {
      Vertex last = null;
      for (int i = 0; i < 10; i++) {
        last = rig.submit("k" + i);
      }
      assertFalse(last.isDispatched());
      rig.runtime.await(last);
      rig.runtime.synchronize();
      assertEquals(0, rig.runtime.unfinished());
    }
  }

  @Test
  void aWaitForHostCodeOfAnotherThreadSleeps() throws InterruptedException {
    try (Rig rig = Rig.inVirtualTime(NullSettings.defaults(), options -> options)) {
      Vertex host = new Vertex("host", Operation.HostTask.CALL, new Access[0], Placement.ANYWHERE);
      CountDownLatch waits = new CountDownLatch(1);
      CountDownLatch entered = new CountDownLatch(1);
      Thread other =
          new Thread(
              () -> {
                rig.runtime.enter(host, Rig.BY_HAND);
                entered.countDown();
                Blocker.uninterruptible().block(CountDownLatch::await, waits);
                rig.runtime.finish(host, null);
              });
      other.start();
      entered.await();
      Vertex after = rig.submit("after", host);
      Thread waiter = new Thread(() -> rig.runtime.await(after));
      waiter.start();
      while (waiter.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      waits.countDown();
      waiter.join();
      other.join();
      assertTrue(after.isComplete());
    }
  }

  @Test
  void aWaitForAFreeLetsTimePass() {
    try (Rig rig = Rig.inVirtualTime(NullSettings.defaults(), options -> options)) {
      Allocation x = rig.runtime.memory().allocate("x", KILO);
      Vertex user = use(rig, Placement.ANYWHERE, List.of(), x);
      Vertex free = new Vertex("free", new Operation.Free(x), new Access[0], Placement.ANYWHERE);
      free.setParents(new Vertex[] {user}, null);
      rig.submit(free);
      rig.runtime.awaitEnd(free);
      assertTrue(user.isComplete());
    }
  }

  /** Asking is what a program does that has other things to do meanwhile. */
  @Test
  void askingEndsForWhatIsKeptBack() {
    try (Rig rig =
        Rig.inVirtualTime(
            NullSettings.defaults(),
            options -> options.deviceSelection(DeviceSelection.LOOKAHEAD).window(16))) {
      rig.submit("first");
      Vertex kept = rig.submit("kept");
      assertFalse(kept.isDispatched());
      assertTrue(isDoneWithin(100, rig, kept));
    }
  }

  @Test
  void askingEndsForWhatWaitsForMemory() {
    NullSettings settings = NullSettings.defaults().withDeviceMemory(2 * KILO);
    try (Rig rig = Rig.inVirtualTime(settings, VirtualTimeTest::replicated)) {
      use(rig, Placement.ANYWHERE, List.of(), rig.runtime.memory().allocate("x", 1500));
      Allocation y = rig.runtime.memory().allocate("y", 1500);
      Vertex waiting = use(rig, Placement.ANYWHERE, List.of(), y);
      assertFalse(waiting.isDispatched());
      assertTrue(isDoneWithin(100, rig, waiting));
    }
  }

  /** Asks so often while time passes. */
  private static boolean isDoneWithin(int times, Rig rig, Vertex vertex) {
    for (int i = 0; i < times; i++) {
      if (rig.runtime.query(vertex)) {
        return true;
      }
      rig.driver.completeAll();
    }
    return false;
  }

  @Test
  void aWaitIsRefusedWhenTimeStandsStill() {
    NullDriver devices = new NullDriver(NullSettings.defaults());
    Driver still =
        new VirtualTimeDriver(devices) {
          @Override
          public boolean awaitUntil(BooleanSupplier complete) {
            return complete.getAsBoolean();
          }
        };
    GpuRuntime runtime =
        GpuRuntime.open(still, RuntimeOptions.defaults(1), Blocker.uninterruptible());
    Allocation x = runtime.memory().allocate("x", KILO);
    Operation fill = new Operation.Fill(x.whole(), 0, 1);
    Access[] accesses = {new Access(x.whole(), AccessMode.OVERWRITE)};
    Vertex vertex =
        runtime.submit(new Vertex("fill", fill, accesses, Placement.ANYWHERE), Rig.BY_HAND);
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> runtime.await(vertex));
    assertEquals("the devices' time stands still, and fill#1 is waited for", error.getMessage());
    devices.release();
    runtime.close();
    devices.close();
  }

  /** Commands in the order of submission, with their devices; the host pauses now and then. */
  private static List<String> scheduled(long seed, RuntimeOptions chosen, Runnable pause) {
    NullSettings settings =
        NullSettings.defaults().withDevices(3).withDeviceMemory(6 * KILO).withLog(true);
    try (Rig rig = Rig.inVirtualTime(settings, options -> chosen.with())) {
      Random random = new Random(seed);
      List<Allocation> arrays = new ArrayList<>();
      Vertex[] users = new Vertex[12];
      for (int i = 0; i < users.length; i++) {
        arrays.add(rig.runtime.memory().allocate("x" + i, 900));
      }
      for (int i = 0; i < 200; i++) {
        int one = random.nextInt(users.length);
        int two = (one + 1 + random.nextInt(users.length - 1)) % users.length;
        List<Vertex> parents = new ArrayList<>();
        for (int array : new int[] {one, two}) {
          if (users[array] != null && !parents.contains(users[array])) {
            parents.add(users[array]);
          }
        }
        users[one] = use(rig, Placement.ANYWHERE, parents, arrays.get(one), arrays.get(two));
        users[two] = users[one];
        if (random.nextInt(10) == 0) {
          rig.runtime.await(users[random.nextInt(4) == 0 ? two : one]);
        }
        if (random.nextInt(50) == 0) {
          pause.run();
        }
      }
      rig.runtime.synchronize();
      return rig.driver.log().stream()
          .map(command -> command.kind() + " " + command.device() + " " + command.submission())
          .toList();
    }
  }

  @ParameterizedTest
  @EnumSource(DeviceSelection.class)
  void theSameProgramIsScheduledTheSame(DeviceSelection policy) {
    RuntimeOptions options =
        replicated(RuntimeOptions.defaults(3).with()).deviceSelection(policy).build();
    for (long seed = 1; seed <= 3; seed++) {
      assertEquals(
          scheduled(seed, options, () -> {}),
          scheduled(seed, options, () -> LockSupport.parkNanos(3_000_000)),
          "seed " + seed);
    }
  }
}
