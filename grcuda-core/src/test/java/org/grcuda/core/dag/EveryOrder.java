package org.grcuda.core.dag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.contract.Choices;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.memory.MemoryManagement;

/** Runs a {@link SmallProgram} once for every order in which its devices may complete it. */
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
  private final Choices choices = new Choices();
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
      orders.choices.begin();
      try {
        orders.run();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(orders.choices + " of " + program + e, e);
      }
      count++;
    } while (orders.choices.next());
    return new Seen(count, orders.waits, orders.impliedWaits);
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
        int choice = choices.choose(2 * ready.size());
        end(ready.get(choice / 2), choice % 2 == 1);
      } else {
        int choice = choices.choose(ready.size() + (more ? 1 : 0));
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
