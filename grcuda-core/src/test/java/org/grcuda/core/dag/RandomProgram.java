package org.grcuda.core.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.ExecutionPolicy;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.Eviction;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.policy.DeviceSelection;
import org.grcuda.runtime.policy.RetrieveNewStreamPolicy;
import org.grcuda.runtime.policy.RetrieveParentStreamPolicy;
import org.grcuda.runtime.sync.Blocker;

/**
 * A program of random computations and host accesses over a few arrays, made from a seed, on null
 * devices whose commands complete, and sometimes fail, in a random order that streams and events
 * allow. A {@link ProgramModel} says what must hold.
 */
final class RandomProgram implements Blocker {

  /** If nothing goes on for so long, nothing will. */
  private static final long STANDSTILL_NANOS = 10_000_000_000L;

  private static final int STEPS = 60;
  private static final int MOST_ACCESSES = 3;
  private static final Integer[] DEPTHS = {2, 8, 30};

  private final Random random;
  private final ProgramModel model = new ProgramModel();
  private final DagRig rig;
  private final boolean noConst;
  private final boolean sync;
  private final MemoryManagement memory;
  private final double failures;
  private final double transferFailures;
  private final double slices;
  private final int arrayCount;
  private final List<Allocation> arrays = new ArrayList<>();

  /** Orders those that use it, and has no memory. */
  private final Allocation token;

  /** Whether a transfer has failed. The model does not know who used what it was to bring. */
  private boolean transferFailed;

  /** Whether devices may have no room for all arrays. */
  private boolean isScarce;

  /** Host code, or a task of the host, that has not ended; null if there is none. */
  private Vertex view;

  /** Whether it has begun, on whichever thread. */
  private volatile boolean hasBegun = true;

  RandomProgram(long seed) {
    random = new Random(seed);
    noConst = random.nextInt(4) == 0;
    sync = random.nextInt(8) == 0;
    memory = pick(MemoryManagement.values());
    failures = sync || random.nextBoolean() ? 0 : 0.05;
    transferFailures = failures == 0 || random.nextBoolean() ? 0 : 0.1;
    slices = random.nextBoolean() ? 0 : 0.5;
    arrayCount = 1 + random.nextInt(6);
    rig =
        new DagRig(
            randomDevices(),
            this::randomOptions,
            noConst ? DependencyPolicy.NO_CONST : DependencyPolicy.AUTO,
            this);
    token = rig.runtime.memory().resource("token");
    rig.driver.hold();
  }

  /**
   * With much memory, or with up to half as much again as a computation may use at once. If a
   * kernel fails, only its own event tells.
   */
  private NullSettings randomDevices() {
    NullSettings devices =
        NullSettings.defaults()
            .withDevices(1 + random.nextInt(3))
            .withCostlyHostMemory(random.nextBoolean())
            .withCostlyEvents(failures == 0 && random.nextBoolean())
            .withSlowPrefetches(random.nextBoolean());
    if (random.nextBoolean()) {
      return devices;
    }
    isScarce = true;
    long least = MOST_ACCESSES * ProgramModel.CELLS * ProgramModel.CELL_BYTES;
    return devices.withDeviceMemory(least + random.nextInt(3) * least / 4);
  }

  private RuntimeOptions.Builder randomOptions(RuntimeOptions.Builder defaults) {
    return defaults
        .execution(sync ? ExecutionPolicy.SYNC : ExecutionPolicy.ASYNC)
        .newStream(pick(RetrieveNewStreamPolicy.values()))
        .stream(pick(RetrieveParentStreamPolicy.values()))
        .deviceSelection(pick(DeviceSelection.values()))
        .memory(memory)
        .eviction(pick(Eviction.values()))
        .taskBufferDepth(pick(DEPTHS))
        .window(1 + random.nextInt(20))
        .devicePoolShare(1)
        .inputPrefetch(random.nextBoolean())
        .maxStreamsPerDevice(1 + random.nextInt(5))
        .maxUnfinished(random.nextInt(3) == 0 ? 5 : 1000);
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }

  /** Waits by letting the devices go on, a command at a time. */
  @Override
  public <T> void block(Interruptible<T> wait, T subject) {
    if (subject instanceof Vertex heldBack) {
      // Whoever waits looks again after each command.
      goOn(() -> heldBack.isDispatched() || heldBack.isComplete(), heldBack);
      return;
    }
    Event event = (Event) subject;
    while (!event.isComplete()) {
      assertTrue(completeOne(), "nothing can go on, yet the host waits");
    }
    Blocker.uninterruptible().block(wait, subject);
  }

