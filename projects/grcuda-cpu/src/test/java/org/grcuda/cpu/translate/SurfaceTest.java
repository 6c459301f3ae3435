package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.image.ImageTable;
import org.grcuda.driver.image.ChannelType;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageFormat;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.ImageShape;
import org.grcuda.driver.image.Sampler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Accesses of surfaces (PTX ISA 9.7.11) on every engine, against an array of bytes in Java. */
class SurfaceTest {

  private static final int THREADS = 96;

  /** Words of a thread: four coordinates, then four that are stored. */
  private static final int WORDS = 8;

  private static final int WIDTH = 8;
  private static final int HEIGHT = 3;
  private static final int DEPTH = 2;
  private static final int LAYERS = 5;
  private static final int ROW = 4 * WIDTH;

  /** Every engine that there is here. */
  static List<TranslationOptions> engines() {
    return Product.engines();
  }

  /** An instruction on elements of so many bits. */
  private record Form(
      String opcode, ImageKind kind, int elements, String type, int bits, String boundary) {

    static Form of(String opcode, ImageKind kind, int elements, int bits, String boundary) {
      return new Form(opcode, kind, elements, "b" + bits, bits, boundary);
    }

    String mnemonic() {
      String vector = elements == 1 ? "" : ".v" + elements;
      return opcode + "." + kind.geometry() + vector + "." + type + "." + boundary;
    }

    String name() {
      return mnemonic().replace('.', '_');
    }

    int bytes() {
      return elements * bits / 8;
    }

    private static String vector(String register, int count) {
      return IntStream.range(0, count)
          .mapToObj(r -> register + r)
          .collect(Collectors.joining(",", "{", "}"));
    }

    /** Vectors of three coordinates have a fourth, which is ignored. */
    private String coordinates() {
      int count = kind.dimensions() + (kind.isLayered() ? 1 : 0);
      return vector("%c", count == 3 ? 4 : count);
    }

    private String statement() {
      String object = "[%t, " + coordinates() + "]";
      String values = vector(bits == 64 ? "%w" : "%v", elements);
      return opcode.startsWith("suld")
          ? mnemonic() + " " + values + ", " + object + ";"
          : mnemonic() + " " + object + ", " + values + ";";
    }

    String kernel() {
      return """
      .visible .entry %s(.param .u64 t, .param .u64 in, .param .u64 out)
      {
      .reg .b32 %%c<4>, %%v<4>, %%i; .reg .b64 %%w<2>, %%t, %%a, %%b, %%o;
      ld.param.u64 %%t, [t]; ld.param.u64 %%a, [in]; ld.param.u64 %%b, [out];
      mov.u32 %%i, %%tid.x;
      mul.wide.u32 %%o, %%i, 32;
      add.u64 %%a, %%a, %%o;
      mul.wide.u32 %%o, %%i, 16;
      add.u64 %%b, %%b, %%o;
      ld.global.v4.b32 {%%c0,%%c1,%%c2,%%c3}, [%%a];
      ld.global.v4.b32 {%%v0,%%v1,%%v2,%%v3}, [%%a+16];
      mov.b64 %%w0, {%%v0,%%v1}; mov.b64 %%w1, {%%v2,%%v3};
      %s
      %s
      st.global.v4.b32 [%%b], {%%v0,%%v1,%%v2,%%v3};
      ret;
      }
      """
          .formatted(
              name(),
              statement(),
              bits == 64 ? "mov.b64 {%v0,%v1}, %w0; mov.b64 {%v2,%v3}, %w1;" : "");
    }

    /** The first byte of an access; -1 if it goes nowhere. */
    int at(int[] coordinates) {
      int first = kind.isLayered() ? 1 : 0;
      int[] sizes = {ROW / bytes(), height(kind), depth(kind), layers(kind)};
      int[] places = {
        Math.floorDiv(coordinates[first], bytes()),
        kind.dimensions() > 1 ? coordinates[first + 1] : 0,
        kind.dimensions() > 2 ? coordinates[first + 2] : 0,
        first == 1 ? coordinates[0] : 0
      };
      for (int axis = 0; axis < sizes.length; axis++) {
        int inside = Math.max(0, Math.min(places[axis], sizes[axis] - 1));
        if (inside != places[axis] && boundary.equals("zero")) {
          return -1;
        }
        places[axis] = inside;
      }
      int row = (places[3] * sizes[2] + places[2]) * sizes[1] + places[1];
      return row * ROW + places[0] * bytes();
    }
  }

