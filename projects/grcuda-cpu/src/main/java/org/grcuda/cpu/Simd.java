package org.grcuda.cpu;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.x86.Processor;
import org.grcuda.driver.option.OptionException;

/** The values of the option {@code CpuSimd}: as what kernels run. */
public enum Simd {
  /** Machine code of the best instructions of the processor, if it has some. */
  AUTO(Engine.NATIVE, null),
  /** Machine code for AVX-512. */
  AVX512(Engine.NATIVE, InstructionSet.AVX512),
  /** Machine code for AVX2. */
  AVX2(Engine.NATIVE, InstructionSet.AVX2),
  /** Bytecode. */
  FALSE(Engine.BYTECODE, null);

  private final Engine engine;
  private final InstructionSet instructions;

  Simd(Engine engine, InstructionSet instructions) {
    this.engine = engine;
    this.instructions = instructions;
  }

  /** The values as users write them. */
  static List<String> names() {
    return Arrays.stream(values()).map(v -> v.name().toLowerCase(Locale.ROOT)).toList();
  }

  /**
   * Reads a value.
   *
   * @throws OptionException if the processor does not have the instructions
   */
  static Simd of(String name) {
    Simd simd = valueOf(name.toUpperCase(Locale.ROOT));
    if (simd.instructions != null && !Processor.current().has(simd.instructions)) {
      throw new OptionException(
          "option grcuda.CpuSimd: %s asked for, but %s; auto takes the best there is"
              .formatted(name, Processor.current().missing(simd.instructions)));
    }
    return simd;
  }

  /** The options with this engine and these instructions. */
  TranslationOptions applyTo(TranslationOptions options) {
    return options.withEngine(engine).withInstructions(instructions);
  }
}
