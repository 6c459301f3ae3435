package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.grcuda.ptx.PtxType;

/**
 * A device function of a random program around statements: what it takes and gives is in the {@code
 * .param} space or in registers.
 *
 * @param name its name, with which all that it declares begins
 * @param meets whether threads meet in it
 * @param parameters of those in registers, their types
 * @param results likewise, empty where parameters and the result are in the {@code .param} space
 * @param text its definition
 */
record RandomFunction(
    String name, boolean meets, List<PtxType> parameters, List<PtxType> results, Node text) {

  private static final List<PtxType> TYPES =
      List.of(PtxType.B32, PtxType.PRED, PtxType.B64, PtxType.F32, PtxType.F64, PtxType.B16);

  private static final int MOST_RESULTS = 4;

  /** A function whose parameters and results are of random kinds. */
  static RandomFunction random(String name, boolean meets, RandomGenerator random) {
    List<PtxType> parameters = new ArrayList<>();
    List<PtxType> results = new ArrayList<>();
    if (random.nextBoolean()) {
      int count = 1 + random.nextInt(MOST_RESULTS);
      for (int k = 0; k < count; k++) {
        results.add(type(random));
      }
      count = random.nextInt(MOST_RESULTS);
      for (int k = 0; k < count; k++) {
        parameters.add(type(random));
      }
    }
    return new RandomFunction(name, meets, parameters, results, new Node(List.of(), List.of()));
  }

  private static PtxType type(RandomGenerator random) {
    return TYPES.get(random.nextInt(TYPES.size()));
  }

  private boolean inRegisters() {
    return !results.isEmpty();
  }

  /**
   * The same around statements.
   *
   * @param statements may name the registers of {@link KernelText}
   * @param number that the values of registers begin with
   */
  RandomFunction around(Node statements, int number) {
    List<String> tail = tail();
    StringBuilder all = new StringBuilder(String.join("\n", tail));
    statements.print(all);
    Set<String> names = KernelText.names(all.toString());
    List<String> head = new ArrayList<>(List.of(signature() + "\n{", KernelText.registers()));
    head.add(".local .align 8 .b8 %s_local[32];".formatted(name));
    for (KernelText.Bank bank : KernelText.Bank.values()) {
      for (int k = 0; k < bank.count(); k++) {
        if (names.contains(bank.prefix() + k)) {
          head.add(bank.set(k, k * 5 + number));
        }
      }
    }
    head.addAll(loads());
    head.add("setp.lt.s32 %p0, %r0, 7; st.local.b64 [" + name + "_local+8], %rd1;");
    Node node = new Node(head, tail);
    node.children().addAll(statements.children());
    return new RandomFunction(name, meets, parameters, results, node);
  }

  private String signature() {
    return inRegisters()
        ? ".func (%s) %s(%s)".formatted(registers("r", results), name, registers("a", parameters))
        : ".func (.param .b32 %1$s_r) %1$s(.param .b32 %1$s_a, .param .f32 %1$s_b,".formatted(name)
            + " .param .b64 %1$s_c, .param .align 8 .b8 %1$s_d[16])".formatted(name);
  }

  private String registers(String kind, List<PtxType> types) {
    List<String> all = new ArrayList<>();
    for (int k = 0; k < types.size(); k++) {
      all.add(".reg ." + types.get(k).ptxName() + " " + register(kind, k));
    }
    return String.join(", ", all);
  }

  private String register(String kind, int position) {
    return name + "_" + kind + position;
  }

  private List<String> loads() {
    List<String> loads = new ArrayList<>();
    if (!inRegisters()) {
      loads.add("ld.param.b32 %%r0, [%s_a];".formatted(name));
      loads.add("ld.param.f32 %%f0, [%s_b];".formatted(name));
      loads.add("ld.param.b64 %%rd0, [%s_c];".formatted(name));
      loads.add("ld.param.b64 %%rd1, [%1$s_d]; ld.param.b64 %%rd2, [%1$s_d+8];".formatted(name));
    }
    for (int k = 0; k < parameters.size(); k++) {
      loads.add(move(parameters.get(k), of(parameters.get(k), k), register("a", k)));
    }
    return loads;
  }

  /** The register of the function's own that takes or gives what is passed at a position. */
  private static String of(PtxType type, int position) {
    return KernelText.Bank.of(type).prefix() + position;
  }

  private static String move(PtxType type, String to, String from) {
    return "mov.%s %s, %s;".formatted(type.ptxName(), to, from);
  }

  private List<String> tail() {
    List<String> tail = new ArrayList<>();
    tail.add("ld.local.b32 %r1, [" + name + "_local+12]; xor.b32 %r2, %r2, %r1;");
    tail.add("cvt.rzi.s32.f32 %r3, %f2; xor.b32 %r2, %r2, %r3;");
    if (!inRegisters()) {
      tail.add("st.param.b32 [" + name + "_r], %r2;");
    }
    for (int k = 0; k < results.size(); k++) {
      tail.add(move(results.get(k), register("r", k), of(results.get(k), k)));
    }
    tail.add("ret;\n}");
    return tail;
  }

  /**
   * Returns before the end where a predicate holds. A result that a function does not set is
   * undefined, so each is set.
   */
  List<String> leave(String guard) {
    List<String> leave = new ArrayList<>();
    if (!inRegisters()) {
      leave.add("st.param.b32 [%s_r], %%r4;".formatted(name));
    }
    for (int k = 0; k < results.size(); k++) {
      PtxType type = results.get(k);
      leave.add(move(type, register("r", k), of(type, k == 0 ? 2 : k)));
    }
    leave.add(guard + "ret;");
    return leave;
  }

  /** A call under a guard, which may be empty. */
  List<String> call(Operands operands, String guard) {
    if (!inRegisters()) {
      return List.of(
          "{ .param .b32 a; .param .f32 b; .param .b64 c; .param .align 8 .b8 d[16];",
          ".param .b32 e; st.param.b32 [e], 3;",
          "st.param.b32 [a], " + operands.register(PtxType.B32) + ";",
          "st.param.f32 [b], " + operands.register(PtxType.F32) + ";",
          "st.param.b64 [c], " + operands.register(PtxType.B64) + ";",
          "st.param.b64 [d], " + operands.register(PtxType.B64) + ";",
          "st.param.b64 [d+8], " + operands.register(PtxType.B64) + ";",
          guard + "call (e), " + name + ", (a, b, c, d);",
          "ld.param.b32 " + operands.register(PtxType.B32) + ", [e]; }");
    }
    List<String> into = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (PtxType type : results) {
      String register = operands.register(type);
      into.add(taken.add(register) ? register : "_");
    }
    List<String> passed = parameters.stream().map(operands::register).toList();
    String list = passed.isEmpty() ? "" : ", (" + String.join(", ", passed) + ")";
    return List.of(guard + "call (" + String.join(", ", into) + "), " + name + list + ";");
  }
}
