package org.grcuda.core.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManagement;

/**
 * Runs a {@link SmallProgram} once for every order in which its devices may complete it: depth
 * first, each run from the start, along choices that count up like a number.
 */
final class EveryOrder {

  /** Where completions may fall. */
  enum Extent {
    /** After the last submission: every order that streams and events allow. */
    COMPLETIONS,
    /** Between any two submissions as well. */
    INTERLEAVED,
    /** As {@link #COMPLETIONS}, and each computation may fail. */
    FAILURES
  }

  private final SmallProgram program;
  private final Extent extent;
  private final List<Integer> choices = new ArrayList<>();
  private final List<Integer> alternatives = new ArrayList<>();
  private int depth;
  private long waits;
  private long impliedWaits;

  /**
   * What was seen.
   *
   * @param orders how many there are
   * @param waits of streams for events, in all of them
   * @param impliedWaits those of which another wait would have done
   */
  record Seen(int orders, long waits, long impliedWaits) {}

  private EveryOrder(SmallProgram program, Extent extent) {
    this.program = program;
    this.extent = extent;
  }

  /** Checks every order. */
  static Seen check(SmallProgram program, Extent extent) {
    EveryOrder orders = new EveryOrder(program, extent);
    int count = 0;
    do {
      orders.depth = 0;
      try {
        orders.run();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("choices " + orders.choices + " of " + program + e, e);
      }
      assertEquals(orders.choices.size(), orders.depth, "the same choices gave another run");
      count++;
    } while (orders.next());
    return new Seen(count, orders.waits, orders.impliedWaits);
  }

  /** Goes on to the next order; false if that was the last. */
  private boolean next() {
    while (!choices.isEmpty()) {
      int last = choices.size() - 1;
      if (choices.get(last) + 1 < alternatives.get(last)) {
        choices.set(last, choices.get(last) + 1);
        return true;
      }
      choices.removeLast();
      alternatives.removeLast();
    }
    return false;
  }

  private int choose(int count) {
    if (depth == choices.size()) {
      choices.add(0);
      alternatives.add(count);
    }
    assertEquals(alternatives.get(depth), count, "the same choices gave another run");
    return choices.get(depth++);
  }

  private void run() {
    DagRig rig =
        new DagRig(
            NullSettings.defaults().withDevices(program.devices()),
            options ->
                options
                    .inputPrefetch(false)
                    .memory(program.memory())
                    .maxStreamsPerDevice(program.mostStreams())
                    .newStream(program.newStream())
                    .stream(program.parentStream()),
            DependencyPolicy.AUTO,
            DagRig.NEVER);
    try (rig) {
      rig.driver.hold();
      new Run(rig).run();
    }
    assertEquals(0, rig.driver.openStreams(), "streams left");
    assertEquals(0, rig.driver.openEvents(), "events left");
    assertEquals(0, rig.driver.liveAllocations(), "memory left");
  }

  /** One run. */
  private final class Run {

    private final DagRig rig;
    private final ProgramModel model = new ProgramModel();
    private final List<Allocation> arrays = new ArrayList<>();
    private final List<Vertex> vertices = new ArrayList<>();

    Run(DagRig rig) {
      this.rig = rig;
      for (int i = 0; i < program.arrays(); i++) {
        arrays.add(rig.allocate("a" + i, ProgramModel.CELLS * ProgramModel.CELL_BYTES));
      }
    }

    void run() {
      int count = program.kernels().size();
      while (vertices.size() < count || !rig.driver.ready().isEmpty()) {
        step(vertices.size() < count);
        // What has completed is known at once: the same choices give the same run.
        vertices.forEach(rig.runtime::isComplete);
      }
      rig.dag.synchronize();
      checkEnd();
    }

    private void step(boolean more) {
      List<QueuedCommand> ready = rig.driver.ready();
      if (more && (extent != Extent.INTERLEAVED || ready.isEmpty())) {
        submit();
      } else if (extent == Extent.FAILURES) {
        int choice = choose(2 * ready.size());
        end(ready.get(choice / 2), choice % 2 == 1);
      } else {
        int choice = choose(ready.size() + (more ? 1 : 0));
        if (choice == ready.size()) {
          submit();
        } else {
          end(ready.get(choice), false);
        }
      }
    }

    private void submit() {
      int number = vertices.size();
      List<QueuedCommand> before = rig.driver.log();
      model.submitting(before, program.accesses(number, arrays));
      Vertex vertex = rig.launch("k" + number, program.accesses(number, arrays));
      vertices.add(vertex);
      List<QueuedCommand> after = rig.driver.log();
      model.submitted(vertex, after, true);
      for (QueuedCommand command : after.subList(before.size(), after.size())) {
        // Of transfers nobody has asked whether they have completed.
        if (command.kind() == Command.WAIT && !isReplicated()) {
          assertTrue(!command.event().isComplete(), command + " waits for what has completed");
        }
      }
    }

    private boolean isReplicated() {
      return program.memory() == MemoryManagement.REPLICATED;
    }

    private void end(QueuedCommand command, boolean fails) {
      if (fails) {
        model.failed(command);
        rig.driver.fail(
            command,
            new DriverException(
                CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, "cuLaunchKernel", 0, "by choice"));
      } else {
        rig.driver.complete(command);
      }
    }

    private void checkEnd() {
      List<QueuedCommand> log = rig.driver.log();
      assertEquals(List.of(), rig.driver.pending());
      assertEquals(0, rig.runtime.unfinished());
      int transferStreams = isReplicated() ? 2 : 0;
      assertTrue(
          rig.driver.openStreams() <= program.devices() * (program.mostStreams() + transferStreams),
          "too many streams");
      model.checkOrder(log);
      model.checkFailures();
      CommandOrder order = new CommandOrder(log);
      assertEquals(List.of(), order.repeatedWaits(), "repeated waits");
      waits += order.waits();
      impliedWaits += order.impliedWaits();
      for (Vertex vertex : vertices) {
        assertTrue(vertex.isComplete(), vertex + " has not ended");
        assertTrue(
            vertex.operation() == null
                && vertex.accesses().length == 0
                && vertex.parents().length == 0,
            vertex + " keeps " + Arrays.toString(vertex.parents()));
      }
    }
  }
}
