package org.grcuda;

import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grcuda.core.engine.CallArguments;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.HostCallArguments;
import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.core.engine.NativeFunction;
import org.grcuda.core.engine.Session;
import org.grcuda.core.image.ArrayImage;
import org.grcuda.core.task.Alternatives;
import org.grcuda.core.task.ConfigurableTask;
import org.grcuda.core.task.Implementation;
import org.grcuda.core.task.Kinds;
import org.grcuda.core.task.ValuePacker;
import org.grcuda.driver.DeviceKind;
import org.grcuda.task.Task;
import org.grcuda.task.TaskFunction;
import org.grcuda.types.GrCudaException;

/** Java values as arguments of kernels and host functions, and as implementations of tasks. */
final class JavaValues {

  private JavaValues() {}

  /**
   * Sets argument {@code index} to a device array, an image, a number, a truth value, or a null
   * pointer, for which an empty list or Java array stands too; false if {@code value} is something
   * else.
   */
  static boolean pack(CallArguments arguments, int index, Object value) {
    if (value instanceof DeviceArray array) {
      arguments.array(index, array.array());
    } else if (arguments.primitive(index, value)) {
      return true;
    } else if (value instanceof ArrayImage image) {
      image.pack(arguments, index);
    } else if (value instanceof BigInteger number) {
      arguments.integer(index, number);
    } else if (value instanceof Short || value instanceof Byte) {
      arguments.integer(index, ((Number) value).longValue());
    } else if (isNothing(value) && arguments.takesPointer(index)) {
      arguments.nullPointer(index);
    } else {
      return false;
    }
    return true;
  }

  private static boolean isNothing(Object value) {
    return value == null
        || value instanceof List<?> list && list.isEmpty()
        || value.getClass().isArray() && Array.getLength(value) == 0;
  }

  /** The error for an argument that {@link #pack} does not take. */
  static GrCudaException refusal(CallArguments arguments, int index, Object value) {
    return value != null && value.getClass().isArray()
        ? arguments.hostMemory(index, describe(value), "GrCuda.array(...)")
        : arguments.wrongType(index, describe(value));
  }

  /** {@code values} as arguments of {@code kernel}. */
  static LaunchArguments pack(GpuKernel kernel, Object[] values) {
    LaunchArguments packed = kernel.arguments(values.length);
    for (int i = 0; i < values.length; i++) {
      boolean taken =
          packed.isStruct(i)
              ? JavaStructs.pack(packed, i, values[i])
              : JavaValues.pack(packed, i, values[i]);
      if (!taken) {
        throw refusal(packed, i, values[i]);
      }
    }
    return packed;
  }

  /** A task of {@link GrCuda#task}. */
  static Task task(Session session, Map<DeviceKind, ?> implementations) {
    List<Implementation> all = new ArrayList<>();
    implementations.forEach((kind, each) -> all.add(implementation(kind, each)));
    Alternatives made = Alternatives.of(all, session.parts(), session.history(), () -> false);
    return new ConfigurableTask(made, new Packer());
  }

  private static Implementation implementation(DeviceKind kind, Object value) {
    if (value instanceof Kernel kernel) {
      return new Implementation.OnDevice(kind, kernel.kernel(), kernel.uses());
    }
    Kinds.requireHost("task, " + kind, kind);
    return switch (value) {
      case HostFunction function -> new Implementation.InLibrary(function.function());
      case TaskFunction function -> new Implementation.InProgram("function", function::run, false);
      case null, default ->
          throw new GrCudaException(
              GrCudaException.Kind.TYPE,
              "task, "
                  + kind
                  + ": expected a kernel, a host function or a TaskFunction, given "
                  + describe(value));
    };
  }

  private static final class Packer implements ValuePacker {

    @Override
    public LaunchArguments pack(GpuKernel kernel, Object[] values) {
      return JavaValues.pack(kernel, values);
    }

    @Override
    public HostCallArguments pack(NativeFunction function, Object[] values) {
      HostCallArguments packed = function.arguments(values.length);
      for (int i = 0; i < values.length; i++) {
        if (!JavaValues.pack(packed, i, values[i])) {
          throw refusal(packed, i, values[i]);
        }
      }
      return packed;
    }
  }

  /** How a message describes a value of another type. */
  static String describe(Object value) {
    return value == null ? "null" : "a " + value.getClass().getTypeName();
  }
}
