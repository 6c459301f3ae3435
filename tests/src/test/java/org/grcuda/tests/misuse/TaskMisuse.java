package org.grcuda.tests.misuse;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.grcuda.driver.DeviceKind;

/** Kernels on devices that are not there, and tasks that nothing can do. */
final class TaskMisuse {

  private TaskMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.of(
        Misuse.of(
            "kernel on a kind of devices that there is not",
            "scale.on('gpu')",
            h -> h.scale.invokeMember("on", "gpu"),
            h -> h.scale.on(DeviceKind.GPU),
            "kernel 'scale', on: this context has no gpu, only 1 device of kind cpu; a GPU needs"
                + " the option grcuda.Backend=cuda or cuda+cpu, and a machine that has one"),
        Misuse.of(
            "misspelt kind of devices",
            "scale(1, 1).on('gpus')",
            h -> h.scale.execute(1, 1).invokeMember("on", "gpus"),
            null,
            "kernel 'scale', on, argument 1 'kind': unknown kind of device 'gpus'; did you mean"
                + " 'gpu'? Kinds: gpu, cpu"),
        Misuse.of(
            "kind of devices by number",
            "scale.on(0)",
            h -> h.scale.invokeMember("on", 0),
            null,
            "kernel 'scale', on, argument 1 'kind': expected a string, given 0"),
        Misuse.of(
            "task of a list",
            "cu.Task([scale])",
            h -> h.cu.invokeMember("Task", List.of(h.scale)),
            null,
            "Task, argument 1: expected an object with implementations by kind of device, given a"
                + " list"),
        Misuse.of(
            "task for another kind of device",
            "cu.Task({'tpu': scale})",
            h -> h.cu.invokeMember("Task", Map.of("tpu", h.scale)),
            null,
            "Task, argument 1: unknown kind of device 'tpu'; did you mean 'gpu'? Kinds: gpu, cpu"),
        Misuse.of(
            "task without a device",
            "cu.Task({'gpu': scale})",
            h -> h.cu.invokeMember("Task", Map.of("gpu", h.scale)),
            h -> h.cuda.task(Map.of(DeviceKind.GPU, h.scale)),
            "task 'scale': none of its kernels has a device; this context has 1 device of kind"
                + " cpu"),
        Misuse.of(
            "task of a number",
            "cu.Task({'cpu': 7})",
            h -> h.cu.invokeMember("Task", Map.of("cpu", 7)),
            null,
            "Task, 'cpu': expected a kernel or a function, given 7"),
        Misuse.of(
            "task on a stream",
            "cu.Task({'cpu': scale})(1, 1, cu.cudaStreamCreate())(x, 1, 5)",
            h ->
                h.cu
                    .invokeMember("Task", Map.of("cpu", h.scale))
                    .execute(1, 1, h.cu.invokeMember("cudaStreamCreate"))
                    .execute(h.x, 1, 5),
            null,
            "task 'scale', stream: a task has no stream, as it may run on the host"));
  }
}
