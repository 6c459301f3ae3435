package org.grcuda.tests.typed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.HostView;
import org.grcuda.Location;
import org.grcuda.TypedArray;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every method of the typed arrays, for every element type. */
@TestInstance(Lifecycle.PER_CLASS)
final class TypedArrayTest {

  private final GrCuda cuda = GrCuda.open();

  static Stream<ElementCase<?, ?, ?>> cases() {
    return ElementCase.all();
  }

  private <S extends TypedArray<S, A>, A, V> S array(ElementCase<S, A, V> c, long... shape) {
    return c.make().of(cuda, Order.C, shape);
  }

  /** A row of the six elements of the case. */
  private <S extends TypedArray<S, A>, A, V> S filled(ElementCase<S, A, V> c) {
    S array = array(c, 6);
    array.copyFrom(c.java());
    return array;
  }

  private static <S extends TypedArray<S, A>, A, V> List<V> elements(
      ElementCase<S, A, V> c, S row) {
    return LongStream.range(0, row.length()).mapToObj(i -> c.get().of(row, i)).toList();
  }

  private static void assertSameArray(Object expected, Object actual) {
    assertEquals(
        Arrays.deepToString(new Object[] {expected}), Arrays.deepToString(new Object[] {actual}));
  }

  @ParameterizedTest
  @MethodSource("cases")
  <S extends TypedArray<S, A>, A, V> void whatIsStoredIsRead(ElementCase<S, A, V> c) {
    S array = array(c, 6);
    for (int i = 0; i < 6; i++) {
      c.set().in(array, c.elements().get(i), i);
    }
    assertEquals(c.elements(), elements(c, array));
    assertSameArray(c.java(), array.toArray());
  }

  @ParameterizedTest
  @MethodSource("cases")
  <S extends TypedArray<S, A>, A, V> void properties(ElementCase<S, A, V> c) {
    S array = c.make().of(cuda, Order.F, 2, 3);
    assertEquals(c.type(), array.type());
    assertEquals(6, array.length());
    assertEquals(6L * c.type().sizeBytes(), array.byteSize());
    assertEquals(Order.F, array.order());
    assertEquals("[2, 3]", Arrays.toString(array.shape()));
    assertEquals(c.type() + "[2][3]", array.toString());
    assertEquals(array.pointer() + c.type().sizeBytes(), array.flat().slice(1, 2).pointer());
    array.copyFrom(c.java());
    assertEquals(new Location(true, List.of()), array.location());
    assertFalse(array.isFreed());
    array.close();
    array.close();
    assertTrue(array.isFreed());
    DeviceArray any = cuda.array(c.type(), Order.C, 4);
    assertSame(array.getClass(), any.getClass());
  }

  @ParameterizedTest
  @MethodSource("cases")
  <S extends TypedArray<S, A>, A, V> void copiesOfJavaArrays(ElementCase<S, A, V> c) {
    S array = filled(c);
    assertEquals(c.elements(), elements(c, array));
    A all = c.zeros(8);
    array.copyTo(all);
    assertSameArray(c.java(), beginning(c, all));
    A shifted = c.zeros(6);
    array.copyTo(shifted, 2 * c.width(), 3);
    A expected = c.zeros(6);
    System.arraycopy(c.java(), 0, expected, 2 * c.width(), 3 * c.width());
    assertSameArray(expected, shifted);
    array.copyFrom(c.java(), 4 * c.width(), 2);
    assertEquals(c.elements().subList(4, 6), elements(c, array.slice(0, 2)));
    assertEquals(c.elements().subList(2, 6), elements(c, array.slice(2, 6)));
  }

  /** The first six elements of a longer array. */
  private static <A> A beginning(ElementCase<?, A, ?> c, A longer) {
    A beginning = c.zeros(6);
    System.arraycopy(longer, 0, beginning, 0, Array.getLength(beginning));
    return beginning;
  }

