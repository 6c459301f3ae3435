package org.grcuda.cpu.differential;

import java.util.LinkedHashMap;
import java.util.Map;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.x86.Processor;

/** Everything that executes kernels and must compute the same. */
final class Engines {

  /** Bytecode that is cut into methods of a few kilobytes: slow to make. */
  static final String PIECES = "bytecode in pieces";

  private Engines() {}

  /** Machine code that runs one thread after the other. */
  static String singles(InstructionSet set) {
    return set.text() + ", single threads";
  }

  /** By name, the reference first; with bytecode that is cut into pieces. */
  static Map<String, TranslationOptions> all() {
    Map<String, TranslationOptions> all = new LinkedHashMap<>();
    TranslationOptions defaults = TranslationOptions.defaults();
    all.put("interpreter", defaults.withEngine(Engine.INTERPRETER));
    for (InstructionSet set : Processor.current().available()) {
      TranslationOptions machine = defaults.withEngine(Engine.NATIVE).withInstructions(set);
      all.put(set.text(), machine);
      all.put(singles(set), machine.withSingles());
    }
    all.put("bytecode", defaults.withEngine(Engine.BYTECODE));
    all.put(PIECES, defaults.withEngine(Engine.BYTECODE).withLongestMethod(2000));
    return all;
  }
}
