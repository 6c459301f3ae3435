package org.grcuda.core.guest;

import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;

/** A method member, read without being called: {@code const free = array.free}. */
@ExportLibrary(InteropLibrary.class)
public final class BoundMethod<T> extends LanguageObject {

  public static final MetaObject META = new MetaObject("Method", BoundMethod.class);

  private final T receiver;
  private final Members.MethodMember<T> method;

  BoundMethod(T receiver, Members.MethodMember<T> method) {
    this.receiver = receiver;
    this.method = method;
  }

  @ExportMessage
  boolean isExecutable() {
    return true;
  }

  @ExportMessage
  Object execute(Object[] arguments, @Bind Node node) {
    return Members.call(receiver, method, arguments, node);
  }

  @ExportMessage
  boolean hasMetaObject() {
    return true;
  }

  @ExportMessage
  Object getMetaObject() {
    return META;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "<method " + method.name() + ">";
  }
}
