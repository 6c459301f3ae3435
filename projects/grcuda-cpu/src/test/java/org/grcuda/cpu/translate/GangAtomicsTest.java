package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Atomic operations of all lanes on one place, in machine code: each thread's old value and what is
 * left are those of the threads one after the other.
 */
class GangAtomicsTest extends MachineCodeTest {

  private static final int THREADS = 77;

  /** An operation, its type, what the registers of its operand begin with, and its bytes. */
  private record Operation(String name, String type, String operand, int bytes) {

    String register() {
      return bytes == 8 ? "%old8" : bytes == 2 ? "%old2" : "%old4";
    }
  }

  private static List<Operation> operations() {
    List<Operation> all = new ArrayList<>();
    for (String name : List.of("add", "min", "max")) {
      for (String type : List.of("u32", "s32", "u64", "s64")) {
        if (!name.equals("add") || !type.equals("s64")) {
          all.add(new Operation(name, type, "%v", type.endsWith("64") ? 8 : 4));
        }
      }
    }
    for (String name : List.of("and", "or", "xor", "exch")) {
      all.add(new Operation(name, "b32", "%v", 4));
      all.add(new Operation(name, "b64", "%v", 8));
    }
    all.add(new Operation("inc", "u32", "%v", 4));
    all.add(new Operation("dec", "u32", "%v", 4));
    all.add(new Operation("add", "f32", "%f", 4));
    all.add(new Operation("add", "f64", "%d", 8));
    for (String type : List.of("f16", "bf16", "f16x2", "bf16x2")) {
      all.add(new Operation("add.noftz", type, "%h", type.endsWith("x2") ? 4 : 2));
    }
    return all;
  }

  /**
   * A kernel with one operation.
   *
   * @param guard of the instruction, or empty
   * @param value what all threads have as operand; null for one of their own
   */
  private static String kernel(
      int number, Operation o, boolean shared, boolean result, String guard, String value) {
    String space = shared ? "shared" : "global";
    String operand =
        o.operand() + (o.operand().equals("%f") || o.operand().equals("%d") ? "" : o.bytes());
    String line =
        result
            ? "atom.%s.%s.%s %s, [%%at], %s;"
                .formatted(space, o.name(), o.type(), o.register(), operand)
            : "red.%s.%s.%s [%%at], %s;".formatted(space, o.name(), o.type(), operand);
    return """
    .visible .entry k%d(.param .u64 in, .param .u64 olds, .param .u64 left)
    {
    .shared .align 8 .b64 here;
    .reg .b16 %%v2, %%h2, %%old2; .reg .b32 %%t, %%v4, %%h4, %%old4, %%x; .reg .f32 %%f; .reg .f64 %%d;
    .reg .b64 %%at, %%in, %%olds, %%left, %%v8, %%o, %%old8; .reg .pred %%p, %%first;
    ld.param.u64 %%in, [in]; ld.param.u64 %%olds, [olds]; ld.param.u64 %%left, [left];
    mov.u32 %%t, %%tid.x;
    setp.eq.u32 %%first, %%t, 0;
    mul.wide.u32 %%o, %%t, 8;
    add.u64 %%in, %%in, %%o; add.u64 %%olds, %%olds, %%o;
    ld.global.u64 %%v8, [%%in];
    %s
    cvt.u32.u64 %%v4, %%v8; cvt.u16.u32 %%v2, %%v4;
    and.b32 %%x, %%v4, 1023; cvt.rn.f32.u32 %%f, %%x; mul.f32 %%f, %%f, 0f3DCCCCCD;
    cvt.f64.f32 %%d, %%f; cvt.rn.%s.f32 %%h2, %%f; mov.b32 %%h4, {%%h2, %%h2};
    mov.u64 %%at, %s;
    @%%first st.%s.b64 [%%at], 0x3c003c0000000000;
    @%%first st.%s.b64 [%%at], 0x4000000042280007;
    mov.b64 %%old8, 0; mov.b32 %%old4, 0; mov.b16 %%old2, 0;
    and.b32 %%x, %%v4, 4; setp.ne.u32 %%p, %%x, 0;
    bar.sync 0;
    %s%s
    bar.sync 0;
    %s
    st.global.b64 [%%olds], %%old8;
    @%%first ld.%s.b64 %%v8, [%%at];
    @%%first st.global.b64 [%%left], %%v8;
    ret;
    }
    """
        .formatted(
            number,
            value == null ? "" : "mov.u64 %v8, " + value + ";",
            o.type().startsWith("bf16") ? "bf16" : "f16",
            shared ? "here" : "%left",
            space,
            space,
            guard,
            line,
            o.bytes() == 8 ? "" : "cvt.u64.u%d %%old8, %s;".formatted(8 * o.bytes(), o.register()),
            space);
  }

  private static String module(String guard, String value, List<String> described) {
    StringBuilder text = new StringBuilder(".version 8.8 .target sm_90 .address_size 64\n");
    for (Operation o : operations()) {
      for (boolean shared : new boolean[] {false, true}) {
        for (boolean result : new boolean[] {false, true}) {
          if (result || !o.name().equals("exch")) {
            text.append(kernel(described.size(), o, shared, result, guard, value));
            described.add(o + (shared ? " shared" : " global") + (result ? " atom" : " red"));
          }
        }
      }
    }
    return text.toString();
  }

  /** What each kernel leaves: the old value of each thread, and the last value. */
  private static List<long[]> run(String ptx, int kernels, TranslationOptions options) {
    List<long[]> results = new ArrayList<>();
    long[] in = new java.util.Random(7).longs(THREADS).toArray();
    try (TestDevice device = new TestDevice(ptx, options)) {
      for (int k = 0; k < kernels; k++) {
        long out = device.allocate(8L * (THREADS + 1));
        device.launch("k" + k, 1, THREADS, device.put(in), out, out + 8L * THREADS);
        results.add(device.longs(out, THREADS + 1));
      }
    }
    return results;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "@%p ", "@!%p "})
  void operandsOfEachThread(String guard) {
    compare(guard, null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0xfffffffffffffffd", "0x123456789abcdef0"})
  void oneOperandOfAll(String value) {
    compare("", value);
    compare("@%p ", value);
  }

  private void compare(String guard, String value) {
    List<String> kernels = new ArrayList<>();
    String ptx = module(guard, value, kernels);
    Set<String> machineCode = new LinkedHashSet<>();
    TranslationOptions options =
        machine
            .options()
            .withListener(
                (kernel, pass, result) -> {
                  if (pass.equals("GangAssembler")) {
                    machineCode.add(kernel);
                  }
                });
    List<long[]> found = run(ptx, kernels.size(), options);
    List<long[]> expected =
        run(ptx, kernels.size(), TranslationOptions.defaults().withEngine(Engine.INTERPRETER));
    assertEquals(kernels.size(), machineCode.size());
    for (int k = 0; k < kernels.size(); k++) {
      assertArrayEquals(expected.get(k), found.get(k), kernels.get(k) + " " + guard);
    }
  }
}
