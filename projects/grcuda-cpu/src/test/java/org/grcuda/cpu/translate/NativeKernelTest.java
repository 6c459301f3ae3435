package org.grcuda.cpu.translate;

import org.grcuda.cpu.exec.TranslationOptions;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The same, as machine code where there is some for a kernel. */
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("org.grcuda.cpu.translate.MachineCodeTest#machines")
final class NativeKernelTest extends KernelTest {

  @Parameter MachineCodeTest.Machine machine;

  @Override
  TranslationOptions options() {
    return machine.options();
  }
}
