package org.grcuda.core.guest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Named values that a program reads, such as the properties of a device. */
public final class Record extends GuestObject<Record> {

  public static final MetaObject META = new MetaObject("Record", Record.class);

  private final Map<String, Supplier<Object>> values;

  /**
   * An empty record.
   *
   * @param owner its name in error messages
   */
  public Record(String owner) {
    this(new Members<>(owner), new LinkedHashMap<>());
  }

  private Record(Members<Record> members, Map<String, Supplier<Object>> values) {
    super(members);
    this.values = values;
    this.table = members;
  }

  private final Members<Record> table;

  /** Adds a value, an interop value. */
  public Record with(String name, Object value) {
    return withLive(name, () -> value);
  }

  /** Adds a value that is computed whenever it is read. */
  public Record withLive(String name, Supplier<Object> value) {
    values.put(name, value);
    table.property(name, record -> record.values.get(name).get());
    return this;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return values.entrySet().stream()
        .map(
            entry ->
                entry.getKey() + ": " + Values.display(entry.getValue().get(), allowSideEffects))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
