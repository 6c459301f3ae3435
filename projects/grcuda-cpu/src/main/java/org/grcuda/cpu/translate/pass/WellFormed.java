package org.grcuda.cpu.translate.pass;

import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.ptx.Directive;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.OperandForm;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.Variable;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * The first pass over a kernel and its functions, the verifier. It refuses everything that the
 * table of {@link Opcode opcodes} does not admit; the later passes and the engines rely on that.
 * Instructions must have types, modifiers, state spaces, numbers of operands and registers as their
 * {@link OperandForm} says, {@code .param} accesses must name parameters, and the bounds of a block
 * must be a number of threads.
 */
public final class WellFormed {

  /** Barriers of a block (9.7.13.1). */
  private static final int BARRIERS = 16;

  /**
   * Graphs and code have an edge for each target, so a number that grows as the square of the text
   * is refused.
   */
  private static final int MOST_TARGETS = 1 << 18;

  private static final int SMALLEST_CARRIED = 4;

  /** Instructions that saturate with some types. */
  private static final Set<Opcode> SATURATING =
      EnumSet.of(Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.MAD, Opcode.MAD24, Opcode.FMA);

  /** Spaces whose addresses are offsets. */
  private static final Set<StateSpace> OFFSETS =
      EnumSet.of(StateSpace.SHARED, StateSpace.LOCAL, StateSpace.PARAM);

  /**
   * What instructions with the same opcode and modifiers take: their names alone decide it, and a
   * kernel has few different ones.
   *
   * @param letters the operands, as {@link OperandForm} writes them; null if another pass checks
   *     them
   * @param least how many operands they have at least
   * @param most how many operands they have at most
   */
  private record Admitted(String letters, int least, int most) {

    static final Admitted LATER = new Admitted(null, 0, 0);

    static Admitted of(String letters) {
      int optional = (int) letters.chars().filter(c -> c == '[').count();
      int most = letters.length() - 2 * optional;
      return new Admitted(letters, most - optional, most);
    }
  }

  private final Map<Opcode, Map<List<String>, Admitted>> admitted = new EnumMap<>(Opcode.class);

  private WellFormed() {}

  /**
   * Checks a kernel and what it calls.
   *
   * @throws UnsupportedPtxException naming the first instruction or directive that is malformed or
   *     cannot be executed, its place, and what was expected
   */
  public static void run(PtxFunction kernel, CallGraph calls) {
    checkBounds(kernel);
    checkTargets(calls);
    WellFormed pass = new WellFormed();
    for (PtxFunction function : calls.functions()) {
      for (Statement statement : function.body()) {
        if (statement instanceof Instruction i) {
          pass.check(i);
          checkParameter(i, function);
          if (i.opcode() == Opcode.CALL) {
            CallCheck.run(i, function, calls);
          }
        }
      }
    }
  }

  /**
   * Checks that a kernel of a module with addresses of 32 bits (PTX ISA 11.1.3) computes none that
   * it accesses: memory lies beyond 4 GB here.
   *
   * @throws UnsupportedPtxException naming the first such access, and what to do
   */
  public static void checkAddresses(PtxModule module, CallGraph calls) {
    if (module.addressSize() == Long.SIZE) {
      return;
    }
    for (PtxFunction function : calls.functions()) {
      for (Statement statement : function.body()) {
        if (statement instanceof Instruction i
            && (i.is(Trait.READS) || i.is(Trait.WRITES))
            && i.spaces().stream().noneMatch(OFFSETS::contains)
            && i.operands().stream().anyMatch(WellFormed::isShort)) {
          throw new UnsupportedPtxException(
              i.text(),
              "the module has .address_size 32 (so has one that does not say it), and memory lies"
                  + " beyond 4 GB; compile it for 64 bits",
              i.position());
        }
      }
    }
  }

  private static boolean isShort(Operand operand) {
    return operand instanceof Operand.Address address
        && address.base() instanceof Register register
        && register.type().size() < Long.BYTES;
  }

  /** Performance directives of a kernel (PTX ISA 11.4). */
  private static void checkBounds(PtxFunction kernel) {
    for (String name : List.of("maxntid", "reqntid")) {
      Directive bounds = kernel.directive(name);
      if (bounds != null && !isThreads(bounds.values())) {
        throw UnsupportedPtxException.malformed(
            bounds.text(),
            "expected one to three extents of a block, of fewer than 2^31 threads together",
            kernel.position());
      }
    }
  }

