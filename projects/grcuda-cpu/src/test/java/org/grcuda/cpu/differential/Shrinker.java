package org.grcuda.cpu.differential;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Makes a program that fails smaller, as long as it still fails. */
final class Shrinker {

  private final BooleanSupplier fails;

  Shrinker(BooleanSupplier fails) {
    this.fails = fails;
  }

  /** Deletes what can be deleted, until nothing more can. */
  void run(RandomProgram program) {
    boolean smaller = true;
    while (smaller) {
      smaller = shrink(program.body());
      for (Node function : program.functions()) {
        smaller |= shrink(function);
      }
    }
  }

  private boolean shrink(Node node) {
    boolean smaller = false;
    List<Node> children = node.children();
    for (int k = children.size() - 1; k >= 0; k--) {
      Node removed = children.remove(k);
      if (fails.getAsBoolean()) {
        smaller = true;
        continue;
      }
      children.add(k, removed);
      smaller |= hoist(children, k) || shrink(removed);
    }
    return smaller;
  }

  /** Replaces a construct by what it contains. */
  private boolean hoist(List<Node> children, int at) {
    Node construct = children.get(at);
    if (construct.children().isEmpty()) {
      return false;
    }
    children.remove(at);
    children.addAll(at, construct.children());
    if (fails.getAsBoolean()) {
      return true;
    }
    children.subList(at, at + construct.children().size()).clear();
    children.add(at, construct);
    return false;
  }
}
