package org.grcuda.cpu.translate;

import org.grcuda.cpu.exec.TranslationOptions;

/** The same arithmetic, cut into many short methods. */
final class SegmentedMathTest extends MathTest {

  @Override
  TranslationOptions options() {
    return TranslationOptions.defaults()
        .withEngine(TranslationOptions.Engine.BYTECODE)
        .withLongestMethod(1500);
  }
}
