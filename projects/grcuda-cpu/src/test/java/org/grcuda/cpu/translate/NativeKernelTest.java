package org.grcuda.cpu.translate;

import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;

/** The same, as machine code where there is some for a kernel. */
final class NativeKernelTest extends KernelTest {

  @Override
  TranslationOptions options() {
    return TranslationOptions.defaults().withEngine(Engine.NATIVE);
  }
}
