package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.image.ImageTable;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageFormat;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.ImageShape;
import org.grcuda.driver.image.Sampler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Surfaces on every engine, fetches in control flow, and what is refused. */
class SurfaceTest {

  private static final ImageShape SQUARE = new ImageShape(ImageKind.TWO, 16, 4, 1, 1, 1);
  private static final Image WORDS = new Image(SQUARE, new ImageFormat(ChannelType.U32, 1), null);
  private static final Image NUMBERS =
      new Image(SQUARE, new ImageFormat(ChannelType.U32, 1), Sampler.PLAIN);

  static List<TranslationOptions> engines() {
    return MatrixProductTest.engines();
  }

  private static String module(List<String> bodies) {
    StringBuilder text = new StringBuilder(HEADER);
    for (int k = 0; k < bodies.size(); k++) {
      text.append(kernel("k" + k, bodies.get(k)));
    }
    return text.toString();
  }

  private static final String HEADER =
      """
        .version 8.8
        .target sm_90
        .address_size 64
        .func (.param .b32 back) third (.param .b64 object, .param .b32 at)
        {
        .reg .b64 %t; .reg .b32 %x<9>;
        ld.param.b64 %t, [object]; ld.param.b32 %x0, [at];
        tex.2d.v4.u32.s32 {%x1,%x2,%x3,%x4}, [%t, {%x0, %x0}];
        add.u32 %x1, %x1, %x4;
        st.param.b32 [back], %x1;
        ret;
        }
      """;

  /** A kernel of 64 threads (x, y) of an image of 16 x 4 words; %b is 4 x. */
  private static String kernel(String name, String body) {
    return ".visible .entry "
        + name
        + """
        (.param .u64 s, .param .u64 out)
        {
        .reg .b64 %s, %o, %w, %d<9>; .reg .b32 %i, %x, %y, %b, %r<9>; .reg .pred %p<4>;
        .reg .b16 %h<5>; .reg .f32 %f<5>;
        ld.param.u64 %s, [s]; ld.param.u64 %o, [out];
        mov.u32 %i, %tid.x; and.b32 %x, %i, 15; shr.u32 %y, %i, 4; shl.b32 %b, %x, 2;
        mul.wide.u32 %w, %i, 4; add.u64 %o, %o, %w;
        mov.u32 %r0, 7; setp.lt.u32 %p0, %x, 5;
        """
        + body
        + "\nst.global.u32 [%o], %r0;\nret;\n}\n";
  }

  private interface Expected {
    int at(int x, int y, int word);
  }

  private record Case(String body, Image image, Expected result, Expected after) {}

  private final List<Case> cases = new ArrayList<>();

  private void check(String body, Image image, Expected result, Expected after) {
    cases.add(new Case(body, image, result, after));
  }

  /** Word i of the image is 1000 + i; each thread's %r0, and then the image, are compared. */
  @ParameterizedTest
  @MethodSource("engines")
  void accesses(TranslationOptions engine) {
    loadsOfEverySize();
    storesOfEverySize();
    boundariesAndReductions();
    fetchesInControlFlow();
    int[] before = IntStream.range(1000, 1064).toArray();
    String module = module(cases.stream().map(Case::body).toList());
    try (TestDevice device = new TestDevice(module, engine)) {
      for (int k = 0; k < cases.size(); k++) {
        Case c = cases.get(k);
        long texels = device.put(before);
        long handle = ImageTable.add(c.image, texels);
        long out = device.allocate(256);
        device.launch("k" + k, 1, 64, handle, out);
        ImageTable.remove(handle);
        assertArrayEquals(all(before, c.result), device.ints(out, 64), c.body + engine);
        assertArrayEquals(all(before, c.after), device.ints(texels, 64), c.body + engine);
      }
    }
  }

  private static int[] all(int[] before, Expected expected) {
    return IntStream.range(0, 64).map(i -> expected.at(i % 16, i / 16, before[i])).toArray();
  }

  private void reads(String body, Image image, Expected result) {
    check(body, image, result, (x, y, word) -> word);
  }

