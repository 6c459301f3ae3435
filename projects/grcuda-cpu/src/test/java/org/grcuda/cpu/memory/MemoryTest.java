package org.grcuda.cpu.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryTest {

  private static final long MIB = 1L << 20;

  private final Memory memory = new Memory(2, 32 * MIB, 64 * MIB, false);

  @AfterEach
  void close() {
    memory.close();
  }

  @Test
  void memoryIsZeroAlsoWhenItWasUsedBefore() {
    for (long bytes : new long[] {1, 1000, MIB - 1, MIB, 5 * MIB + 777}) {
      for (int round = 0; round < 3; round++) {
        long address = memory.allocate(bytes, Memory.HOST, "cuMemAllocManaged");
        assertEquals(-1, Memory.ALL.asSlice(address, bytes).mismatch(zeros(bytes)));
        Memory.ALL.asSlice(address, bytes).fill((byte) 7);
        memory.free(address);
      }
    }
  }

  @Test
  void smallPiecesAreZeroAlsoWhenTheirMemoryWentBackToTheSystem() {
    int bytes = 30_000;
    MemorySegment zeros = zeros(bytes);
    Random random = new Random(1);
    for (int round = 0; round < 5; round++) {
      List<Long> addresses = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        long address = memory.allocate(bytes, Memory.HOST, "cuMemAllocManaged");
        MemorySegment piece = Memory.ALL.asSlice(address, bytes);
        assertEquals(-1, piece.mismatch(zeros));
        piece.fill((byte) 7);
        addresses.add(address);
      }
      Collections.shuffle(addresses, random);
      addresses.forEach(memory::free);
    }
    assertEquals(64 * MIB, memory.free(Memory.HOST));
  }

  private static MemorySegment zeros(long bytes) {
    return MemorySegment.ofArray(new byte[(int) bytes]);
  }

  @Test
  void outOfMemoryNamesTheSizes() {
    memory.allocate(30 * MIB, 1, "cuMemAlloc");
    DriverException failure =
        assertThrows(DriverException.class, () -> memory.allocate(3 * MIB, 1, "cuMemAlloc"));
    assertEquals(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, failure.result());
    assertEquals(1, failure.device());
    assertEquals(
        "3,145,728 bytes requested, 2,097,152 of 33,554,432 bytes are free", failure.detail());
  }

  @Test
  void limitsAreApart() {
    memory.allocate(32 * MIB, 0, "cuMemAlloc");
    memory.allocate(32 * MIB, 1, "cuMemAlloc");
    memory.allocate(64 * MIB, Memory.HOST, "cuMemHostAlloc");
    assertEquals(0, memory.free(0));
    assertEquals(0, memory.free(1));
    assertEquals(0, memory.free(Memory.HOST));
  }

  @Test
  void kernelsMayAccessWhatIsInUseAndLittleMore() {
    long low = memory.allocate(MIB, 0, "cuMemAlloc");
    long high = memory.allocate(9 * MIB, 0, "cuMemAlloc");
    Launch.Arena both = memory.accessible();
    assertTrue(both.base() <= low && both.base() % 4096 == 0 && both.bytes() % 4096 == 0);
    assertTrue(both.base() + both.bytes() >= high + 9 * MIB);
    assertTrue(both.base() + both.bytes() <= high + 9 * MIB + 2 * MIB);
    memory.free(high);
    assertEquals(2 * MIB, memory.accessible().bytes());
  }

  /** The last threads of a grid may step past the end of an array, as on GPUs. */
  @Test
  void littleBeyondALargeAllocationIsNothing() {
    List<Long> starts = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      long first = memory.allocate(MIB, Memory.HOST, "cuMemAlloc");
      long second = memory.allocate(100, Memory.HOST, "cuMemAlloc");
      long frame = memory.takeFrame(1000);
      assertTrue(second - (first + MIB) >= MIB / 16);
      assertTrue(frame - (second + 100) >= 4096);
      starts.add(frame);
      memory.releaseFrame(frame, 1000);
      memory.free(first);
      memory.free(second);
    }
    assertEquals(starts.get(0), starts.get(1), "a gap was not given back");
  }

  @Test
  void rangesAreHeldAgainstTheirAllocation() {
    long x = memory.allocate(1000, 0, "cuMemAlloc");
    memory.checkRange(x, 1000, "cuMemcpyAsync", 0);
    memory.checkRange(x + 999, 1, "cuMemcpyAsync", 0);
    assertRefused(x + 999, 2);
    assertRefused(x, -1);
    assertRefused(x + 1000, 1);
    assertRefused(0, 1);
    assertRefused(memory.accessible().base() - 8, 16);
    assertRefused(Long.MAX_VALUE - 4, 16);
    MemorySegment host = Arena.ofAuto().allocate(64);
    memory.checkRange(host.address(), 64, "cuMemcpyAsync", 0);
  }

  private void assertRefused(long address, long bytes) {
    DriverException failure =
        assertThrows(
            DriverException.class, () -> memory.checkRange(address, bytes, "cuMemcpyAsync", 0));
    assertEquals(CudaResult.CUDA_ERROR_INVALID_VALUE, failure.result());
  }
}
