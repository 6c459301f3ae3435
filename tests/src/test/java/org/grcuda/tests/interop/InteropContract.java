package org.grcuda.tests.interop;

import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.grcuda.core.language.GrCudaLanguage;

/**
 * What interop demands of every object: what it says of itself is true, and what it does not claim
 * to be it refuses to do. The messages and their contracts are those of {@link InteropLibrary}.
 */
final class InteropContract {

  static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  /** Members that a program may assign; a number is no value for any of them. */
  private static final Set<String> MODIFIABLE = Set.of("cost");

  private final Object object;
  private final List<String> violations = new ArrayList<>();

  private InteropContract(Object object) {
    this.object = object;
  }

  /** A message that is to be refused, or to succeed. */
  @FunctionalInterface
  interface Message {
    void send() throws InteropException;
  }

  /** Everything that is wrong with {@code object}. */
  static List<String> violations(Object object) {
    var contract = new InteropContract(object);
    contract.refusals();
    try {
      contract.displayString();
      contract.language();
      contract.identity();
      contract.metaObject();
      contract.members();
      contract.iterator();
      ArrayContract.check(object, contract);
      BufferContract.check(object, contract);
      NumberContract.check(object, contract);
    } catch (InteropException e) {
      contract.demand(false, "a message that must succeed failed: " + e);
    }
    return contract.violations;
  }

  void demand(boolean holds, String what) {
    if (!holds) {
      violations.add(what);
    }
  }

  /** Demands that a message is refused in one of the ways that {@code expected} names. */
  @SafeVarargs
  final void refuses(String what, Message message, Class<? extends Throwable>... expected) {
    Throwable thrown = null;
    try {
      message.send();
    } catch (InteropException | AbstractTruffleException e) {
      thrown = e;
    }
    for (Class<? extends Throwable> type : expected) {
      if (type.isInstance(thrown)) {
        return;
      }
    }
    demand(false, what + (thrown == null ? " succeeds" : " throws " + thrown));
  }

  private void refuseUnless(boolean claimed, String what, Message message) {
    if (!claimed) {
      refuses(what, message, UnsupportedMessageException.class);
    }
  }

  private void refusals() {
    InteropLibrary i = INTEROP;
    Object o = object;
    refuseUnless(i.isString(o), "asString", () -> i.asString(o));
    refuseUnless(i.isBoolean(o), "asBoolean", () -> i.asBoolean(o));
    refuseUnless(i.fitsInByte(o), "asByte", () -> i.asByte(o));
    refuseUnless(i.fitsInShort(o), "asShort", () -> i.asShort(o));
    refuseUnless(i.fitsInInt(o), "asInt", () -> i.asInt(o));
    refuseUnless(i.fitsInLong(o), "asLong", () -> i.asLong(o));
    refuseUnless(i.fitsInFloat(o), "asFloat", () -> i.asFloat(o));
    refuseUnless(i.fitsInDouble(o), "asDouble", () -> i.asDouble(o));
    refuseUnless(i.fitsInBigInteger(o), "asBigInteger", () -> i.asBigInteger(o));
    refuseUnless(i.isExecutable(o), "execute", () -> i.execute(o));
    refuseUnless(i.isInstantiable(o), "instantiate", () -> i.instantiate(o));
    refuseUnless(i.hasMembers(o), "getMembers", () -> i.getMembers(o));
    refuseUnless(i.hasArrayElements(o), "getArraySize", () -> i.getArraySize(o));
    refuseUnless(i.hasArrayElements(o), "readArrayElement", () -> i.readArrayElement(o, 0));
    refuseUnless(i.hasBufferElements(o), "getBufferSize", () -> i.getBufferSize(o));
    refuseUnless(i.hasHashEntries(o), "getHashSize", () -> i.getHashSize(o));
    refuseUnless(i.hasIterator(o), "getIterator", () -> i.getIterator(o));
    refuseUnless(i.isIterator(o), "getIteratorNextElement", () -> i.getIteratorNextElement(o));
    refuseUnless(i.hasMetaObject(o), "getMetaObject", () -> i.getMetaObject(o));
    refuseUnless(i.isMetaObject(o), "getMetaSimpleName", () -> i.getMetaSimpleName(o));
    refuseUnless(i.isException(o), "throwException", () -> i.throwException(o));
    refuseUnless(i.isPointer(o), "asPointer", () -> i.asPointer(o));
    refuseUnless(i.hasSourceLocation(o), "getSourceLocation", () -> i.getSourceLocation(o));
  }

