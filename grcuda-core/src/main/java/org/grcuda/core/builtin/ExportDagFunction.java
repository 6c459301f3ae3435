package org.grcuda.core.builtin;

import org.grcuda.core.interop.FunctionObject;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.GuestNull;
import org.grcuda.core.interop.Values;

/** {@code exportdag(path)}: writes the computation DAG recorded so far, in GraphViz's DOT. */
final class ExportDagFunction extends FunctionObject {

  private final GuestContext context;

  ExportDagFunction(GuestContext context) {
    super("exportdag", 1, 1);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    context.session().exportDag(Values.string("exportdag, argument 1 'path'", arguments[0]));
    return GuestNull.INSTANCE;
  }
}
