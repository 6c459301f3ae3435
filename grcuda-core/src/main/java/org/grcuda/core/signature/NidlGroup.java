package org.grcuda.core.signature;

import java.util.List;
import org.grcuda.core.grammar.Position;

/**
 * A group of a NIDL file.
 *
 * @param kernels whether its functions are kernels; host functions otherwise
 * @param functions its functions, in order
 */
public record NidlGroup(boolean kernels, List<NidlFunction> functions) {

  /**
   * A function of a group.
   *
   * @param declaration the function, the group's namespace in its path
   * @param position where it stands in the file
   */
  public record NidlFunction(FunctionDeclaration declaration, Position position) {}
}
