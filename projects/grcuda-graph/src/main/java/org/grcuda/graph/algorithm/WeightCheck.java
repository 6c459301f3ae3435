package org.grcuda.graph.algorithm;

import org.grcuda.graph.Graph;
import org.grcuda.types.GrCudaException;

/** Refuses weights that shortest paths cannot have. */
final class WeightCheck {

  private static final long MOST = 0xFFFFFFFEL;

  private WeightCheck() {}

  static void check(Graph graph) {
    switch (graph.weightType()) {
      case NONE -> throw refusal(GrCudaException.Kind.TYPE, graph + " has no weights");
      case INT -> checkSum(graph);
      case FLOAT -> checkFloats(graph);
    }
  }

  /** A path takes each vertex once, so at most the greatest weight of each. */
  private static void checkSum(Graph graph) {
    long sum = 0;
    for (int vertex = 0; vertex < graph.vertices(); vertex++) {
      int greatest = 0;
      for (long edge = graph.offset(vertex); edge < graph.offset(vertex + 1); edge++) {
        greatest = Math.max(greatest, graph.weight(edge));
      }
      sum += greatest;
    }
    if (sum > MOST) {
      throw refusal(
          GrCudaException.Kind.VALUE,
          "distances may reach "
              + sum
              + ", the sum of each vertex's greatest weight; they have 32 bits, so at most "
              + MOST
              + " is possible. Scale the weights down, or make them floats");
    }
  }

  private static void checkFloats(Graph graph) {
    for (int vertex = 0; vertex < graph.vertices(); vertex++) {
      for (long edge = graph.offset(vertex); edge < graph.offset(vertex + 1); edge++) {
        float weight = graph.floatWeight(edge);
        if (!(weight >= 0 && weight < Float.POSITIVE_INFINITY)) {
          throw refusal(
              GrCudaException.Kind.VALUE,
              "the edge from "
                  + vertex
                  + " to "
                  + graph.column(edge)
                  + " has weight "
                  + weight
                  + ", expected a number of at least 0");
        }
      }
    }
  }

  private static GrCudaException refusal(GrCudaException.Kind kind, String what) {
    return new GrCudaException(kind, "sssp: " + what);
  }
}
