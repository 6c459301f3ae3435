package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Functions and namespaces by name: {@code CU} and what is in it. */
@ExportLibrary(InteropLibrary.class)
public final class Namespace extends LanguageObject {

  public static final MetaObject META = new MetaObject("Namespace", Namespace.class);
  public static final MetaObject ROOT = new MetaObject("Root", META, Namespace::isRoot, null);

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private final String name;
  private final MetaObject meta;
  private final Map<String, Object> members = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Map<String, Object> unlisted = new ConcurrentHashMap<>();

  /** An empty namespace. */
  public Namespace(String name) {
    this(name, META);
  }

  private Namespace(String name, MetaObject meta) {
    this.name = name;
    this.meta = meta;
  }

  /** The empty root namespace of a context. */
  public static Namespace root() {
    return new Namespace("CU", ROOT);
  }

  private static boolean isRoot(Object value) {
    return value instanceof Namespace namespace && namespace.meta == ROOT;
  }

  /** Its name without the enclosing namespaces. */
  public String name() {
    return name;
  }

  /** Adds a function or a namespace, or a {@link Deferred} one. */
  public void add(String memberName, Object member) {
    members.put(memberName, member);
  }

  /**
   * Adds a member that is found by name but not listed, such as a second name, or something
   * switched off.
   */
  public void addUnlisted(String memberName, Object member) {
    unlisted.put(memberName, member);
  }

  /**
   * A member that is made when it is first asked for, so that starting a program need not wait for
   * it.
   */
  public static final class Deferred {

    private final Supplier<Object> maker;
    private Object made;

    /** The member that {@code maker} makes. */
    public Deferred(Supplier<Object> maker) {
      this.maker = maker;
    }

    private synchronized Object get() {
      if (made == null) {
        made = maker.get();
      }
      return made;
    }
  }

  /** The namespace called {@code memberName} in this one, which is made if it is not there. */
  public Namespace child(String memberName) {
    Object known = find(memberName);
    if (known == null) {
      known = new Namespace(memberName);
      add(memberName, known);
    }
    return (Namespace) known;
  }

  /** The member called {@code memberName}, null if there is none. */
  @TruffleBoundary
  public Object find(String memberName) {
    Object listed = members.get(memberName);
    Object member = listed != null ? listed : unlisted.get(memberName);
    return member instanceof Deferred deferred ? deferred.get() : member;
  }

  /** The names of the members, in order. */
  @TruffleBoundary
  public Collection<String> names() {
    synchronized (members) {
      return new ArrayList<>(members.keySet());
    }
  }

  @ExportMessage
  boolean hasMembers() {
    return true;
  }

  @ExportMessage
  boolean isScope() {
    return true;
  }

  @ExportMessage
  Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
    return GuestList.of(new ArrayList<>(names()));
  }

  @ExportMessage
  boolean isMemberReadable(String memberName) {
    return find(memberName) != null;
  }

  @ExportMessage
  Object readMember(String memberName) throws UnknownIdentifierException {
    Object member = find(memberName);
    if (member == null) {
      throw UnknownIdentifierException.create(memberName);
    }
    return member;
  }

  @ExportMessage
  @TruffleBoundary
  boolean isMemberInvocable(String memberName) {
    Object member = find(memberName);
    return member != null && INTEROP.isExecutable(member);
  }

  @ExportMessage
  Object invokeMember(String memberName, Object[] arguments, @Bind Node node)
      throws UnknownIdentifierException,
          UnsupportedMessageException,
          UnsupportedTypeException,
          ArityException {
    Object member = find(memberName);
    if (member == null) {
      throw MissingMembers.called(name, memberName, names(), node);
    }
    return member instanceof FunctionObject function
        ? function.execute(arguments, node)
        : execute(member, arguments);
  }

  @TruffleBoundary
  private static Object execute(Object member, Object[] arguments)
      throws UnsupportedMessageException, UnsupportedTypeException, ArityException {
    return INTEROP.execute(member, arguments);
  }

  @ExportMessage
  boolean hasMetaObject() {
    return true;
  }

  @ExportMessage
  Object getMetaObject() {
    return meta;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "<namespace " + name + ">";
  }
}
