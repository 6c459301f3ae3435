package org.grcuda.spi;

import java.util.List;

/**
 * A namespace of another module, found by {@link java.util.ServiceLoader}. It costs no start-up:
 * its functions are asked for when a program first uses the namespace.
 */
public interface NamespaceProvider {

  /** Its name in the root namespace. */
  String name();

  /**
   * Its functions. A name with a point, such as {@code reference.bfs}, is in a namespace within
   * this one.
   */
  List<ProvidedFunction> functions();

  /** The classes of the objects that its functions give. */
  List<ObjectType<?>> types();
}
