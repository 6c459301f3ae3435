package org.grcuda.core.signature;

import java.util.List;

/**
 * A group of a NIDL file.
 *
 * @param kernels whether its functions are kernels; host functions otherwise
 * @param functions its functions, the group's namespace in their paths
 */
public record NidlGroup(boolean kernels, List<FunctionDeclaration> functions) {}
