package org.grcuda.core.guest;

import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;

/** A built-in function: each is a class of its own. */
@ExportLibrary(InteropLibrary.class)
public abstract class FunctionObject extends GuestObject<FunctionObject> {

  public static final MetaObject META = new MetaObject("Function", FunctionObject.class);

  private static final Members<FunctionObject> NONE = new Members<>("a function");

  private final String name;
  private final int least;
  private final int most;
  private final MetaObject made;

  /** A function called {@code name} that takes {@code least} to {@code most} arguments. */
  protected FunctionObject(String name, int least, int most) {
    this(name, least, most, null, NONE);
  }

  /**
   * As the other, with members. If {@code made} is not null, {@code new} also calls the function,
   * and the function stands for {@code made}, the class of the objects that it makes.
   */
  protected FunctionObject(
      String name, int least, int most, MetaObject made, Members<FunctionObject> members) {
    super(members);
    this.made = made;
    this.name = name;
    this.least = least;
    this.most = most;
  }

  /** The name it is installed under. */
  public final String name() {
    return name;
  }

  /** Calls it; the arguments are interop values, and their number has been checked. */
  protected abstract Object call(Object[] arguments);

  @ExportMessage
  public final boolean isExecutable() {
    return true;
  }

  @ExportMessage
  public final Object execute(Object[] arguments, @Bind Node node) {
    return Guest.guarded(node, () -> checkAndCall(arguments));
  }

  @ExportMessage
  final boolean isInstantiable() {
    return made != null;
  }

  @ExportMessage
  final Object instantiate(Object[] arguments, @Bind Node node) throws UnsupportedMessageException {
    made();
    return execute(arguments, node);
  }

  @ExportMessage
  final boolean isMetaObject() {
    return made != null;
  }

  private MetaObject made() throws UnsupportedMessageException {
    if (made == null) {
      throw UnsupportedMessageException.create();
    }
    return made;
  }

  @ExportMessage
  final Object getMetaSimpleName() throws UnsupportedMessageException {
    return made().getMetaSimpleName();
  }

  @ExportMessage
  final Object getMetaQualifiedName() throws UnsupportedMessageException {
    return made().getMetaQualifiedName();
  }

  @ExportMessage
  final boolean isMetaInstance(Object instance) throws UnsupportedMessageException {
    return made().isMetaInstance(instance);
  }

  private Object checkAndCall(Object[] arguments) {
    Arity.check(name, least, most, arguments.length);
    return Values.interop(call(arguments));
  }

  @Override
  protected final String display(boolean allowSideEffects) {
    return "<function " + name + ">";
  }

  @Override
  protected final MetaObject metaObject() {
    return META;
  }
}
