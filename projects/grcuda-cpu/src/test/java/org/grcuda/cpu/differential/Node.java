package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.List;

/** Part of a random program: statements, or statements around others. */
final class Node {

  private final List<String> head;
  private final List<Node> children = new ArrayList<>();
  private final List<String> tail;

  Node(List<String> head, List<String> tail) {
    this.head = List.copyOf(head);
    this.tail = List.copyOf(tail);
  }

  /** Statements that are kept or deleted together. */
  static Node of(List<String> statements) {
    return new Node(statements, List.of());
  }

  List<Node> children() {
    return children;
  }

  /** Appends the text. */
  void print(StringBuilder text) {
    head.forEach(s -> text.append(s).append('\n'));
    children.forEach(c -> c.print(text));
    tail.forEach(s -> text.append(s).append('\n'));
  }
}
