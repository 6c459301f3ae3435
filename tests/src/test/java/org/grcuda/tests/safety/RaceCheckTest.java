package org.grcuda.tests.safety;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** MemCheck=racecheck: races on shared memory are told with both threads, and nothing else is. */
final class RaceCheckTest {

  private static final String SOURCE =
      """
      extern "C" __global__ void readAfterWrite(int *x, int fixed) {
        __shared__ int tile[64];
        tile[threadIdx.x] = x[threadIdx.x];
        if (fixed) __syncthreads();
        x[threadIdx.x] = tile[(threadIdx.x + 1) % 64];
      }
      extern "C" __global__ void writeAfterRead(int *x, int fixed) {
        __shared__ int tile[64];
        tile[threadIdx.x] = x[threadIdx.x];
        __syncthreads();
        int mine = tile[63 - threadIdx.x];
        if (fixed) __syncthreads();
        tile[threadIdx.x] = mine + threadIdx.x;
        __syncthreads();
        x[threadIdx.x] = tile[threadIdx.x];
      }
      extern "C" __global__ void writeAfterWrite(int *x, int fixed) {
        __shared__ int last;
        if (fixed) {
          if (threadIdx.x == 5) last = 5;
        } else {
          last = threadIdx.x;
        }
        __syncthreads();
        x[threadIdx.x] = last;
      }
      extern "C" __global__ void warps(int *x, int fixed) {
        __shared__ int tile[64];
        int i = threadIdx.x;
        tile[i] = x[i];
        if (fixed) __syncwarp();
        int other = tile[i ^ 1];
        if (fixed) __syncwarp();
        tile[i] = other;
        __syncthreads();
        x[i] = tile[63 - i];
      }
      extern "C" __global__ void bytes(char *x, int fixed) {
        __shared__ char tile[64];
        tile[threadIdx.x] = x[threadIdx.x];
        if (!fixed && threadIdx.x == 0) *(short *) tile = 0x707;
        __syncthreads();
        x[threadIdx.x] = tile[63 - threadIdx.x];
      }
      extern "C" __global__ void atomics(int *x, int fixed) {
        __shared__ int bins[8];
        if (threadIdx.x < 8) bins[threadIdx.x] = 0;
        __syncthreads();
        if (fixed) {
          atomicAdd(&bins[x[threadIdx.x] & 7], 1);
        } else {
          atomicAdd(&bins[x[threadIdx.x] & 7], 1);
          if (threadIdx.x == 9) bins[0] = 0;
        }
        __syncthreads();
        if (threadIdx.x < 8) x[threadIdx.x] = bins[threadIdx.x];
      }
      extern "C" __global__ void volatiles(int *x, int fixed) {
        __shared__ int sums[64];
        volatile int *s = sums;
        int i = threadIdx.x;
        s[i] = x[i];
        __syncthreads();
        if (i < 32) {
          for (int half = 32; half > 0; half /= 2) {
            int sum = s[i] + s[i + half];
            if (fixed) __syncwarp();
            s[i] = sum;
            if (fixed) __syncwarp();
          }
        }
        __syncthreads();
        x[i] = s[0];
      }
      extern "C" __global__ void flags(int *x) {
        __shared__ volatile int flag;
        __shared__ int value;
        if (threadIdx.x == 0) flag = 0;
        __syncthreads();
        if (threadIdx.x == 63) {
          value = 7;
          __threadfence_block();
          flag = 1;
        } else {
          while (flag == 0);
          x[threadIdx.x] = value;
        }
      }
      extern "C" __global__ void sameValue(int *x) {
        __shared__ int found;
        if (threadIdx.x == 0) found = 0;
        __syncthreads();
        if (x[threadIdx.x] >= 0) found = 1;
        __syncthreads();
        x[threadIdx.x] = found;
      }
      extern "C" __global__ void reduction(int *x) {
        __shared__ int sums[64];
        int i = threadIdx.x;
        sums[i] = x[i];
        for (int half = 32; half > 0; half /= 2) {
          __syncthreads();
          if (i < half) sums[i] += sums[i + half];
        }
        __syncthreads();
        x[i] = sums[0];
      }
      extern "C" __global__ void lock(int *x) {
        __shared__ int taken, count;
        if (threadIdx.x == 0) taken = count = 0;
        __syncthreads();
        bool done = false;
        while (!done) {
          if (atomicCAS(&taken, 0, 1) == 0) {
            count++;
            __threadfence_block();
            atomicExch(&taken, 0);
            done = true;
          }
        }
        __syncthreads();
        x[threadIdx.x] = count;
      }
      extern "C" __global__ void twoBlocks(int *x) {
        __shared__ int tile[64];
        tile[threadIdx.x] = blockIdx.x;
        __syncthreads();
        x[threadIdx.x] = tile[63 - threadIdx.x];
      }
      """;

  private final Checked rig = new Checked("MemCheck", "racecheck");

  @AfterEach
  void staysHealthy() {
    rig.isHealthy();
    rig.close();
  }

  private void launch(String kernel, int fixed) {
    IntArray array = rig.ints(64);
    Kernel built = rig.kernel(SOURCE, kernel + "(x: inout pointer sint32, fixed: sint32)");
    built.grid(2).block(64).launch(array, fixed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "readAfterWrite|it writes what thread (|has read (PTX line|'tile' (256 bytes)",
        "writeAfterRead|it reads what thread (|has written (PTX line|'tile' (256 bytes)",
        "writeAfterWrite|it writes what thread (0, 0, 0) has written (|kernel.cu:|'last' (4 bytes)",
        "warps|what thread (|with no barrier between|'tile'",
        "bytes|thread (0, 0, 0)|with no barrier between|byte 1 of 'tile' (64 bytes)",
        "volatiles|what thread (|with no barrier between|'sums' (256 bytes)",
        "atomics|it updates what thread (9, 0, 0)|has written (PTX line|'bins' (32 bytes)",
      })
  void racesAreFoundAndBarriersEndThem(String kernel, String first, String second, String third) {
    rig.fails(
        () -> launch(kernel, 0),
        "CUDA_ERROR_LAUNCH_FAILED (719): kernel '" + kernel + "', block (",
        "race on shared memory",
        first,
        second,
        third);
    launch(kernel, 1);
    rig.cuda.synchronize();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sameValue", "reduction", "lock", "flags", "twoBlocks"})
  void whatIsNoRace(String kernel) {
    IntArray array = rig.ints(64);
    Kernel built = rig.kernel(SOURCE, kernel + "(x: inout pointer sint32)");
    built.grid(3).block(64).launch(array);
    rig.cuda.synchronize();
  }

  @Test
  void theThreadThatIsNamedIsTheSecond() {
    String message = rig.fails(() -> launch("writeAfterWrite", 0), "thread (1, 0, 0): race on");
    assertTrue(message.contains("(0, 0, 0)"), message);
  }
}