  private static int height(ImageKind kind) {
    return kind.dimensions() > 1 ? HEIGHT : 1;
  }

  private static int depth(ImageKind kind) {
    return kind.dimensions() > 2 ? DEPTH : 1;
  }

  private static int layers(ImageKind kind) {
    return kind.isLayered() ? LAYERS : 1;
  }

  private static Image image(ImageKind kind) {
    ImageShape shape = new ImageShape(kind, WIDTH, height(kind), depth(kind), layers(kind), 1);
    return new Image(shape, new ImageFormat(ChannelType.U32, 1), null);
  }

  /**
   * Loads and stores: each geometry with each boundary, each size with some of them and with no
   * lane outside.
   */
  private static List<Form> moves(String opcode) {
    int[][] sizes = {{1, 8}, {2, 16}, {4, 32}, {1, 64}, {4, 8}, {2, 64}, {1, 16}, {1, 32}};
    List<Form> forms = new ArrayList<>();
    int next = 0;
    for (ImageKind kind : ImageKind.values()) {
      for (String boundary : kind.isCube() ? List.<String>of() : List.of("trap", "clamp", "zero")) {
        int[] size = sizes[next++ % sizes.length];
        forms.add(Form.of(opcode, kind, size[0], size[1], boundary));
      }
    }
    for (int[] size : sizes) {
      // No lane is outside.
      forms.add(Form.of(opcode, ImageKind.TWO, size[0], size[1], "trap"));
    }
    return forms.stream().distinct().toList();
  }

  private static List<Form> reductions() {
    List<Form> forms = new ArrayList<>();
    for (String type : List.of("add u32", "add u64", "min u32", "min s32", "max s64", "and b32")) {
      String[] parts = type.split(" ");
      int bits = Integer.parseInt(parts[1].substring(1));
      for (String boundary : List.of("clamp", "zero")) {
        forms.add(new Form("sured.b." + parts[0], ImageKind.TWO, 1, parts[1], bits, boundary));
      }
    }
    return forms;
  }

  private static List<Form> forms() {
    List<Form> forms = new ArrayList<>(moves("suld.b"));
    forms.addAll(moves("sust.b"));
    forms.addAll(reductions());
    return forms;
  }

  private static String module(String kernels) {
    return ".version 8.8\n.target sm_90\n.address_size 64\n" + kernels;
  }

  private static String all() {
    return module(forms().stream().map(Form::kernel).collect(Collectors.joining()));
  }

  @Test
  void allAreMachineCode() {
    Set<String> kernels = new TreeSet<>();
    PtxTranslator.translate(
        all(),
        TranslationOptions.defaults()
            .withListener(
                (kernel, pass, result) -> {
                  if (pass.equals("GangAssembler")) {
                    kernels.add(kernel);
                  }
                }));
    assertEquals(forms().stream().map(Form::name).collect(Collectors.toSet()), kernels);
  }

  private static int place(int size, boolean inside, SplittableRandom random) {
    if (inside) {
      return random.nextInt(size);
    }
    return random.nextInt(8) == 0 ? random.nextInt() >> 6 : random.nextInt(-2, size + 2);
  }

  /** Coordinates; those of a trapping form are inside. */
  private static int[] coordinates(Form form, SplittableRandom random) {
    boolean inside = form.boundary.equals("trap");
    ImageKind kind = form.kind;
    int[] result = new int[4];
    int at = 0;
    if (kind.isLayered()) {
      result[at++] = place(LAYERS, inside, random);
    }
    result[at++] = form.bytes() * place(ROW / form.bytes(), inside, random);
    if (kind.dimensions() > 1) {
      result[at++] = place(HEIGHT, inside, random);
    }
    if (kind.dimensions() > 2) {
      result[at] = place(DEPTH, inside, random);
    }
    return result;
  }

