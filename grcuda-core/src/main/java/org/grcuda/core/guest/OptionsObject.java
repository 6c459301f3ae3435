package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownKeyException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The options in effect: members by their plain names ({@code options.ExecutionPolicy}), and a
 * dictionary by their full ones ({@code options["grcuda.ExecutionPolicy"]}). Every value is a
 * string.
 */
@ExportLibrary(InteropLibrary.class)
public final class OptionsObject extends GuestObject<OptionsObject> {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
  public static final MetaObject META = new MetaObject("Options", OptionsObject.class);
  private static final String PREFIX = "grcuda.";

  private final Map<String, String> byFullName = new LinkedHashMap<>();

  /**
   * @param values the options by their plain names
   */
  public OptionsObject(Map<String, String> values) {
    super(members(values));
    values.forEach((name, value) -> byFullName.put(PREFIX + name, value));
  }

  private static Members<OptionsObject> members(Map<String, String> values) {
    var members = new Members<OptionsObject>("options");
    values.forEach((name, value) -> members.property(name, options -> value));
    return members;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return byFullName.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }

  @ExportMessage
  boolean hasHashEntries() {
    return true;
  }

  @ExportMessage
  long getHashSize() {
    return byFullName.size();
  }

  @ExportMessage
  @TruffleBoundary
  boolean isHashEntryReadable(Object key) {
    return INTEROP.isString(key) && byFullName.containsKey(Values.string("option", key));
  }

  @ExportMessage
  @TruffleBoundary
  Object readHashValue(Object key) throws UnknownKeyException {
    if (!isHashEntryReadable(key)) {
      throw UnknownKeyException.create(key);
    }
    return byFullName.get(Values.string("option", key));
  }

  @ExportMessage
  @TruffleBoundary
  Object getHashEntriesIterator() {
    List<GuestList> entries =
        byFullName.entrySet().stream()
            .map(entry -> new GuestList(entry.getKey(), entry.getValue()))
            .toList();
    return new GuestIterator(entries);
  }
}
