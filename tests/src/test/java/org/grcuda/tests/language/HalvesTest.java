package org.grcuda.tests.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.grcuda.tests.language.CudaProgram.Mode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Half precision: results are those of exact arithmetic, rounded once to binary16. */
final class HalvesTest extends LanguageTest {

  private static final int N = 32;

  HalvesTest() {
    super("halves.cu");
  }

  private static float x(int i) {
    return Float.float16ToFloat(Float.floatToFloat16(0.37f * i - 3));
  }

  private static float y(int i) {
    return Float.float16ToFloat(Float.floatToFloat16(1.25f - 0.11f * i));
  }

  private static float half(double exact) {
    return Float.float16ToFloat(Float.floatToFloat16((float) exact));
  }

  private static long halves(CudaProgram p, boolean first) {
    short[] bits = new short[N];
    for (int i = 0; i < N; i++) {
      bits[i] = Float.floatToFloat16(first ? x(i) : y(i));
    }
    return p.shorts(bits);
  }

  private static float read(CudaProgram p, long address, int i) {
    return Float.float16ToFloat(p.readShorts(address, N)[i]);
  }

  @ParameterizedTest
  @EnumSource
  void comparisonsAndRoots(Mode mode) {
    CudaProgram p = program(mode);
    long x = halves(p, true);
    p.launch("half_compared", 1, N, x, halves(p, false));
    for (int i = 0; i < N; i++) {
      float most = Math.max(x(i), y(i));
      float expected = x(i) > y(i) ? half(Math.sqrt(Math.abs(most))) : -most;
      assertEquals(expected, read(p, x, i), "element " + i);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shuffles(Mode mode) {
    CudaProgram p = program(mode);
    long x = halves(p, true);
    p.launch("half_shuffled", 1, N, x);
    for (int i = 0; i < N; i++) {
      float expected = half((double) x(i ^ 3) + x(Math.min(i + 1, N - 1)));
      assertEquals(expected, read(p, x, i), "element " + i);
    }
  }

  @ParameterizedTest
  @EnumSource
  void conversionsRoundAsTold(Mode mode) {
    CudaProgram p = program(mode);
    float[] f = {1.0003f, -1.0003f, 2047.6f, 0.1f};
    long h = p.zeros(2L * 16);
    long n = p.ints(new int[4]);
    p.launch("half_converted", 1, 4, p.floats(f), h, n);
    short[] bits = p.readShorts(h, 16);
    for (int i = 0; i < 4; i++) {
      float nearest = half(f[i]);
      assertEquals(nearest, Float.float16ToFloat(bits[4 * i]));
      float zero = Float.float16ToFloat(bits[4 * i + 1]);
      float up = Float.float16ToFloat(bits[4 * i + 2]);
      float down = Float.float16ToFloat(bits[4 * i + 3]);
      assertEquals(f[i] > 0 ? down : up, zero);
      assertEquals(true, down <= f[i] && f[i] <= up && (nearest == up || nearest == down));
      assertEquals((int) Math.rint(nearest) + 100_000 * (int) nearest, p.readInts(n, 4)[i]);
    }
  }

  @ParameterizedTest
  @EnumSource
  void atomics(Mode mode) {
    CudaProgram p = program(mode);
    long pair = p.ints(0);
    long one = p.ints(0);
    long other = p.ints(0);
    p.launch("half_atomics", 2, 20, pair, one, other);
    short forty = Float.floatToFloat16(40);
    assertEquals(forty, p.readShorts(pair, 2)[0]);
    assertEquals(forty, p.readShorts(pair, 2)[1]);
    assertEquals(forty, p.readShorts(one, 1)[0]);
    assertEquals(0x4220_4220, p.readInts(other, 1)[0]);
  }
}
