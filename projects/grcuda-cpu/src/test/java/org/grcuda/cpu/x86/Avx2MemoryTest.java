package org.grcuda.cpu.x86;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.grcuda.cpu.memory.NativeCall;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loads and stores of some lanes at the end of a page, behind which there is memory that cannot be
 * accessed: lanes of which the mask has no bit do not touch it.
 */
final class Avx2MemoryTest {

  private static final int PAGE = 4096;
  private static final int READ_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS = 0x22;
  private static final int[] MASKS = {6, 2};
  private static final int AT = Assembler.RSI;

  private final Random random = new Random(5);
  private long base;
  private MemorySegment page;

  @BeforeEach
  @SuppressWarnings("restricted")
  void map() {
    assumeTrue(Avx2Machine.isAvailable());
    MemorySegment mmap = NativeCall.find("mmap");
    base = NativeCall.call(mmap, 0, 2 * PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
    assertEquals(0, (int) NativeCall.call(NativeCall.find("mprotect"), base + PAGE, PAGE, 0));
    page = MemorySegment.ofAddress(base).reinterpret(PAGE);
    for (int i = 0; i < PAGE; i++) {
      page.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
    }
  }

  @AfterEach
  void unmap() {
    if (base != 0) {
      NativeCall.call(NativeCall.find("munmap"), base, 2 * PAGE, 0);
    }
  }

  /** How many elements, up to the last one of a mask, end at the end of the page. */
  private static int last(int mask) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(mask);
  }

  private int[] vector() {
    return random.ints(8).toArray();
  }

  private static int elementSize(VectorOp op) {
    return switch (op) {
      case VPMOVSXBD, VPMOVZXBD, VPMOVDB_STORE -> 1;
      case VPMOVSXWD, VPMOVZXWD, VPMOVDW_STORE -> 2;
      case VMOVDQU32, VMOVDQU32_STORE, VPGATHERDD, VPGATHERQD -> 4;
      default -> 8;
    };
  }

  private static Stream<VectorOp> loads() {
    return Stream.of(
        VectorOp.VMOVDQU32,
        VectorOp.VMOVDQU64,
        VectorOp.VPMOVSXBD,
        VectorOp.VPMOVZXBD,
        VectorOp.VPMOVSXWD,
        VectorOp.VPMOVZXWD);
  }

