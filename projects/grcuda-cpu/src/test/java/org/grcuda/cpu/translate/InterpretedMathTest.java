package org.grcuda.cpu.translate;

import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;

/** The same kernels, interpreted. */
final class InterpretedMathTest extends MathTest {

  @Override
  TranslationOptions options() {
    return TranslationOptions.defaults().withEngine(Engine.INTERPRETER);
  }
}
