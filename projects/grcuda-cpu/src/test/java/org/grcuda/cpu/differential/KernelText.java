package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.grcuda.ptx.PtxType;

/**
 * A kernel around statements: it loads the registers that they name, or all, with values of the
 * thread's own, and stores them at the end. Memory that a thread may access at will is a slot of
 * {@value #SLOT} bytes in each state space.
 */
final class KernelText {

  /** Bytes of a thread's slot. */
  static final int SLOT = 32;

  /** Bytes of a thread's registers, as loaded and stored. */
  static final int REGISTERS = 256;

  /** Bytes that {@link #keep} can store per thread. */
  static final int KEPT = 2048;

  /** Most threads of a grid. */
  static final int MOST_THREADS = 128;

  /** Where in shared memory the words lie that all threads of a block add to. */
  static final int ACCUMULATORS = MOST_THREADS * SLOT;

  /** Where locks lie, each with the sum that it guards. */
  static final int LOCKS = ACCUMULATORS + 512;

  /** A class of registers. */
  enum Bank {
    PRED("%p", "pred", 4),
    HALF("%h", "b16", 5),
    WORD("%r", "b32", 7),
    LONG("%rd", "b64", 4),
    FLOAT("%f", "f32", 5),
    DOUBLE("%fd", "f64", 4);

    private final String prefix;
    private final String type;
    private final int count;

    Bank(String prefix, String type, int count) {
      this.prefix = prefix;
      this.type = type;
      this.count = count;
    }

    String prefix() {
      return prefix;
    }

    int count() {
      return count;
    }

    /** The statement that sets a register. */
    String set(int register, int value) {
      String name = prefix + register;
      return switch (this) {
        case PRED -> "setp.eq.u32 " + name + ", " + value % 2 + ", 1;";
        case FLOAT -> "mov.f32 " + name + ", 0f%08X;".formatted(Float.floatToRawIntBits(value));
        case DOUBLE ->
            "mov.f64 " + name + ", 0d%016X;".formatted(Double.doubleToRawLongBits(value));
        default -> "mov." + type + " " + name + ", " + value + ";";
      };
    }

    /** Of values of a type. */
    static Bank of(PtxType type) {
      return switch (type) {
        case F32 -> FLOAT;
        case F64 -> DOUBLE;
        case PRED -> PRED;
        default -> type.size() == 8 ? LONG : type.size() == 4 ? WORD : HALF;
      };
    }
  }

  /** The statements that load a register at the start and store it at the end. */
  record Transfer(String register, String load, String store) {}

  static final List<Transfer> TRANSFERS = transfers();
  private static final String HEADER = header();
  private static final String DECLARATIONS = registers();
  private static final String START = start();

  /** A thread's number in its block and the block's in its grid, and how many threads it has. */
  private static final String SPACE =
      """
      mov.u32 %x1, %tid.x; mov.u32 %x2, %ntid.x; mov.u32 %x3, %tid.y;
      mov.u32 %x5, %ntid.y; mov.u32 %x0, %tid.z; mad.lo.s32 %x0, %x0, %x5, %x3;
      mad.lo.s32 %x4, %x0, %x2, %x1;
      mov.u32 %x0, %ntid.z; mul.lo.s32 %x6, %x2, %x5; mul.lo.s32 %x6, %x6, %x0;
      mov.u32 %x7, %ctaid.z; mov.u32 %x0, %nctaid.y; mov.u32 %x8, %ctaid.y;
      mad.lo.s32 %x7, %x7, %x0, %x8; mov.u32 %x0, %nctaid.x; mov.u32 %x8, %ctaid.x;
      mad.lo.s32 %x7, %x7, %x0, %x8;
      """;

  /** The same where there is but one axis. */
  private static final String ROW =
      """
      mov.u32 %x1, %tid.x; mov.u32 %x4, %x1; mov.u32 %x2, %ntid.x; mov.u32 %x6, %x2;
      mov.u32 %x7, %ctaid.x;
      """;

  private static final String SHARED_SLOT =
      slot(
          "shared",
          "mov.u64 %%xs, shared; mul.wide.u32 %%xb, %%x4, %d; add.s64 %%xs, %%xs, %%xb;%n"
              .formatted(SLOT));
  private static final String LOCAL_SLOT = slot("local", "mov.u64 %xl, localSlot;\n");

  private final StringBuilder text = new StringBuilder();
  private final List<String> functions = new ArrayList<>();
  private int kept;
  private boolean usesAll;
  private boolean oneAxis;
  private int cluster = 1;
  private final Set<String> brief = new HashSet<>();

  /** Adds a device function. */
  void function(String definition) {
    functions.add(definition);
  }

  /** All registers and slots are loaded and stored, whatever the statements name. */
  void useAll() {
    usesAll = true;
  }

