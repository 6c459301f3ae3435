package org.grcuda.runtime.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.GpuRuntime;
import org.grcuda.runtime.Rig;
import org.grcuda.runtime.RuntimeOptions;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.runtime.sync.Blocker;
import org.junit.jupiter.api.Test;

/** Host code whose thread is cancelled while it waits for the parents. */
class CancelledHostCallTest {

  private static final IllegalStateException CANCELLED = new IllegalStateException("cancelled");

  private static final Blocker CANCELLING =
      new Blocker() {
        @Override
        public <T> void block(Interruptible<T> wait, T subject) {
          throw CANCELLED;
        }
      };

  private static Vertex hostCall(String name, Vertex... parents) {
    Vertex vertex = new Vertex(name, Operation.HostTask.CALL, new Access[0], Placement.ANYWHERE);
    vertex.setParents(parents, null);
    return vertex;
  }

  @Test
  void itHasChangedNothingAndEndsAfterItsParents() {
    try (NullDriver driver = new NullDriver(NullSettings.defaults());
        GpuRuntime runtime = GpuRuntime.open(driver, RuntimeOptions.defaults(1), CANCELLING)) {
      driver.hold();
      Allocation x = runtime.memory().allocate("x", 64);
      Vertex fill =
          runtime.submit(
              new Vertex(
                  "fill", new Operation.Fill(x.whole(), 0, 4), new Access[0], Placement.ANYWHERE),
              Rig.BY_HAND);
      Vertex host = hostCall("host", fill);
      assertSame(
          CANCELLED,
          assertThrows(IllegalStateException.class, () -> runtime.enter(host, Rig.BY_HAND)));
      assertFalse(host.isComplete(), "its parent has not ended");
      driver.completeAll();
      assertTrue(runtime.isComplete(host));
      assertFalse(host.isFailed());
      assertEquals(0, runtime.unfinished());
      driver.release();
    }
  }
}