  /** Of all {@code brx.idx} together. */
  private static void checkTargets(CallGraph calls) {
    long targets = 0;
    for (PtxFunction function : calls.functions()) {
      for (Statement statement : function.body()) {
        if (statement instanceof Instruction i
            && i.opcode() == Opcode.BRX
            && i.operand(1) instanceof Operand.Symbol list) {
          targets += function.branchTargets().get(list.name()).size();
          if (targets > MOST_TARGETS) {
            throw new UnsupportedPtxException(
                "brx.idx with " + targets + " targets in one kernel: at most " + MOST_TARGETS,
                i.position());
          }
        }
      }
    }
  }

  private static boolean isThreads(List<Long> extents) {
    long threads = 1;
    for (long extent : extents) {
      if (extent < 1 || extent > Integer.MAX_VALUE / threads) {
        return false;
      }
      threads *= extent;
    }
    return !extents.isEmpty() && extents.size() <= 3;
  }

  private void check(Instruction i) {
    Map<List<String>, Admitted> known =
        admitted.computeIfAbsent(i.opcode(), opcode -> new HashMap<>());
    Admitted form = known.get(i.modifiers());
    if (form == null) {
      form = checkName(i);
      known.put(i.modifiers(), form);
    }
    checkRegisters(i);
    if (form != Admitted.LATER) {
      checkBarrier(i);
      checkOperands(i, form);
    }
  }

  /** Checks opcode, types and modifiers; returns what operands go with them. */
  private static Admitted checkName(Instruction i) {
    if (i.opcode() == Opcode.UNKNOWN) {
      throw new UnsupportedPtxException(
          i.mnemonic(),
          "the ISA has no '" + i.name() + "'" + Suggestions.didYouMean(i.name(), Opcode.names()),
          i.position());
    }
    OperandForm form = i.opcode().form();
    if (form == null) {
      throw new UnsupportedPtxException(i.mnemonic(), i.opcode().obstacle(), i.position());
    }
    if (form.isMissing(i)) {
      throw new UnsupportedPtxException(i.mnemonic(), i.position());
    }
    if (form.isCheckedLater(i)) {
      return Admitted.LATER;
    }
    // A register of a type that none holds is told before a type that does not fit.
    checkRegisters(i);
    checkTypes(i, form);
    checkModifiers(i, form);
    return Admitted.of(form.operands(i));
  }

  private static void checkRegisters(Instruction i) {
    if (i.isGuarded()) {
      checkRegister(i, i.guard().predicate());
    }
    for (Register register : RegisterUse.defined(i)) {
      checkRegister(i, register);
    }
    for (Register register : RegisterUse.used(i)) {
      checkRegister(i, register);
    }
  }

  private static void checkRegister(Instruction i, Register register) {
    if (!register.type().isHeldInRegisters()) {
      throw new UnsupportedPtxException(
          i.text(),
          "%s is a register of type .%s".formatted(register.name(), register.type().ptxName()),
          i.position());
    }
  }

  private static void checkTypes(Instruction i, OperandForm form) {
    List<PtxType> types = i.types();
    if (types.isEmpty() && form.leastTypes() > 0) {
      throw malformed(i, "has no type; it takes %s", typeList(form.types()));
    }
    for (PtxType type : types) {
      if (!form.types().contains(type)) {
        throw malformed(i, "has .%s; it takes %s", type.ptxName(), typeList(form.types()));
      }
    }
    if (types.size() < form.leastTypes() || types.size() > form.mostTypes()) {
      String range = range(form.leastTypes(), form.mostTypes());
      throw malformed(i, "has %d types; it takes %s", types.size(), range);
    }
  }

