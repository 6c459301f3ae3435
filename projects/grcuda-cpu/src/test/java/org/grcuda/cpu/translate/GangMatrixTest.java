package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.junit.jupiter.api.Test;

/** Products of matrices in machine code, against bytecode. */
class GangMatrixTest extends MachineCodeTest {

  private static final int WORDS = 4;

  /** A form of {@code mma} with the numbers of its registers of A, B, C and D. */
  private record Form(String kind, String rest, int a, int b, int c, int d) {

    Form(String rest, int a, int b, int c, int d) {
      this("mma", rest, a, b, c, d);
    }

    static Form sparse(String rest, int a, int c) {
      return new Form("mma.sp", rest, a, a, c, c);
    }

    String registers(String name, int count) {
      return IntStream.range(0, count)
          .mapToObj(r -> "%" + name + r)
          .collect(Collectors.joining(", ", "{", "}"));
    }

    private String typeOfC() {
      return rest.split("\\.")[6].equals("f32") ? "f32" : "b32";
    }

    private String typeOfD() {
      return rest.split("\\.")[3].equals("f32") ? "f32" : "b32";
    }

    /** Words without order in registers; then products, each of which may be the next C. */
    String kernel(String name) {
      StringBuilder text =
          new StringBuilder(
              """
              .visible .entry %s(.param .u64 out)
              {
              .reg .b32 %%t, %%w, %%n, %%e<1>, %%a<5>, %%b<5>; .reg .%s %%c<5>; .reg .%s %%d<5>;
              .reg .b64 %%o, %%at; .reg .pred %%p;
              mov.u32 %%t, %%tid.x;
              mad.lo.u32 %%w, %%t, -1640531527, 12345;
              """
                  .formatted(name, typeOfC(), typeOfD()));
      fill(text, "a", a);
      fill(text, "b", b);
      fill(text, "c", c);
      fill(text, "e", 1);
      text.append("mov.u32 %n, 0;\nagain:\n");
      String sources = registers("a", a) + ", " + registers("b", b);
      String mnemonic = kind + ".sync.aligned." + rest + " ";
      String sparsity = kind.equals("mma") ? ";\n" : ", %e0, 0;\n";
      text.append(mnemonic + registers("d", d) + ", " + sources + ", ");
      text.append(registers("c", c) + sparsity);
      if (typeOfC().equals(typeOfD()) && c == d) {
        for (int r = 0; r < d; r++) {
          text.append("mov.b32 %c" + r + ", %d" + (d - 1 - r) + ";\n");
        }
        text.append(mnemonic + registers("c", d) + ", " + sources);
        text.append(", " + registers("c", c) + sparsity);
      }
      text.append(
          """
          add.u32 %n, %n, 1; setp.lt.u32 %p, %n, 3; @%p bra again;
          ld.param.u64 %o, [out]; mul.wide.u32 %at, %t, 16; add.u64 %o, %o, %at;
          """);
      for (int r = 0; r < d; r++) {
        text.append("st.global." + typeOfD() + " [%o+" + 4 * r + "], %d" + r + ";\n");
      }
      return text.append("ret;\n}\n").toString();
    }

    private static void fill(StringBuilder text, String matrix, int count) {
      for (int r = 0; r < count; r++) {
        text.append("mad.lo.u32 %w, %w, 1664525, 1013904223; mov.b32 %" + matrix + r + ", %w;\n");
      }
    }
  }

