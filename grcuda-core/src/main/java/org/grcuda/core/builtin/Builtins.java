package org.grcuda.core.builtin;

import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.Namespace;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.GuestTypes;
import org.grcuda.core.map.MapFunction;
import org.grcuda.core.map.ShredFunction;
import org.grcuda.core.provided.ProvidedNamespaces;

/** The contents of the root namespace {@code CU}: the one table of built-in functions. */
public final class Builtins {

  private Builtins() {}

  /** The root namespace of a context. */
  public static Namespace root(GuestContext context) {
    Namespace root = Namespace.root();
    root.add(root.name(), root);
    for (FunctionObject function :
        new FunctionObject[] {
          new DeviceArrayFunction(context),
          new BuildKernelFunction(context),
          ModuleFunction.buildKernels(context),
          ModuleFunction.module(context),
          new BindKernelFunction(context),
          new BindFunction(context),
          new BindAllFunction(context, root),
          new MapFunction(),
          new ShredFunction(),
          new GetOptionsFunction(context)
        }) {
      root.add(function.name(), function);
    }
    FunctionTable table = new FunctionTable(context, root);
    DeviceFunctions.install(table);
    BandwidthFunctions.install(table);
    MemoryFunctions.install(table);
    StreamFunctions.install(table);
    ScheduleFunctions.install(table);
    ImageFunctions.install(table);
    FileFunctions.install(table);
    LibraryNamespaces.install(root, context);
    ProvidedNamespaces.install(root, context);
    Namespace types = GuestTypes.namespace();
    RouterFunctions.install(table, root, types);
    root.add("types", types);
    return root;
  }
}
