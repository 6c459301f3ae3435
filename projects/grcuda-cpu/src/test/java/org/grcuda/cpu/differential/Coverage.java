package org.grcuda.cpu.differential;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.StateSpace;

/** How many of the programs that an engine has run have an instruction of some types. */
final class Coverage {

  private static final Set<String> SPACES =
      Stream.of(StateSpace.values())
          .map(s -> s.name().toLowerCase(java.util.Locale.ROOT))
          .collect(Collectors.toSet());

  private final Map<String, Map<String, Integer>> programs = new TreeMap<>();
  private final Set<String> engines = new HashSet<>();

  /** An engine has run a program. */
  void add(RandomProgram program, String engine) {
    engines.add(engine);
    Set<String> kinds = new HashSet<>();
    for (String statement : program.statements().split("[;\\n{}]\\s*")) {
      kinds.add(kind(statement.replaceFirst("^@\\S+ ", "").split(" ")[0]));
    }
    kinds.remove("");
    kinds.forEach(
        k -> programs.computeIfAbsent(k, n -> new TreeMap<>()).merge(engine, 1, Integer::sum));
  }

  /** The opcode, the state space, the width of a vector and the types of a mnemonic. */
  private static String kind(String mnemonic) {
    if (!mnemonic.matches("[a-z][a-z0-9]*(\\..*)?")) {
      return "";
    }
    String[] parts = mnemonic.split("\\.");
    return Stream.of(parts)
        .skip(1)
        .filter(p -> PtxType.ofName(p) != null || SPACES.contains(p) || p.matches("v[248]|sat"))
        .collect(Collectors.joining(".", parts[0] + " ", ""));
  }

  /** A line for each kind of instruction, with a column for each engine. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    programs.forEach(
        (kind, counts) -> {
          text.append("%-28s".formatted(kind));
          engines.forEach(e -> text.append(" %s %d".formatted(e, counts.getOrDefault(e, 0))));
          text.append('\n');
        });
    return text.toString();
  }
}
