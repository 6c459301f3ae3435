package org.grcuda.core.builtin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.grcuda.core.guest.Arity;
import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.Namespace;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.HostFunctionObject;
import org.grcuda.core.interop.KernelObject;
import org.grcuda.core.kernel.CudaSource;
import org.grcuda.core.kernel.NidlFile;
import org.grcuda.core.signature.NidlGroup;
import org.grcuda.core.signature.NidlGroup.NidlFunction;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.GrCudaException;

/**
 * {@code bindall("a::b", file, "file.nidl")}: makes everything that a NIDL file declares, kernels
 * of a file or functions of a library, members of a namespace. The namespace is made if it does not
 * exist. After an error, nothing is bound. {@code bindall("a::b", "file.cu")}, with compile options
 * as third argument, does so for all kernels of a CUDA file.
 */
final class BindAllFunction extends FunctionObject {

  private static final String NAME = "bindall";
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_$][A-Za-z_$0-9]*");

  private final GuestContext context;
  private final Namespace root;

  BindAllFunction(GuestContext context, Namespace root) {
    super(NAME, 2, 3);
    this.context = context;
    this.root = root;
  }

  @Override
  protected Object call(Object[] arguments) {
    String target = Values.string(NAME + ", argument 1 'namespace'", arguments[0]);
    String file = Values.string(NAME + ", argument 2 'file'", arguments[1]);
    if (CudaSource.isFile(file) && (arguments.length == 2 || !Values.isString(arguments[2]))) {
      return bindSource(target, file, arguments);
    }
    Arity.check(NAME, 3, 3, arguments.length);
    String nidlPath = Values.string(NAME + ", argument 3 'nidl'", arguments[2]);
    List<String> path = path(target);
    context.session().checkOpen();
    NidlFile nidl = NidlFile.read(context.session().files(), nidlPath);
    Map<String, NidlFunction> declared = declared(nidl);
    refuseTaken(target, path, nidl, declared);
    Map<String, Object> members = new LinkedHashMap<>();
    for (NidlGroup group : nidl.groups()) {
      for (NidlFunction function : group.functions()) {
        members.put(function.declaration().name(), bind(file, nidl, group, function));
      }
    }
    synchronized (root) {
      refuseTaken(target, path, nidl, declared);
      members.forEach(made(path)::add);
    }
    return GuestNull.INSTANCE;
  }

  /** Makes the kernels of a whole CUDA file members; those of its namespaces get namespaces. */
  private Object bindSource(String target, String file, Object[] arguments) {
    List<String> path = path(target);
    CompileOptions options =
        arguments.length == 2
            ? CompileOptionsReader.NONE
            : CompileOptionsReader.read(NAME + ", argument 3 'options'", arguments[2]);
    context.session().checkOpen();
    CudaModule module =
        new CudaModule(context, CudaSource.read(context.session().files(), file), options);
    if (module.isWithoutNames()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          NAME
              + ": "
              + file
              + " has no kernel but instances of templates: use module(path).instance(name)");
    }
    synchronized (root) {
      Namespace existing = existing(path);
      if (existing != null) {
        module.refuseTaken(NAME, existing);
      }
      module.addKernels(made(path));
    }
    return GuestNull.INSTANCE;
  }

  /**
   * The namespace of a path; null if there is none yet.
   *
   * @throws GrCudaException if the path leads through something that is not a namespace
   */
  private Namespace existing(List<String> path) {
    Namespace namespace = root;
    for (String name : path) {
      Object member = namespace.find(name);
      if (member == null) {
        return null;
      }
      if (!(member instanceof Namespace child)) {
        throw new GrCudaException(
            GrCudaException.Kind.VALUE,
            NAME + ", argument 1 'namespace': '" + name + "' is not a namespace");
      }
      namespace = child;
    }
    return namespace;
  }

  private Namespace made(List<String> path) {
    Namespace namespace = root;
    for (String name : path) {
      namespace = namespace.child(name);
    }
    return namespace;
  }

  /** The names below the root; {@code CU} itself is optional, as in expressions. */
  private List<String> path(String target) {
    List<String> path = new ArrayList<>(Arrays.asList(target.split("::", -1)));
    if (!path.stream().allMatch(name -> IDENTIFIER.matcher(name).matches())) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          NAME + ", argument 1 'namespace': expected names joined by '::', given '" + target + "'");
    }
    if (path.getFirst().equals(root.name())) {
      path.removeFirst();
    }
    return path;
  }

  private static Map<String, NidlFunction> declared(NidlFile nidl) {
    Map<String, NidlFunction> declared = new LinkedHashMap<>();
    for (NidlGroup group : nidl.groups()) {
      for (NidlFunction function : group.functions()) {
        String name = function.declaration().name();
        if (declared.putIfAbsent(name, function) != null) {
          throw nidl.error(
              function, GrCudaException.Kind.VALUE, "'" + name + "' is declared twice", null);
        }
      }
    }
    if (declared.isEmpty()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, NAME + ": " + nidl.path() + " declares no function");
    }
    return declared;
  }

  /**
   * Refuses names that the namespace already has, and a path through something that is not a
   * namespace.
   */
  private void refuseTaken(
      String target, List<String> path, NidlFile nidl, Map<String, NidlFunction> declared) {
    Namespace namespace = existing(path);
    if (namespace == null) {
      return;
    }
    for (Map.Entry<String, NidlFunction> entry : declared.entrySet()) {
      if (namespace.find(entry.getKey()) != null) {
        throw nidl.error(
            entry.getValue(),
            GrCudaException.Kind.VALUE,
            "namespace " + target + " has a member '" + entry.getKey() + "' already",
            null);
      }
    }
  }

  private Object bind(String file, NidlFile nidl, NidlGroup group, NidlFunction function) {
    try {
      if (group.kernels()) {
        return new KernelObject(
            context, context.session().kernels().bind(file, function.declaration()));
      }
      return new HostFunctionObject(
          context,
          context
              .session()
              .nativeLibraries()
              .bind(context.libraryPath(file), function.declaration()));
    } catch (GrCudaException e) {
      throw nidl.error(function, e.kind(), e.getMessage(), e);
    }
  }
}
