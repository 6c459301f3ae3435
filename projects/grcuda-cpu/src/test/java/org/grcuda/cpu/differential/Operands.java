package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.grcuda.ptx.PtxType;

/** Writes instructions of the catalogue with random operands of {@link KernelText}. */
final class Operands {

  /** Special registers that are the same however a program is executed. */
  static final List<String> SPECIAL =
      List.of(
          "%tid.x",
          "%ntid.x",
          "%ctaid.x",
          "%nctaid.x",
          "%laneid",
          "%warpid",
          "%nwarpid",
          "%lanemask_eq",
          "%lanemask_le",
          "%lanemask_lt",
          "%lanemask_ge",
          "%lanemask_gt",
          "%dynamic_smem_size",
          "%total_smem_size",
          "%nsmid",
          "%cluster_ctarank");

  /** Those of the other axes. */
  static final List<String> AXES =
      List.of(
          "%tid.y",
          "%tid.z", "%ntid.y", "%ntid.z", "%ctaid.y", "%ctaid.z", "%nctaid.y", "%nctaid.z");

  private final RandomGenerator random;

  Operands(RandomGenerator random) {
    this.random = random;
  }

  /** The statements of a form: itself, and what keeps payloads of NaN from being seen. */
  List<String> write(InstructionForm form) {
    List<String> before = new ArrayList<>();
    if (form.opcode().equals("addc")
        || form.opcode().equals("subc")
        || form.opcode().equals("madc")) {
      before.add("add.cc.u32 %x0, %r0, %r1;");
    }
    List<String> operands = new ArrayList<>();
    List<String> after = new ArrayList<>();
    for (String operand : form.operands()) {
      operands.add(write(form, operand, before));
    }
    boolean addsFloats = form.has("f32") || form.has("f64");
    if (addsFloats && (form.opcode().equals("atom") || form.opcode().equals("red"))) {
      cleanMemory(form, operands, after);
    }
    if (form.types().contains(PtxType.F32X2)) {
      cleanPair(operands.getFirst(), after);
    }
    String list = operands.isEmpty() ? "" : " " + String.join(", ", operands);
    before.add(form.mnemonic() + list + ";");
    before.addAll(after);
    return before;
  }

  private String write(InstructionForm form, String operand, List<String> before) {
    if (operand.startsWith("#")) {
      String[] ends = operand.substring(1).split("\\.\\.");
      long low = Long.parseLong(ends[0]);
      return Long.toString(low + random.nextInt((int) (Long.parseLong(ends[1]) - low) + 1));
    }
    if (operand.startsWith("@")) {
      return memory(form, operand.substring(1));
    }
    if (operand.startsWith("v")) {
      return vector(form, operand, before);
    }
    if (operand.contains("|")) {
      int bar = operand.indexOf('|');
      String first = register(type(form, operand.substring(1, bar)));
      String second = register(PtxType.PRED);
      while (second.equals(first)) {
        second = register(PtxType.PRED);
      }
      return first + "|" + second;
    }
    if (operand.startsWith("=")) {
      return register(type(form, operand.substring(1)));
    }
    if (operand.equals("!pred")) {
      return (random.nextBoolean() ? "!" : "") + register(PtxType.PRED);
    }
    return source(form, type(form, operand), before);
  }

  private String vector(InstructionForm form, String operand, List<String> before) {
    int open = operand.indexOf('(');
    String element = operand.substring(open + 1, operand.length() - 1);
    int width = open > 1 ? operand.charAt(1) - '0' : form.vectorWidth();
    boolean target = element.startsWith("=");
    PtxType type = type(form, target ? element.substring(1) : element);
    List<String> parts = new ArrayList<>();
    while (parts.size() < width) {
      String part = target ? register(type) : source(form, type, before);
      parts.add(target && parts.contains(part) ? "_" : part);
    }
    return "{" + String.join(", ", parts) + "}";
  }

  private static PtxType type(InstructionForm form, String name) {
    return switch (name) {
      case "t" -> form.types().get(0);
      case "u" -> form.types().get(1);
      case "w" ->
          switch (form.types().get(0)) {
            case S16 -> PtxType.S32;
            case U16 -> PtxType.U32;
            case S32 -> PtxType.S64;
            default -> PtxType.U64;
          };
      default -> PtxType.ofName(name);
    };
  }

  /** A register for values of a type. */
  String register(PtxType type) {
    KernelText.Bank bank = KernelText.Bank.of(type);
    return bank.prefix() + random.nextInt(bank.count());
  }

  private String source(InstructionForm form, PtxType type, List<String> before) {
    boolean float32 = type == PtxType.F32;
    boolean showsSign = form.opcode().equals("copysign") || form.has("xorsign");
    boolean stores = form.opcode().equals("st");
    if (float32 || type == PtxType.F64) {
      String register = register(type);
      if (showsSign || stores) {
        before.addAll(KernelText.clean(register));
      } else if (random.nextInt(16) == 0) {
        return float32
            ? "0f%08X".formatted(Values.float32(random))
            : "0d%016X".formatted(Values.float64(random));
      }
      return register;
    }
    if (type.isInteger() && type.size() > 1 && random.nextInt(6) == 0 && !form.has("mov")) {
      return Long.toString(
          random.nextBoolean() ? random.nextInt(70) : Values.integer(random, type.bits()));
    }
    return register(type);
  }

  private String memory(InstructionForm form, String spaceName) {
    String space = spaceName;
    if (space.equals("space")) {
      space = "global";
      for (String name : List.of("shared", "local", "const", "param")) {
        space = form.has(name) ? name : space;
      }
    }
    int bytes =
        form.opcode().equals("cp")
            ? 16
            : form.types().isEmpty()
                ? form.has("bulk") ? 8 : 4
                : form.types().get(0).size() * form.vectorWidth();
    int offset = random.nextInt(KernelText.SLOT / bytes) * bytes;
    return "[" + KernelText.base(space, random) + "+" + offset + "]";
  }

  /** The payloads of a pair of floats are nobody's business either. */
  private static void cleanPair(String register, List<String> after) {
    after.add("mov.b64 {%xf, %xfh}, " + register + ";");
    after.addAll(KernelText.clean("%xf"));
    after.addAll(KernelText.clean("%xfh"));
    after.add("mov.b64 " + register + ", {%xf, %xfh};");
  }

  /** A sum of floats in memory may be a NaN, whose payload is nobody's business. */
  private static void cleanMemory(InstructionForm form, List<String> operands, List<String> after) {
    String address = operands.stream().filter(o -> o.startsWith("[")).findFirst().orElseThrow();
    boolean single = form.has("f32");
    String register = single ? "%xf" : "%xfd";
    String space = form.has("shared") ? ".shared" : form.has("global") ? ".global" : "";
    String type = space + (single ? ".f32 " : ".f64 ");
    for (int k = 0; k < form.vectorWidth(); k++) {
      String element = address.replace("]", "+" + k * (single ? 4 : 8) + "]");
      after.add("ld" + type + register + ", " + element + ";");
      after.addAll(KernelText.clean(register));
      after.add("st" + type + element + ", " + register + ";");
    }
  }
}
