package org.grcuda.tests.typed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.TypedArray;
import org.grcuda.tests.Hosts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Java calls an array, copied through the polyglot API, for every element type. */
@TestInstance(Lifecycle.PER_CLASS)
final class JavaHostTest {

  private final Context context = Hosts.open(Map.of());
  private final Value cu = context.eval("grcuda", "CU");

  static Stream<ElementCase<?, ?, ?>> cases() {
    return ElementCase.all();
  }

  private static String text(Object array) {
    return Arrays.deepToString(new Object[] {array});
  }

  @ParameterizedTest
  @MethodSource("cases")
  <S extends TypedArray<S, A>, A, V> void arraysBuffersAndSegments(ElementCase<S, A, V> c) {
    Value x = cu.invokeMember("DeviceArray", c.type().typeName(), 6);
    x.invokeMember("copyFrom", (Object) c.java());
    A back = c.zeros(6);
    x.invokeMember("copyTo", (Object) back);
    assertEquals(text(c.java()), text(back));

    ByteBuffer buffer = ByteBuffer.allocate(6 * c.type().sizeBytes());
    x.invokeMember("copyTo", buffer);
    Value y = cu.invokeMember("DeviceArray", c.type().typeName(), 6);
    y.invokeMember("copyFrom", MemorySegment.ofBuffer(buffer));
    assertEquals(x.toString(), y.toString());
    byte[] bytes = new byte[buffer.capacity()];
    y.invokeMember("copyTo", MemorySegment.ofArray(bytes));
    assertArrayEquals(buffer.array(), bytes);
  }

  @AfterAll
  void close() {
    context.close();
  }
}
