package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Accesses of shared memory by registers of 32 bits that point ahead of its start: the sum with the
 * distance wraps around.
 */
class AddressSumsTest extends MachineCodeTest {

  private static final int THREADS = 64;

  /** Thread t's word of the tile is 3 t, its address is in %w; %n is a register below the tile. */
  private static int[] run(Engine engine, String body) {
    String text =
        """
        .version 8.0 .target sm_80 .address_size 64
        .visible .entry k(.param .u64 out)
        {
        .reg .b32 %t, %w, %n, %x, %y, %b; .reg .b64 %o, %d; .reg .pred %p;
        .shared .align 16 .b8 tile[256];
        mov.u32 %t, %tid.x; ld.param.u64 %o, [out]; mad.wide.u32 %o, %t, 4, %o;
        mov.u32 %b, tile; mad.lo.u32 %w, %t, 4, %b;
        mul.lo.u32 %x, %t, 3; mov.u32 %y, -1;
        st.shared.u32 [%w], %x; bar.sync 0;
        BODY
        st.global.u32 [%o], %y;
        ret;
        }
        """
            .replace("BODY", body);
    Set<String> machineCode = new HashSet<>();
    try (TestDevice device = new TestDevice(text, options(engine, machineCode))) {
      assertEquals(engine == Engine.NATIVE, machineCode.contains("k"));
      long out = device.allocate(4 * THREADS);
      device.launch("k", 1, THREADS, out);
      return device.ints(out, THREADS);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void theSameForAll(Engine engine) {
    int[] given = run(engine, "sub.u32 %n, %b, 60; ld.shared.u32 %y, [%n+64];");
    assertArrayEquals(IntStream.generate(() -> 3).limit(THREADS).toArray(), given);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void inARow(Engine engine) {
    int[] given =
        run(
            engine,
            "sub.u32 %n, %w, 128; setp.lt.u32 %p, %t, 48; @%p ld.shared.u32 %y, [%n+192];"
                + "@%p st.shared.u32 [%n+192], %t;");
    int[] expected = IntStream.range(0, THREADS).map(t -> t < 48 ? 3 * (t + 16) : -1).toArray();
    assertArrayEquals(expected, given);
  }

  /** In the first lanes the sum lies ahead of the tile, and these do not access it. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void inARowThatBeginsAhead(Engine engine) {
    int[] given =
        run(
            engine,
            "sub.u32 %n, %w, 128; setp.ge.u32 %p, %t, 16; @!%p bra E;"
                + "ld.shared.u32 %y, [%n+64]; E:");
    int[] expected = IntStream.range(0, THREADS).map(t -> t < 16 ? -1 : 3 * (t - 16)).toArray();
    assertArrayEquals(expected, given);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anywhere(Engine engine) {
    String place = "xor.b32 %n, %t, 37; mad.lo.u32 %n, %n, 4, %b; sub.u32 %n, %n, 1020;";
    IntStream there = IntStream.range(0, THREADS).map(t -> 3 * (t ^ 37));
    assertArrayEquals(there.toArray(), run(engine, place + "ld.shared.u32 %y, [%n+1020];"));
    int[] bytes = IntStream.range(0, THREADS).map(t -> 3 * (t ^ 37) & 0xff).toArray();
    assertArrayEquals(bytes, run(engine, place + "ld.shared.u8 %y, [%n+1020];"));
    int[] changed = IntStream.range(0, THREADS).map(t -> 3 * t + (t ^ 37)).toArray();
    String add = "red.shared.add.u32 [%n+1020], %t; bar.sync 0; ld.shared.u32 %y, [%w];";
    assertArrayEquals(changed, run(engine, place + add));
  }

  /** A distance that is written as a number without a sign. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void aDistanceBeyondTheSigned(Engine engine) {
    int[] given = run(engine, "add.u32 %n, %b, 8; ld.shared.u32 %y, [%n+4294967292];");
    assertArrayEquals(IntStream.generate(() -> 3).limit(THREADS).toArray(), given);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void inVectors(Engine engine) {
    int[] given =
        run(
            engine,
            "and.b32 %n, %w, 0xf8; sub.u32 %n, %n, 256;"
                + "ld.shared.v2.u32 {%x, %y}, [%n+256]; add.u32 %y, %x, %y;");
    int[] expected = IntStream.range(0, THREADS).map(t -> 6 * (t & -2) + 3).toArray();
    assertArrayEquals(expected, given);
  }
}
