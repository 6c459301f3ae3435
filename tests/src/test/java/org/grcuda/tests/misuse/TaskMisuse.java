package org.grcuda.tests.misuse;

import java.util.stream.Stream;
import org.grcuda.driver.DeviceKind;

/** Kernels on devices that are not there. */
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
            "kernel 'scale', on, argument 1 'kind': expected a string, given 0"));
  }
}