  /** Texels and results after an access of each thread. */
  private static void check(TestDevice device, Form form) {
    SplittableRandom random = new SplittableRandom(form.name().hashCode());
    Image image = image(form.kind);
    int[] texels = random.ints(image.bytes() / 4).toArray();
    ByteBuffer expected = ByteBuffer.allocate(4 * texels.length).order(ByteOrder.LITTLE_ENDIAN);
    expected.asIntBuffer().put(texels);
    int[] in = new int[WORDS * THREADS];
    int[] results = new int[4 * THREADS];
    for (int t = 0; t < THREADS; t++) {
      int[] given = coordinates(form, random);
      int at = form.at(given);
      System.arraycopy(given, 0, in, WORDS * t, 4);
      int[] values = values(form, at, random);
      System.arraycopy(values, 0, in, WORDS * t + 4, 4);
      System.arraycopy(access(form, expected, at, values), 0, results, 4 * t, 4);
    }
    long memory = device.put(texels);
    long out = device.allocate(16L * THREADS);
    long handle = ImageTable.add(image, memory);
    device.launch(form.name(), 1, THREADS, handle, device.put(in), out);
    ImageTable.remove(handle);
    int[] after = new int[texels.length];
    expected.asIntBuffer().get(after);
    assertArrayEquals(after, device.ints(memory, texels.length), form.mnemonic());
    if (form.opcode.startsWith("suld")) {
      assertArrayEquals(results, device.ints(out, results.length), form.mnemonic());
    }
  }

  /** Threads that store to the same place store the same: no order is given. */
  private static int[] values(Form form, int at, SplittableRandom random) {
    if (form.opcode.startsWith("suld")) {
      return new int[4];
    }
    SplittableRandom source = form.opcode.startsWith("sust") ? new SplittableRandom(at) : random;
    return source.ints(4).toArray();
  }

  private static int[] access(Form form, ByteBuffer texels, int at, int[] values) {
    if (at < 0) {
      return new int[4];
    }
    int[] results = new int[4];
    int step = form.bits / 8;
    switch (form.opcode.substring(0, 4)) {
      case "suld" -> load(form, texels, at, results);
      case "sust" -> {
        ByteBuffer words = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        words.asIntBuffer().put(values);
        for (int b = 0; b < form.bytes(); b++) {
          // Of a small element the register's lowest bytes.
          int register = b / step * Math.max(step, 4) + b % step;
          texels.put(at + b, words.get(register));
        }
      }
      default -> reduce(form, texels, at, values);
    }
    return results;
  }

  private static void load(Form form, ByteBuffer texels, int at, int[] results) {
    for (int w = 0; w < form.elements * Math.max(1, form.bits / 32); w++) {
      results[w] =
          switch (form.bits) {
            case 8 -> Byte.toUnsignedInt(texels.get(at + w));
            case 16 -> Short.toUnsignedInt(texels.getShort(at + 2 * w));
            default -> texels.getInt(at + 4 * w);
          };
    }
  }

  private static void reduce(Form form, ByteBuffer texels, int at, int[] values) {
    int old = texels.getInt(at);
    switch (form.mnemonic().split("\\.")[2] + " " + form.type) {
      case "add u32" -> texels.putInt(at, old + values[0]);
      case "add u64" -> texels.putLong(at, texels.getLong(at) + wide(values));
      case "min u32" ->
          texels.putInt(at, Integer.compareUnsigned(old, values[0]) <= 0 ? old : values[0]);
      case "min s32" -> texels.putInt(at, Math.min(old, values[0]));
      case "max s64" -> texels.putLong(at, Math.max(texels.getLong(at), wide(values)));
      case "and b32" -> texels.putInt(at, old & values[0]);
      default -> throw new IllegalArgumentException(form.mnemonic());
    }
  }

