package org.grcuda.graph.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Numbers are read as Java reads them, to the last bit. */
final class RealNumberTest {

  private static final int CASES = 200_000;

  @Test
  void plainNumbersAreTheNearestFloats() {
    var random = new SplittableRandom(3);
    for (int i = 0; i < CASES; i++) {
      long digits = random.nextLong() >>> 1 + random.nextInt(60);
      check(digits + "");
      check("-" + digits + "." + (random.nextLong() >>> 1 + random.nextInt(60)));
      check("." + digits);
      check(digits + ".");
      check(Float.toString(Float.intBitsToFloat(random.nextInt(0x7F800000))));
    }
  }

  @Test
  void halfwayCasesRoundToEven() {
    for (int i = 1; i < 20_000; i += 2) {
      // Between two floats, and just beside that.
      check(Integer.toString((1 << 24) + i));
      check((1 << 24) + i + ".0000001");
      check((1 << 24) + i - 1 + ".9999999");
      check((1 << 24) + i + ".0");
      check(new BigDecimal(1 + i * 0x1p-24).toPlainString());
    }
  }

  private static void check(String text) {
    float expected = Float.parseFloat(text);
    if (Float.isInfinite(expected)) {
      return;
    }
    byte[] bytes = ("7 " + text + "        ").getBytes(StandardCharsets.US_ASCII);
    var token = new Token(MemorySegment.ofArray(bytes));
    int to = 2 + text.length();
    assertEquals(
        Float.floatToRawIntBits(expected), Float.floatToRawIntBits(token.real(2, to)), text);
  }

  @Test
  void integersOfAnyLengthAreRead() throws TextError {
    var random = new SplittableRandom(4);
    Range any = new Range("number", 0, Long.MAX_VALUE / 16, "");
    for (int i = 0; i < CASES; i++) {
      long number = random.nextLong() >>> 5 + random.nextInt(59);
      String text = "0".repeat(random.nextInt(10)) + number + (random.nextBoolean() ? " x" : "");
      MemorySegment bytes = MemorySegment.ofArray(text.getBytes(StandardCharsets.US_ASCII));
      assertEquals(number, new LineCursor(bytes, ' ', 0, bytes.byteSize()).number(any));
    }
  }
}
