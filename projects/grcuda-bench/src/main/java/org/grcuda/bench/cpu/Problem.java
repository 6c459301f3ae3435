package org.grcuda.bench.cpu;

import java.util.ArrayList;
import java.util.List;

/**
 * A problem that each side computes.
 *
 * @param data all arrays
 * @param steps launches in order, the same for CUDA and OpenCL
 * @param arguments the arguments of the C function {@code run}, which computes the whole problem
 * @param expected what arrays must hold after a run
 * @param repeats how often one measurement runs the problem and waits for it
 */
record Problem(
    List<Data> data,
    List<Step> steps,
    List<Object> arguments,
    List<Expected> expected,
    int repeats) {

  /** A problem of one launch. The C function takes the same arguments. */
  static Problem of(Step step, Expected... expected) {
    return of(List.of(step), step.arguments(), expected);
  }

  static Problem of(List<Step> steps, List<Object> arguments, Expected... expected) {
    List<Data> data = new ArrayList<>();
    for (Step step : steps) {
      for (Object argument : step.arguments()) {
        Data one = array(argument);
        if (one != null && data.stream().noneMatch(other -> other == one)) {
          data.add(one);
        }
      }
    }
    return new Problem(data, steps, arguments, List.of(expected), 1);
  }

  private static Data array(Object argument) {
    return switch (argument) {
      case Data data -> data;
      case Texture texture -> texture.data();
      default -> null;
    };
  }

  Problem repeated(int times) {
    return new Problem(data, steps, arguments, expected, times);
  }

  /** Position of {@code one} among the arrays. */
  int indexOf(Data one) {
    for (int i = 0; i < data.size(); i++) {
      if (data.get(i) == one) {
        return i;
      }
    }
    throw new IllegalArgumentException(one.name() + " is used by no launch");
  }
}
