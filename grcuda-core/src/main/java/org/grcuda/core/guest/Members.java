package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.nodes.Node;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The members of a kind of guest object: a table that its class fills once.
 *
 * @param <T> the class of the objects
 */
public final class Members<T> {

  /**
   * What a method member does.
   *
   * @param <T> the class of the receiver
   */
  @FunctionalInterface
  public interface Method<T> {
    /** Calls it; the arguments are interop values, and their number has been checked. */
    Object call(T receiver, Object[] arguments);
  }

  private sealed interface Member<T> {}

  /** A property; without a setter it cannot be set. */
  private record Property<T>(Function<T, Object> getter, BiConsumer<T, Object> setter)
      implements Member<T> {}

  /** A method member with the number of arguments it takes. */
  record MethodMember<T>(String name, int least, int most, Method<T> method) implements Member<T> {}

  private final String owner;
  private final Map<String, Member<T>> table = new LinkedHashMap<>();

  /**
   * @param owner how error messages name such an object, such as {@code "a device array"}
   */
  public Members(String owner) {
    this.owner = owner;
  }

  /** Adds the members of another table. */
  public Members<T> including(Members<T> others) {
    table.putAll(others.table);
    return this;
  }

  /** Adds a read-only property. */
  public Members<T> property(String name, Function<T, Object> getter) {
    table.put(name, new Property<>(getter, null));
    return this;
  }

  /** Adds a property; the setter takes an interop value. */
  public Members<T> property(
      String name, Function<T, Object> getter, BiConsumer<T, Object> setter) {
    table.put(name, new Property<>(getter, setter));
    return this;
  }

  /** Adds a method that takes {@code least} to {@code most} arguments. */
  public Members<T> method(String name, int least, int most, Method<T> method) {
    table.put(name, new MethodMember<>(name, least, most, method));
    return this;
  }

  /** How error messages name the owner. */
  String owner() {
    return owner;
  }

  @TruffleBoundary
  boolean has(String name) {
    return table.containsKey(name);
  }

  @TruffleBoundary
  boolean hasMethod(String name) {
    return table.get(name) instanceof MethodMember;
  }

  @TruffleBoundary
  boolean isWritable(String name) {
    return table.get(name) instanceof Property<T>(var getter, var setter) && setter != null;
  }

  /** The error for a call of {@code name}, which is not a method; see {@link MissingMembers}. */
  RuntimeException notCallable(String name, Node node) throws UnknownIdentifierException {
    if (has(name)) {
      throw UnknownIdentifierException.create(name);
    }
    throw MissingMembers.called(owner, name, table.keySet(), node);
  }

  /** Sets property {@code name}, which {@link #isWritable}. */
  @TruffleBoundary
  void write(T receiver, String name, Object value, Node node) {
    if (table.get(name) instanceof Property<T>(var getter, var setter)) {
      Guest.guarded(
          node,
          () -> {
            setter.accept(receiver, value);
            return null;
          });
    }
  }

  @TruffleBoundary
  String[] names() {
    return table.keySet().toArray(String[]::new);
  }

  /** The value of property {@code name}, or the method bound to {@code receiver}. */
  @TruffleBoundary
  Object read(T receiver, String name) {
    return switch (table.get(name)) {
      case Property<T> property -> Values.interop(property.getter().apply(receiver));
      case MethodMember<T> method -> new BoundMethod<>(receiver, method);
      case null -> throw missing(name);
    };
  }

  /** Calls method {@code name} of {@code receiver}. */
  @TruffleBoundary
  Object invoke(T receiver, String name, Object[] arguments, Node node) {
    if (table.get(name) instanceof MethodMember<T> method) {
      return call(receiver, method, arguments, node);
    }
    throw missing(name);
  }

  @TruffleBoundary
  static <T> Object call(T receiver, MethodMember<T> method, Object[] arguments, Node node) {
    return Guest.guarded(
        node,
        () -> {
          Arity.check(method.name(), method.least(), method.most(), arguments.length);
          return Values.interop(method.method().call(receiver, arguments));
        });
  }

  private GuestException missing(String name) {
    return MissingMembers.of(owner, name, table.keySet());
  }
}
