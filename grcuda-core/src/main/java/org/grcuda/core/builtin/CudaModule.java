package org.grcuda.core.builtin;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.grcuda.core.engine.KernelFactory;
import org.grcuda.core.guest.GuestList;
import org.grcuda.core.guest.Namespace;
import org.grcuda.core.guest.Record;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.KernelObject;
import org.grcuda.core.kernel.CudaSource;
import org.grcuda.core.kernel.FileModule;
import org.grcuda.nvrtc.source.SetAside;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * A whole CUDA file as guest programs see it: a namespace of kernels, and what there is besides.
 */
final class CudaModule {

  /** Names that a member can have: those of instances of templates cannot. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_]\\w*(::[A-Za-z_]\\w*)*");

  private final GuestContext context;
  private final CudaSource source;
  private final CompileOptions options;
  private final FileModule file;

  CudaModule(GuestContext context, CudaSource source, CompileOptions options) {
    this.context = context;
    this.source = source;
    this.options = options;
    this.file = kernels().module(source, options);
  }

  private KernelFactory kernels() {
    return context.session().kernels();
  }

  /** Its kernels, {@code instance}, {@code global}, {@code kernels}, {@code setAside}... */
  Namespace namespace() {
    Namespace namespace = new Namespace(file.name());
    addKernels(namespace);
    new FunctionTable(context, namespace)
        .function("instance", 1, 1, arguments -> kernel(arguments.string(0, "signature")))
        .function("global", 1, 2, this::global)
        // In Python a name that is a keyword gets an underscore (PEP 8).
        .function("global_", 1, 2, this::global);
    namespace.add("kernels", GuestList.of(new ArrayList<>(file.kernels().keySet())));
    namespace.add("setAside", GuestList.of(file.setAside().stream().map(this::record).toList()));
    namespace.add("deviceSource", file.deviceSource());
    namespace.add("ptx", file.module().text());
    return namespace;
  }

  /** Its kernels alone; instances of templates under their names, {@code "scale<float>"}. */
  Namespace allKernels() {
    Namespace namespace = new Namespace(file.name());
    addKernels(namespace);
    for (String name : file.kernels().keySet()) {
      if (!isPlain(name)) {
        namespace.add(name, new Namespace.Deferred(() -> kernel(name)));
      }
    }
    return namespace;
  }

  private Object global(Arguments arguments) {
    ElementType type = arguments.count() == 2 ? arguments.elementType(1, "type") : null;
    return arguments.array(kernels().global(file, arguments.string(0, "name"), type));
  }

  private KernelObject kernel(String signature) {
    return new KernelObject(context, kernels().instance(file, source, signature, options));
  }

  private Record record(SetAside part) {
    return new Record("a part that was set aside")
        .with("file", part.file())
        .with("first", part.first())
        .with("last", part.last())
        .with("what", part.what())
        .with("why", part.why());
  }

  /** Whether it has no kernel with a plain name: only instances of templates, or none at all. */
  boolean isWithoutNames() {
    return file.kernels().keySet().stream().noneMatch(CudaModule::isPlain);
  }

  private static boolean isPlain(String name) {
    return PLAIN.matcher(name).matches();
  }

  /** Refuses if {@code target} has a member of the name of a kernel. */
  void refuseTaken(String function, Namespace target) {
    for (String name : file.kernels().keySet()) {
      String outermost = name.replaceFirst("::.*", "");
      Object member = target.find(outermost);
      if (member != null && (outermost.equals(name) || !(member instanceof Namespace))) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE,
            function
                + ": namespace "
                + target.name()
                + " has a member '"
                + outermost
                + "' already");
      }
    }
  }

  /** Adds the kernels; those of namespaces of C++ to namespaces of the same names. */
  void addKernels(Namespace target) {
    for (String name : file.kernels().keySet()) {
      List<String> path = new ArrayList<>(List.of(name.split("::")));
      boolean plain = isPlain(name);
      Namespace namespace = target;
      while (plain && path.size() > 1) {
        Object member = namespace.find(path.getFirst());
        plain = member == null || member instanceof Namespace;
        namespace = plain ? namespace.child(path.removeFirst()) : namespace;
      }
      if (plain) {
        namespace.add(path.getFirst(), new Namespace.Deferred(() -> kernel(name)));
      }
    }
  }
}
