package org.grcuda.graph.file;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.grcuda.graph.Graph;
import org.grcuda.types.GrCudaException;

/** How a format writes graphs down. */
interface Syntax {

  /**
   * The graph of a file.
   *
   * @throws TextError where the text is not as expected
   * @throws GrCudaException if a file that is no text is not as expected
   */
  Graph read(TextFile file) throws TextError;

  /**
   * Why a file of this format cannot hold {@code graph}: what was given, and what was expected.
   * Empty if it can; then reading the file gives an equal graph.
   */
  Optional<String> obstacle(Graph graph);

  /** Writes a graph that the format can hold. */
  void write(Graph graph, OutputStream out) throws IOException;
}