  private static void checkModifiers(Instruction i, OperandForm form) {
    for (String name : i.modifiers()) {
      if (PtxType.ofName(name) != null) {
        continue;
      }
      StateSpace space = StateSpace.ofModifier(name);
      if (space != null && !form.spaces().contains(space)) {
        throw malformed(i, "has .%s; it takes %s", name, spaceList(form.spaces()));
      }
      if (space == null && !form.modifiers().contains(Modifier.ofName(name))) {
        throw malformed(i, "has .%s; it takes %s", name, list(form.modifiers()));
      }
    }
    for (Set<Modifier> choice : form.needed(i)) {
      if (choice.stream().filter(i::has).count() != 1) {
        throw malformed(i, "takes one of %s", list(choice));
      }
    }
    boolean carries = i.has(Modifier.CC) || i.is(Trait.READS_CARRY);
    if (carries && (i.type().isFloat() || i.type().size() < SMALLEST_CARRIED)) {
      throw malformed(i, "has .cc; it takes none with .%s", i.type().ptxName());
    }
    if (i.has(Modifier.SAT) && SATURATING.contains(i.opcode()) && !saturates(i)) {
      throw malformed(i, "has .sat; it takes none with .%s", i.type().ptxName());
    }
  }

  /** Sums of .s32 (9.7.1), the high halves of products among them, and floats but .f64 (9.7.3). */
  private static boolean saturates(Instruction i) {
    if (i.type().isFloat()) {
      return i.type() != PtxType.F64;
    }
    boolean isSum = i.opcode() == Opcode.ADD || i.opcode() == Opcode.SUB;
    return i.type() == PtxType.S32 && (isSum || i.opcode() != Opcode.MUL && i.has(Modifier.HI));
  }

  private static void checkOperands(Instruction i, Admitted form) {
    int operands = i.operands().size();
    if (operands < form.least() || operands > form.most()) {
      throw malformed(
          i, "has %d operands; it takes %s", operands, range(form.least(), form.most()));
    }
    int given = operands - form.least();
    int position = 0;
    String letters = form.letters();
    for (int k = 0; k < letters.length(); k++) {
      if (letters.charAt(k) == '[') {
        if (given-- <= 0) {
          k += 2;
        }
      } else if (letters.charAt(k) != ']') {
        OperandCheck.run(i, position++, letters.charAt(k));
      }
    }
  }

  private static String range(int least, int most) {
    return least == most ? Integer.toString(least) : least + " to " + most;
  }

  /** Checks a barrier whose number is known now; others are checked when they are executed. */
  private static void checkBarrier(Instruction i) {
    int position = i.has(Modifier.RED) ? 1 : 0;
    if (!i.is(Trait.BARRIER) || i.has(Modifier.WARP) || i.operands().size() <= position) {
      return;
    }
    if (i.operand(position) instanceof Operand.IntegerImmediate number
        && (number.value() < 0 || number.value() >= BARRIERS)) {
      throw malformed(i, "has barrier %d; a block has 0 to %d", number.value(), BARRIERS - 1);
    }
  }

  private static String typeList(Collection<PtxType> types) {
    return types.isEmpty()
        ? "none"
        : types.stream().map(type -> "." + type.ptxName()).collect(Collectors.joining(", "));
  }

  private static String spaceList(Collection<StateSpace> spaces) {
    return spaces.isEmpty()
        ? "none"
        : spaces.stream().map(space -> "." + space.ptxName()).collect(Collectors.joining(", "));
  }

  private static String list(Collection<Modifier> modifiers) {
    return modifiers.isEmpty()
        ? "none"
        : modifiers.stream()
            .sorted(Comparator.naturalOrder())
            .map(modifier -> "." + modifier.ptxName())
            .collect(Collectors.joining(", "));
  }

  private static void checkParameter(Instruction i, PtxFunction function) {
    if (i.space() != StateSpace.PARAM) {
      return;
    }
    for (Operand operand : i.operands()) {
      if (operand instanceof Operand.Address address
          && address.base() instanceof Operand.Symbol symbol) {
        Variable variable = function.variable(symbol.name());
        if (variable == null || variable.space() != StateSpace.PARAM) {
          throw malformed(i, "names '%s', which is not a parameter", symbol.name());
        }
      }
    }
  }

  /** A refusal of an instruction, with what is wrong with it. */
  static UnsupportedPtxException malformed(Instruction i, String what, Object... values) {
    String why = "'" + i.name() + "' " + what.formatted(values);
    return UnsupportedPtxException.malformed(i.text(), why, i.position());
  }
}
