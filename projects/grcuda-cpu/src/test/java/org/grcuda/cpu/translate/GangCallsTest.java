package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;

/** Calls in machine code, against bytecode: of device functions, and of those of the backend. */
final class GangCallsTest extends MachineCodeTest {

  private static final String PTX =
      """
      .version 8.0 .target sm_80 .address_size 64
      .extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);
      .extern .func __assertfail (.param .b64 text, .param .b64 file, .param .b32 line,
          .param .b64 function, .param .b64 size);
      .extern .func free (.param .b64 address);
      .global .align 1 .b8 format[7] = {37, 100, 32, 37, 100, 59, 0};
      .global .align 1 .b8 word[2] = {120, 0};

      .func (.param .b32 result) twice (.param .b32 value) {
      .reg .b32 %r<3>;
      ld.param.u32 %r1, [value];
      shl.b32 %r2, %r1, 1;
      st.param.b32 [result], %r2;
      ret;
      }
      .func (.param .b32 result) less (.param .b32 value) {
      .reg .b32 %r<3>;
      ld.param.u32 %r1, [value];
      add.s32 %r2, %r1, -100;
      st.param.b32 [result], %r2;
      ret;
      }
      .func (.param .align 8 .b8 result[16]) turned (.param .align 8 .b8 pair[16]) {
      .local .align 8 .b8 room[16];
      .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;
      ld.param.u64 %rd1, [pair];
      ld.param.u32 %r1, [pair+8];
      st.local.u32 [room+4], %r1;
      setp.gt.s32 %p1, %r1, 20;
      @%p1 bra done;
      {
      .param .b32 value; .param .b32 back;
      st.param.b32 [value], %r1;
      call (back), twice, (value);
      ld.param.b32 %r1, [back];
      }
      done:
      ld.local.u32 %r2, [room+4];
      cvt.u64.u32 %rd2, %r2;
      st.param.b64 [result], %rd2;
      st.param.b32 [result+8], %r1;
      cvt.u32.u64 %r3, %rd1;
      st.param.b32 [result+12], %r3;
      ret;
      }

      .visible .entry nested (.param .u64 out, .param .u32 n) {
      .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;
      ld.param.u64 %rd1, [out];
      ld.param.u32 %r7, [n];
      mov.u32 %r1, %tid.x;
      mul.wide.u32 %rd2, %r1, 16;
      add.u64 %rd1, %rd1, %rd2;
      mov.u32 %r2, 0;
      loop:
      {
      .param .align 8 .b8 pair[16]; .param .align 8 .b8 back[16];
      cvt.u64.u32 %rd3, %r2;
      st.param.b64 [pair], %rd3;
      st.param.b32 [pair+8], %r1;
      call (back), turned, (pair);
      ld.param.b64 %rd4, [back];
      ld.param.v2.b32 {%r3, %r4}, [back+8];
      }
      st.global.u64 [%rd1], %rd4;
      st.global.u32 [%rd1+8], %r3;
      st.global.u32 [%rd1+12], %r4;
      add.u32 %r1, %r1, %r3;
      add.u32 %r2, %r2, 1;
      setp.lt.u32 %p1, %r2, %r7;
      @%p1 bra loop;
      ret;
      }

      .visible .entry pointers (.param .u64 out, .param .u32 n) {
      .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;
      ld.param.u64 %rd1, [out];
      ld.param.u32 %r7, [n];
      mov.u32 %r1, %tid.x;
      mul.wide.u32 %rd2, %r1, 4;
      add.u64 %rd1, %rd1, %rd2;
      and.b32 %r2, %r1, 3;
      setp.eq.u32 %p1, %r2, 1;
      mov.u64 %rd3, twice;
      mov.u64 %rd4, less;
      selp.b64 %rd5, %rd3, %rd4, %p1;
      setp.eq.u32 %p2, %r1, %r7;
      selp.b64 %rd5, 16, %rd5, %p2;
      {
      .param .b32 value; .param .b32 back;
      st.param.b32 [value], %r1;
      prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
      call (back), %rd5, (value), prototype;
      ld.param.b32 %r3, [back];
      }
      st.global.u32 [%rd1], %r3;
      ret;
      }

      .visible .entry prints (.param .u64 out, .param .u32 n) {
      .local .align 8 .b8 room[8];
      .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>; .reg .f64 %d<3>;
      ld.param.u64 %rd1, [out];
      ld.param.u32 %r7, [n];
      mov.u32 %r1, %tid.x;
      mul.wide.u32 %rd2, %r1, 4;
      add.u64 %rd1, %rd1, %rd2;
      cvt.rn.f64.u32 %d1, %r1;
      and.b32 %r2, %r1, 7;
      setp.ne.u32 %p1, %r2, 3;
      @%p1 bra done;
      st.local.u32 [room], %r1;
      st.local.u32 [room+4], %r7;
      mov.u64 %rd3, room;
      cvta.local.u64 %rd3, %rd3;
      mov.u64 %rd4, format;
      cvta.global.u64 %rd4, %rd4;
      {
      .param .b64 text; .param .b64 values; .param .b32 back;
      st.param.b64 [text], %rd4;
      st.param.b64 [values], %rd3;
      call.uni (back), vprintf, (text, values);
      ld.param.b32 %r1, [back];
      }
      done:
      cvt.rzi.u32.f64 %r4, %d1;
      mad.lo.u32 %r4, %r1, 1000, %r4;
      st.global.u32 [%rd1], %r4;
      ret;
      }

      .visible .entry asserts (.param .u64 out, .param .u32 n) {
      .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;
      ld.param.u32 %r7, [n];
      mov.u32 %r1, %tid.x;
      setp.lt.u32 %p1, %r1, %r7;
      @%p1 bra done;
      mov.u64 %rd4, word;
      cvta.global.u64 %rd4, %rd4;
      {
      .param .b64 text; .param .b64 file; .param .b32 at; .param .b64 function; .param .b64 size;
      st.param.b64 [text], %rd4;
      st.param.b64 [file], %rd4;
      st.param.b32 [at], 77;
      st.param.b64 [function], %rd4;
      st.param.b64 [size], 1;
      call.uni __assertfail, (text, file, at, function, size);
      }
      done:
      ret;
      }

      .visible .entry frees (.param .u64 out, .param .u32 n) {
      .reg .b64 %rd<9>;
      {
      .param .b64 address;
      st.param.b64 [address], 16;
      call.uni free, (address);
      }
      ret;
      }
      """;

