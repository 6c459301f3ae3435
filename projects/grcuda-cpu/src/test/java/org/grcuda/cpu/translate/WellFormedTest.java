package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no PTX is refused with its place, whatever the engine. */
final class WellFormedTest {

  private static final String LOGIC = ".b16, .b32, .b64, .pred";

  private static String refusal(String bounds, String statement) {
    String ptx =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .global .b32 g;
        .visible .entry k(.param .u64 p) BOUNDS {
        .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>; .reg .pred %q<3>;
        STATEMENT
        ret;
        }
        """
            .replace("BOUNDS", bounds)
            .replace("STATEMENT", statement);
    String message = null;
    for (Engine engine : Engine.values()) {
      TranslationOptions options = TranslationOptions.defaults().withEngine(engine);
      CompiledModule module = PtxTranslator.translate(ptx, options.withStrict(true));
      RuntimeException refused = module.refused().get("k");
      assertTrue(refused instanceof UnsupportedPtxException, String.valueOf(refused));
      assertTrue(message == null || message.equals(refused.getMessage()), message);
      message = refused.getMessage();
    }
    return message;
  }

  @Test
  void unknownInstructionsSuggestTheNearest() {
    assertEquals(
        "the cpu backend does not support 'ad.s32': the ISA has no 'ad'; did you mean 'add'?"
            + " (PTX line 7, column 20)",
        refusal("", "mov.u32 %r1, 0;    ad.s32 %r1, %r2, %r3;"));
    assertEquals(
        "the cpu backend does not support 'frobnicate.u32': the ISA has no 'frobnicate'"
            + " (PTX line 7, column 6)",
        refusal("", "@%q1 frobnicate.u32 %r1;"));
  }

  /** Each of a thousand jumps has a thousand targets. */
  @Test
  void tablesThatMakeTheSquareOfTheTextAreRefused() {
    String labels =
        IntStream.range(0, 1000).mapToObj(i -> "L" + i).collect(Collectors.joining(","));
    String table = "T: .branchtargets " + labels + ";";
    String jumps = labels.replace(",", ": brx.idx %r1, T; ") + ": brx.idx %r1, T;";
    String message = refusal("", table + jumps);
    assertTrue(
        message.contains("brx.idx with 263000 targets in one kernel: at most 262144"), message);
  }

  @Test
  void computedAddressesOf32BitsAreRefused() {
    String module =
        """
        .version 8.0
        .target sm_80
        .address_size 32
        .visible .entry %s(.param .u32 p)
        {
        .reg .b32 %%r<3>;
        ld.param.u32 %%r1, [p];
        %s
        ret;
        }
        """;
    TranslationOptions options = TranslationOptions.defaults();
    PtxTranslator.translate(module.formatted("k", "ld.shared.u32 %r2, [%r1];"), options);
    var refused =
        PtxTranslator.translate(module.formatted("k", "ld.global.u32 %r2, [%r1];"), options)
            .refused()
            .get("k");
    assertTrue(refused.getMessage().contains("compile it for 64 bits"), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shl.f32 %f1, %f2, 1; | has .f32; it takes .b16, .b32, .b64",
        "shr.f32 %f1, %f2, 1; | has .f32; it takes .b16, .b32, .b64, .u16, .u32, .u64, .s16, .s32,"
            + " .s64",
        "and.f32 %f1, %f2, %f3; | has .f32; it takes " + LOGIC,
        "or.f32 %f1, %f2, %f3; | has .f32; it takes " + LOGIC,
        "xor.f32 %f1, %f2, %f3; | has .f32; it takes " + LOGIC,
        "ex2.approx.ftz.s64 %rd1, %rd2; | has .s64; it takes .f16, .f16x2, .bf16, .bf16x2, .f32",
        "popc %r1, %r2; | has no type; it takes .b32, .b64",
        "add.s32 %r1, %r2; | has 2 operands; it takes 3",
        "prefetch.global.L2 %f1; | has %f1 where it takes an address in brackets",
        "setp.ge.s32 %r1, %r2, %r3; | has %r1 where it takes a predicate",
        "mov.u32 0, 0; | has 0 where it takes a register",
        "mov.f32 %f1, {%r1, %r2}; | has {%r1, %r2} where it takes no vector, but with .b16, .b32,"
            + " .b64 or .b128",
        "popc.b64.cc %r1, %rd2; | has .cc; it takes none",
        "bar.sync 64; | has barrier 64; a block has 0 to 15",
        "bar.red.popc.u32 %r1, 16, %q1; | has barrier 16; a block has 0 to 15",
        "selp.b32 %r1, %r2, %r3, %r4; | has %r4 where it takes a predicate",
        "add.s32 %rd1, %r2, %r3; | has %rd1 where it takes 32 bits",
        "mul.wide.s32 %r1, %r2, %r3; | has %r1 where it takes 64 bits",
        "add.f32 %f1, %q1, %f2; | has %q1 where it takes no predicate",
        "add.s32 {%r1, %r2}, %r3, %r4; | has {%r1, %r2} where it takes no vector",
        "ld.global.u32 %r1, [%f1]; | has [%f1] where it takes an address in a register of 32 or 64"
            + " bits",
        "setp.lt.s32 %q1, %r2; | has 2 operands; it takes 3",
        "add.s64.sat %rd1, %rd2, %rd3; | has .sat; it takes none with .s64",
        "sub.sat.u32 %r1, %r2, %r3; | has .sat; it takes none with .u32",
        "mad.wide.sat.s32 %rd1, %r2, %r3, %rd4; | has .sat; it takes none with .s32",
        "mul.lo.sat.s32 %r1, %r2, %r3; | has .sat; it takes none with .s32",
      })
  void typesAndNumbersOfOperands(String statement, String expected) {
    String opcode = statement.split("[. ]")[0];
    assertEquals(
        "malformed PTX: '%s': '%s' %s (PTX line 7, column 1)"
            .formatted(statement, opcode, expected),
        refusal("", statement));
  }

  /** Registers of 128 bits are vectors of two. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cvt.u32.u64 %r1, %x1; | has {%x1$x, %x1$y} where it takes no vector",
        "ld.global.u32 %x1, [g]; | has {%x1$x, %x1$y} where it takes no vector",
        "st.global.u32 [g], %x1; | has {%x1$x, %x1$y} where it takes no vector",
        "ld.global.b128 %rd1, [g]; | has %rd1 where it takes a vector of 2 elements",
        "mov.b128 %x1, {%r1, %r2}; | has %r1 where it takes 64 bits",
        "mov.b64 {%r1, %r2}, %x1; | has {%r1, %r2} where it takes one vector, the other operand"
            + " being no vector",
        "mov.v2.b64 %x1, {%rd1, %rd2, %rd1}; | has {%rd1, %rd2, %rd1} where it takes 2 elements",
      })
  void vectors(String statement, String expected) {
    String refusal = refusal("", ".reg .b128 %x<3>; " + statement);
    String opcode = statement.split("[. ]")[0];
    assertTrue(
        refusal.endsWith("'%s' %s (PTX line 7, column 19)".formatted(opcode, expected)), refusal);
  }

  /** What calls pass where the function takes something else. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "call f, (w, x); | passes w, of 16 bytes, for a value",
        "call f, (x, x); | passes x for b, of 16 bytes",
        "call f, (x, y); | passes y for b, of 16 bytes",
        "call f, (x, %rd1); | passes %rd1 for b, of 16 bytes",
        "call f, (x); | passes 1 values; it takes 2",
        "call (x), f, (x, w); | takes 1 results; there are 0",
        "call (w), g; | passes w, of 16 bytes, for a value",
        "call free, (w); | passes w, of 16 bytes, for a value",
        "call free; | passes 0 values; it takes 1",
      })
  void callsPassWhatFunctionsTake(String call, String expected) {
    String ptx =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .extern .func free (.param .b64 p);
        .func f (.param .b32 a, .param .b128 b) { ret; }
        .func (.param .b32 r) g () { ret; }
        .visible .entry k() {
        .reg .b64 %rd<3>; .param .b128 w; .param .b32 x; .param .align 8 .b8 y[8];
        CALL
        ret;
        }
        """
            .replace("CALL", call);
    for (Engine engine : Engine.values()) {
      TranslationOptions options = TranslationOptions.defaults().withEngine(engine);
      CompiledModule module = PtxTranslator.translate(ptx, options.withStrict(true));
      assertEquals(
          "malformed PTX: '%s': 'call' %s (PTX line 9, column 1)".formatted(call, expected),
          module.refused().get("k").getMessage());
    }
  }

