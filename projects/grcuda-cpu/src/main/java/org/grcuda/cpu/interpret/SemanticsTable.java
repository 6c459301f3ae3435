package org.grcuda.cpu.interpret;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.grcuda.cpu.translate.semantics.ApproximateMath;
import org.grcuda.cpu.translate.semantics.AtomicSemantics;
import org.grcuda.cpu.translate.semantics.BitSemantics;
import org.grcuda.cpu.translate.semantics.CompareSemantics;
import org.grcuda.cpu.translate.semantics.ConvertSemantics;
import org.grcuda.cpu.translate.semantics.FloatSemantics;
import org.grcuda.cpu.translate.semantics.IntegerSemantics;
import org.grcuda.cpu.translate.semantics.PlainSemantics;
import org.grcuda.cpu.translate.semantics.Rounding;
import org.grcuda.cpu.translate.semantics.VideoSemantics;

/** The methods of the semantics, as handles from bits to bits. */
final class SemanticsTable {

  private static final List<Class<?>> OWNERS =
      List.of(
          ApproximateMath.class,
          AtomicSemantics.class,
          BitSemantics.class,
          CompareSemantics.class,
          ConvertSemantics.class,
          FloatSemantics.class,
          IntegerSemantics.class,
          PlainSemantics.class,
          Rounding.class,
          VideoSemantics.class,
          Math.class,
          Integer.class,
          Long.class);

  private static final Map<String, Entry> ENTRIES = entries();

  private SemanticsTable() {}

  /** A method: from bits to bits, and what it returns. */
  private record Entry(MethodHandle handle, Class<?> result) {}

  private static Map<String, Entry> entries() {
    Map<String, Entry> entries = new HashMap<>();
    for (Class<?> owner : OWNERS) {
      for (Method method : owner.getMethods()) {
        List<Class<?>> types = List.of(method.getParameterTypes());
        boolean primitive = types.stream().allMatch(Class::isPrimitive);
        Class<?> result = method.getReturnType();
        boolean value = result.isPrimitive() && result != void.class;
        if (Modifier.isStatic(method.getModifiers()) && primitive && value) {
          entries.put(
              key(owner, method.getName(), types),
              new Entry(onBits(method), result == boolean.class ? int.class : result));
        }
      }
    }
    return Map.copyOf(entries);
  }

  private static String key(Class<?> owner, String name, List<Class<?>> types) {
    return types.stream()
        .map(Class::getName)
        .collect(Collectors.joining(",", owner.getName() + "." + name + "(", ")"));
  }

  private static MethodHandle onBits(Method method) {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      MethodHandle handle = lookup.unreflect(method);
      MethodHandle toFloat = lookup.unreflect(Float.class.getMethod("intBitsToFloat", int.class));
      MethodHandle toDouble =
          lookup.unreflect(Double.class.getMethod("longBitsToDouble", long.class));
      MethodHandle ofFloat =
          lookup.unreflect(Float.class.getMethod("floatToRawIntBits", float.class));
      MethodHandle ofDouble =
          lookup.unreflect(Double.class.getMethod("doubleToRawLongBits", double.class));
      for (int k = 0; k < method.getParameterCount(); k++) {
        Class<?> type = method.getParameterTypes()[k];
        if (type == float.class || type == double.class) {
          handle =
              MethodHandles.filterArguments(handle, k, type == float.class ? toFloat : toDouble);
        }
      }
      Class<?> result = method.getReturnType();
      if (result == float.class || result == double.class) {
        handle =
            MethodHandles.filterReturnValue(handle, result == float.class ? ofFloat : ofDouble);
      }
      Class<?>[] longs = new Class<?>[method.getParameterCount()];
      Arrays.fill(longs, long.class);
      return MethodHandles.explicitCastArguments(handle, MethodType.methodType(long.class, longs));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * The call of a static method of the semantics with values of the types that it declares.
   *
   * @throws IllegalStateException if there is no such method
   */
  static Expression call(Class<?> owner, String name, Expression... arguments) {
    List<Class<?>> types = Arrays.stream(arguments).<Class<?>>map(Expression::type).toList();
    Entry entry = ENTRIES.get(key(owner, name, types));
    if (entry == null) {
      throw new IllegalStateException("no " + key(owner, name, types));
    }
    MethodHandle handle = entry.handle();
    Expression.Code[] codes =
        Arrays.stream(arguments).map(Expression::code).toArray(Expression.Code[]::new);
    return new Expression(entry.result(), t -> invoke(handle, codes, t));
  }

  private static long invoke(MethodHandle handle, Expression.Code[] c, ThreadState t) {
    try {
      return switch (c.length) {
        case 0 -> (long) handle.invokeExact();
        case 1 -> (long) handle.invokeExact(c[0].of(t));
        case 2 -> (long) handle.invokeExact(c[0].of(t), c[1].of(t));
        case 3 -> (long) handle.invokeExact(c[0].of(t), c[1].of(t), c[2].of(t));
        case 4 -> (long) handle.invokeExact(c[0].of(t), c[1].of(t), c[2].of(t), c[3].of(t));
        case 5 ->
            (long) handle.invokeExact(c[0].of(t), c[1].of(t), c[2].of(t), c[3].of(t), c[4].of(t));
        case 6 ->
            (long)
                handle.invokeExact(
                    c[0].of(t), c[1].of(t), c[2].of(t), c[3].of(t), c[4].of(t), c[5].of(t));
        default -> throw new IllegalStateException(c.length + " arguments");
      };
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
