package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.grcuda.cpu.exec.KernelFault;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Kernels of types.cu: vectors, narrow types, halfs, and inline PTX that NVRTC itself avoids. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TypesTest {

  private TestDevice device;

  @BeforeAll
  void translate() {
    device = TestDevice.of("types.ptx");
  }

  @AfterAll
  void close() {
    device.close();
  }

  @Test
  void vectorLoadsAndStores() {
    long a = device.put(1f, 2f, 3f, 4f, 5f, 6f, 7f, 8f);
    long b = device.allocate(32);
    long c = device.put(0xff010203, 0x10203040);
    long d = device.put(5 << 16 | 0xfff0, -2 << 16 | 100);
    long e = device.put(-64L, 1L << 60);
    device.launch("vectors", 1, 2, a, b, c, d, e, 2);
    assertArrayEquals(new double[] {3, 12, 11, 56}, device.doubles(b, 4));
    assertArrayEquals(new int[] {0x07050300, 0x44332211}, device.ints(c, 2));
    assertArrayEquals(new int[] {-4 << 16 | 15, 25 << 16 | -6 & 0xffff}, device.ints(d, 2));
    assertArrayEquals(new long[] {-8L ^ (-16L << 40), 1L << 57 ^ (100L << 40)}, device.longs(e, 2));
  }

  @Test
  void narrowTypesPromoteAndWrap() {
    byte[] a = {-100, 7, 127, -1};
    int[] b = {200, 3, 255, 0};
    short[] c = {-20000, 12, 32767, -1};
    int[] d = {65535, 9, 40000, 1};
    int packedA = 0;
    int packedB = 0;
    int[] packedC = new int[2];
    int[] packedD = new int[2];
    for (int i = 0; i < 4; i++) {
      packedA |= (a[i] & 0xff) << 8 * i;
      packedB |= b[i] << 8 * i;
      packedC[i / 2] |= (c[i] & 0xffff) << 16 * (i % 2);
      packedD[i / 2] |= d[i] << 16 * (i % 2);
    }
    long out = device.allocate(128);
    device.launch(
        "narrow",
        1,
        4,
        device.put(packedA),
        device.put(packedB),
        device.put(packedC),
        device.put(packedD),
        out);
    int[] result = device.ints(out, 32);
    for (int i = 0; i < 4; i++) {
      int[] expected = {
        a[i] / 3 + b[i],
        c[i] * d[i],
        b[i] + 200 & 0xff,
        (short) (c[i] - 30000),
        a[i] < c[i] ? 1 : 0,
        b[i] > d[i] ? 1 : 0,
        (d[i] * 7 & 0xffff) >> 3,
        Math.max(a[i], b[i])
      };
      for (int k = 0; k < 8; k++) {
        assertEquals(expected[k], result[i * 8 + k], "value " + k + " of thread " + i);
      }
    }
  }

  @Test
  void halfPrecisionArithmetic() {
    float[] x = {1.5f, -3.25f, 1000f, 0.1f};
    float[] y = {0.25f, 7f, 70f, 0.3f};
    long out = device.allocate(64);
    device.launch("halves", 1, 4, device.put(x), device.put(y), out);
    int[] words = device.ints(out, 16);
    for (int i = 0; i < 4; i++) {
      float a = Float.float16ToFloat(Float.floatToFloat16(x[i]));
      float b = Float.float16ToFloat(Float.floatToFloat16(y[i]));
      float[] expected = {a + b, a * b, (float) ((double) a * b + a), -a, 0, 0, 2 * a, 2 * b};
      for (int k = 0; k < 8; k++) {
        int half = words[i * 4 + k / 2] >>> 16 * (k % 2) & 0xffff;
        assertEquals(
            Float.floatToFloat16(expected[k]) & 0xffff, half, "half " + k + " of thread " + i);
      }
    }
  }

  @Test
  void branchTables() {
    long out = device.allocate(20);
    device.launch("branchTable", 1, 5, device.put(2, 0, 1, 9, -1), out);
    assertArrayEquals(new int[] {30, 10, 20, 40, 40}, device.ints(out, 5));
  }

  @Test
  void stateSpacesOfGenericAddresses() {
    long out = device.put(0, 0, 0);
    device.launch("spaces", 1, 1, out);
    assertEquals(1 + 100 + 10_000, device.ints(out, 1)[0]);
  }

  @Test
  void failedAssertionSaysWhere() {
    KernelFault fault = assertThrows(KernelFault.class, () -> device.launch("asserts", 1, 8, 5));
    assertEquals(KernelFault.Kind.ASSERT, fault.kind());
    assertEquals("types.cu:7: asserts: assertion `threadIdx.x < n` failed", fault.detail());
    assertEquals("kernel 'asserts', block (0, 0, 0), thread (5, 0, 0)", fault.place());
  }

  @Test
  void arrivalsCountAtABarrier() {
    long out = device.allocate(128);
    device.launch("arriving", 1, 64, out);
    for (int value : device.ints(out, 32)) {
      assertEquals(5, value);
    }
  }

  @Test
  void partOfAWarpShufflesAndExits() {
    long out = device.allocate(256);
    device.launch("partialWarp", 1, 32, out);
    int[] result = device.ints(out, 33);
    assertEquals(36, result[0]);
    for (int t = 0; t < 32; t++) {
      assertEquals(t == 9 ? 0 : 31, result[1 + t]);
    }
  }
}