  /** Blocks and grids have extents along x only, and nothing else is read. */
  void setOneAxis() {
    oneAxis = true;
  }

  /** Blocks form clusters of so many along x, if it is more than one. */
  void setCluster(int blocks) {
    cluster = blocks;
  }

  /** Registers that the statements load and store themselves. */
  void setBrief(Set<String> registers) {
    brief.addAll(registers);
  }

  /** Adds a statement. */
  void add(String statement) {
    text.append(statement).append('\n');
  }

  /** Stores what a form wrote into a register where nothing overwrites it. */
  void keep(String register) {
    Bank bank = null;
    for (Bank b : Bank.values()) {
      if (register.matches(b.prefix + "\\d+")) {
        bank = b;
      }
    }
    if (bank == Bank.PRED) {
      add("selp.b32 %x0, 1, 0, " + register + ";");
      add("st.global.b32 [%xout+" + offset(4) + "], %x0;");
      return;
    }
    if (bank == Bank.FLOAT || bank == Bank.DOUBLE) {
      clean(register).forEach(this::add);
    }
    int size = PtxType.ofName(bank.type).size();
    add("st.global." + bank.type + " [%xout+" + offset(size) + "], " + register + ";");
  }

  private int offset(int size) {
    kept = (kept + size - 1) / size * size + size;
    return kept - size;
  }

  /** Whether there is space for what another form may write. */
  boolean hasSpace() {
    return kept <= KEPT - 80;
  }

  /** Makes a NaN in a register the one NaN. */
  static List<String> clean(String register) {
    boolean single = !register.contains("d");
    String type = single ? ".f32 " : ".f64 ";
    String nan = single ? "0f7FC00000" : "0d7FF8000000000000";
    return List.of(
        "setp.nan" + type + "%xp, " + register + ", " + register + ";",
        "selp" + type + register + ", " + nan + ", " + register + ", %xp;");
  }

  /** A register or symbol that addresses the thread's slot in a space. */
  static String base(String space, RandomGenerator random) {
    boolean symbol = random.nextInt(4) == 0;
    return switch (space) {
      case "shared" -> "%xs";
      case "local" -> symbol ? "localSlot" : "%xl";
      case "const" -> symbol ? "constants" : "%xc";
      case "param" -> "k_param_3";
      default -> "%xg";
    };
  }

  /** What lies at an offset of what a run gives, in words. */
  static String place(int at) {
    int slots = MOST_THREADS * KEPT;
    int registers = slots + MOST_THREADS * SLOT;
    if (at < slots) {
      return at % KEPT + " of what thread " + at / KEPT + " keeps";
    }
    int lanes = registers + MOST_THREADS * REGISTERS;
    if (at >= lanes) {
      return at - lanes + " of the cells of all threads";
    }
    return at < registers
        ? (at - slots) % SLOT + " of the slot of thread " + (at - slots) / SLOT
        : (at - registers) % REGISTERS
            + " of the registers of thread "
            + (at - registers) / REGISTERS;
  }

  /** Declarations of the registers that statements may name. */
  static String registers() {
    StringBuilder out = new StringBuilder();
    out.append(".reg .b32 %x<9>; .reg .pred %xp, %xq; .reg .b64 %xa, %xb;\n");
    out.append(".reg .f32 %xf, %xfh; .reg .f64 %xfd;\n");
    for (Bank bank : Bank.values()) {
      out.append(".reg .").append(bank.type).append(' ').append(bank.prefix);
      out.append('<').append(bank.count).append(">;\n");
    }
    return out.toString();
  }

  /** The names of registers in statements. */
  static Set<String> names(String statements) {
    Set<String> names = new HashSet<>();
    int at = statements.indexOf('%');
    while (at >= 0) {
      int end = at + 1;
      while (end < statements.length() && Character.isLetterOrDigit(statements.charAt(end))) {
        end++;
      }
      names.add(statements.substring(at, end));
      at = statements.indexOf('%', end);
    }
    return names;
  }

