package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.cpu.differential.KernelText.Transfer;

/**
 * Prints programs with registers that are loaded before the first part that names them and stored
 * after the last one, in the innermost branch or loop around all of these: so they come to life and
 * die while other threads are elsewhere.
 */
final class BriefRegisters {

  private final List<Transfer> transfers;
  private final Map<Node, Set<String>> own = new HashMap<>();
  private final Map<Node, Set<String>> all = new HashMap<>();
  private final StringBuilder text = new StringBuilder();

  /**
   * For some registers.
   *
   * @param registers such as {@code %r0}
   */
  BriefRegisters(Set<String> registers) {
    transfers =
        KernelText.TRANSFERS.stream().filter(t -> registers.contains(t.register())).toList();
  }

  /** The text of a program. */
  String print(Node program) {
    find(program);
    print(program, transfers);
    return text.toString();
  }

  private void find(Node node) {
    Set<String> names =
        KernelText.names(String.join("\n", node.head()) + "\n" + String.join("\n", node.tail()));
    own.put(node, names);
    Set<String> inside = new HashSet<>(names);
    for (Node child : node.children()) {
      find(child);
      inside.addAll(all.get(child));
    }
    all.put(node, inside);
  }

  /** Prints a part in which some registers live, and no longer. */
  private void print(Node node, List<Transfer> alive) {
    node.head().forEach(this::line);
    List<Node> children = node.children();
    for (int c = 0; c < children.size(); c++) {
      Node child = children.get(c);
      List<Transfer> within = new ArrayList<>();
      List<Transfer> ending = new ArrayList<>();
      for (Transfer t : alive) {
        if (!all.get(child).contains(t.register())) {
          continue;
        }
        boolean first = names(children.subList(0, c), t) == 0;
        boolean last = names(children.subList(c + 1, children.size()), t) == 0;
        if (first && last && livesWithin(child, t)) {
          within.add(t);
          continue;
        }
        text.append(first ? t.load() : "");
        if (last) {
          ending.add(t);
        }
      }
      print(child, within);
      ending.forEach(t -> text.append(t.store()));
    }
    node.tail().forEach(this::line);
  }

  /** Whether a part can load and store a register itself. */
  private boolean livesWithin(Node node, Transfer t) {
    return !own.get(node).contains(t.register())
        && (!node.isChoice() || names(node.children(), t) == 1 && choiceTakes(node, t));
  }

  /** Whether the one choice that names a register is more than a statement. */
  private boolean choiceTakes(Node node, Transfer t) {
    return node.children().stream()
        .filter(c -> all.get(c).contains(t.register()))
        .allMatch(c -> livesWithin(c, t));
  }

  private long names(List<Node> nodes, Transfer t) {
    return nodes.stream().filter(n -> all.get(n).contains(t.register())).count();
  }

  private void line(String statement) {
    text.append(statement).append('\n');
  }
}
