package org.grcuda.core.builtin;

import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.HostFunctionObject;

/**
 * {@code bind(library, "[cxx ][ns::]name(x: in pointer float, n: sint32): double")} or {@code
 * bind(library, "name", "(const pointer, sint32): double")}: a function of a shared library.
 */
final class BindFunction extends FunctionObject {

  private final GuestContext context;

  BindFunction(GuestContext context) {
    super("bind", 2, 3);
    this.context = context;
  }

  @Override
  protected Object call(Object[] arguments) {
    String library = Values.string("bind, argument 1 'library'", arguments[0]);
    String signature = Values.string("bind, argument 2 'signature'", arguments[1]);
    String types =
        arguments.length < 3 ? null : Values.string("bind, argument 3 'types'", arguments[2]);
    String path = context.libraryPath(library);
    return new HostFunctionObject(
        context, context.session().nativeLibraries().bind(path, signature, types));
  }
}