  private long element(VectorOp op, long at) {
    return switch (op) {
      case VPMOVSXBD -> page.get(ValueLayout.JAVA_BYTE, at);
      case VPMOVZXBD -> page.get(ValueLayout.JAVA_BYTE, at) & 0xff;
      case VPMOVSXWD -> page.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
      case VPMOVZXWD -> page.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) & 0xffff;
      case VMOVDQU32, VPGATHERDD, VPGATHERQD -> page.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      default -> page.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    };
  }

  /** Sets a lane of a vector of longs or words. */
  private static void set(int[] words, boolean wide, int lane, long value) {
    if (wide) {
      words[2 * lane] = (int) value;
      words[2 * lane + 1] = (int) (value >> 32);
    } else {
      words[lane] = (int) value;
    }
  }

  @ParameterizedTest
  @MethodSource("loads")
  void loadsSomeLanes(VectorOp op) {
    boolean wide = op == VectorOp.VMOVDQU64;
    int size = elementSize(op);
    for (int k : MASKS) {
      for (boolean zeroing : new boolean[] {false, true}) {
        Form form = zeroing ? Form.ALL.masked(k).zeroed() : Form.ALL.masked(k);
        Avx2Machine m = new Avx2Machine(asm -> asm.vector(op, 4, 0, Mem.at(AT, -7), form));
        for (int mask = 0; mask < (wide ? 16 : 256); mask++) {
          long at = PAGE - size * last(mask);
          int[] old = vector();
          int[] expected = zeroing ? new int[8] : old.clone();
          for (int l = 0; l < 8; l++) {
            if ((mask >> l & 1) != 0) {
              set(expected, wide, l, element(op, at + size * l));
            }
          }
          m.setVector(4, old);
          m.setMask(k, mask);
          m.setGeneral(AT, base + at + 7);
          m.run();
          assertArrayEquals(expected, m.vector(4), op + " mask " + mask);
        }
      }
    }
  }

  private static Stream<VectorOp> stores() {
    return Stream.of(
        VectorOp.VMOVDQU32_STORE,
        VectorOp.VMOVDQU64_STORE,
        VectorOp.VPMOVDB_STORE,
        VectorOp.VPMOVDW_STORE);
  }

  @ParameterizedTest
  @MethodSource("stores")
  void storesSomeLanes(VectorOp op) {
    for (int k : MASKS) {
      stores(op, k, Mem.at(AT, 300), mask -> PAGE - elementSize(op) * last(mask));
    }
  }

  /** Memory beside which the other lanes' memory may be written, too: with what it held. */
  @ParameterizedTest
  @MethodSource("stores")
  void storesSomeLanesToOwnMemory(VectorOp op) {
    for (int k : MASKS) {
      stores(op, k, Mem.at(AT, 300).toOwn(), mask -> PAGE / 2 + 3 * mask);
    }
  }

  private void stores(VectorOp op, int k, Mem to, IntUnaryOperator place) {
    boolean wide = op == VectorOp.VMOVDQU64_STORE;
    int size = elementSize(op);
    Avx2Machine m = new Avx2Machine(asm -> asm.vector(op, 4, 0, to, Form.ALL.masked(k)));
    for (int mask = 0; mask < (wide ? 16 : 256); mask++) {
      int at = place.applyAsInt(mask);
      byte[] expected = page.toArray(ValueLayout.JAVA_BYTE);
      int[] value = vector();
      for (int i = 0; i < (wide ? 4 : 8) * size; i++) {
        if ((mask >> i / size & 1) != 0) {
          int word = wide ? i / 4 : i / size;
          expected[at + i] = (byte) (value[word] >> 8 * (wide ? i % 4 : i % size));
        }
      }
      m.setVector(4, value);
      m.setMask(k, mask);
      m.setGeneral(AT, base + at - 300);
      m.run();
      assertArrayEquals(expected, page.toArray(ValueLayout.JAVA_BYTE), op + " mask " + mask);
      assertArrayEquals(value, m.vector(4));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8})
  void storesToTheFrame(int width) {
    VectorOp op = width == 8 ? VectorOp.VMOVDQU64_STORE : VectorOp.VMOVDQU32_STORE;
    Mem to = Mem.at(Avx2Machine.FRAME, Avx2Machine.DATA);
    for (int k : new int[] {0, 6, 3}) {
      Avx2Machine m = new Avx2Machine(asm -> asm.vector(op, 4, 0, to, Form.ALL.masked(k)));
      for (int mask = 0; mask < 256; mask++) {
        int[] expected = vector();
        int[] value = vector();
        m.setData(expected);
        m.setVector(4, value);
        m.setMask(k, mask);
        for (int l = 0; l < 8; l++) {
          boolean written = k == 0 || (mask >> (width == 8 ? l / 2 : l) & 1) != 0;
          expected[l] = written ? value[l] : expected[l];
        }
        m.run();
        assertArrayEquals(expected, m.data(8));
      }
    }
  }

  private static Stream<VectorOp> gathers() {
    return Stream.of(
        VectorOp.VPGATHERDD, VectorOp.VPGATHERDQ, VectorOp.VPGATHERQD, VectorOp.VPGATHERQQ);
  }

  @ParameterizedTest
  @MethodSource("gathers")
  void gathersSomeLanes(VectorOp op) {
    boolean longs = op == VectorOp.VPGATHERQD || op == VectorOp.VPGATHERQQ;
    boolean wide = elementSize(op) == 8;
    int lanes = op == VectorOp.VPGATHERDD ? 8 : 4;
    for (int k : MASKS) {
      for (boolean hasBase : longs ? new boolean[] {true, false} : new boolean[] {true}) {
        int scale = hasBase ? 4 : 1;
        Mem m = Mem.lanes(hasBase ? AT : -1, 5, scale, 64);
        Avx2Machine machine = new Avx2Machine(asm -> asm.vector(op, 4, 0, m, Form.ALL.masked(k)));
        for (int run = 0; run < 300; run++) {
          int mask = run % 3 == 0 ? 0xff : random.nextInt(256);
          long start = hasBase ? base + 2048 : 0;
          int[] index = vector();
          int[] expected = new int[8];
          int[] old = vector();
          for (int l = 0; l < lanes; l++) {
            boolean in = (mask >> l & 1) != 0;
            long at = in ? random.nextInt(1020) * 4L : PAGE + random.nextInt(900) * 4L;
            set(index, longs, l, (base + at - start - 64) / scale);
            long kept = wide ? Avx2Model.longs(old)[l] : old[l];
            set(expected, wide, l, in ? element(op, at) : kept);
          }
          machine.setVector(4, old);
          machine.setVector(5, index);
          machine.setMask(k, mask);
          machine.setGeneral(AT, start);
          machine.run();
          assertArrayEquals(expected, machine.vector(4), op + " mask " + mask);
          assertArrayEquals(index, machine.vector(5), () -> Arrays.toString(index));
        }
      }
    }
  }

  /** Idle lanes load element 0. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void loadsElementsOfSomeLanes(boolean wide) {
    int size = wide ? 8 : 4;
    int lanes = wide ? 4 : 8;
    VectorOp op = wide ? VectorOp.VPGATHERDQ : VectorOp.VPGATHERDD;
    Mem elements = Mem.lanes(AT, 5, size, 64);
    for (int k : MASKS) {
      Avx2Machine some = new Avx2Machine(asm -> asm.elements(op, 4, elements, k, false));
      Avx2Machine all = new Avx2Machine(asm -> asm.elements(op, 4, elements, k, true));
      for (int mask = 1; mask < 1 << lanes; mask++) {
        int[] index = vector();
        int[] expected = new int[8];
        for (int l = 0; l < lanes; l++) {
          boolean in = (mask >> l & 1) != 0;
          index[l] = in ? random.nextInt(500) - 8 : 1 << 28;
          set(expected, wide, l, element(op, 128 + (in ? index[l] : 0) * (long) size));
        }
        check(some, k, mask, index, expected);
        if (mask == (1 << lanes) - 1) {
          check(all, k, mask, index, expected);
        }
      }
    }
  }

  private void check(Avx2Machine machine, int k, int mask, int[] index, int[] expected) {
    machine.setVector(5, index);
    machine.setMask(k, mask);
    machine.setGeneral(AT, base + 64);
    machine.run();
    assertArrayEquals(expected, machine.vector(4), "mask " + mask);
  }

  /** The page as an area, with another start for each lane, and addresses around its ends. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void findsAddressesOutsideAnArea(int log) {
    long limit = (1L << 33) >> log;
    VectorAssembler.Area area = new VectorAssembler.Area(data(0), data(32), log, data(64));
    for (int k : MASKS) {
      Avx2Machine machine = new Avx2Machine(asm -> asm.outside(k, 5, 2, 4, area));
      for (int round = 0; round < 200; round++) {
        int expected = 0;
        int[][] addresses = new int[2][8];
        for (int l = 0; l < 8; l++) {
          long start = 0x7f00_0000_0000L + random.nextInt() * 16L;
          long[] ends = {0, limit << log, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40};
          long distance = ends[random.nextInt(5)] + random.nextInt(-12, 12);
          machine.frame().set(ValueLayout.JAVA_LONG, Avx2Machine.DATA + 8 * l, start);
          set(addresses[l / 4], true, l % 4, start + distance);
          boolean in = Long.compareUnsigned(Long.rotateRight(distance, log), limit) < 0;
          expected |= in ? 0 : 1 << l;
        }
        machine.frame().set(ValueLayout.JAVA_LONG, Avx2Machine.DATA + 64, limit);
        machine.setVector(2, addresses[0]);
        machine.setVector(3, addresses[1]);
        machine.run();
        assertEquals(expected, machine.mask(k));
        assertArrayEquals(addresses[0], machine.vector(2));
        assertArrayEquals(addresses[1], machine.vector(3));
      }
    }
  }

  private static Mem data(int at) {
    return Mem.at(Avx2Machine.FRAME, Avx2Machine.DATA + at);
  }
}
