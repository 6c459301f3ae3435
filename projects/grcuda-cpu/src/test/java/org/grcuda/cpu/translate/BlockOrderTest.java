package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The blocks that a worker runs one after the other, on all engines: x fastest. */
final class BlockOrderTest {

  private static final Launch.Shape GRID = new Launch.Shape(3, 2, 4);
  private static final Launch.Shape BLOCK = new Launch.Shape(5, 2, 1);

  /** The first thread of each block adds the block's coordinates to a list. */
  private static final String PTX =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .visible .entry k(.param .u64 list, .param .u32 wrong)
      {
      .reg .b32 %r<9>; .reg .b64 %rd<5>; .reg .pred %p<4>;
      ld.param.u64 %rd1, [list]; ld.param.u32 %r7, [wrong];
      mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mov.u32 %r3, %ctaid.z;
      mad.lo.s32 %r4, %r2, 10, %r1; mad.lo.s32 %r4, %r3, 100, %r4;
      mov.u32 %r5, %tid.x; mov.u32 %r6, %tid.y; or.b32 %r5, %r5, %r6;
      setp.ne.u32 %p1, %r5, 0; @%p1 bra END;
      setp.eq.u32 %p2, %r4, %r7; selp.b64 %rd1, 8, %rd1, %p2;
      atom.global.add.u32 %r8, [%rd1], 1;
      mul.wide.u32 %rd2, %r8, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3+4], %r4;
      END: ret;
      }
      """;

  private static int[] run(Engine engine, int wrong) {
    int blocks = GRID.x() * GRID.y() * GRID.z();
    TranslationOptions options = TranslationOptions.defaults().withEngine(engine);
    try (TestDevice device = new TestDevice(PTX, options)) {
      long list = device.put(new int[blocks + 1]);
      device.launch("k", GRID, BLOCK, 0, list, wrong);
      return device.ints(list, blocks + 1);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void blocksRunInTheOrderOfTheGrid(Engine engine) {
    List<Integer> expected = new ArrayList<>(List.of(GRID.x() * GRID.y() * GRID.z()));
    for (int z = 0; z < GRID.z(); z++) {
      for (int y = 0; y < GRID.y(); y++) {
        for (int x = 0; x < GRID.x(); x++) {
          expected.add(100 * z + 10 * y + x);
        }
      }
    }
    int[] found = run(engine, -1);
    assertArrayEquals(expected.stream().mapToInt(Integer::intValue).toArray(), found);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aFaultNamesItsBlock(Engine engine) {
    KernelFault fault = assertThrows(KernelFault.class, () -> run(engine, 211));
    assertTrue(fault.getMessage().contains("block (1, 1, 2)"), fault.getMessage());
  }
}
