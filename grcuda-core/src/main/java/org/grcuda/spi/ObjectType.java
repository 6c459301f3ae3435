package org.grcuda.spi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The class of objects that functions of a namespace give: its properties and methods. They are
 * added before it is used. Results are as those of a {@link ProvidedFunction}.
 *
 * @param <T> the Java class of the objects behind it
 */
public final class ObjectType<T> {

  private final String name;
  private final Class<T> objects;
  private final Map<String, Property<T>> properties = new LinkedHashMap<>();
  private final List<Method<T>> methods = new ArrayList<>();

  /**
   * A property.
   *
   * @param getter gives its value
   * @param setter takes a new value, as of {@link Call#plain}; null if it cannot be set
   * @param <T> the Java class of the objects
   */
  public record Property<T>(Function<T, Object> getter, BiConsumer<T, Object> setter) {}

  /**
   * A method.
   *
   * @param name as programs call it
   * @param parameters as those of a {@link ProvidedFunction}
   * @param body what it does
   * @param <T> the Java class of the objects
   */
  public record Method<T>(String name, List<String> parameters, BiFunction<T, Call, Object> body) {}

  /** A class without members, called {@code name} by programs. */
  public ObjectType(String name, Class<T> objects) {
    this.name = name;
    this.objects = objects;
  }

  /** Adds a property that cannot be set. */
  public ObjectType<T> property(String property, Function<T, Object> getter) {
    return property(property, getter, null);
  }

  /** Adds a property that programs may set. */
  public ObjectType<T> property(
      String property, Function<T, Object> getter, BiConsumer<T, Object> setter) {
    properties.put(property, new Property<>(getter, setter));
    return this;
  }

  /** Adds a method. */
  public ObjectType<T> method(
      String method, List<String> parameters, BiFunction<T, Call, Object> body) {
    methods.add(new Method<>(method, List.copyOf(parameters), body));
    return this;
  }

  /** An object of this class. */
  public Provided<T> of(T object) {
    return new Provided<>(this, object);
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** The Java class of the objects behind it. */
  public Class<T> objects() {
    return objects;
  }

  /** The properties by name. */
  public Map<String, Property<T>> properties() {
    return properties;
  }

  /** The methods. */
  public List<Method<T>> methods() {
    return methods;
  }
}
