package org.grcuda.tests.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.grcuda.ByteArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * States of MTGP32: kernels draw the numbers of libcurand's generator on the host (10.3.10,
 * CURAND_RNG_PSEUDO_MTGP32), which has 192 states and takes 256 words of each in turn.
 */
final class RandomStatesTest {

  private static final int STATES = 192;
  private static final int THREADS = 256;
  private static final int ROUNDS = 2;
  private static final int STATE_BYTES = 4112;
  private static final int CONSTANT_BYTES = 40_804;

  private static final String SOURCE =
      """
      #include <curand_kernel.h>
      __global__ void draw(curandStateMtgp32 *states, unsigned int *out, int rounds) {
        for (int r = 0; r < rounds; r++) {
          out[(r * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] =
              curand(&states[blockIdx.x]);
        }
      }
      """;

  /** The checksum and two words by libcurand. */
  @ParameterizedTest
  @CsvSource({
    "1234, 3fc0d5fb, 95130d0d, 303a95c2",
    "81985529216486895, 632a702d, edfcb379, d56a555a",
  })
  void sequencesAreThoseOfTheVendor(long seed, String checksum, String first, String second) {
    int words = ROUNDS * STATES * THREADS;
    try (GrCuda cuda = GrCuda.open()) {
      ByteArray states = cuda.byteArray(STATES * STATE_BYTES + CONSTANT_BYTES);
      IntArray out = cuda.intArray(words);
      cuda.library("RAND").call("curandMakeMTGP32KernelState", states, STATES, seed);
      Kernel draw =
          cuda.buildKernel(
              SOURCE, "draw(states: inout pointer void, out: out pointer sint32, rounds: sint32)");
      draw.grid(STATES).block(THREADS).launch(states, out, ROUNDS);
      int[] drawn = out.toArray();
      assertEquals(first, Integer.toHexString(drawn[0]));
      assertEquals(second, Integer.toHexString(drawn[STATES * THREADS]));
      ByteBuffer bytes = ByteBuffer.allocate(4 * words).order(ByteOrder.LITTLE_ENDIAN);
      bytes.asIntBuffer().put(drawn);
      CRC32 sum = new CRC32();
      sum.update(bytes);
      assertEquals(checksum, Long.toHexString(sum.getValue()));
    }
  }

  @Test
  void roomForTheConstantsToo() {
    try (GrCuda cuda = GrCuda.open()) {
      ByteArray states = cuda.byteArray(STATE_BYTES);
      GrCudaException refused =
          assertThrows(
              GrCudaException.class,
              () -> cuda.library("RAND").call("curandMakeMTGP32KernelState", states, 1, 7));
      assertEquals(
          "curandMakeMTGP32KernelState, argument 1 'states': byte[4112] is too short: the call uses"
              + " 44916 elements of char, given 4112",
          refused.getMessage());
    }
  }
}