  private static final List<Form> FORMS =
      List.of(
          new Form("m16n8k16.row.col.f32.f16.f16.f32", 4, 2, 4, 4),
          new Form("m16n8k16.row.col.f16.f16.f16.f16", 4, 2, 2, 2),
          new Form("m16n8k8.row.col.f32.f16.f16.f32", 2, 1, 4, 4),
          new Form("m16n8k16.row.col.f32.bf16.bf16.f32", 4, 2, 4, 4),
          new Form("m16n8k4.row.col.f32.tf32.tf32.f32", 2, 1, 4, 4),
          new Form("m16n8k8.row.col.f32.tf32.tf32.f32", 4, 2, 4, 4),
          new Form("m16n8k32.row.col.f32.e4m3.e5m2.f32", 4, 2, 4, 4),
          new Form("m16n8k16.row.col.f16.e5m2.e4m3.f16", 2, 1, 2, 2),
          new Form("m8n8k16.row.col.satfinite.s32.s8.u8.s32", 1, 1, 2, 2),
          new Form("m16n8k32.row.col.s32.u8.s8.s32", 4, 2, 4, 4),
          new Form("m16n8k32.row.col.satfinite.s32.s8.s8.s32", 4, 2, 4, 4),
          new Form("m8n8k32.row.col.s32.u4.s4.s32", 1, 1, 2, 2),
          new Form("m16n8k64.row.col.satfinite.s32.s4.u4.s32", 4, 2, 4, 4),
          Form.sparse("m16n8k16.row.col.f32.f16.f16.f32", 2, 4),
          Form.sparse("m16n8k32.row.col.f16.f16.f16.f16", 4, 2),
          Form.sparse("m16n8k32.row.col.f32.bf16.bf16.f32", 4, 4),
          Form.sparse("m16n8k8.row.col.f32.tf32.tf32.f32", 2, 4),
          Form.sparse("m16n8k16.row.col.f32.tf32.tf32.f32", 4, 4),
          Form.sparse("m16n8k64.row.col.f32.e5m2.e4m3.f32", 4, 4),
          Form.sparse("m16n8k32.row.col.satfinite.s32.s8.u8.s32", 2, 4),
          Form.sparse("m16n8k64.row.col.s32.u8.s8.s32", 4, 4),
          Form.sparse("m16n8k64.row.col.s32.s4.u4.s32", 2, 4),
          Form.sparse("m16n8k128.row.col.satfinite.s32.u4.s4.s32", 4, 4));

  private static String module() {
    return ".version 8.8 .target sm_90 .address_size 64\n"
        + IntStream.range(0, FORMS.size())
            .mapToObj(k -> FORMS.get(k).kernel("k" + k))
            .collect(Collectors.joining());
  }

  private static int[][] run(Engine engine, TreeSet<String> inMachineCode) {
    TranslationOptions options = options(engine, inMachineCode);
    int[] sizes = {32, 64, 20};
    int[][] results = new int[FORMS.size() * sizes.length][];
    try (TestDevice device = new TestDevice(module(), options)) {
      for (int k = 0; k < FORMS.size(); k++) {
        for (int s = 0; s < sizes.length; s++) {
          long out = device.allocate(4L * WORDS * sizes[s]);
          device.launch("k" + k, 1, sizes[s], out);
          results[k * sizes.length + s] = device.ints(out, WORDS * sizes[s]);
        }
      }
    }
    return results;
  }

  @Test
  void productsAreThoseOfBytecode() {
    TreeSet<String> inMachineCode = new TreeSet<>();
    int[][] gangs = run(Engine.NATIVE, inMachineCode);
    int[][] scalar = run(Engine.BYTECODE, new TreeSet<>());
    for (int r = 0; r < scalar.length; r++) {
      String form = FORMS.get(r / 3).rest();
      assertArrayEquals(scalar[r], gangs[r], () -> form);
    }
    assertEquals(FORMS.size(), inMachineCode.size(), inMachineCode::toString);
  }

  private static final List<Form> OF_DOUBLES =
      List.of(
          new Form("m8n8k4.row.col.f64.f64.f64.f64", 1, 1, 2, 2),
          new Form("m16n8k4.row.col.f64.f64.f64.f64", 2, 1, 4, 4),
          new Form("m16n8k8.row.col.f64.f64.f64.f64", 4, 2, 4, 4),
          new Form("m16n8k16.row.col.f64.f64.f64.f64", 8, 4, 4, 4));

