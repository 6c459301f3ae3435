package org.grcuda.cpu.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.OperandForm;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;
import org.junit.jupiter.api.Test;

/** The catalogue of the tests and the table of opcodes say the same. */
final class OpcodeTableTest {

  /** Modifiers that change nothing here, of which the catalogue has some combinations. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "L1::evict_normal",
          "L1::evict_unchanged",
          "L1::evict_first",
          "L2::evict_normal",
          "L2::evict_first",
          "L2::evict_last",
          "L2::64B",
          "L2::256B",
          "unified",
          "weak",
          "mmio",
          "cluster");

  /** Addresses of 32 bits, and parameters of calls, which the catalogue has in whole statements. */
  private static final Set<String> ELSEWHERE =
      Set.of("cvta.u32", "mapa.u32", "getctarank.u32", "st.param");

  private static String sections(Opcode opcode) {
    // Arithmetic of several kinds of numbers has one opcode.
    return switch (opcode.section()) {
      case FLOAT -> "9.7.3 9.7.4 9.7.5";
      case COMPARISON -> "9.7.6 9.7.7";
      case INTEGER -> "9.7.1 9.7.2 9.7.3 9.7.4 9.7.5";
      default -> opcode.section().number();
    };
  }

  private static Set<Opcode> inCatalogue() {
    return InstructionCatalog.forms().stream()
        .map(form -> Opcode.ofName(form.opcode()))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Opcode.class)));
  }

  @Test
  void bothHaveTheSameOpcodes() {
    assertEquals(EnumSet.complementOf(EnumSet.of(Opcode.UNKNOWN)), inCatalogue());
  }

  @Test
  void bothNameTheSameSections() {
    for (InstructionForm form : InstructionCatalog.forms()) {
      Opcode opcode = Opcode.ofName(form.opcode());
      String number = form.section().replaceFirst("^(\\d+\\.\\d+\\.\\d+).*", "$1");
      boolean spread = opcode == Opcode.TENSORMAP;
      assertTrue(spread || List.of(sections(opcode).split(" ")).contains(number), form.mnemonic());
    }
  }

  /** Whatever of the catalogue is executed, the table admits; what it refuses, it says why. */
  @Test
  void theTableAdmitsTheCatalogue() {
    Set<String> refused = new TreeSet<>();
    for (InstructionForm form : InstructionCatalog.forms()) {
      OperandForm table = Opcode.ofName(form.opcode()).form();
      if (table != null && !table.isAllCheckedLater()) {
        parts(form)
            .filter(part -> !admits(table, part))
            .forEach(part -> refused.add(form.pattern() + ": " + part));
      }
    }
    refused.removeIf(line -> line.startsWith("cp.") || line.startsWith("fence."));
    assertEquals(Set.of(), refused);
  }

  /** Every type, modifier and space that the table admits, the catalogue tests. */
  @Test
  void theCatalogueHasWhatTheTableAdmits() {
    Map<Opcode, Set<String>> tested = new EnumMap<>(Opcode.class);
    for (InstructionForm form : InstructionCatalog.forms()) {
      Set<String> parts =
          tested.computeIfAbsent(Opcode.ofName(form.opcode()), o -> new TreeSet<>());
      parts(form).map(part -> part.replaceAll("^shared::.*", "shared")).forEach(parts::add);
    }
    Set<String> untested = new TreeSet<>();
    for (Opcode opcode : Opcode.values()) {
      if (opcode.form() != null) {
        admitted(opcode.form())
            .filter(part -> !WITHOUT_EFFECT.contains(part))
            .filter(part -> !tested.get(opcode).contains(part))
            .forEach(part -> untested.add(opcode + "." + part));
      }
    }
    untested.removeAll(ELSEWHERE);
    assertEquals(Set.of(), untested);
  }

  private static Stream<String> parts(InstructionForm form) {
    return Stream.of(form.mnemonic().split("\\.")).skip(1);
  }

  private static boolean admits(OperandForm table, String part) {
    PtxType type = PtxType.ofName(part);
    StateSpace space = StateSpace.ofModifier(part);
    return type != null
        ? table.types().contains(type)
        : space != null
            ? table.spaces().contains(space)
            : table.modifiers().contains(Modifier.ofName(part));
  }

  private static Stream<String> admitted(OperandForm table) {
    return Stream.of(
            table.types().stream().map(PtxType::ptxName),
            table.modifiers().stream().map(Modifier::ptxName),
            table.spaces().stream().map(StateSpace::ptxName))
        .flatMap(names -> names);
  }
}
