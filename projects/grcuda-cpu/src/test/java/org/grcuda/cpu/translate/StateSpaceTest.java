package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** To which state spaces generic addresses belong (PTX ISA 9.7.9, isspacep), on every engine. */
final class StateSpaceTest {

  private static final int GLOBAL = 1;
  private static final int CONST = 2;
  private static final int SHARED = 4;
  private static final int LOCAL = 8;
  private static final int PARAM = 16;

  private static final String CONSTANTS =
      """
      .const .align 4 .u32 one = 1;
      .const .align 8 .b8 table[24];
      """;

  /** Stores for eight addresses in which spaces they lie. */
  private static String module(String constants, String first, String last) {
    StringBuilder body = new StringBuilder();
    String[] addresses = {
      "mov.u64 a, " + first + ";",
      "mov.u64 a, " + last + ";",
      "add.u64 a, a, 1;",
      "mov.u64 a, out;",
      "mov.u64 a, value; cvta.param.u64 a, a; add.u64 a, a, 3;",
      "mov.u64 a, cell; cvta.shared.u64 a, a;",
      "mov.u64 a, own; cvta.local.u64 a, a;",
      "mov.u64 a, 0;"
    };
    for (int k = 0; k < addresses.length; k++) {
      body.append(addresses[k].replace("a, out;", "a, o;")).append(" mov.u32 c, 0;\n");
      String[] spaces = {"global", "const", "shared", "local", "param"};
      for (int s = 0; s < spaces.length; s++) {
        body.append(
            "isspacep.%s p, a; selp.b32 n, %d, 0, p; or.b32 c, c, n;%n"
                .formatted(spaces[s], 1 << s));
      }
      body.append("st.global.u32 [o+%d], c;%n".formatted(4 * k));
    }
    return """
    .version 8.0
    .target sm_90
    .address_size 64
    .global .align 4 .b8 data[8];
    %s
    .visible .entry k(.param .u64 out, .param .u32 value)
    {
    .reg .b64 a, o; .reg .b32 c, n; .reg .pred p;
    .shared .align 4 .b8 cell[4]; .local .align 4 .b8 own[4];
    ld.param.u64 o, [out];
    %s
    ret;
    }
    """
        .formatted(constants, body);
  }

  private static int[] spaces(Engine engine, String text) {
    try (TestDevice device =
        new TestDevice(text, TranslationOptions.defaults().withEngine(engine))) {
      long out = device.allocate(32);
      device.launch("k", 1, 1, out, 7);
      return device.ints(out, 8);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void constantsAreNotGlobal(Engine engine) {
    int[] found = spaces(engine, module(CONSTANTS, "one", "table+23"));
    int[] expected = {CONST, CONST, GLOBAL, GLOBAL, GLOBAL | PARAM, SHARED, LOCAL, GLOBAL};
    assertArrayEquals(expected, found);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void withoutConstants(Engine engine) {
    int[] found = spaces(engine, module("", "data", "data+7"));
    int[] expected = {GLOBAL, GLOBAL, GLOBAL, GLOBAL, GLOBAL | PARAM, SHARED, LOCAL, GLOBAL};
    assertArrayEquals(expected, found);
  }

  @Test
  void functionsDoNotKnowTheKernelsParameters() {
    String text =
        """
        .version 8.0
        .target sm_90
        .address_size 64
        .func (.reg .b32 r) f(.reg .b64 a)
        {
        .reg .pred p;
        isspacep.param p, a; selp.b32 r, 1, 0, p;
        ret;
        }
        .visible .entry k(.param .u64 out)
        {
        .reg .b64 o; .reg .b32 r;
        ld.param.u64 o, [out];
        call (r), f, (o);
        st.global.u32 [o], r;
        ret;
        }
        """;
    RuntimeException refused = PtxTranslator.translate(text).refused().get("k");
    assertTrue(refused.getMessage().contains("only kernels know their parameters"), "" + refused);
  }
}
