package org.grcuda.cpu.translate;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
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
@MethodSource("machines")
abstract class MachineCodeTest {

  /**
   * Machine code.
   *
   * @param singles whether a gang is one thread
   */
  record Machine(InstructionSet instructions, boolean singles) {

    TranslationOptions options() {
      TranslationOptions options =
          TranslationOptions.defaults().withEngine(Engine.NATIVE).withInstructions(instructions);
      return singles ? options.withSingles() : options;
    }
  }

  @Parameter Machine machine;

  /** Gangs as kernels need them, and gangs of one thread. */
  static List<Machine> machines() {
    return Processor.current().available().stream()
        .flatMap(set -> Stream.of(new Machine(set, false), new Machine(set, true)))
        .toList();
  }

  @BeforeEach
  void useInstructions() {
    System.setProperty(TranslationOptions.INSTRUCTIONS, machine.instructions().name());
    System.setProperty(TranslationOptions.SINGLES, "" + machine.singles());
  }

  @AfterEach
  void useTheBest() {
    System.clearProperty(TranslationOptions.INSTRUCTIONS);
    System.clearProperty(TranslationOptions.SINGLES);
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
