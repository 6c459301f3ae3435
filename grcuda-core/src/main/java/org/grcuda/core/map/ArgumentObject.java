package org.grcuda.core.map;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnknownKeyException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.grcuda.core.guest.Arity;
import org.grcuda.core.guest.Guest;
import org.grcuda.core.guest.GuestIterator;
import org.grcuda.core.guest.GuestList;
import org.grcuda.core.guest.LanguageObject;
import org.grcuda.core.guest.Values;

/**
 * Stands for a value that a mapped function finds when it is called: {@code Map.arg("x")}, and
 * terms derived from it. Every member and every element can be read, and stands for that member or
 * element of the value; {@code map}, {@code shred}, {@code describe} and {@code bind} can be
 * called. Python reads elements through the dictionary messages, because it checks indices against
 * the size of a list.
 */
@ExportLibrary(InteropLibrary.class)
public final class ArgumentObject extends LanguageObject {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
  private static final String TEXT = "toString";
  private static final String[] METHODS = {"bind", "map", "shred", "describe", TEXT};
  private static final Set<String> METHOD_NAMES = Set.of(METHODS);

  private final Term term;

  ArgumentObject(Term term) {
    this.term = term;
  }

  Term term() {
    return term;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return term.text();
  }

  @TruffleBoundary
  private static Object call(Term receiver, String method, Object[] arguments) {
    int count = method.equals("bind") ? 3 : method.equals("map") ? 1 : 0;
    Arity.check(method, count, count, arguments.length);
    return switch (method) {
      case "bind" -> BoundArgument.of(receiver, arguments[0], arguments[1], arguments[2]);
      case "map" ->
          new ArgumentObject(
              new Term.Applied(
                  receiver, Foreign.function("map, argument 1 'function'", arguments[0])));
      case "shred" -> new ArgumentObject(new Term.Shredded(receiver));
      default -> receiver.text();
    };
  }

  @ExportMessage
  boolean hasMembers() {
    return true;
  }

  @ExportMessage
  Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
    return GuestList.of(Arrays.asList(METHODS));
  }

  @ExportMessage
  boolean isMemberReadable(@SuppressWarnings("unused") String name) {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  Object readMember(String name) {
    return new ArgumentObject(new Term.Member(term, name));
  }

  @ExportMessage
  @TruffleBoundary
  boolean isMemberInvocable(String name) {
    return METHOD_NAMES.contains(name);
  }

  @ExportMessage
  Object invokeMember(String name, Object[] arguments, @Bind Node node)
      throws UnknownIdentifierException {
    if (!isMemberInvocable(name)) {
      throw UnknownIdentifierException.create(name);
    }
    return Guest.guarded(node, () -> call(term, name, arguments));
  }

  /** The parent and the name, if this is a member called like a method; else null. */
  private Term.Member method() {
    return term instanceof Term.Member member && METHOD_NAMES.contains(member.name())
        ? member
        : null;
  }

  @ExportMessage
  @TruffleBoundary
  boolean isExecutable() {
    return method() != null;
  }

  @ExportMessage
  Object execute(Object[] arguments, @Bind Node node) throws UnsupportedMessageException {
    if (!isExecutable()) {
      throw UnsupportedMessageException.create();
    }
    Term.Member method = method();
    return Guest.guarded(node, () -> call(method.parent(), method.name(), arguments));
  }

  @ExportMessage
  boolean hasArrayElements() {
    return true;
  }

  /** Always 0: no element exists yet, although every one can be read. */
  @ExportMessage
  long getArraySize() {
    return 0;
  }

  @ExportMessage
  boolean isArrayElementReadable(long index) {
    return index >= 0;
  }

  @ExportMessage
  @TruffleBoundary
  Object readArrayElement(long index) throws InvalidArrayIndexException {
    if (index < 0) {
      throw InvalidArrayIndexException.create(index);
    }
    return new ArgumentObject(new Term.Element(term, index));
  }

  @ExportMessage
  boolean hasHashEntries() {
    return true;
  }

  /** Always 0: no element exists yet, although every one can be read. */
  @ExportMessage
  long getHashSize() {
    return 0;
  }

  @ExportMessage
  @TruffleBoundary
  boolean isHashEntryReadable(Object key) {
    return INTEROP.isString(key) || isIndex(key);
  }

  private static boolean isIndex(Object key) {
    return INTEROP.fitsInLong(key) && Values.integer("index", key) >= 0;
  }

  @ExportMessage
  @TruffleBoundary
  Object readHashValue(Object key) throws UnknownKeyException {
    if (INTEROP.isString(key)) {
      return readMember(Values.string("key", key));
    }
    if (!isIndex(key)) {
      throw UnknownKeyException.create(key);
    }
    return new ArgumentObject(new Term.Element(term, Values.integer("index", key)));
  }

  @ExportMessage
  Object getHashEntriesIterator() {
    return new GuestIterator(List.of());
  }
}
