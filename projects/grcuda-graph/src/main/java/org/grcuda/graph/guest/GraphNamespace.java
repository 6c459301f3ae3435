package org.grcuda.graph.guest;

import java.util.List;
import org.grcuda.spi.NamespaceProvider;
import org.grcuda.spi.ObjectType;
import org.grcuda.spi.ProvidedFunction;

/** The namespace {@code CU.graph}. It is small, as every context loads it to learn its name. */
public final class GraphNamespace implements NamespaceProvider {

  /** The provider, for the service loader. */
  public GraphNamespace() {}

  @Override
  public String name() {
    return "graph";
  }

  @Override
  public List<ObjectType<?>> types() {
    return List.of(GraphType.TYPE, PartitionType.TYPE, WorklistType.TYPE);
  }

  @Override
  public List<ProvidedFunction> functions() {
    return GraphFunctions.all();
  }
}
