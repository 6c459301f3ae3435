package org.grcuda.world.mobile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.mobile.Invocation.Request;
import org.grcuda.world.object.MobilePointer;
import org.junit.jupiter.api.Test;

/**
 * Records are read as they were written; damaged ones are refused, and nothing is read outside of
 * them. More: {@code -Dtest=FrameFuzzTest -Dgrcuda.test.programs=10000000}.
 */
final class FrameFuzzTest {

  private static final int RECORDS = Integer.getInteger("grcuda.test.programs", 50_000);

  private static Object randomValue(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 6 : 8)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextLong();
      case 3 -> random.nextDouble();
      case 4 -> "text ü " + random.nextInt();
      case 5 -> new MobilePointer(random.nextInt(100), random.nextLong());
      case 6 -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(randomValue(random, depth - 1));
        }
        yield list;
      }
      default -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          map.put("key " + i, randomValue(random, depth - 1));
        }
        yield map;
      }
    };
  }

  private static byte[] write(List<Object> values, MobilePointer pointer) {
    RecordWriter record = Invocation.write(pointer, 3, 77, Request.CALL, "handler");
    record.addInt(values.size());
    ValueWriter writer = new ValueWriter(record, array -> 0);
    values.forEach(writer::write);
    return record.finish();
  }

  private static List<Object> read(byte[] bytes) {
    RecordReader record = RecordReader.first(MemorySegment.ofArray(bytes));
    Invocation call = Invocation.read(0, record);
    ValueReader reader = new ValueReader(call.arguments(), (type, order, shape, number) -> null);
    List<Object> values = new ArrayList<>();
    int count = call.arguments().readCount(Byte.BYTES);
    for (int i = 0; i < count; i++) {
      values.add(reader.read());
    }
    return values;
  }

  @Test
  void valuesAreReadAsTheyWereWritten() {
    Random random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      List<Object> values = new ArrayList<>();
      for (int j = random.nextInt(5); j > 0; j--) {
        values.add(randomValue(random, 4));
      }
      assertEquals(values, read(write(values, new MobilePointer(1, i))));
    }
  }

  @Test
  void damagedRecordsAreRefused() {
    Random random = new Random(2);
    int refused = 0;
    for (int i = 0; i < RECORDS; i++) {
      byte[] bytes =
          write(
              Arrays.asList(randomValue(random, 3), randomValue(random, 2)),
              new MobilePointer(1, i));
      for (int j = 1 + random.nextInt(3); j > 0; j--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      if (random.nextBoolean()) {
        bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      refused += isRefused(bytes) ? 1 : 0;
    }
    assertTrue(refused > RECORDS / 2, refused + " of " + RECORDS);
  }

  @Test
  void noiseIsRefused() {
    Random random = new Random(3);
    for (int i = 0; i < RECORDS; i++) {
      byte[] bytes = new byte[random.nextInt(100)];
      random.nextBytes(bytes);
      if (bytes.length > 4) {
        // Or else the length alone would refuse nearly all.
        MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_INT_UNALIGNED, 0, bytes.length);
      }
      isRefused(bytes);
    }
  }

  /** Whether the record is refused; fails if anything else is thrown. */
  private static boolean isRefused(byte[] bytes) {
    try {
      read(bytes);
      return false;
    } catch (FrameException e) {
      return true;
    }
  }

  @Test
  void deepNestingIsRefused() {
    RecordWriter record = Invocation.write(new MobilePointer(0, 0), 0, 0, Request.CALL, "deep");
    record.addInt(1);
    for (int i = 0; i < 100; i++) {
      record.addByte(ValueWriter.LIST).addInt(1);
    }
    record.addByte(ValueWriter.NULL);
    byte[] bytes = record.finish();
    assertEquals(
        "lists and maps nested deeper than 64",
        assertThrows(FrameException.class, () -> read(bytes)).getMessage());
  }

  @Test
  void eachRecordSaysWhatIsWrong() {
    byte[] bytes = new RecordWriter(Kind.INVOKE).addInt(1).finish();
    assertEquals(
        "INVOKE: 8 bytes wanted where 0 are left",
        assertThrows(FrameException.class, () -> read(bytes)).getMessage());
    bytes[4] = 99;
    assertEquals(
        "a record of kind 99", assertThrows(FrameException.class, () -> read(bytes)).getMessage());
  }
}
