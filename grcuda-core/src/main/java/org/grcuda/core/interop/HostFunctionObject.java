package org.grcuda.core.interop;

import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.lang.ref.Reference;
import java.math.BigInteger;
import org.grcuda.core.engine.HostCallArguments;
import org.grcuda.core.engine.NativeFunction;
import org.grcuda.core.guest.BigNumber;
import org.grcuda.core.guest.Guest;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;

/** A function of a shared library as guest programs hold it: calling it calls the function. */
@ExportLibrary(InteropLibrary.class)
public final class HostFunctionObject extends GuestObject<HostFunctionObject> {

  static final MetaObject META = new MetaObject("HostFunction", HostFunctionObject.class);

  private static final Members<HostFunctionObject> MEMBERS =
      new Members<HostFunctionObject>("a host function")
          .property("name", object -> object.function.name())
          .property("signature", object -> object.function.signature())
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final GuestContext context;
  private final NativeFunction function;

  /** The guest object for {@code function}. */
  public HostFunctionObject(GuestContext context, NativeFunction function) {
    super(MEMBERS);
    this.context = context;
    this.function = function;
  }

  NativeFunction function() {
    return function;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "host function " + function.signature();
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }

  @ExportMessage
  boolean isExecutable() {
    return true;
  }

  @ExportMessage
  Object execute(Object[] values, @Bind Node node) {
    return Guest.guarded(node, () -> call(values));
  }

  private Object call(Object[] values) {
    try (HostCallArguments arguments = function.arguments(values.length)) {
      var packing = new HostCallValues(context, arguments);
      for (int i = 0; i < values.length; i++) {
        packing.pack(i, values[i]);
      }
      Object result = function.call(arguments);
      // Unreachable arrays are freed, and the packed arguments refer only to their memory, not to
      // the arrays.
      Reference.reachabilityFence(values);
      return switch (result) {
        case null -> GuestNull.INSTANCE;
        case BigInteger large -> new BigNumber(large);
        case Object value -> value;
      };
    }
  }
}
