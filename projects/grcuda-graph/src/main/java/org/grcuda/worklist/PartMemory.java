package org.grcuda.worklist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.ArrayFactory;
import org.grcuda.DeviceArray;
import org.grcuda.FloatArray;
import org.grcuda.IntArray;
import org.grcuda.UIntArray;
import org.grcuda.graph.Weights;
import org.grcuda.graph.engine.Outbox;
import org.grcuda.graph.engine.PartArrays;
import org.grcuda.graph.partition.Part;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** The arrays of a part, at its endpoint. */
final class PartMemory implements AutoCloseable {

  private final PartArrays arrays;
  private final WorkLayout layout;
  private final Operator operator;
  private final int threshold;
  private final UIntArray words;
  private final Map<String, DeviceArray> state = new HashMap<>();
  private final UIntArray table;
  private final UIntArray control;
  private final Outbox<UIntArray> outbox;

  /** What the engine's kernels take after their own arguments. */
  private final Object[] common;

  /**
   * @param weights of the graph
   * @param threshold the first one, as a key
   */
  PartMemory(
      ArrayFactory factory,
      WorkLayout layout,
      Part part,
      Weights weights,
      Operator operator,
      int threshold) {
    arrays = new PartArrays(factory);
    this.layout = layout;
    this.operator = operator;
    this.threshold = threshold;
    words = arrays.uints(layout.words());
    List<Object> arguments =
        new ArrayList<>(List.of(words, layout.own(), layout.ghosts(), layout.parts()));
    for (StateArray array : operator.state()) {
      long length = (long) layout.own() + layout.ghosts();
      state.put(array.name(), arrays.array(array.type(), length));
      arguments.add(state.get(array.name()));
    }
    arguments.add(arrays.copy(ElementType.UINT, part.offsets()));
    arguments.add(arrays.copy(ElementType.INT, part.columns()));
    if (weights != Weights.NONE) {
      ElementType type = weights == Weights.INT ? ElementType.INT : ElementType.FLOAT;
      arguments.add(arrays.copy(type, part.weights()));
    }
    common = arguments.toArray();
    table = arrays.copy(table(part));
    control = arrays.uints(1, layout.header());
    outbox = new Outbox<>(layout.parts(), List.of(pairs(), pairs()));
    reset();
  }

  private UIntArray pairs() {
    return arrays.uints(layout.ghosts(), 2);
  }

  /** Sets all to what it was at first: no work, and the state's initial values. */
  void reset() {
    words.fill(0);
    words.slice(0, layout.header()).copyFrom(layout.initialHeader(threshold));
    for (StateArray array : operator.state()) {
      switch (state.get(array.name())) {
        case UIntArray integers -> integers.fill(array.initial().longValue());
        case IntArray integers -> integers.fill(array.initial().intValue());
        case FloatArray floats -> floats.fill(array.initial().floatValue());
        case DeviceArray other -> throw new IllegalStateException("state of " + other.type());
      }
    }
  }

  private int[] table(Part part) {
    int[] numbers = new int[layout.parts() + 1 + layout.ghosts()];
    for (int owner = 0; owner <= layout.parts(); owner++) {
      numbers[owner] = part.ghostOffset(owner);
    }
    for (int ghost = 0; ghost < layout.ghosts(); ghost++) {
      numbers[layout.parts() + 1 + ghost] = part.remote(ghost);
    }
    return numbers;
  }

  /** The arguments of a kernel: its own ones, and those that all take. */
  Object[] arguments(Object... own) {
    Object[] arguments = Arrays.copyOf(own, own.length + common.length);
    System.arraycopy(common, 0, arguments, own.length, common.length);
    return arguments;
  }

  /**
   * A state array.
   *
   * @throws GrCudaException if there is none of this name
   */
  DeviceArray state(String name) {
    DeviceArray array = state.get(name);
    if (array == null) {
      throw new GrCudaException(
          GrCudaException.Kind.NOT_FOUND,
          "worklist: no state '" + name + "'; there are " + String.join(", ", state.keySet()));
    }
    return array;
  }

  /** The first ghost of each owner, and each ghost's number there. */
  UIntArray table() {
    return table;
  }

  /** Where a step reports. */
  UIntArray control() {
    return control;
  }

  /** The buffers of pairs for other parts. */
  Outbox<UIntArray> outbox() {
    return outbox;
  }

  @Override
  public void close() {
    arrays.close();
  }
}
