package org.grcuda.cpu.translate;

import java.util.List;
import java.util.Set;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.x86.Processor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of machine code, for each instruction set that the processor has. */
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("available")
abstract class MachineCodeTest {

  @Parameter InstructionSet instructions;

  static List<InstructionSet> available() {
    return Processor.current().available();
  }

  @BeforeEach
  void useInstructions() {
    System.setProperty(TranslationOptions.INSTRUCTIONS, instructions.name());
  }

  @AfterEach
  void useTheBest() {
    System.clearProperty(TranslationOptions.INSTRUCTIONS);
  }

  /** Options for an engine; adds the names of the kernels that become machine code to a set. */
  static TranslationOptions options(Engine engine, Set<String> inMachineCode) {
    return TranslationOptions.defaults()
        .withEngine(engine)
        .withListener(
            (kernel, pass, result) -> {
              if (pass.equals("GangAssembler")) {
                inMachineCode.add(kernel);
              }
            });
  }
}
