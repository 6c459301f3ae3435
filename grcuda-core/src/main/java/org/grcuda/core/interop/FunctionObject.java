package org.grcuda.core.interop;

import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;

/** A built-in function: each is a class of its own. */
@ExportLibrary(InteropLibrary.class)
public abstract class FunctionObject extends LanguageObject {

  private final String name;
  private final int least;
  private final int most;

  /** A function called {@code name} that takes {@code least} to {@code most} arguments. */
  protected FunctionObject(String name, int least, int most) {
    this.name = name;
    this.least = least;
    this.most = most;
  }

  /** The name it is installed under. */
  public final String name() {
    return name;
  }

  /** Calls it; the arguments are interop values, their number checked. */
  protected abstract Object call(Object[] arguments);

  @ExportMessage
  final boolean isExecutable() {
    return true;
  }

  @ExportMessage
  final Object execute(Object[] arguments, @Bind Node node) {
    return Guest.guarded(node, () -> checkAndCall(arguments));
  }

  private Object checkAndCall(Object[] arguments) {
    Arity.check(name, least, most, arguments.length);
    return call(arguments);
  }

  @Override
  protected final String display(boolean allowSideEffects) {
    return "<function " + name + ">";
  }
}