  /**
   * Lets the devices go on until {@code isSo}. If no command can be completed, the runtime's own
   * thread has still to note an end.
   */
  private void goOn(BooleanSupplier isSo, Object subject) {
    long most = System.nanoTime() + STANDSTILL_NANOS;
    while (!isSo.getAsBoolean() && !completeOne()) {
      assertTrue(System.nanoTime() < most, "nothing can go on, yet the host waits for " + subject);
      rig.runtime.poll();
    }
  }

  private boolean completeOne() {
    List<QueuedCommand> ready = rig.driver.ready();
    if (ready.isEmpty()) {
      return false;
    }
    QueuedCommand command = ready.get(random.nextInt(ready.size()));
    model.notice(rig.driver.log());
    boolean isTransfer = command.kind() == Command.COPY;
    if (random.nextDouble() >= (isTransfer ? transferFailures : failures)) {
      rig.driver.complete(command);
      return true;
    }
    if (isTransfer) {
      transferFailed = true;
    } else {
      model.failed(command);
    }
    rig.driver.fail(
        command,
        new DriverException(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, "cuLaunchKernel", 0, "luck"));
    return true;
  }

  /** Runs it, and checks everything. */
  void run() {
    try (rig) {
      for (int i = 0; i < arrayCount; i++) {
        arrays.add(rig.allocate("x" + i, ProgramModel.CELLS * ProgramModel.CELL_BYTES));
      }
      steps();
      rig.dag.synchronize();
      assertEquals(0, rig.runtime.unfinished());
      assertEquals(List.of(), rig.driver.pending());
      model.notice(rig.driver.log());
      model.checkOrder(rig.driver.log());
      if (transferFailed) {
        model.checkFailuresBesides(RandomProgram::isTransfer);
      } else {
        model.checkFailures();
      }
      arrays.forEach(array -> host(array.whole(), AccessMode.READ));
    }
  }

  private void steps() {
    try {
      for (int i = 0; i < STEPS; i++) {
        step(i);
        arrays.forEach(this::checkHostAccess);
        int completions = random.nextInt(4);
        for (int c = 0; c < completions; c++) {
          completeOne();
        }
      }
      if (view != null) {
        leave();
      }
    } finally {
      if (view != null) {
        // Closing waits for it.
        rig.dag.leave(view);
      }
    }
  }

  /** What the host may do without asking disturbs no copy that is not complete. */
  private void checkHostAccess(Allocation array) {
    for (QueuedCommand copy : rig.driver.pending()) {
      if (copy.kind() == Command.COPY) {
        assertFalse(array.isHostReadable() && isWithin(array, copy.word(0)), "reads what arrives");
        assertFalse(array.isHostWritable() && isWithin(array, copy.word(0)), "writes what arrives");
        assertFalse(array.isHostWritable() && isWithin(array, copy.word(1)), "writes what leaves");
      }
    }
  }

  private static boolean isWithin(Allocation array, long address) {
    return array.hostAddress() <= address && address < array.hostAddress() + array.bytes();
  }

  private void step(int number) {
    if (view != null) {
      // What waits for the view may not be waited for meanwhile.
      if (random.nextInt(5) == 0) {
        leave();
      } else {
        launch("k" + number);
      }
      return;
    }
    switch (random.nextInt(20)) {
      case 4 -> enter();
      case 0 -> host(region(), AccessMode.READ);
      case 1 -> host(region(), AccessMode.WRITE);
      case 2 -> host(region(), AccessMode.OVERWRITE);
      case 3 -> fill(region());
      default -> launch("k" + number);
    }
  }

  private void enter() {
    if (sync) {
      return;
    }
    Access[] accesses = randomAccesses();
    Access[] effective = effective(accesses);
    if (failures == 0 && random.nextBoolean()) {
      submitTask(effective);
      return;
    }
    try {
      view = rig.dag.enter("view", accesses);
      model.entered(view, effective);
    } catch (ComputationFailedException e) {
      model.refused(effective);
    }
  }

  /** A task of the host, which begins when the devices are so far. */
  private void submitTask(Access[] accesses) {
    hasBegun = false;
    Operation task = new Operation.HostTask((vertex, addresses) -> begin(vertex));
    // It may begin before its submission returns.
    model.entering(accesses);
    view = rig.dag.submit("task", task, accesses);
    model.tasked(view);
  }

