package org.grcuda.graph;

/** Makes graphs symmetric. */
final class Symmetry {

  private Symmetry() {}

  static Graph symmetric(Graph graph) {
    EdgeList both = new EdgeList(graph.weightType());
    for (int source = 0; source < graph.vertices(); source++) {
      for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
        int target = graph.column(edge);
        both.addBits(source, target, graph.weightBits(edge));
        if (target != source) {
          both.addBits(target, source, graph.weightBits(edge));
        }
      }
    }
    Graph doubled = Graph.of(graph.vertices(), both);
    Graph merged = merged(doubled);
    return merged.equals(graph) ? graph : merged;
  }

  /** The first of parallel edges: it has the smallest weight. */
  private static Graph merged(Graph graph) {
    EdgeList first = new EdgeList(graph.weightType());
    for (int source = 0; source < graph.vertices(); source++) {
      int previous = -1;
      for (long edge = graph.offset(source); edge < graph.offset(source + 1); edge++) {
        int target = graph.column(edge);
        if (target != previous) {
          first.addBits(source, target, graph.weightBits(edge));
        }
        previous = target;
      }
    }
    return Graph.of(graph.vertices(), first);
  }
}
