package org.grcuda.core.provided;

import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.grcuda.LanguageView;
import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Namespace;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.spi.NamespaceProvider;
import org.grcuda.spi.ObjectType;
import org.grcuda.spi.ProvidedFunction;

/** The namespaces that other modules add to the root. */
public final class ProvidedNamespaces {

  private ProvidedNamespaces() {}

  /** Adds them to {@code root}; each is made when a program first uses it. */
  public static void install(Namespace root, GuestContext context) {
    for (NamespaceProvider provider :
        ServiceLoader.load(NamespaceProvider.class, NamespaceProvider.class.getClassLoader())) {
      root.add(
          provider.name(),
          new Namespace.Deferred(
              () ->
                  provider.isFunction()
                      ? function(provider, context)
                      : namespace(provider, context)));
    }
  }

  private static Object function(NamespaceProvider provider, GuestContext context) {
    return new Row(provider.name(), provider.functions().getFirst(), values(provider, context));
  }

  private static GuestValues values(NamespaceProvider provider, GuestContext context) {
    return new GuestValues(context, LanguageView.of(context.session()), types(provider));
  }

  private static Namespace namespace(NamespaceProvider provider, GuestContext context) {
    GuestValues values = values(provider, context);
    Namespace namespace = new Namespace(provider.name());
    values.types().values().forEach(type -> namespace.add(type.meta().name(), type.meta()));
    for (ProvidedFunction function : provider.functions()) {
      String[] path = function.name().split("\\.");
      Namespace owner = namespace;
      for (int i = 0; i < path.length - 1; i++) {
        owner = owner.child(path[i]);
      }
      owner.add(path[path.length - 1], new Row(path[path.length - 1], function, values));
    }
    return namespace;
  }

  private static Map<ObjectType<?>, ProvidedType> types(NamespaceProvider provider) {
    Map<ObjectType<?>, ProvidedType> types = new HashMap<>();
    for (ObjectType<?> type : provider.types()) {
      types.put(type, ProvidedType.of(type));
    }
    return types;
  }

  /** A class of objects as guest programs see it. */
  record ProvidedType(MetaObject meta, Members<ProvidedObject> members) {

    static ProvidedType of(ObjectType<?> type) {
      MetaObject meta =
          new MetaObject(
              type.name(),
              null,
              value -> value instanceof ProvidedObject object && object.type() == type,
              null);
      String article = "AEIOU".indexOf(type.name().charAt(0)) >= 0 ? "an " : "a ";
      return new ProvidedType(meta, members(article + type.name(), type));
    }

    private static <T> Members<ProvidedObject> members(String owner, ObjectType<T> type) {
      Members<ProvidedObject> members = new Members<>(owner);
      type.properties().forEach((name, property) -> add(members, name, property, type));
      for (ObjectType.Method<T> method : type.methods()) {
        members.method(
            method.name(),
            0,
            GuestCall.most(method.parameters()),
            (object, arguments) ->
                object
                    .values()
                    .toGuest(
                        method
                            .body()
                            .apply(
                                object.as(type),
                                new GuestCall(
                                    object.values(),
                                    method.name(),
                                    method.parameters(),
                                    arguments))));
      }
      return members.method("toString", 0, 0, (object, arguments) -> object.display(true));
    }

    private static <T> void add(
        Members<ProvidedObject> members,
        String name,
        ObjectType.Property<T> property,
        ObjectType<T> type) {
      Function<ProvidedObject, Object> getter =
          object -> object.values().toGuest(property.getter().apply(object.as(type)));
      if (property.setter() == null) {
        members.property(name, getter);
      } else {
        members.property(
            name,
            getter,
            (object, value) ->
                property
                    .setter()
                    .accept(object.as(type), object.values().toJava("'" + name + "'", value)));
      }
    }
  }

  private static final class Row extends FunctionObject {

    private final ProvidedFunction function;
    private final GuestValues values;

    Row(String name, ProvidedFunction function, GuestValues values) {
      super(name, 0, GuestCall.most(function.parameters()));
      this.function = function;
      this.values = values;
    }

    @Override
    protected Object call(Object[] arguments) {
      GuestCall call = new GuestCall(values, name(), function.parameters(), arguments);
      return values.toGuest(function.body().apply(call));
    }
  }
}
