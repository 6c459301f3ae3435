package org.grcuda.core.interop;

import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.HostCallArguments;
import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.core.engine.NativeFunction;
import org.grcuda.core.guest.Guest;
import org.grcuda.core.guest.GuestDictionary;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Values;
import org.grcuda.core.task.Alternatives;
import org.grcuda.core.task.Implementation;
import org.grcuda.core.task.Kinds;
import org.grcuda.core.task.ValuePacker;
import org.grcuda.driver.DeviceKind;
import org.grcuda.types.GrCudaException;

/** A task as guest programs hold it: a call with grid and block gives a {@link ConfiguredTask}. */
@ExportLibrary(InteropLibrary.class)
public final class TaskObject extends GuestObject<TaskObject> {

  static final MetaObject META = new MetaObject("Task", TaskObject.class);

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

  private static final Members<TaskObject> MEMBERS =
      new Members<TaskObject>("a task")
          .property("name", task -> task.alternatives.first().name())
          .property("signature", task -> task.alternatives.first().signature().text())
          .method("forall", 1, 2, TaskObject::forall)
          .method("toString", 0, 0, (task, arguments) -> task.display(true));

  private final Alternatives alternatives;

  /** Configures the calls. */
  private final KernelObject kernel;

  private final ValuePacker packer;

  private TaskObject(Alternatives alternatives, KernelObject kernel, ValuePacker packer) {
    super(MEMBERS);
    this.alternatives = alternatives;
    this.kernel = kernel;
    this.packer = packer;
  }

  /**
   * The task of a dictionary: {@code {"gpu": kernel, "cpu": kernel or function}}.
   *
   * @throws GrCudaException if a key is no kind of devices, or an entry nothing that can do work
   */
  public static TaskObject of(GuestContext context, Object dictionary) {
    String what = "Task, argument 1";
    if (!GuestDictionary.isDictionary(dictionary)) {
      throw Values.expected(what, "an object with implementations by kind of device", dictionary);
    }
    List<Implementation> implementations = new ArrayList<>();
    for (Map.Entry<String, Object> entry : GuestDictionary.entries(what, dictionary).entrySet()) {
      DeviceKind kind = Kinds.named(what, entry.getKey());
      implementations.add(implementation("Task, '" + kind + "'", kind, entry.getValue()));
    }
    Alternatives made =
        Alternatives.of(
            implementations,
            context.session().parts(),
            context.session().history(),
            () -> context.env().getContext().isEntered());
    return new TaskObject(made, new KernelObject(context, made.first()), new Packer(context));
  }

  private static Implementation implementation(String what, DeviceKind kind, Object value) {
    if (value instanceof KernelObject object) {
      return new Implementation.OnDevice(kind, object.kernel(), object.uses());
    }
    boolean isFunction = value instanceof HostFunctionObject || INTEROP.isExecutable(value);
    if (!isFunction || value instanceof GuestObject && !(value instanceof HostFunctionObject)) {
      throw Values.expected(what, "a kernel or a function", value);
    }
    Kinds.requireHost(what, kind);
    return value instanceof HostFunctionObject object
        ? new Implementation.InLibrary(object.function())
        : new Implementation.InProgram(name(value), values -> call(value, values), true);
  }

  private static String name(Object function) {
    try {
      return INTEROP.hasExecutableName(function)
          ? Values.string("the name of a function", INTEROP.getExecutableName(function))
          : "function";
    } catch (InteropException e) {
      throw new IllegalStateException("a name that cannot be read", e);
    }
  }

  private static void call(Object function, Object[] values) {
    try {
      INTEROP.execute(function, values);
    } catch (InteropException e) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE, name(function) + " takes other arguments than its task", e);
    } catch (AbstractTruffleException e) {
      throw new GrCudaException(GrCudaException.Kind.STATE, name(function) + ": " + message(e), e);
    }
  }

  private static String message(AbstractTruffleException error) {
    try {
      return INTEROP.hasExceptionMessage(error)
          ? Values.string("the message of an error", INTEROP.getExceptionMessage(error))
          : error.toString();
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException("a message that cannot be read", e);
    }
  }

  private static Object forall(TaskObject object, Object[] arguments) {
    return object.configured((ConfiguredKernel) KernelObject.forall(object.kernel, arguments));
  }

  private ConfiguredTask configured(ConfiguredKernel configured) {
    return new ConfiguredTask(alternatives, configured, packer);
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "task " + alternatives.first().signature().text();
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
  Object execute(Object[] arguments, @Bind Node node) {
    return Guest.guarded(node, () -> configured(kernel.configure(arguments)));
  }

  /** Packs interop values. */
  private record Packer(GuestContext context) implements ValuePacker {

    @Override
    public LaunchArguments pack(GpuKernel kernel, Object[] values) {
      return ConfiguredKernel.pack(context, kernel, values);
    }

    @Override
    public HostCallArguments pack(NativeFunction function, Object[] values) {
      HostCallArguments arguments = function.arguments(values.length);
      for (int i = 0; i < values.length; i++) {
        if (!CallValues.pack(arguments, i, values[i])) {
          throw CallValues.refusal(arguments, i, values[i]);
        }
      }
      return arguments;
    }
  }
}