  private void displayString() throws UnsupportedMessageException {
    for (boolean sideEffects : new boolean[] {false, true}) {
      Object text = INTEROP.toDisplayString(object, sideEffects);
      demand(INTEROP.isString(text) && !INTEROP.asString(text).isEmpty(), "no display string");
      demand(!INTEROP.asString(text).contains("@"), "a display string of Java: " + text);
    }
  }

  private void language() throws UnsupportedMessageException {
    if (INTEROP.hasLanguage(object)) {
      demand(INTEROP.getLanguage(object) == GrCudaLanguage.class, "of another language");
    }
  }

  private void identity() throws UnsupportedMessageException {
    if (INTEROP.hasIdentity(object)) {
      demand(INTEROP.isIdentical(object, object, INTEROP), "not identical to itself");
      demand(!INTEROP.isIdentical(object, "text", INTEROP), "identical to a string");
      int hash = INTEROP.identityHashCode(object);
      demand(hash == INTEROP.identityHashCode(object), "the identity hash code changes");
    }
  }

  private void metaObject() throws UnsupportedMessageException {
    if (!INTEROP.hasMetaObject(object)) {
      return;
    }
    Object meta = INTEROP.getMetaObject(object);
    demand(INTEROP.isMetaObject(meta), "the meta object is none");
    demand(INTEROP.isMetaInstance(meta, object), "no instance of its own meta object");
    demand(!INTEROP.isMetaInstance(meta, "text"), "a string is an instance of the meta object");
    String simple = INTEROP.asString(INTEROP.getMetaSimpleName(meta));
    String qualified = INTEROP.asString(INTEROP.getMetaQualifiedName(meta));
    demand(qualified.equals("grcuda." + simple), "its class is called " + qualified);
    demand(INTEROP.isIdentical(meta, INTEROP.getMetaObject(object), INTEROP), "a new meta object");
  }

  private void members() throws InteropException {
    if (!INTEROP.hasMembers(object)) {
      return;
    }
    Object names = INTEROP.getMembers(object);
    List<String> listed = new ArrayList<>();
    for (long i = 0; i < INTEROP.getArraySize(names); i++) {
      listed.add(INTEROP.asString(INTEROP.readArrayElement(names, i)));
    }
    demand(listed.size() == listed.stream().distinct().count(), "members listed twice: " + listed);
    for (String name : listed) {
      demand(INTEROP.isMemberReadable(object, name), "listed and not readable: " + name);
      Object member = INTEROP.readMember(object, name);
      boolean callable = INTEROP.isExecutable(member);
      demand(INTEROP.isMemberInvocable(object, name) == callable, "invocable or not: " + name);
      boolean modifiable = MODIFIABLE.contains(name);
      demand(
          INTEROP.isMemberModifiable(object, name) == modifiable,
          (modifiable ? "not modifiable: " : "modifiable: ") + name);
      demand(!INTEROP.isMemberRemovable(object, name), "removable: " + name);
      demand(!INTEROP.isMemberInsertable(object, name), "insertable: " + name);
      refuses(
          "write of member " + name,
          () -> INTEROP.writeMember(object, name, 1),
          modifiable ? AbstractTruffleException.class : UnsupportedMessageException.class);
    }
    String missing = "no such member";
    demand(!INTEROP.isMemberReadable(object, missing), "a member that is not listed is readable");
    demand(!INTEROP.isMemberInvocable(object, missing), "a member not listed is invocable");
    demand(!INTEROP.isMemberInsertable(object, missing), "members can be inserted");
    refuses(
        "read of a missing member",
        () -> INTEROP.readMember(object, missing),
        UnknownIdentifierException.class);
    refuses(
        "call of a missing member",
        () -> INTEROP.invokeMember(object, missing),
        UnknownIdentifierException.class);
  }

  private void iterator() throws InteropException {
    if (!INTEROP.hasIterator(object)) {
      return;
    }
    Object iterator = INTEROP.getIterator(object);
    long count = 0;
    while (INTEROP.hasIteratorNextElement(iterator)) {
      INTEROP.getIteratorNextElement(iterator);
      count++;
    }
    demand(count == INTEROP.getArraySize(object), "the iterator gives " + count + " elements");
    refuses(
        "iteration past the end",
        () -> INTEROP.getIteratorNextElement(iterator),
        StopIterationException.class);
  }
}