  private static final Engine[] BOTH = {Engine.BYTECODE, Engine.NATIVE};

  private static TestDevice device(Engine engine) {
    return new TestDevice(PTX, TranslationOptions.defaults().withEngine(engine));
  }

  @Test
  void allAreMachineCode() {
    Set<String> kernels = new TreeSet<>();
    PtxTranslator.translate(
        PTX,
        TranslationOptions.defaults()
            .withListener(
                (kernel, pass, result) -> {
                  if (pass.equals("GangAssembler")) {
                    kernels.add(kernel);
                  }
                }));
    assertEquals(Set.of("nested", "pointers", "prints", "asserts", "frees"), kernels);
  }

  @Test
  void functionsThatTakeAndGiveStructs() {
    int[][] results = new int[2][];
    for (Engine engine : BOTH) {
      try (TestDevice device = device(engine)) {
        long out = device.allocate(16 * 100);
        device.launch("nested", 1, 100, out, 3);
        results[engine == Engine.NATIVE ? 1 : 0] = device.ints(out, 400);
      }
    }
    assertArrayEquals(results[0], results[1]);
    assertEquals(2, results[1][3]);
  }

  @Test
  void functionPointers() {
    int[][] results = new int[2][];
    for (Engine engine : BOTH) {
      try (TestDevice device = device(engine)) {
        long out = device.allocate(4 * 41);
        device.launch("pointers", 1, 41, out, 1000);
        results[engine == Engine.NATIVE ? 1 : 0] = device.ints(out, 41);
      }
    }
    assertArrayEquals(results[0], results[1]);
    assertEquals(-100, results[1][0]);
    assertEquals(2, results[1][1]);
  }

  @Test
  void lanesGoOnBehindACallThatJavaMakes() {
    for (Engine engine : BOTH) {
      try (TestDevice device = device(engine)) {
        long out = device.allocate(4 * 41);
        device.launch("prints", 1, 41, out, 9);
        assertEquals("3 9;11 9;19 9;27 9;35 9;", device.output(), engine.name());
        int[] values = device.ints(out, 41);
        for (int t = 0; t < 41; t++) {
          assertEquals((t % 8 == 3 ? 2 : t) * 1000 + t, values[t], engine + " thread " + t);
        }
      }
    }
  }

  private static String fault(Engine engine, String kernel, int n) {
    try (TestDevice device = device(engine)) {
      long out = device.allocate(4 * 64);
      return assertThrows(KernelFault.class, () -> device.launch(kernel, 1, 64, out, n))
          .getMessage();
    }
  }

  @Test
  void faultsNameThreadAndLine() {
    for (String kernel : new String[] {"pointers", "asserts", "frees"}) {
      assertEquals(fault(Engine.BYTECODE, kernel, 21), fault(Engine.NATIVE, kernel, 21));
    }
    String invalid = fault(Engine.NATIVE, "pointers", 21);
    assertTrue(invalid.contains("thread (21, 0, 0)") && invalid.contains("PTX line"), invalid);
    String failed = fault(Engine.NATIVE, "asserts", 21);
    assertTrue(failed.contains("(21, 0, 0): x:77: x: assertion `x` failed"), failed);
  }
}