  /** The whole module. */
  @Override
  public String toString() {
    StringBuilder module = new StringBuilder(8192);
    module.append(HEADER);
    functions.forEach(module::append);
    module.append(
        """
        .visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1, .param .u64 k_param_2,
            .param .align 16 .b8 k_param_3[64], .param .u64 k_param_4, .param .u64 k_param_5,
            .param .align 8 .b8 k_param_6[128])
        """);
    module.append(cluster > 1 ? ".reqnctapercluster " + cluster + ", 1, 1\n" : "");
    module.append(
        """
        {
        .reg .b64 %xg, %xs, %xl, %xc, %xout, %xin, %xt, %xn;
        """);
    Set<String> names = names(text.toString());
    boolean local = usesAll || names.contains("%xl") || text.indexOf("local") >= 0;
    boolean shared = usesAll || names.contains("%xs") || text.indexOf("shared") >= 0;
    module.append(local ? ".local .align 16 .b8 localSlot[64];\n" : "");
    module.append(DECLARATIONS).append(oneAxis ? ROW : SPACE).append(START);
    module.append(names.contains("%xt") ? "ld.param.u64 %xt, [k_param_4];\n" : "");
    module.append(names.contains("%xn") ? "ld.param.u64 %xn, [k_param_5];\n" : "");
    module.append(shared ? SHARED_SLOT : "").append(local ? LOCAL_SLOT : "");
    List<Transfer> transfers =
        TRANSFERS.stream()
            .filter(t -> usesAll || names.contains(t.register))
            .filter(t -> !brief.contains(t.register))
            .toList();
    transfers.forEach(t -> module.append(t.load));
    module.append(text).append("END:\n");
    transfers.forEach(t -> module.append(t.store));
    return module.append(epilogue(shared, local)).append("ret;\n}\n").toString();
  }

  private static String header() {
    StringBuilder module = new StringBuilder();
    module.append(".version 8.8\n.target sm_90\n.address_size 64\n");
    module.append(".const .align 16 .b8 constants[64] = {");
    for (int k = 0; k < 64; k++) {
      module.append(k == 0 ? "" : ", ").append(k * 37 + 129 & 255);
    }
    return module.append("};\n.extern .shared .align 16 .b8 shared[];\n").toString();
  }

  private static String start() {
    StringBuilder out = new StringBuilder();
    out.append(
        """
        mad.lo.s32 %x8, %x7, %x6, %x4;
        ld.param.u64 %xout, [k_param_0]; ld.param.u64 %xg, [k_param_1];
        ld.param.u64 %xin, [k_param_2]; mov.u64 %xc, constants;
        """);
    out.append("mul.wide.u32 %%xb, %%x8, %d; add.s64 %%xout, %%xout, %%xb;%n".formatted(KEPT));
    out.append("mul.wide.u32 %%xb, %%x8, %d; add.s64 %%xg, %%xg, %%xb;%n".formatted(SLOT));
    out.append("mul.wide.u32 %%xb, %%x8, %d; add.s64 %%xin, %%xin, %%xb;%n".formatted(REGISTERS));
    return out.toString();
  }

  /** The thread's slot of a space that is its own or the block's, with what the global one has. */
  private static String slot(String space, String start) {
    StringBuilder out = new StringBuilder(start);
    for (int k = 0; k < SLOT; k += 8) {
      out.append("ld.global.u64 %%xa, [%%xg+%d]; ".formatted(k));
      out.append("st.%s.u64 [%%x%c+%d], %%xa;%n".formatted(space, space.charAt(0), k));
    }
    return out.toString();
  }

  /** Stores the slots that are used where they can be seen. */
  private static String epilogue(boolean shared, boolean local) {
    StringBuilder out = new StringBuilder();
    for (int k = 0; k < SLOT && (shared || local); k += 8) {
      out.append(shared ? "ld.shared.u64 %xa, [%xs+" + k + "];\n" : "");
      out.append(local ? "ld.local.u64 %xb, [%xl+" + k + "];\n" : "");
      out.append(shared && local ? "xor.b64 %xa, %xa, %xb;\n" : "");
      out.append("st.global.u64 [%xout+").append(KEPT - SLOT + k);
      out.append(shared ? "], %xa;\n" : "], %xb;\n");
    }
    return out.toString();
  }

  /** How all registers are loaded and stored, the widest first. */
  private static List<Transfer> transfers() {
    List<Transfer> all = new ArrayList<>();
    int at = 0;
    for (Bank bank : List.of(Bank.LONG, Bank.DOUBLE, Bank.WORD, Bank.FLOAT, Bank.HALF)) {
      for (int k = 0; k < bank.count; k++) {
        String register = bank.prefix + k;
        boolean floats = bank == Bank.FLOAT || bank == Bank.DOUBLE;
        all.add(
            new Transfer(
                register,
                "ld.global.%s %s, [%%xin+%d];%n".formatted(bank.type, register, at),
                (floats ? String.join("\n", clean(register)) + "\n" : "")
                    + "st.global.%s [%%xin+%d], %s;%n".formatted(bank.type, at, register)));
        at += PtxType.ofName(bank.type).size();
      }
    }
    for (int k = 0; k < Bank.PRED.count; k++) {
      all.add(
          new Transfer(
              "%p" + k,
              "ld.global.u8 %%x0, [%%xin+%d]; setp.ne.u32 %%p%d, %%x0, 0;%n".formatted(at, k),
              "selp.b32 %%x0, 1, 0, %%p%d; st.global.u8 [%%xin+%d], %%x0;%n".formatted(k, at)));
      at++;
    }
    return List.copyOf(all);
  }
}
