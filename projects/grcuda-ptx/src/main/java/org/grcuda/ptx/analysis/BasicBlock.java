package org.grcuda.ptx.analysis;

import java.util.List;

/**
 * A straight run of statements, entered at its first and left at its last.
 *
 * @param index position in {@link ControlFlowGraph#blocks()}, in source order; 0 is the entry
 * @param start index in the function's body of the first statement
 * @param end index after the last
 * @param successors indices of blocks: a branch's targets first, the fall-through last; each once
 * @param predecessors indices of blocks, ascending
 */
public record BasicBlock(
    int index, int start, int end, List<Integer> successors, List<Integer> predecessors) {

  public BasicBlock {
    successors = List.copyOf(successors);
    predecessors = List.copyOf(predecessors);
  }
}