  /** Instructions that others express: those others are checked. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mapa.u64 %q1, %rd1, 0;",
        "getctarank.u64 %q1, %rd1;",
        "mbarrier.test_wait.parity.b64 %r1, [%rd1], 0;",
        "createpolicy.fractional.L2::evict_last.b64 %r1;",
      })
  void whatIsExpanded(String statement) {
    String refusal = refusal("", statement);
    assertTrue(refusal.startsWith("malformed PTX: "), refusal);
    assertTrue(refusal.endsWith("(PTX line 7, column 1)"), refusal);
  }

  @Test
  void parametersThatAreNone() {
    for (String statement : List.of("ld.param.u32 %r1, [g];", "st.param.b32 [g+4], %r1;")) {
      assertEquals(
          "malformed PTX: '%s': '%s' names 'g', which is not a parameter (PTX line 7, column 1)"
              .formatted(statement, statement.substring(0, 2)),
          refusal("", statement));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".maxntid 65536, 65536, 1",
        ".reqntid 4294967296",
        ".maxntid 2147483647, 2147483647, 2147483647",
        ".maxntid 0",
        ".reqntid 8, 8, 8, 8",
      })
  void boundsThatAreNoNumberOfThreads(String bounds) {
    assertEquals(
        "malformed PTX: '%s': expected one to three extents of a block, of fewer than 2^31 threads together (PTX line 5, column 10)"
            .formatted(bounds),
        refusal(bounds, ""));
  }
}
