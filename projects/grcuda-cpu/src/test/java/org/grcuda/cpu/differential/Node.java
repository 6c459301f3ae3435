package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.List;

/** Part of a random program: statements, or statements around others. */
final class Node {

  private final List<String> head;
  private final List<Node> children = new ArrayList<>();
  private final List<String> tail;
  private final boolean choice;

  /** Statements around parts that a thread goes through in turn, unless it leaves them all. */
  Node(List<String> head, List<String> tail) {
    this(head, tail, false);
  }

  private Node(List<String> head, List<String> tail, boolean choice) {
    this.head = List.copyOf(head);
    this.tail = List.copyOf(tail);
    this.choice = choice;
  }

  /** Statements around parts of which a thread may go through any. */
  static Node ofChoices(List<String> head, List<String> tail) {
    return new Node(head, tail, true);
  }

  /** Statements that are kept or deleted together. */
  static Node of(List<String> statements) {
    return new Node(statements, List.of());
  }

  List<String> head() {
    return head;
  }

  List<Node> children() {
    return children;
  }

  List<String> tail() {
    return tail;
  }

  /** Whether a thread may pass a part by and go through a later one. */
  boolean isChoice() {
    return choice;
  }

  /** Appends the text. */
  void print(StringBuilder text) {
    head.forEach(s -> text.append(s).append('\n'));
    children.forEach(c -> c.print(text));
    tail.forEach(s -> text.append(s).append('\n'));
  }
}