  private void loadsOfEverySize() {
    reads("suld.b.2d.b32.trap %r0, [%s, {%b,%y}];", WORDS, (x, y, word) -> word);
    reads(
        "suld.b.2d.b8.trap %h0, [%s, {%b,%y}]; cvt.u32.u16 %r0, %h0;",
        WORDS, (x, y, word) -> word & 0xff);
    reads(
        "add.u32 %b, %b, 2; suld.b.2d.b16.trap %h0, [%s, {%b,%y}]; cvt.u32.u16 %r0, %h0;",
        WORDS, (x, y, word) -> word >>> 16);
    reads(
        "suld.b.2d.v2.b8.trap {%h0,%h1}, [%s, {%b,%y}]; mov.b32 %r0, {%h0,%h1};",
        WORDS, (x, y, word) -> word & 0xff | (word & 0xff00) << 8);
    reads(
        "and.b32 %b, %b, -16; suld.b.2d.v4.b32.trap {%r0,%r1,%r2,%r0}, [%s, {%b,%y}];",
        WORDS, (x, y, word) -> 1000 + 16 * y + x / 4 * 4 + 3);
    reads(
        "and.b32 %b, %b, -16; suld.b.2d.v2.b64.trap {%d0,%d1}, [%s, {%b,%y}];"
            + " shr.u64 %d1, %d1, 32; cvt.u32.u64 %r0, %d1;",
        WORDS, (x, y, word) -> 1000 + 16 * y + x / 4 * 4 + 3);
  }

  private void storesOfEverySize() {
    Expected seven = (x, y, word) -> 7;
    check("sust.b.2d.b32.trap [%s, {%b,%y}], %i;", WORDS, seven, (x, y, word) -> 16 * y + x);
    check(
        "cvt.u16.u32 %h0, %i; sust.b.2d.b8.trap [%s, {%b,%y}], %h0;",
        WORDS, seven, (x, y, word) -> word & ~0xff | 16 * y + x);
    check(
        "mov.b64 %d0, {%i,%x}; and.b32 %b, %b, -8; sust.b.2d.b64.zero [%s, {%b,5}], %d0;",
        WORDS, seven, (x, y, word) -> word);
    check(
        "and.b32 %r1, %x, 3; setp.eq.u32 %p1, %r1, 0;"
            + " @%p1 sust.b.2d.v4.b32.trap [%s, {%b,%y}], {%i,%x,%y,%b};",
        WORDS,
        seven,
        (x, y, word) ->
            switch (x % 4) {
              case 0 -> 16 * y + x;
              case 1 -> x - 1;
              case 2 -> y;
              default -> 4 * (x - 3);
            });
  }

  private void boundariesAndReductions() {
    reads(
        "sub.u32 %b, %b, 4; suld.b.2d.b32.zero %r0, [%s, {%b,%y}];",
        WORDS, (x, y, word) -> x == 0 ? 0 : word - 1);
    reads(
        "sub.u32 %b, %b, 4; add.u32 %y, %y, 9; suld.b.2d.b32.clamp %r0, [%s, {%b,%y}];",
        WORDS, (x, y, word) -> 1048 + Math.max(0, x - 1));
    check(
        "sured.b.add.2d.u32.trap [%s, {0,%y}], %x;",
        WORDS, (x, y, word) -> 7, (x, y, word) -> x == 0 ? word + 120 : word);
    check(
        "neg.s32 %r1, %x; sured.b.min.2d.s32.clamp [%s, {-4,%y}], %r1;",
        WORDS, (x, y, word) -> 7, (x, y, word) -> x == 0 ? -15 : word);
    check(
        "neg.s32 %r1, %x; sured.b.min.2d.u32.clamp [%s, {-4,%y}], %r1;",
        WORDS, (x, y, word) -> 7, (x, y, word) -> x == 0 ? 0 : word);
    check(
        "cvt.u64.u32 %d0, %x; sured.b.add.2d.u64.trap [%s, {8,%y}], %d0;",
        WORDS, (x, y, word) -> 7, (x, y, word) -> x == 2 ? word + 120 : word);
  }

  private void fetchesInControlFlow() {
    String fetch = "tex.2d.v4.u32.s32 {%r0,%r1,%r2,%r3}, [%s, {%x,%y}];";
    reads(fetch, NUMBERS, (x, y, word) -> word);
    reads("@%p0 " + fetch, NUMBERS, (x, y, word) -> x < 5 ? word : 7);
    reads("@%p0 bra over; " + fetch + " over:", NUMBERS, (x, y, word) -> x < 5 ? 7 : word);
    reads(fetch + " add.u32 %r0, %r0, %r3;", NUMBERS, (x, y, word) -> word + 1);
    reads(
        "tex.2d.v4.u32.s32 {%r0,_,_,%r3}|%p1, [%s, {%x,%y}]; selp.b32 %r0, %r3, %r0, %p1;",
        NUMBERS, (x, y, word) -> 1);
    reads(
        """
        {
        .param .b64 object; .param .b32 at; .param .b32 back;
        st.param.b64 [object], %s; st.param.b32 [at], %y;
        call (back), third, (object, at);
        ld.param.b32 %r0, [back];
        }
        """,
        NUMBERS, (x, y, word) -> 1000 + 17 * y + 1);
    reads(
        "txq.width.b32 %r0, [%s]; txq.height.b32 %r1, [%s]; mad.lo.u32 %r0, %r0, 100, %r1;",
        NUMBERS, (x, y, word) -> 1604);
    reads("suq.width.b32 %r0, [%s];", WORDS, (x, y, word) -> 16);
  }

