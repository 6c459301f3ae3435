package org.grcuda.cpu.translate;

import org.grcuda.cpu.exec.TranslationOptions;

/** The same kernels, cut into many short methods. */
final class SegmentedKernelTest extends KernelTest {

  @Override
  TranslationOptions options() {
    return TranslationOptions.defaults()
        .withEngine(TranslationOptions.Engine.BYTECODE)
        .withLongestMethod(500);
  }
}
