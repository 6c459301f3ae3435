package org.grcuda.nvrtc;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.grcuda.nvrtc.wheel.HeaderPackage;

/**
 * Where CUDA's headers are.
 *
 * @param folders to search, in order; folders that do not exist are named too, so that NVRTC
 *     reports a missing header in the same words
 * @param packages those whose headers are there
 * @param identity differs if the headers may differ; empty if there are none
 */
record HeaderFolders(List<Path> folders, Set<HeaderPackage> packages, String identity) {

  static final HeaderFolders NONE = new HeaderFolders(List.of(), Set.of(), "");

  /** NVRTC's log with headers named as in the include: programs must not learn the folders. */
  String hiddenIn(String log) {
    String text = log;
    for (Path folder : folders) {
      text = text.replace(" -I" + folder, "").replace(folder + "/", "");
    }
    return text;
  }

  CompiledProgram hiddenIn(CompiledProgram program) {
    return new CompiledProgram(
        program.ptx(), program.cubin(), hiddenIn(program.log()), program.loweredNames());
  }
}