  private record Fault(String text, String body, Image image) {}

  private static final Image NARROW =
      new Image(
          new ImageShape(ImageKind.TWO, 3, 1, 1, 1, 1), new ImageFormat(ChannelType.U8, 1), null);

  private static final List<Fault> FAULTS =
      List.of(
          new Fault(
              "y = 9, z = 0, layer 0 is outside of a surface of 64 bytes x 4 x 1",
              "suld.b.2d.b32.trap %r0, [%s, {%b,9}];",
              WORDS),
          new Fault(
              "x = 2 bytes in a surface: expected a multiple of the 4 bytes that are accessed",
              "suld.b.2d.b32.clamp %r0, [%s, {2,0}];",
              WORDS),
          new Fault(
              "expected a surface of geometry 2d, given a texture of geometry 2d",
              "sust.b.2d.b32.trap [%s, {%b,0}], %x;",
              NUMBERS),
          new Fault(
              "expected a texture of geometry 1d, given a texture of geometry 2d",
              "tex.1d.v4.u32.s32 {%r0,%r1,%r2,%r3}, [%s, {%x}];",
              NUMBERS),
          new Fault(
              "expected a surface of geometry 3d, given a surface of geometry 2d",
              "suld.b.3d.b32.zero %r0, [%s, {%b,0,0,0}];",
              WORDS),
          // A surface that is narrower than what is accessed has no nearest place.
          new Fault(
              "is outside of a surface of 3 bytes x 1 x 1",
              "suld.b.2d.b32.clamp %r0, [%s, {0,0}];",
              NARROW));

  @ParameterizedTest
  @MethodSource("engines")
  void faults(TranslationOptions engine) {
    String module = module(FAULTS.stream().map(Fault::body).toList());
    try (TestDevice device = new TestDevice(module, engine)) {
      for (int k = 0; k < FAULTS.size(); k++) {
        Fault fault = FAULTS.get(k);
        long handle = ImageTable.add(fault.image, device.put(new int[64]));
        contains(fault.text, fault(device, k, handle), engine);
        ImageTable.remove(handle);
        String freed = "0x%x is no texture or surface, or its array was freed".formatted(handle);
        contains(freed, fault(device, k, handle), engine);
      }
      contains("0x1000 is no texture or surface", fault(device, 0, 4096), engine);
    }
  }

  private static String fault(TestDevice device, int kernel, long handle) {
    KernelFault fault =
        assertThrows(
            KernelFault.class,
            () -> device.launch("k" + kernel, 1, 64, handle, device.allocate(256)));
    assertEquals(KernelFault.Kind.ILLEGAL_ADDRESS, fault.kind());
    return fault.getMessage();
  }

  private static void contains(String text, String fault, TranslationOptions engine) {
    assertTrue(fault.contains(text), () -> engine + " " + fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%s, %w, {%f0,%f1}];#samplers apart",
        "tex.2dms.v4.f32.s32 {%f0,%f1,%f2,%f3}, [%s, {%x,%x,%y,%y}];#several samples",
        "tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%s, {%f0,%f1}], {1,%x};#constant offsets",
        "tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%s, {%f0,%f1}], {1,8};#from -8 to 7",
        "tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%s, {%f0,%f1}], {1,1}, %f0;#depths",
        "tex.cube.v4.f32.s32 {%f0,%f1,%f2,%f3}, [%s, {%x,%x,%y,%y}];#directions in a cube",
        "tld4.r.3d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%s, {%f0,%f0,%f1,%f1}];#two dimensions",
        "sust.p.2d.b32.trap [%s, {%b,%y}], %x;#only .b",
        "sured.p.add.2d.u32.trap [%s, {%b,%y}], %x;#only .b",
        "suld.b.cube.b32.trap %r0, [%s, {%b,%y,%y,%y}];#a geometry but cubes",
        "suld.b.2d.v4.b64.trap {%d0,%d1,%d2,%d3}, [%s, {%b,%y}];#more than 16 bytes",
        "istypep.texref %p0, %s;#no type",
      })
  void refused(String instruction, String why) {
    UnsupportedPtxException refused =
        assertThrows(
            UnsupportedPtxException.class,
            () -> {
              try (TestDevice device = new TestDevice(module(List.of(instruction)))) {
                device.kernel("k0");
              }
            });
    assertTrue(refused.getMessage().contains(why), refused.getMessage());
  }
}
