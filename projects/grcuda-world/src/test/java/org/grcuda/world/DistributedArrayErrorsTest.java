package org.grcuda.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.function.Consumer;
import org.grcuda.DeviceArray;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Misuse of distributed arrays: the exact messages. */
final class DistributedArrayErrorsTest {

  private static final LocalRanks RANKS = new LocalRanks(2, 1);

  @AfterAll
  static void close() {
    RANKS.close();
  }

  private static DistributedArrayBuilder<DeviceArray> array(World world, long... shape) {
    return world.distributedArray(ElementType.FLOAT, shape);
  }

  /** {@code misuse} fails so on every rank. */
  private static void refused(GrCudaException.Kind kind, String message, Consumer<World> misuse) {
    List<GrCudaException> errors =
        RANKS.run(world -> assertThrows(GrCudaException.class, () -> misuse.accept(world)));
    for (GrCudaException error : errors) {
      assertEquals(message, error.getMessage());
      assertEquals(kind, error.kind());
    }
  }

  @Test
  void shapes() {
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'shape': expected one or more extents, each at least 1, given []",
        world -> array(world).create());
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'shape': expected one or more extents, each at least 1, given [4, 0]",
        world -> array(world, 4, 0).create());
  }

  @Test
  void parts() {
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'parts': expected at least 1, given 0",
        world -> array(world, 4).parts(0));
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'parts': expected 2 to 1048576 parts, at least one for each rank, given"
            + " 1",
        world -> array(world, 4).parts(1).create());
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'parts': expected 1 to 4 along axis 0, which has as many elements,"
            + " given 5",
        world -> array(world, 4, 9).parts(5).create());
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'parts': expected 1 to 1 along axis 0, which has as many elements,"
            + " given 2",
        world -> array(world, 1).create());
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'parts': an array of shape [2, 6] cannot be cut into 7 boxes along 2"
            + " axes; take another number, or give the parts along each axis",
        world -> array(world, 2, 6).axes(2).parts(7).create());
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'parts': expected parts along 1 to 2 axes of an array of shape [4, 4],"
            + " given [1, 2, 3]",
        world -> array(world, 4, 4).grid(1, 2, 3).create());
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'parts': expected parts along the only axis of an array of shape [4],"
            + " given [2, 2]",
        world -> array(world, 4).grid(2, 2).create());
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'axes': expected 1 to 3, given 4",
        world -> array(world, 4, 4, 4, 4).axes(4));
  }

  @Test
  void halos() {
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'halo': expected 0 to 3, the elements of the smallest part along axis"
            + " 0, given 4; take a narrower halo, or fewer parts",
        world -> array(world, 10).parts(3).halo(4).create());
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'halo': expected 0 to 3, the elements of the smallest part along axis"
            + " 0, given -1",
        world -> array(world, 10).parts(3).halo(-1).create());
    refused(
        GrCudaException.Kind.VALUE,
        "DistributedArray, 'halo': expected 0 to 32767, given 40000; take a narrower halo, or fewer"
            + " parts",
        world -> array(world, 1 << 20, 4).grid(2, 1).halo(40000).create());
  }

  @Test
  void partsOfOtherRanks() {
    List<String> messages =
        RANKS.run(
            world -> {
              DistributedArray<DeviceArray> u = array(world, 4).parts(4).create();
              Part<DeviceArray> part = u.allParts().get(3 - 3 * world.rank());
              for (Consumer<Part<DeviceArray>> use :
                  List.<Consumer<Part<DeviceArray>>>of(Part::inner, each -> each.fill(1))) {
                assertThrows(GrCudaException.class, () -> use.accept(part));
              }
              return assertThrows(GrCudaException.class, part::padded).getMessage();
            });
    String rest =
        "; take its elements with get or gather of the distributed array, or the parts of this"
            + " rank";
    assertEquals(
        List.of("padded: rank 1 owns part 3" + rest, "padded: rank 0 owns part 0" + rest),
        messages);
  }

  @Test
  void elements() {
    refused(
        GrCudaException.Kind.ARITY,
        "get: float[4][6] takes 2 indices, given 1",
        world -> array(world, 4, 6).create().get(3));
    refused(
        GrCudaException.Kind.INDEX,
        "get: index 6 of axis 1 is out of range for float[4][6]: legal are 0 to 5",
        world -> array(world, 4, 6).create().get(3, 6));
    refused(
        GrCudaException.Kind.VALUE,
        "gather, argument 1 'rank': expected 0 to 1, given 2",
        world -> array(world, 4, 6).create().gather(2));
    refused(
        GrCudaException.Kind.VALUE,
        "fill, argument 1 'value': 0.5 is not an integer and cannot be stored as int",
        world -> world.distributedArray(ElementType.INT, 4).create().fill(0.5));
    refused(
        GrCudaException.Kind.UNSUPPORTED,
        "sum: expected an array of real numbers, this one is complex64[4]; take gather, or the"
            + " parts",
        world -> world.distributedArray(ElementType.COMPLEX64, 4).create().sum());
  }

  @Test
  void wholeArrays() {
    refused(
        GrCudaException.Kind.TYPE,
        "copyFrom, argument 1 'whole': expected a row-major array float[4][6], given float[4][5]",
        world ->
            array(world, 4, 6)
                .create()
                .copyFrom(world.cuda().array(ElementType.FLOAT, Order.C, 4, 5)));
    refused(
        GrCudaException.Kind.TYPE,
        "copyFrom, argument 1 'whole': expected a row-major array float[4][6], given float[4][6]"
            + " in order F",
        world ->
            array(world, 4, 6)
                .create()
                .copyFrom(world.cuda().array(ElementType.FLOAT, Order.F, 4, 6)));
  }
}
