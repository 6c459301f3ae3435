package org.grcuda.spi;

import java.util.List;

/**
 * A namespace or a function of another module, found by {@link java.util.ServiceLoader}. It costs
 * no start-up: its functions are asked for when a program first uses the namespace.
 */
public interface NamespaceProvider {

  /** Its name in the root namespace. */
  String name();

  /**
   * Its functions. A name with a point, such as {@code reference.bfs}, is in a namespace within
   * this one.
   */
  List<ProvidedFunction> functions();

  /**
   * Whether programs call {@link #name} itself: it is the first of {@link #functions}, and there is
   * no namespace.
   */
  default boolean isFunction() {
    return false;
  }

  /** The classes of the objects that its functions give. */
  List<ObjectType<?>> types();
}