  private static long wide(int[] values) {
    return Integer.toUnsignedLong(values[0]) | (long) values[1] << 32;
  }

  @ParameterizedTest
  @MethodSource("engines")
  void accessesAreThoseOfAnArray(TranslationOptions engine) {
    try (TestDevice device = new TestDevice(all(), engine)) {
      forms().forEach(form -> check(device, form));
    }
  }

  // ---- faults

  private static String fault(TestDevice device, Form form, long handle, int... coordinates) {
    int[] in = Arrays.copyOf(coordinates, WORDS);
    long out = device.allocate(16);
    KernelFault fault =
        assertThrows(
            KernelFault.class, () -> device.launch(form.name(), 1, 1, handle, device.put(in), out));
    assertEquals(KernelFault.Kind.ILLEGAL_ADDRESS, fault.kind());
    assertTrue(fault.place().contains(form.name()), fault.place());
    assertTrue(fault.line() > 0, "no line");
    return fault.detail();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void accessesThatAreNoneFault(TranslationOptions engine) {
    Form form = Form.of("suld.b", ImageKind.TWO, 1, 32, "trap");
    try (TestDevice device = new TestDevice(module(form.kernel()), engine)) {
      long memory = device.allocate(4096);
      long handle = ImageTable.add(image(ImageKind.TWO), memory);
      assertTrue(fault(device, form, handle, ROW, 0).startsWith("x = 32 bytes, y = 0"));
      assertTrue(fault(device, form, handle, 0, -1).startsWith("x = 0 bytes, y = -1"));
      assertTrue(fault(device, form, handle, 2, 0).contains("expected a multiple of the 4 bytes"));
      ImageTable.remove(handle);
      String stale = "0x%x is no texture or surface, or its array was freed";
      assertEquals(stale.formatted(handle), fault(device, form, handle, 0, 0));
      assertEquals(stale.formatted(memory), fault(device, form, memory, 0, 0));
      assertEquals(stale.formatted(0), fault(device, form, 0, 0, 0));
      long line = ImageTable.add(image(ImageKind.ONE), memory);
      assertEquals(
          "expected a surface of geometry 2d, given a surface of geometry 1d",
          fault(device, form, line, 0, 0));
      ImageTable.remove(line);
      Image read =
          new Image(image(ImageKind.TWO).shape(), image(ImageKind.TWO).format(), Sampler.PLAIN);
      long texture = ImageTable.add(read, memory);
      assertEquals(
          "expected a surface of geometry 2d, given a texture of geometry 2d",
          fault(device, form, texture, 0, 0));
      ImageTable.remove(texture);
    }
  }

  /** Rows of 3 bytes: too narrow for words, and at odd addresses. */
  @ParameterizedTest
  @MethodSource("engines")
  void rowsThatWordsDoNotFit(TranslationOptions engine) {
    Form zero = Form.of("suld.b", ImageKind.TWO, 1, 32, "zero");
    Form clamp = Form.of("suld.b", ImageKind.TWO, 1, 32, "clamp");
    Form add = new Form("sured.b.add", ImageKind.TWO, 1, "u32", 32, "zero");
    String kernels = zero.kernel() + clamp.kernel() + add.kernel();
    try (TestDevice device = new TestDevice(module(kernels), engine)) {
      long memory = device.put(-1, -1, -1, -1, -1, -1);
      ImageFormat bytes = new ImageFormat(ChannelType.U8, 1);
      long narrow =
          ImageTable.add(
              new Image(new ImageShape(ImageKind.TWO, 3, 4, 1, 1, 1), bytes, null), memory);
      long out = device.put(7, 7, 7, 7);
      device.launch(zero.name(), 1, 1, narrow, device.put(new int[WORDS]), out);
      assertEquals(0, device.ints(out, 1)[0]);
      assertTrue(fault(device, clamp, narrow, 0, 0).contains("is outside of a surface of 3 bytes"));
      ImageTable.remove(narrow);
      long odd =
          ImageTable.add(
              new Image(new ImageShape(ImageKind.TWO, 5, 2, 1, 1, 1), bytes, null), memory);
      assertTrue(fault(device, add, odd, 0, 1).contains("its rows are no multiples of 4 bytes"));
      ImageTable.remove(odd);
    }
  }

  // ---- queries and refusals

  private static String kernel(String statement) {
    return module(
        """
        .visible .entry k(.param .u64 t, .param .u64 out)
        {
        .reg .b32 %%r<8>; .reg .b64 %%t, %%o; .reg .f32 %%f<2>;
        ld.param.u64 %%t, [t]; ld.param.u64 %%o, [out];
        %s
        st.global.b32 [%%o], %%r0;
        ret;
        }
        """
            .formatted(statement));
  }

  @ParameterizedTest
  @CsvSource({
    "width, 8",
    "height, 3",
    "depth, 0",
    "array_size, 5",
    "channel_data_type, 4316",
    "memory_layout, 1"
  })
  void queriesTellTheShape(String query, int expected) {
    for (TranslationOptions engine : engines()) {
      String text = kernel("suq." + query + ".b32 %r0, [%t];");
      try (TestDevice device = new TestDevice(text, engine)) {
        long handle = ImageTable.add(image(ImageKind.TWO_LAYERED), device.allocate(4096));
        long out = device.allocate(4);
        device.launch("k", 1, 1, handle, out);
        ImageTable.remove(handle);
        assertEquals(expected, device.ints(out, 1)[0]);
      }
    }
  }

  private static void refuses(String statement, String why) {
    RuntimeException refused = PtxTranslator.translate(kernel(statement)).refused().get("k");
    assertTrue(refused != null && refused.getMessage().contains(why), statement + ": " + refused);
  }

  @Test
  void otherFormsAreRefusedWithTheReason() {
    String results = "{%r0,%r1,%r2,%r3}";
    refuses("suld.p.2d.b32.trap {%r0}, [%t, {%r4,%r5}];", "loads by format: only .b");
    refuses("sured.p.min.2d.b64.trap [%t, {%r4,%r5}], %o;", "no surface has channels of 64 bits");
    refuses("suq.filter_mode.b32 %r0, [%t];", "a surface has no sampler");
    refuses("txq.level.array_size.b32 %r0, [%t], 1;", "a level of a texture has a .width");
    refuses("suld.b.2d.v4.b64.trap " + results + ", [%t, {%r4,%r5}];", "more than 16 bytes");
    refuses("suld.b.2d.b32 {%r0}, [%t, {%r4,%r5}];", "expected one of .clamp, .trap, .zero");
    refuses("suld.b.2d.b32.trap {%r0}, [%t, {%r4}];", "expected 2 registers for the coordinates");
    refuses("suld.b.cube.b32.trap {%r0}, [%t, {%r4,%r5}];", "a geometry but cubes");
    refuses("sured.b.add.2d.b16.trap [%t, {%r4,%r5}], %r0;", "a type of 32 or 64 bits");
    refuses("suld.b.2d.b32.trap {%r0}, [%r1, {%r4,%r5}];", "a register of 64 bits");
    refuses("tex.2d.v4.f32.s32 " + results + ", [%t, %t, {%r4,%r5}];", "samplers apart");
    refuses("tex.2dms.v4.f32.s32 " + results + ", [%t, " + results + "];", "several samples");
    refuses("tex.2d.v4.f32.s32 " + results + ", [%t, {%r4,%r5}], {8,0};", "from -8 to 7");
    refuses("tld4.r.3d.v4.f32.f32 " + results + ", [%t, " + results + "];", "two dimensions");
    refuses("txq.memory_layout.b32 %r0, [%t];", "only a surface tells its memory layout");
    refuses("suq.force_unnormalized_coords.b32 %r0, [%t];", "a surface has no sampler");
    refuses("txq.colour.b32 %r0, [%t];", "colour");
  }
}
