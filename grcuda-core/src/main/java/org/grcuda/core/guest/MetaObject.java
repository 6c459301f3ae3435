package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.function.Function;
import java.util.function.Predicate;

/** The class of guest objects, as {@code type(x)} and {@code instanceof} of the hosts see it. */
@ExportLibrary(InteropLibrary.class)
public final class MetaObject extends LanguageObject {

  private final String name;
  private final MetaObject parent;
  private final Predicate<Object> instances;
  private final Function<String, Object> constructor;

  /** The meta object called {@code name} of the objects of class {@code instances}. */
  public MetaObject(String name, Class<?> instances) {
    this(name, null, instances::isInstance, null);
  }

  /**
   * The meta object called {@code name} of the objects for which {@code instances} holds.
   *
   * @param parent the meta object of which all of them are instances too; null if there is none
   * @param constructor makes an instance from a text; null if {@code new} makes none
   */
  public MetaObject(
      String name,
      MetaObject parent,
      Predicate<Object> instances,
      Function<String, Object> constructor) {
    this.name = name;
    this.constructor = constructor;
    this.parent = parent;
    this.instances = instances;
  }

  /** The name without the language's. */
  public String name() {
    return name;
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
  @TruffleBoundary
  boolean isMetaInstance(Object instance) {
    return instances.test(instance);
  }

  @ExportMessage
  boolean hasMetaParents() {
    return parent != null;
  }

  @ExportMessage
  Object getMetaParents() throws UnsupportedMessageException {
    if (parent == null) {
      throw UnsupportedMessageException.create();
    }
    return new GuestList(parent);
  }

  @ExportMessage
  boolean isInstantiable() {
    return constructor != null;
  }

  @ExportMessage
  Object instantiate(Object[] arguments, @Bind Node node) throws UnsupportedMessageException {
    if (constructor == null) {
      throw UnsupportedMessageException.create();
    }
    return Guest.guarded(
        node,
        () -> {
          Arity.check(name, 1, 1, arguments.length);
          return constructor.apply(Values.string(name + ", argument 1 'message'", arguments[0]));
        });
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "grcuda." + name;
  }
}
