package org.grcuda.worklist;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.types.GrCudaException;

/**
 * What a program does with each vertex and edge: three device functions of a struct in CUDA C++.
 *
 * <pre>{@code
 * static __device__ V begin(State s, int v);                     // of a vertex that is taken
 * static __device__ V along(State s, V value, int v, int e);     // what edge e of v carries
 * static __device__ bool improves(State s, int u, V value);      // atomic; whether u goes on
 * }</pre>
 *
 * {@code V} is the type of the value array. {@code State} has the named arrays; {@code row} and
 * {@code column} of the part, with local numbers; {@code weight}, if the graph has weights; and
 * {@code own}, the number of own vertices, and {@code parts}, that of parts. Vertices from {@code
 * own} on are ghosts: {@code improves} is called on them, too, and their values are sent to their
 * owners.
 *
 * @param name of the struct
 * @param source that declares it
 * @param state the named arrays
 * @param value the name of the array whose values are sent
 * @param combine how values of one vertex become one
 */
public record Operator(
    String name, String source, List<StateArray> state, String value, Combine combine) {

  private static final Set<String> TAKEN = Set.of("row", "column", "weight", "own", "parts");

  /**
   * Copies the list.
   *
   * @throws GrCudaException if a name is given twice or is one of the engine's, or there is no
   *     array of the value's name
   */
  public Operator {
    state = List.copyOf(state);
    Set<String> names = new HashSet<>();
    for (StateArray array : state) {
      if (TAKEN.contains(array.name())) {
        throw refusal("state '" + array.name() + "' is a name of the graph's own arrays");
      }
      if (!names.add(array.name())) {
        throw refusal("state '" + array.name() + "' is given twice");
      }
    }
    if (!names.contains(value)) {
      throw refusal("value '" + value + "' is no state; there are " + String.join(", ", names));
    }
  }

  private static GrCudaException refusal(String what) {
    return new GrCudaException(GrCudaException.Kind.VALUE, "worklist, " + what);
  }

  /** The array whose values are sent. */
  StateArray valueArray() {
    return state.stream().filter(array -> array.name().equals(value)).findFirst().orElseThrow();
  }
}
