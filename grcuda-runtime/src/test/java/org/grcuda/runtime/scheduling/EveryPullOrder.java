package org.grcuda.runtime.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.contract.Choices;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.ComputationFailedException;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.Eviction;
import org.grcuda.runtime.memory.MemoryManagement;
import org.grcuda.runtime.policy.PullSelection;
import org.grcuda.runtime.pull.AnyTask;
import org.grcuda.runtime.pull.CheckedScheduler;
import org.grcuda.runtime.pull.PullPolicy;
import org.grcuda.runtime.scheduling.PullProgram.Step;
import org.grcuda.runtime.scheduling.PullProgram.Use;

/**
 * Runs a {@link PullProgram} once for every order in which the commands of its devices may
 * complete, and checks what each step finds in memory.
 */
final class EveryPullOrder {

  /** Where completions may fall. */
  enum Extent {
    /** After the last submission, or while the host waits. */
    COMPLETIONS,
    /** Between any two submissions as well. */
    INTERLEAVED,
    /** As {@link #COMPLETIONS}, and each kernel may fail. */
    FAILURES
  }

  /** How the host waits for the end. */
  enum End {
    SYNCHRONIZE,
    AWAIT_LAST_FIRST,
    CLOSE
  }

  /**
   * How devices take computations.
   *
   * @param policy null for any choice that there is, each in a run of its own
   */
  record Setting(PullPolicy policy, Eviction eviction, int depth, int window, End end) {}

  private final PullProgram program;
  private final Setting setting;
  private final Extent extent;
  private final Choices choices = new Choices();
  private long evictions;

  /**
   * What was seen.
   *
   * @param orders how many there are
   * @param evictions in all of them
   */
  record Seen(int orders, long evictions) {}

  private EveryPullOrder(PullProgram program, Setting setting, Extent extent) {
    this.program = program;
    this.setting = setting;
    this.extent = extent;
  }

  /** Checks every order. */
  static Seen check(PullProgram program, Setting setting, Extent extent) {
    EveryPullOrder orders = new EveryPullOrder(program, setting, extent);
    int count = 0;
    do {
      orders.choices.begin();
      try {
        orders.run();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(
            orders.choices + " of " + program + " with " + setting + ": " + e, e);
      }
      count++;
    } while (orders.choices.next());
    return new Seen(count, orders.evictions);
  }

  private void run() {
    Run run = new Run();
    run.run();
    // Not after a failure: it would wait for what is lost.
    run.rig.close();
    assertEquals(0, run.rig.driver.openStreams(), "streams left");
    assertEquals(0, run.rig.driver.openEvents(), "events left");
    assertEquals(0, run.rig.driver.liveAllocations(), "memory left");
  }

  /** One run. */
  private final class Run {

    final Rig rig;
    private final ContentModel model = new ContentModel(program);
    private final List<Allocation> arrays = new ArrayList<>();
    private final List<Vertex> vertices = new ArrayList<>();
    private CheckedScheduler scheduler;

    Run() {
      NullSettings settings =
          NullSettings.defaults()
              .withDevices(program.devices())
              .withDeviceMemory(program.roomBytes());
      rig = Rig.inVirtualTime(settings, this::options, this::complete);
      for (int i = 0; i < program.arrays(); i++) {
        Allocation made =
            rig.runtime.memory().allocate("a" + i, PullProgram.CELLS * PullProgram.CELL_BYTES);
        arrays.add(made);
        model.fill(i, made.hostAddress());
      }
    }

    private RuntimeOptions.Builder options(RuntimeOptions.Builder options) {
      PullPolicy policy =
          setting.policy() != null
              ? setting.policy()
              : (data, links) -> new AnyTask(data, choices::choose);
      PullPolicy checked =
          (data, links) -> {
            scheduler =
                new CheckedScheduler(
                    policy.make(data, links), data, this::isDispatched, this::overwrites);
            return scheduler;
          };
      return options
          .deviceSelection(() -> new PullSelection(checked))
          .memory(MemoryManagement.AUTO)
          .eviction(setting.eviction())
          .taskBufferDepth(setting.depth())
          .window(setting.window())
          .devicePoolShare(1)
          .inputPrefetch(false);
    }

    /** The step that is {@code task}. */
    private int step(int task) {
      return IntStream.range(0, vertices.size())
          .filter(i -> vertices.get(i).held != null && vertices.get(i).held.task == task)
          .findFirst()
          .orElseThrow();
    }

    private boolean isDispatched(int task) {
      return vertices.get(step(task)).isDispatched();
    }

    private boolean overwrites(int later, int task) {
      Step one = program.steps().get(step(task));
      return step(later) > step(task) && program.steps().get(step(later)).conflictsWith(one);
    }

    void run() {
      for (int number = 0; number < program.steps().size(); number++) {
        if (extent == Extent.INTERLEAVED) {
          interleave();
        }
        if (program.steps().get(number).isHost()) {
          call(number);
        } else {
          Vertex made = vertex(number, launch(number));
          vertices.add(made);
          rig.submit(made);
        }
      }
      end();
      checkEnd();
    }

