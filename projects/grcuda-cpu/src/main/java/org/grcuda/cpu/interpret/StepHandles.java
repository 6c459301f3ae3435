package org.grcuda.cpu.interpret;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.List;
import org.grcuda.cpu.translate.formula.StaticMethod;
import org.grcuda.cpu.translate.formula.Step;

/** The methods of steps, as handles from bits to bits. */
final class StepHandles {

  /** By position in the enum that has the step. */
  private static final ClassValue<MethodHandle[]> HANDLES =
      new ClassValue<>() {
        @Override
        protected MethodHandle[] computeValue(Class<?> steps) {
          Object[] all = steps.getEnumConstants();
          MethodHandle[] handles = new MethodHandle[all.length];
          for (int k = 0; k < all.length; k++) {
            handles[k] = onBits(((Step) all[k]).method());
          }
          return handles;
        }
      };

  private StepHandles() {}

  /** The handle of a step: takes and returns longs. */
  static MethodHandle of(Step step) {
    return HANDLES.get(step.getClass())[step.ordinal()];
  }

  private static MethodHandle onBits(StaticMethod method) {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      MethodType type =
          MethodType.fromMethodDescriptorString(
              method.descriptor(), StepHandles.class.getClassLoader());
      MethodHandle handle = lookup.findStatic(method.owner(), method.name(), type);
      for (int k = 0; k < type.parameterCount(); k++) {
        if (type.parameterType(k) == float.class) {
          handle =
              MethodHandles.filterArguments(
                  handle, k, conversion(lookup, "intBitsToFloat", int.class, float.class));
        } else if (type.parameterType(k) == double.class) {
          handle =
              MethodHandles.filterArguments(
                  handle, k, conversion(lookup, "longBitsToDouble", long.class, double.class));
        }
      }
      if (type.returnType() == float.class) {
        handle =
            MethodHandles.filterReturnValue(
                handle, conversion(lookup, "floatToRawIntBits", float.class, int.class));
      } else if (type.returnType() == double.class) {
        handle =
            MethodHandles.filterReturnValue(
                handle, conversion(lookup, "doubleToRawLongBits", double.class, long.class));
      }
      List<Class<?>> bits = Collections.nCopies(type.parameterCount(), long.class);
      return MethodHandles.explicitCastArguments(handle, MethodType.methodType(long.class, bits));
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /** A conversion of {@code Float} or {@code Double}. */
  private static MethodHandle conversion(
      MethodHandles.Lookup lookup, String name, Class<?> from, Class<?> to)
      throws ReflectiveOperationException {
    boolean single = from == float.class || to == float.class;
    return lookup.findStatic(
        single ? Float.class : Double.class, name, MethodType.methodType(to, from));
  }
}
