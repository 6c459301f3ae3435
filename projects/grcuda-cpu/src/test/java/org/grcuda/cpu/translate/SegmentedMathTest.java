package org.grcuda.cpu.translate;

/** The same arithmetic, cut into many short methods. */
final class SegmentedMathTest extends MathTest {

  @Override
  TranslationOptions options() {
    return TranslationOptions.defaults()
        .withEngine(TranslationOptions.Engine.BYTECODE)
        .withLongestMethod(1500);
  }
}