  /** Doubles without order; the first result goes where a source was. */
  private static String ofDoubles(Form form, String name) {
    StringBuilder text =
        new StringBuilder(
            """
            .visible .entry %s(.param .u64 out)
            {
            .reg .b32 %%t, %%w; .reg .f64 %%a<8>, %%b<4>, %%c<4>; .reg .b64 %%o, %%at;
            mov.u32 %%t, %%tid.x;
            mad.lo.u32 %%w, %%t, -1640531527, 12345;
            """
                .formatted(name));
    for (String register :
        (form.registers("a", form.a())
                + form.registers("b", form.b())
                + form.registers("c", form.c()))
            .replaceAll("[{}]", ",")
            .split("[, ]+")) {
      if (!register.isEmpty()) {
        text.append("mad.lo.u32 %w, %w, 1664525, 1013904223; cvt.rn.f64.s32 ");
        text.append(register).append(", %w;\n");
      }
    }
    String to = form.registers("c", form.d()).replace("%c0", "%a0");
    text.append("mma.sync.aligned." + form.rest() + " " + to + ", ");
    text.append(form.registers("a", form.a()) + ", " + form.registers("b", form.b()) + ", ");
    text.append(form.registers("c", form.c()) + ";\n");
    text.append("ld.param.u64 %o, [out]; mul.wide.u32 %at, %t, 32; add.u64 %o, %o, %at;\n");
    for (int r = 0; r < form.d(); r++) {
      text.append("st.global.f64 [%o+" + 8 * r + "], " + (r == 0 ? "%a0" : "%c" + r) + ";\n");
    }
    return text.append("ret;\n}\n").toString();
  }

  private static int[] runDoubles(Engine engine, Form form) {
    TreeSet<String> inMachineCode = new TreeSet<>();
    String text = ".version 8.8 .target sm_90 .address_size 64\n" + ofDoubles(form, "k");
    try (TestDevice device = new TestDevice(text, options(engine, inMachineCode))) {
      assertEquals(engine == Engine.NATIVE ? 1 : 0, inMachineCode.size(), form.rest());
      long out = device.allocate(64 * 32);
      device.launch("k", 1, 64, out);
      return device.ints(out, 64 * 2 * form.d());
    }
  }

  @Test
  void productsOfDoublesAreThoseOfBytecode() {
    for (Form form : OF_DOUBLES) {
      int[] expected = runDoubles(Engine.BYTECODE, form);
      assertArrayEquals(expected, runDoubles(Engine.NATIVE, form), form.rest());
    }
  }

  /** Whether the lanes of a warp take the same branch is known at run time only. */
  private static final String BRANCHES =
      """
      .version 8.8 .target sm_90 .address_size 64
      .visible .entry k(.param .u64 out)
      {
      .reg .b32 %t, %w, %a<2>, %b<2>; .reg .f32 %c<4>, %d<4>; .reg .b64 %o, %at; .reg .pred %p;
      mov.u32 %t, %tid.x;
      mad.lo.u32 %a0, %t, 262147, 1006648320; mov.u32 %a1, 1006648320; mov.u32 %b0, 1006632960;
      mov.f32 %c0, 0f00000000; mov.f32 %c1, %c0; mov.f32 %c2, %c0; mov.f32 %c3, %c0;
      shr.u32 %w, %t, 5; setp.eq.u32 %p, %w, 1;
      @%p bra other;
      mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32
        {%d0, %d1, %d2, %d3}, {%a0, %a1}, {%b0}, {%c0, %c1, %c2, %c3};
      bra done;
      other:
      mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32
        {%d0, %d1, %d2, %d3}, {%a1, %a0}, {%b0}, {%c0, %c1, %c2, %c3};
      done:
      ld.param.u64 %o, [out]; mul.wide.u32 %at, %t, 16; add.u64 %o, %o, %at;
      st.global.v4.f32 [%o], {%d0, %d1, %d2, %d3};
      ret;
      }
      """;

  @Test
  void productsInBranches() {
    TreeSet<String> inMachineCode = new TreeSet<>();
    int[][] results = new int[2][];
    for (Engine engine : List.of(Engine.BYTECODE, Engine.NATIVE)) {
      TranslationOptions options = options(engine, inMachineCode);
      try (TestDevice device = new TestDevice(BRANCHES, options)) {
        long out = device.allocate(16L * 64);
        device.launch("k", 1, 64, out);
        results[engine == Engine.NATIVE ? 1 : 0] = device.ints(out, 256);
      }
    }
    assertArrayEquals(results[0], results[1]);
    assertEquals(1, inMachineCode.size());
  }
}
