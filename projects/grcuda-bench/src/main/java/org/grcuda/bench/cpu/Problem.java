package org.grcuda.bench.cpu;

import java.util.ArrayList;
import java.util.List;

/**
 * What each side computes.
 *
 * @param data every array
 * @param steps launches, one after the other; the same for CUDA and OpenCL
 * @param arguments of the C function {@code run}, which does all of it
 * @param expected what arrays hold afterwards
 * @param repeats how often it is run and awaited in one measurement
 */
record Problem(
    List<Data> data,
    List<Step> steps,
    List<Object> arguments,
    List<Expected> expected,
    int repeats) {

  /** One launch, whose arguments the C function takes too. */
  static Problem of(Step step, Expected... expected) {
    return of(List.of(step), step.arguments(), expected);
  }

  static Problem of(List<Step> steps, List<Object> arguments, Expected... expected) {
    List<Data> data = new ArrayList<>();
    for (Step step : steps) {
      for (Object argument : step.arguments()) {
        if (argument instanceof Data one && data.stream().noneMatch(other -> other == one)) {
          data.add(one);
        }
      }
    }
    return new Problem(data, steps, arguments, List.of(expected), 1);
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
