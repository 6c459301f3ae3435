package org.grcuda.graph.guest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grcuda.spi.Call;
import org.grcuda.spi.ObjectType;
import org.grcuda.spi.Provided;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.UnknownTypeException;
import org.grcuda.worklist.Combine;
import org.grcuda.worklist.Operator;
import org.grcuda.worklist.Settings;
import org.grcuda.worklist.StateArray;
import org.grcuda.worklist.Worklist;

/** Partitions as programs hold them. */
final class PartitionType {

  static final ObjectType<Analysis> TYPE =
      new ObjectType<>("Partition", Analysis.class)
          .property("parts", analysis -> analysis.partition().parts().size())
          .property("cut", analysis -> analysis.partition().cut())
          .property("graph", analysis -> GraphType.of(analysis.partition().graph()))
          .property(
              "statistics",
              analysis -> analysis.latest() == null ? null : Results.record(analysis.latest()))
          .method("bfs", SettingsReader.parameters("root"), Analysis::bfs)
          .method("sssp", SettingsReader.parameters("root"), Analysis::sssp)
          .method("pagerank", Analysis.PAGE_RANK, Analysis::pageRank)
          .method("components", List.of(), Analysis::components)
          .method(
              "worklist",
              SettingsReader.parameters("operator", "source", "state", "value", "combine"),
              PartitionType::worklist);

  private PartitionType() {}

  private static Provided<Worklist> worklist(Analysis analysis, Call call) {
    Operator operator =
        new Operator(
            call.text("operator"),
            call.text("source"),
            state(call),
            call.text("value"),
            combine(call));
    return WorklistType.TYPE.of(
        new Worklist(
            call.cuda(),
            analysis.partition(),
            operator,
            SettingsReader.read(call, Settings.DEFAULT)));
  }

  private static ElementType elementType(String name) {
    try {
      return ElementType.parse(name);
    } catch (UnknownTypeException e) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, "worklist, 'state': " + e.getMessage(), e);
    }
  }

  private static Combine combine(Call call) {
    return call.choice("combine", List.of("min", "add"), "min").equals("min")
        ? Combine.MIN
        : Combine.ADD;
  }

  /** {@code {name: [type, initial value]}}. */
  private static List<StateArray> state(Call call) {
    String expected = "an object such as {level: ['uint', 0]}: names, types and initial values";
    if (!(call.plain("state") instanceof Map<?, ?> map)) {
      throw call.refusal("state", expected);
    }
    List<StateArray> state = new ArrayList<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getValue() instanceof List<?> pair
          && pair.size() == 2
          && pair.getFirst() instanceof String type
          && pair.getLast() instanceof Number initial)) {
        throw call.refusal("state", expected);
      }
      state.add(new StateArray((String) entry.getKey(), elementType(type), initial));
    }
    return state;
  }
}