  @ParameterizedTest
  @MethodSource("cases")
  <S extends TypedArray<S, A>, A, V> void copiesOfMemory(ElementCase<S, A, V> c) {
    S source = filled(c);
    int bytes = (int) source.byteSize();
    MemorySegment segment = MemorySegment.ofArray(new byte[bytes + 5]);
    source.copyTo(segment);
    S target = array(c, 6);
    target.copyFrom(segment);
    assertEquals(c.elements(), elements(c, target));

    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes + 8).position(8);
    source.copyTo(buffer);
    assertEquals(8, buffer.position());
    S again = array(c, 6);
    again.copyFrom(buffer);
    assertEquals(c.elements(), elements(c, again));
    assertEquals(-1, MemorySegment.ofBuffer(buffer).mismatch(segment.asSlice(0, bytes)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  <S extends TypedArray<S, A>, A, V> void copiesOfDeviceArrays(ElementCase<S, A, V> c) {
    S source = filled(c);
    S shorter = array(c, 2, 2);
    shorter.copyFrom(source);
    assertEquals(c.elements().subList(0, 4), elements(c, shorter.flat()));
    S longer = array(c, 8);
    c.fill().accept(longer, c.elements().get(5));
    source.copyTo(longer);
    assertEquals(c.elements(), elements(c, longer.slice(0, 6)));
    assertEquals(c.elements().get(5), c.get().of(longer, 7));
    source.slice(0, 2).copyTo(source.slice(4, 6));
    assertEquals(c.elements().subList(0, 2), elements(c, source.slice(4, 6)));
    var tooShort = assertThrows(GrCudaException.class, () -> source.copyFrom(shorter));
    assertEquals("copyFrom: expected at least 6 elements, given 4", tooShort.getMessage());
    assertThrows(GrCudaException.class, () -> source.slice(0, 3).copyTo(source.slice(2, 5)));
  }

  /** Of lengths that the doubling of wide elements does and does not divide. */
  @ParameterizedTest
  @MethodSource("cases")
  <S extends TypedArray<S, A>, A, V> void fills(ElementCase<S, A, V> c) {
    for (int length : new int[] {1, 2, 7, 100, 70_001}) {
      V value = c.elements().get(length % 6);
      V other = c.elements().get(5);
      S array = array(c, length + 2);
      c.fill().accept(array, other);
      c.fill().accept(array.slice(1, length + 1), value);
      assertEquals(Collections.nCopies(length, value), elements(c, array.slice(1, length + 1)));
      assertEquals(other, c.get().of(array, 0));
      assertEquals(other, c.get().of(array, length + 1));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  <S extends TypedArray<S, A>, A, V> void dimensions(ElementCase<S, A, V> c) {
    for (Order order : Order.values()) {
      S matrix = c.make().of(cuda, order, 2, 3);
      S cube = c.make().of(cuda, order, 3, 1, 2);
      matrix.copyFrom(c.java());
      cube.copyFrom(c.java());
      for (int i = 0; i < 6; i++) {
        V element = c.elements().get(i);
        boolean rowMajor = order == Order.C;
        assertEquals(element, c.get().of(matrix, i));
        assertEquals(
            element, c.get().of(matrix, rowMajor ? i / 3 : i % 2, rowMajor ? i % 3 : i / 2));
        assertEquals(
            element, c.get().of(cube, rowMajor ? i / 2 : i % 3, 0, rowMajor ? i % 2 : i / 3));
        assertEquals(
            element, c.get().of(cube.row(rowMajor ? i / 2 : i % 3), 0, rowMajor ? i % 2 : i / 3));
      }
      V value = c.elements().get(1);
      c.set().in(matrix, value, 1, 2);
      c.set().in(cube, value, 2, 0, 0);
      assertEquals(value, c.get().of(matrix.row(1), 2));
      assertEquals(value, c.get().of(cube, order == Order.C ? 4 : 2));
      c.set().in(matrix.row(0), value, 1);
      assertEquals(value, c.get().of(matrix, 0, 1));
      c.set().in(matrix, c.elements().get(0), 5);
      assertEquals(c.elements().get(0), c.get().of(matrix, 1, 2));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  <S extends TypedArray<S, A>, A, V> void viewsShareTheMemory(ElementCase<S, A, V> c) {
    S array = filled(c);
    S matrix = array.reshape(2, 3);
    assertEquals(c.elements().subList(3, 6), elements(c, matrix.row(1)));
    assertEquals(c.elements().subList(3, 6), elements(c, matrix.slice(1, 2).flat()));
    V value = c.elements().get(5);
    c.set().in(matrix, value, 0, 1);
    assertEquals(value, c.get().of(array, 1));
    c.fill().accept(matrix.row(1), value);
    assertEquals(Collections.nCopies(3, value), elements(c, array.slice(3, 6)));
    matrix.close();
    assertFalse(array.isFreed());
    array.close();
    var freed = assertThrows(GrCudaException.class, () -> c.get().of(matrix, 0, 0));
    assertEquals("array " + c.type() + "[2][3] was freed", freed.getMessage());
    assertEquals(GrCudaException.Kind.STATE, freed.kind());
  }

  @ParameterizedTest
  @MethodSource("cases")
  <S extends TypedArray<S, A>, A, V> void maps(ElementCase<S, A, V> c) {
    S source = filled(c);
    S target = array(c, 6);
    try (HostView from = source.map(HostView.READ);
        HostView to = target.map(HostView.READ | HostView.WRITE)) {
      assertTrue(from.segment().isReadOnly());
      assertEquals(source.byteSize(), from.segment().byteSize());
      to.segment().copyFrom(from.segment());
    }
    assertEquals(c.elements(), elements(c, target));
  }

  @ParameterizedTest
  @MethodSource("cases")
  <S extends TypedArray<S, A>, A, V> void stridedViewsAreReadByElement(ElementCase<S, A, V> c) {
    S matrix = c.make().of(cuda, Order.F, 2, 3);
    matrix.copyFrom(c.java());
    S row = matrix.row(1);
    assertEquals(
        List.of(c.elements().get(1), c.elements().get(3), c.elements().get(5)), elements(c, row));
    String is = ": a strided view of shape " + c.type() + "[3] cannot be ";
    List.<Refused>of(
            new Refused("copyFrom" + is + "copied in bulk", () -> row.copyFrom(c.java())),
            new Refused("copyTo" + is + "copied in bulk", () -> row.copyTo(c.java(), 0, 1)),
            new Refused("toArray" + is + "copied in bulk", row::toArray),
            new Refused("map" + is + "mapped", () -> row.map(HostView.READ)),
            new Refused("flat" + is + "flattened", row::flat),
            new Refused("reshape" + is + "reshaped", () -> row.reshape(3, 1)),
            new Refused("fill" + is + "filled", () -> c.fill().accept(row, c.elements().get(0))))
        .forEach(Refused::check);
  }

  /** Something that throws, and the whole message. */
  private record Refused(String message, Runnable action) {
    void check() {
      var error = assertThrows(GrCudaException.class, action::run);
      assertEquals(message, error.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  <S extends TypedArray<S, A>, A, V> void badIndicesAndSizes(ElementCase<S, A, V> c) {
    S row = filled(c);
    S matrix = row.reshape(2, 3);
    V value = c.elements().get(0);
    String legal = c.type() + "[2][3]: legal are 0 to ";
    List.<Refused>of(
            new Refused(
                "index 6 is out of range for " + c.type() + "[6]: legal are 0 to 5",
                () -> c.get().of(row, 6)),
            new Refused(
                "index -1 is out of range for " + legal + 5, () -> c.set().in(matrix, value, -1)),
            new Refused(
                "index 2 in dimension 1 is out of range for " + legal + 1,
                () -> c.get().of(matrix, 2, 0)),
            new Refused(
                "index 3 in dimension 2 is out of range for " + legal + 2,
                () -> c.set().in(matrix, value, 1, 3)),
            new Refused(
                c.type() + "[2][3] takes 2 indices, given 3", () -> c.get().of(matrix, 0, 0, 0)),
            new Refused(c.type() + "[6] takes 1 index, given 2", () -> c.get().of(row, 0, 0)),
            new Refused(
                "reshape: " + c.type() + "[6] has 6 elements, the shape [4, 2] has 8",
                () -> row.reshape(4, 2)),
            new Refused(
                "copyFrom, argument 3 'count': expected 1 to 6, given 7",
                () -> row.copyFrom(c.java(), 0, 7)),
            new Refused(
                "copyTo, argument 2 'offset': expected 0 to "
                    + Array.getLength(c.java())
                    + ", given -1",
                () -> row.copyTo(c.java(), -1, 2)),
            new Refused(
                "copyTo: expected at least 3 elements, given 2",
                () -> row.copyTo(c.java(), 4 * c.width(), 3)))
        .forEach(Refused::check);
    assertEquals(c.elements(), elements(c, row));
  }

  /** No element type is forgotten; {@code char} and {@code byte} share a class. */
  @Test
  void everyTypeHasAClass() {
    List<ElementType> tested = cases().<ElementType>map(ElementCase::type).toList();
    for (ElementType type : ElementType.values()) {
      DeviceArray array = cuda.array(type, Order.C, 2);
      assertEquals(type, array.type());
      assertTrue(type == ElementType.CHAR || tested.contains(type), type::typeName);
    }
  }

  @AfterAll
  void close() {
    cuda.close();
  }
}
