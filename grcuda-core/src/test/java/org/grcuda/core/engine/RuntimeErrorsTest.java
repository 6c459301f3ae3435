package org.grcuda.core.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.grcuda.core.host.LocalFiles;
import org.grcuda.core.host.Permissions;
import org.grcuda.core.host.SessionHost;
import org.grcuda.core.option.Options;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.sync.Blocker;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The program is told of its own mistakes, and an error of the library is not called one. */
class RuntimeErrorsTest {

  private final Session context =
      Session.open(
          Options.of(Map.of()),
          new SessionHost(
              Map.of(),
              text -> {},
              text -> {},
              Permissions.ALL,
              new LocalFiles(),
              Blocker.uninterruptible(),
              null),
          new NullDriver(NullSettings.defaults()));

  @AfterEach
  void close() {
    context.close();
  }

  @Test
  void theUseOfFreedMemoryIsAMistake() {
    NdArray array = context.allocate(ElementType.INT, new long[] {4}, Order.C);
    Region region = array.region();
    context.free(array);
    Access access = new Access(region, AccessMode.OVERWRITE);
    GrCudaException error =
        assertThrows(
            GrCudaException.class,
            () ->
                context.submit(
                    "fill", new Operation.Fill(region, 0, 1), Placement.ANYWHERE, access));
    assertSame(GrCudaException.Kind.STATE, error.kind());
    assertTrue(error.getMessage().matches("fill: .* was freed"), error.getMessage());
  }

  @Test
  void anErrorOfTheLibraryStaysWhatItIs() {
    IllegalStateException broken = new IllegalStateException("broken");
    Operation launch =
        new Operation.Launch(
            device -> {
              throw broken;
            },
            new LaunchShape(1, 1, 1, 1, 1, 1, 0),
            new long[0],
            0,
            new int[0]);
    assertSame(
        broken,
        assertThrows(
            IllegalStateException.class, () -> context.submit("k", launch, Placement.ANYWHERE)));
  }

  @Test
  void whileTheContextClosesThatIsTheError() {
    context.close();
    IllegalStateException part = new IllegalStateException("a part is closed");
    GrCudaException error =
        assertThrows(GrCudaException.class, () -> RuntimeErrors.of(context, part));
    assertEquals("the context is closed", error.getMessage());
  }
}
