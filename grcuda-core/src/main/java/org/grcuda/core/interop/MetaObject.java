package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.utilities.TriState;

/** The class of a guest object, as {@code type(x)} and {@code instanceof} of the hosts see it. */
@ExportLibrary(InteropLibrary.class)
public final class MetaObject extends LanguageObject {

  private final String name;
  private final Class<?> instances;

  /** The meta object called {@code name} of the objects of class {@code instances}. */
  public MetaObject(String name, Class<?> instances) {
    this.name = name;
    this.instances = instances;
  }

  @ExportMessage
  boolean isMetaObject() {
    return true;
  }

  @ExportMessage
  Object getMetaSimpleName() {
    return name;
  }

  @ExportMessage
  Object getMetaQualifiedName() {
    return "grcuda." + name;
  }

  @ExportMessage
  boolean isMetaInstance(Object instance) {
    return instances.isInstance(instance);
  }

  @ExportMessage
  TriState isIdenticalOrUndefined(Object other) {
    return TriState.valueOf(this == other);
  }

  @ExportMessage
  int identityHashCode() {
    return System.identityHashCode(this);
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "grcuda." + name;
  }
}
