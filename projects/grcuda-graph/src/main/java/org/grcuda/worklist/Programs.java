package org.grcuda.worklist;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.graph.Weights;
import org.grcuda.types.ElementType;

/** The kernels of a worklist: worklist.cu around the program's operator. */
final class Programs {

  private static final String ENGINE = "worklist.cu";

  private final GrCuda cuda;
  private final Operator operator;
  private final Weights weights;
  private final String source;

  Programs(GrCuda cuda, Operator operator, Weights weights) {
    this.cuda = cuda;
    this.operator = operator;
    this.weights = weights;
    source = prelude() + "#line 1 \"operator.cu\"\n" + operator.source() + engine();
  }

  private static String engine() {
    return "\n#line 1 \"" + ENGINE + "\"\n" + CudaSource.read(Programs.class, ENGINE);
  }

  private String prelude() {
    StateArray value = operator.valueArray();
    List<String> members = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (StateArray array : operator.state()) {
      members.add(array.cType() + " *" + array.name());
      names.add(array.name());
    }
    members.add("const unsigned *row");
    members.add("const int *column");
    names.add("row");
    names.add("column");
    if (weights != Weights.NONE) {
      members.add("const " + (weights == Weights.INT ? "int" : "float") + " *weight");
      names.add("weight");
    }
    names.add("own");
    names.add("parts");
    return """
    typedef %s Value;
    #define OPERATOR %s
    #define VALUE %s
    #define VALUE_IS_FLOAT %d
    #define COMBINE_ADD %d
    struct State {
      %s;
      unsigned own, parts;
    };
    #define WORK_PARAMETERS unsigned *words, unsigned own, unsigned ghosts, unsigned parts
    #define WORK {words, own, ghosts, parts}
    #define STATE_PARAMETERS %s
    #define STATE {%s}
    """
        .formatted(
            value.cType(),
            operator.name(),
            operator.value(),
            value.type() == ElementType.FLOAT ? 1 : 0,
            operator.combine() == Combine.ADD ? 1 : 0,
            String.join(";\n  ", members),
            String.join(", ", members),
            String.join(", ", names));
  }

  /** Bytes of the weight of an edge. */
  int weightBytes() {
    return weights == Weights.NONE ? 0 : Integer.BYTES;
  }

  /**
   * A kernel of the engine.
   *
   * @param first its parameters before those of the work and the state, in the notation of
   *     signatures
   */
  Kernel kernel(String name, String... first) {
    List<String> parameters = new ArrayList<>(List.of(first));
    parameters.add("words: inout pointer uint32");
    parameters.add("own: uint32");
    parameters.add("ghosts: uint32");
    parameters.add("parts: uint32");
    for (StateArray array : operator.state()) {
      parameters.add(array.name() + ": inout pointer " + array.signatureType());
    }
    parameters.add("row: in pointer uint32");
    parameters.add("column: in pointer sint32");
    if (weights != Weights.NONE) {
      parameters.add("weight: in pointer " + (weights == Weights.INT ? "sint32" : "float"));
    }
    return cuda.buildKernel(
        source,
        name + "(" + String.join(", ", parameters) + ")",
        CudaSource.withHeader(Programs.class, "edges.cuh"));
  }
}
