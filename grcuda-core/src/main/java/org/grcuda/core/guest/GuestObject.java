package org.grcuda.core.guest;

import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;

/**
 * The base of every object of the language: members from a table, a display string, a meta object.
 *
 * @param <T> the class itself
 */
@ExportLibrary(InteropLibrary.class)
public abstract class GuestObject<T extends GuestObject<T>> extends LanguageObject {

  private final Members<T> members;

  /**
   * @param members the members of the class
   */
  protected GuestObject(Members<T> members) {
    this.members = members;
  }

  /** The class of the object as guest programs see it. */
  protected abstract MetaObject metaObject();

  @SuppressWarnings("unchecked")
  private T self() {
    return (T) this;
  }

  @ExportMessage
  public final boolean hasMembers() {
    return true;
  }

  @ExportMessage
  public final Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
    return new GuestList((Object[]) members.names());
  }

  @ExportMessage
  public final boolean isMemberReadable(String name) {
    return members.has(name);
  }

  @ExportMessage
  public final boolean isMemberInvocable(String name) {
    return members.hasMethod(name);
  }

  @ExportMessage
  public final Object readMember(String name, @Bind Node node) throws UnknownIdentifierException {
    if (!members.has(name)) {
      throw UnknownIdentifierException.create(name);
    }
    return Guest.guarded(node, () -> members.read(self(), name));
  }

  @ExportMessage
  public final boolean isMemberModifiable(String name) {
    return members.isWritable(name);
  }

  @ExportMessage
  public final boolean isMemberInsertable(@SuppressWarnings("unused") String name) {
    return false;
  }

  @ExportMessage
  public final void writeMember(String name, Object value, @Bind Node node)
      throws UnknownIdentifierException, UnsupportedMessageException {
    if (!members.has(name)) {
      throw UnknownIdentifierException.create(name);
    }
    if (!members.isWritable(name)) {
      throw UnsupportedMessageException.create();
    }
    members.write(self(), name, value, node);
  }

  @ExportMessage
  public final Object invokeMember(String name, Object[] arguments, @Bind Node node)
      throws UnknownIdentifierException {
    if (!members.hasMethod(name)) {
      throw members.notCallable(name, node);
    }
    return members.invoke(self(), name, arguments, node);
  }

  @ExportMessage
  public final boolean hasMetaObject() {
    return true;
  }

  @ExportMessage
  public final Object getMetaObject() {
    return metaObject();
  }
}