  private void begin(Vertex task) {
    model.began(task);
    hasBegun = true;
  }

  private void leave() {
    rig.runtime.poll();
    while (!hasBegun) {
      view.throwIfFailed();
      goOn(() -> hasBegun || view.isFailed(), view);
      rig.runtime.poll();
    }
    rig.dag.leave(view);
    model.left(view, rig.driver.log());
    view = null;
  }

  private void fill(Region region) {
    Access[] accesses = {new Access(region, AccessMode.OVERWRITE)};
    int number = model.submitting(rig.driver.log(), accesses);
    submitted(rig.dag.fill(region, number, 4));
  }

  private void launch(String name) {
    Access[] accesses = randomAccesses();
    model.submitting(rig.driver.log(), effective(accesses));
    submitted(rig.launch(name, accesses));
  }

  private Access[] randomAccesses() {
    Access[] accesses = new Access[random.nextInt(MOST_ACCESSES + 1)];
    for (int i = 0; i < accesses.length; i++) {
      AccessMode writer = random.nextBoolean() ? AccessMode.WRITE : AccessMode.READ_WRITE;
      accesses[i] = new Access(region(), random.nextBoolean() ? AccessMode.READ : writer);
    }
    if (random.nextInt(4) == 0) {
      accesses = withToken(accesses);
    }
    // A computation that may use everything needs room for everything.
    return !isScarce && random.nextInt(8) == 0 ? withDoubtful(accesses) : accesses;
  }

  private Access[] withToken(Access[] accesses) {
    Access[] all = Arrays.copyOf(accesses, accesses.length + 1);
    AccessMode mode = random.nextBoolean() ? AccessMode.READ : AccessMode.WRITE;
    all[accesses.length] = new Access(token.whole(), mode);
    return all;
  }

  /** Adds a use of every array of which it is not known whether it happens. */
  private Access[] withDoubtful(Access[] certain) {
    AccessMode mode = random.nextInt(3) == 0 ? AccessMode.READ : AccessMode.READ_WRITE;
    Access[] all = Arrays.copyOf(certain, certain.length + arrays.size());
    for (int i = 0; i < arrays.size(); i++) {
      all[certain.length + i] = new Access(arrays.get(i).whole(), mode, false);
    }
    return all;
  }

  private Access[] effective(Access[] accesses) {
    Access[] effective = accesses.clone();
    for (int i = 0; noConst && i < effective.length; i++) {
      effective[i] =
          new Access(effective[i].region(), AccessMode.READ_WRITE, effective[i].isCertain());
    }
    return effective;
  }

  private void submitted(Vertex vertex) {
    model.submitted(vertex, rig.driver.log(), !sync);
    // Who gets memory that others still use comes after them, whatever they access.
    if (!isScarce || rig.runtime.memory().isManaged()) {
      model.checkParents(vertex);
    }
  }

  private Region region() {
    Allocation array = arrays.get(random.nextInt(arrays.size()));
    if (random.nextDouble() >= slices) {
      return array.whole();
    }
    int from = random.nextInt(ProgramModel.CELLS);
    int count = 1 + random.nextInt(ProgramModel.CELLS - from);
    long cell = ProgramModel.CELL_BYTES;
    return new Region(array, from * cell, count * cell);
  }

  private void host(Region region, AccessMode mode) {
    Runnable access =
        () -> {
          switch (mode) {
            case READ -> rig.dag.hostRead(region);
            case OVERWRITE -> rig.dag.hostOverwrite(region);
            case WRITE, READ_WRITE -> rig.dag.hostWrite(region);
          }
        };
    boolean thrown = false;
    try {
      access.run();
    } catch (ComputationFailedException e) {
      thrown = true;
      assertTrue(
          model.failures(region).contains(e.computation())
              || transferFailed && isTransfer(e.computation()),
          e.computation() + " failed elsewhere");
      if (!transferFailed) {
        assertThrows(ComputationFailedException.class, access::run, "a second time");
      }
    }
    boolean expected = mode.keepsContents() && !model.failures(region).isEmpty();
    assertTrue(
        thrown == expected || transferFailed && thrown && mode.keepsContents(),
        mode + " of " + region + " throws: " + thrown);
    if (!thrown) {
      model.checkHostAccess(new Access(region, mode));
    }
  }

  private static boolean isTransfer(String computation) {
    return computation.startsWith("transfer of ");
  }
}
