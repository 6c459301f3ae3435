package org.grcuda.core.builtin;

import org.grcuda.core.interop.FunctionObject;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.Record;

/** {@code getoptions()}: the options in effect, by name. */
final class GetOptionsFunction extends FunctionObject {

  private final GuestContext context;

  GetOptionsFunction(GuestContext context) {
    super("getoptions", 0, 0);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    Record options = new Record("options");
    context.options().effective().forEach(options::with);
    return options;
  }
}