    /** Completes some of what can complete. */
    private void interleave() {
      List<QueuedCommand> ready = rig.driver.ready();
      while (!ready.isEmpty()) {
        int choice = choices.choose(ready.size() + 1);
        if (choice == ready.size()) {
          return;
        }
        complete(ready.get(choice));
        rig.poll();
        ready = rig.driver.ready();
      }
    }

    private Operation launch(int number) {
      int uses = program.steps().get(number).uses().size();
      return rig.launch("k" + number, IntStream.range(0, uses).toArray());
    }

    private Vertex vertex(int number, Operation operation) {
      Step step = program.steps().get(number);
      Access[] accesses = step.uses().stream().map(this::access).toArray(Access[]::new);
      Vertex made = new Vertex("k" + number, operation, accesses, Placement.ANYWHERE);
      Set<Integer> sources = model.sources(number);
      List<Vertex> parents = new ArrayList<>();
      List<Boolean> ofData = new ArrayList<>();
      for (int earlier = 0; earlier < number; earlier++) {
        Vertex parent = vertices.get(earlier);
        boolean isSource = sources.contains(earlier);
        boolean counts = !parent.isComplete() || isSource && parent.isFailed();
        if (counts && program.steps().get(earlier).conflictsWith(step)) {
          parents.add(parent);
          ofData.add(isSource);
        }
      }
      boolean[] data = new boolean[parents.size()];
      for (int i = 0; i < data.length; i++) {
        data[i] = ofData.get(i);
      }
      made.setParents(parents.toArray(Vertex[]::new), data);
      return made;
    }

    private Access access(Use use) {
      long cell = PullProgram.CELL_BYTES;
      long bytes = (use.to() - use.from()) * cell;
      return new Access(new Region(arrays.get(use.array()), use.from() * cell, bytes), use.mode());
    }

    private void call(int number) {
      Vertex host = vertex(number, Operation.HostTask.CALL);
      vertices.add(host);
      Runnable call =
          () ->
              rig.runtime.call(
                  host,
                  Rig.BY_HAND,
                  addresses -> {
                    model.run(number, addresses);
                    return null;
                  });
      if (extent == Extent.FAILURES) {
        try {
          call.run();
        } catch (ComputationFailedException e) {
          assertTrue(model.isBad(number), () -> e + " in step " + number);
        }
      } else {
        call.run();
      }
    }

    /** The host waits: completes a command of choice, or fails it. */
    private boolean complete(List<QueuedCommand> ready) {
      assertFalse(ready.isEmpty(), "the host waits, and nothing can go on");
      complete(ready.get(choices.choose(ready.size())));
      return true;
    }

    private void complete(QueuedCommand command) {
      if (command.kind() == Command.COPY) {
        model.copy(command);
      } else if (command.kind() == Command.LAUNCH) {
        int number = Integer.parseInt(command.kernel().substring(1));
        if (extent == Extent.FAILURES && choices.choose(2) == 1) {
          model.fail(number);
          rig.driver.fail(command, Rig.illegalAddress());
          return;
        }
        model.run(number, command.parameters());
      }
      rig.driver.complete(command);
    }

    private void end() {
      switch (setting.end()) {
        case SYNCHRONIZE -> rig.runtime.synchronize();
        case AWAIT_LAST_FIRST -> vertices.reversed().forEach(rig.runtime::awaitEnd);
        case CLOSE -> rig.runtime.close();
      }
    }

    private void checkEnd() {
      assertEquals(List.of(), rig.driver.pending());
      assertEquals(0, rig.runtime.unfinished());
      scheduler.checkEmpty();
      List<String> launched = rig.launched();
      for (int number = 0; number < vertices.size(); number++) {
        Vertex vertex = vertices.get(number);
        assertTrue(vertex.isComplete(), vertex + " has not ended");
        if (!model.isBad(number)) {
          vertex.throwIfFailed();
        }
        assertEquals(model.isBad(number), vertex.isFailed(), vertex + " failed");
        String name = "k" + number;
        long times = launched.stream().filter(name::equals).count();
        boolean isLaunched = !program.steps().get(number).isHost();
        assertTrue(
            times == (isLaunched ? 1 : 0) || model.isBad(number) && times < 2,
            () -> name + " was launched " + times + " times");
      }
      arrays.forEach(array -> assertNull(array.watcher(), "data that nothing needs"));
      for (int device = 0; device < program.devices(); device++) {
        evictions += rig.runtime.memory().traffic(device).evictions();
      }
      if (extent != Extent.FAILURES && setting.end() != End.CLOSE) {
        checkArrays();
      }
    }

    private void checkArrays() {
      for (int array = 0; array < arrays.size(); array++) {
        int index = array;
        Access[] read = {new Access(arrays.get(array).whole(), AccessMode.READ)};
        rig.runtime.call(
            new Vertex("reader", Operation.HostTask.CALL, read, Placement.ANYWHERE),
            Rig.BY_HAND,
            addresses -> {
              model.checkLast(index, addresses[0]);
              return null;
            });
      }
    }
  }
}
