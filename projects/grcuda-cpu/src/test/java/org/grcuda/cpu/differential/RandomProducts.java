package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.grcuda.ptx.PtxType;

/**
 * Products and moves of matrices in a random program, at places where all threads of whole warps
 * come by. Elements are whatever the registers hold. Rows in shared memory are in the threads' own
 * slots.
 */
final class RandomProducts {

  /**
   * A form of {@code mma}.
   *
   * @param name shape, layouts and types
   * @param type of the registers of A and B
   * @param result of those of C and D
   * @param a registers of A of each thread, as {@code b} and {@code c} of the others
   */
  private record Form(String name, PtxType type, PtxType result, int a, int b, int c) {}

  private static final List<Form> MACHINE =
      List.of(
          floats("m16n8k16.row.col.f32.f16.f16.f32", 4, 2),
          floats("m16n8k8.row.col.f32.f16.f16.f32", 2, 1),
          words("m16n8k16.row.col.f16.f16.f16.f16", 4, 2, 2),
          words("m16n8k8.row.col.f16.f16.f16.f16", 2, 1, 2),
          floats("m16n8k16.row.col.f32.bf16.bf16.f32", 4, 2),
          floats("m16n8k8.row.col.f32.bf16.bf16.f32", 2, 1),
          floats("m16n8k4.row.col.f32.tf32.tf32.f32", 2, 1),
          floats("m16n8k8.row.col.f32.tf32.tf32.f32", 4, 2),
          floats("m16n8k32.row.col.f32.e4m3.e5m2.f32", 4, 2),
          words("m16n8k16.row.col.f16.e5m2.e4m3.f16", 2, 1, 2),
          words("m8n8k16.row.col.satfinite.s32.s8.u8.s32", 1, 1, 2),
          words("m16n8k16.row.col.s32.u8.u8.s32", 2, 1, 4),
          words("m16n8k32.row.col.satfinite.s32.u8.s8.s32", 4, 2, 4),
          words("m8n8k32.row.col.s32.u4.s4.s32", 1, 1, 2),
          words("m16n8k32.row.col.satfinite.s32.s4.s4.s32", 2, 1, 4),
          words("m16n8k64.row.col.s32.u4.u4.s32", 4, 2, 4));

  private static final List<Form> BYTECODE =
      List.of(
          new Form("m8n8k4.row.col.f64.f64.f64.f64", PtxType.F64, PtxType.F64, 1, 1, 2),
          words("m8n8k128.row.col.s32.b1.b1.s32.xor.popc", 1, 1, 2),
          words("m16n8k128.row.col.s32.b1.b1.s32.and.popc", 2, 1, 4),
          words("m16n8k256.row.col.s32.b1.b1.s32.xor.popc", 4, 2, 4));

  /** With a sparse A, as machine code. */
  private static final List<Form> SPARSE =
      List.of(
          floats("m16n8k16.row.col.f32.f16.f16.f32", 2, 2),
          words("m16n8k32.row.col.f16.f16.f16.f16", 4, 4, 2),
          floats("m16n8k32.row.col.f32.bf16.bf16.f32", 4, 4),
          floats("m16n8k8.row.col.f32.tf32.tf32.f32", 2, 2),
          floats("m16n8k64.row.col.f32.e5m2.e4m3.f32", 4, 4),
          words("m16n8k32.row.col.satfinite.s32.s8.u8.s32", 2, 2, 4),
          words("m16n8k64.row.col.s32.u8.s8.s32", 4, 4, 4),
          words("m16n8k128.row.col.satfinite.s32.s4.s4.s32", 4, 4, 4));

  private final SplittableRandom random;
  private final Operands operands;
  private final List<Form> forms = new ArrayList<>(MACHINE);

  /**
   * Made with registers of a program's own.
   *
   * @param plain whether only what machine code executes occurs
   */
  RandomProducts(SplittableRandom random, boolean plain) {
    this.random = random;
    this.operands = new Operands(random);
    if (!plain) {
      forms.addAll(BYTECODE);
    }
  }

  private static Form floats(String name, int a, int b) {
    return new Form(name, PtxType.B32, PtxType.F32, a, b, 4);
  }

  private static Form words(String name, int a, int b, int c) {
    return new Form(name, PtxType.B32, PtxType.B32, a, b, c);
  }

  /** Statements that all threads come by. */
  List<String> write() {
    return switch (random.nextInt(8)) {
      case 0 -> List.of("movmatrix.sync.aligned.m8n8.trans.b16 " + word() + ", " + word() + ";");
      case 1 -> move("ldmatrix");
      case 2 -> move("stmatrix");
      default -> List.of(product());
    };
  }

  private String word() {
    return operands.register(PtxType.B32);
  }

  private String product() {
    boolean sparse = random.nextInt(4) == 0;
    List<Form> choice = sparse ? SPARSE : forms;
    Form form = choice.get(random.nextInt(choice.size()));
    return "mma%s.sync.aligned.%s %s, %s, %s, %s%s;"
        .formatted(
            sparse ? ".sp" : "",
            form.name,
            list(form.result, form.c, true),
            list(form.type, form.a, false),
            list(form.type, form.b, false),
            list(form.result, form.c, false),
            sparse ? ", " + word() + ", 0" : "");
  }

  /** Threads read or write each other's slots. */
  private List<String> move(String name) {
    int count = 1 << random.nextInt(3);
    boolean loads = name.equals("ldmatrix");
    String transposed = random.nextBoolean() ? ".trans" : "";
    String rows = "[%xs" + (random.nextBoolean() ? "]" : "+16]");
    String registers = list(PtxType.B32, count, loads);
    return List.of(
        "bar.sync 0;",
        name
            + ".sync.aligned.m8n8.x"
            + count
            + transposed
            + ".shared.b16 "
            + (loads ? registers + ", " + rows : rows + ", " + registers)
            + ";",
        "bar.sync 0;");
  }

  /** Registers, of which results are different ones. */
  private String list(PtxType type, int count, boolean results) {
    List<String> registers = new ArrayList<>();
    while (registers.size() < count) {
      String register = operands.register(type);
      if (!results || !registers.contains(register)) {
        registers.add(register);
      }
    }
    return "{" + String.join(", ", registers) + "}";
  }
}
