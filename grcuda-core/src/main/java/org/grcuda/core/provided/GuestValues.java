package org.grcuda.core.provided;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.LanguageView;
import org.grcuda.core.guest.GuestDictionary;
import org.grcuda.core.guest.GuestFunction;
import org.grcuda.core.guest.GuestList;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.Record;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.provided.ProvidedNamespaces.ProvidedType;
import org.grcuda.spi.Callback;
import org.grcuda.spi.ObjectType;
import org.grcuda.spi.Provided;

/** Values between guest programs and the functions of another module. */
record GuestValues(GuestContext context, GrCuda cuda, Map<ObjectType<?>, ProvidedType> types) {

  /** A result for the program. */
  Object toGuest(Object value) {
    return switch (value) {
      case null -> GuestNull.INSTANCE;
      case DeviceArray array ->
          new org.grcuda.core.interop.DeviceArray(context, LanguageView.behind(array));
      case Provided<?> provided -> new ProvidedObject(this, provided, types.get(provided.type()));
      case List<?> list -> GuestList.of(list.stream().map(this::toGuest).toList());
      case Map<?, ?> map -> record(map);
      default -> object(value);
    };
  }

  /** {@code value} as the object that it is behind, if it is of one of the classes. */
  private Object object(Object value) {
    for (ObjectType<?> type : types.keySet()) {
      if (type.objects().isInstance(value)) {
        return new ProvidedObject(this, provided(type, value), types.get(type));
      }
    }
    return value;
  }

  private static <T> Provided<T> provided(ObjectType<T> type, Object value) {
    return type.of(type.objects().cast(value));
  }

  private Record record(Map<?, ?> map) {
    Record record = new Record("a record");
    map.forEach((name, value) -> record.with((String) name, toGuest(value)));
    return record;
  }

  /** A function of the program; null if {@code value} cannot be called. */
  Callback callback(Object value) {
    GuestFunction function = GuestFunction.of(value);
    return function == null ? null : new GuestCallback(this, function);
  }

  /** As {@link org.grcuda.spi.Call#plain}; errors name {@code what}. */
  Object toJava(String what, Object value) {
    if (value instanceof org.grcuda.core.interop.DeviceArray array) {
      return LanguageView.of(array.array());
    }
    if (value instanceof ProvidedObject object && types.containsKey(object.type())) {
      return object.behind();
    }
    if (Values.isNull(value)) {
      return null;
    }
    if (Values.isList(value)) {
      List<Object> list = new ArrayList<>();
      for (Object element : Values.list(what, value)) {
        list.add(toJava(what, element));
      }
      return list;
    }
    if (GuestDictionary.isDictionary(value)) {
      Map<String, Object> map = new LinkedHashMap<>();
      GuestDictionary.entries(what, value)
          .forEach((name, each) -> map.put(name, toJava(what, each)));
      return map;
    }
    Object plain = Values.plain(value);
    if (plain == null) {
      throw Values.expected(what, "texts, numbers, arrays, and lists and objects of them", value);
    }
    return plain;
  }
}
