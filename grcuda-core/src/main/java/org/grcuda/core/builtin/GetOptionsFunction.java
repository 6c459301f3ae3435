package org.grcuda.core.builtin;

import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.OptionsObject;
import org.grcuda.core.interop.GuestContext;

/** {@code getoptions()}: the options in effect, by name. */
final class GetOptionsFunction extends FunctionObject {

  private final GuestContext context;

  GetOptionsFunction(GuestContext context) {
    super("getoptions", 0, 0);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    var options = context.options().effective();
    options.put("NumberOfGPUs", "" + context.session().deviceCount());
    return new OptionsObject(options);
  }
}
