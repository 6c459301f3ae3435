package org.grcuda.cpu.translate.simd.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kernels whose analysis would take minutes are left to bytecode in seconds. */
@Timeout(60)
final class EffortTest {

  private static final String PARTING = "mov.u32 %r1, %tid.x; setp.eq.s32 %p1, %r1, %r2;";

  private static String each(int count, IntFunction<String> text) {
    return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining());
  }

  private static String jumps(int labels) {
    return PARTING
        + each(labels, i -> "L" + i + ": @%p1 bra L" + i * 7919L % labels + ";")
        + "st.global.u32 [%rd1], %r1; ret;";
  }

  private static String refusal(String body) {
    return assertThrows(
            NotVectorizableException.class, () -> Plans.ofBody(body, GangLayout.rows(16)))
        .getMessage();
  }

  @Test
  void lanesThatWaitInManyPlaces() {
    String expected = "its lanes may wait for one another in too many places";
    assertEquals(expected, refusal(jumps(4000)));
  }

  @Test
  void loopsThatNest() {
    int depth = 1300;
    String body =
        PARTING
            + each(depth, i -> "L" + i + ": add.s32 %r1, %r1, 1;")
            + each(depth, i -> "@%p1 bra L" + (depth - 1 - i) + ";")
            + "ret;";
    assertEquals("its lanes may wait for one another in too many places", refusal(body));
  }

  @Test
  void manyBlocks() {
    assertEquals("it has more than 16384 basic blocks", refusal(jumps(20_000)));
  }

  @Test
  void fewerAreFine() {
    Plans.ofBody(jumps(100), GangLayout.rows(16));
  }
}
