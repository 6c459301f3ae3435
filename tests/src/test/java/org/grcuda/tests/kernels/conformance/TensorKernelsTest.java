package org.grcuda.tests.kernels.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Dense and sparse products of tensor cores. The numbers are small integers, so sums are exact. */
final class TensorKernelsTest extends ConformanceTest {

  private static final int M = 48;
  private static final int N = 24;
  private static final int K = 128;

  TensorKernelsTest() {
    super("tensors.cu");
  }

  /** Integers of -9 to 9. */
  private static byte[] numbers(int count, int seed) {
    Random random = new Random(seed);
    byte[] numbers = new byte[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (byte) (random.nextInt(19) - 9);
    }
    return numbers;
  }

  /** Of each four numbers two are zero, and the others are not. */
  private static byte[] sparse(int count, int seed) {
    Random random = new Random(seed);
    byte[] numbers = new byte[count];
    for (int first = 0; first < count; first += 4) {
      int one = random.nextInt(4);
      int other = (one + 1 + random.nextInt(3)) % 4;
      numbers[first + one] = (byte) (1 + random.nextInt(9));
      numbers[first + other] = (byte) (-1 - random.nextInt(9));
    }
    return numbers;
  }

  private static int[] product(byte[] a, byte[] b) {
    int[] c = new int[M * N];
    for (int i = 0; i < c.length; i++) {
      for (int k = 0; k < K; k++) {
        c[i] += a[i / N * K + k] * b[k * N + i % N];
      }
    }
    return c;
  }

  private static float[] floats(byte[] numbers) {
    float[] floats = new float[numbers.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = numbers[i];
    }
    return floats;
  }

  private void floats(String kernel, byte[] a, byte[] b) {
    float[] c = new float[M * N];
    call(kernel).grid(M / 16, N / 8).block(32, 1).run(floats(a), floats(b), c, N, K);
    int[] expected = product(a, b);
    float[] exact = new float[c.length];
    for (int i = 0; i < c.length; i++) {
      exact[i] = expected[i];
    }
    assertArrayEquals(exact, c, kernel);
  }

  private void integers(String kernel, byte[] a, byte[] b) {
    int[] c = new int[M * N];
    call(kernel).grid(M / 16, N / 8).block(32, 1).run(a, b, c, N, K);
    assertArrayEquals(product(a, b), c, kernel);
  }

  @Test
  void denseHalves() {
    floats("tensor_half", numbers(M * K, 1), numbers(K * N, 2));
  }

  @Test
  void denseBytes() {
    integers("tensor_bytes", numbers(M * K, 3), numbers(K * N, 4));
  }

  @Test
  void sparseHalves() {
    floats("tensor_sparse", sparse(M * K, 5), numbers(K * N, 6));
  }

  @Test
  void sparseBytes() {
    integers("tensor_sparse_bytes", sparse(M * K, 7), numbers(K * N, 8));
  }
}
