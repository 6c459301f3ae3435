package org.grcuda.core.downcall;

import static java.lang.invoke.MethodType.methodType;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ParameterType.Scalar;
import org.grcuda.core.type.ScalarType;

/**
 * Functions at native addresses as method handles from an array of words, one per parameter, to a
 * word. All have one type, whatever the signature. Floats and doubles are passed as their bits.
 */
@SuppressWarnings("restricted")
public final class Downcalls {

  /** The JVM allows 255 slots of parameters, of which a long takes two. */
  public static final int MAX_PARAMETERS = 120;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle BITS_TO_FLOAT =
      MethodHandles.explicitCastArguments(
          conversion(Float.class, "intBitsToFloat", float.class, int.class),
          methodType(float.class, long.class));
  private static final MethodHandle FLOAT_TO_BITS =
      MethodHandles.explicitCastArguments(
          conversion(Float.class, "floatToRawIntBits", int.class, float.class),
          methodType(long.class, float.class));
  private static final MethodHandle BITS_TO_DOUBLE =
      conversion(Double.class, "longBitsToDouble", double.class, long.class);
  private static final MethodHandle DOUBLE_TO_BITS =
      conversion(Double.class, "doubleToRawLongBits", long.class, double.class);
  private static final MethodHandle RESTORING_MODES =
      conversion(Downcalls.class, "restoringModes", long.class, long.class);

  private Downcalls() {}

  private static MethodHandle conversion(
      Class<?> owner, String name, Class<?> result, Class<?> parameter) {
    try {
      return MethodHandles.lookup().findStatic(owner, name, methodType(result, parameter));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * The function at {@code address}, of type {@code (long[])long}.
   *
   * @param parameters at most {@link #MAX_PARAMETERS}
   * @param restoresModes whether the thread has the default {@link FloatingPointModes} after a
   *     call, whatever the function did
   */
  public static MethodHandle link(
      long address, List<Parameter> parameters, ParameterType result, boolean restoresModes) {
    MemoryLayout[] layouts =
        parameters.stream().map(p -> layout(p.type())).toArray(MemoryLayout[]::new);
    FunctionDescriptor descriptor =
        isVoid(result)
            ? FunctionDescriptor.ofVoid(layouts)
            : FunctionDescriptor.of(layout(result), layouts);
    MethodHandle typed = LINKER.downcallHandle(MemorySegment.ofAddress(address), descriptor);
    Class<?>[] words = new Class<?>[layouts.length];
    Arrays.fill(words, long.class);
    MethodHandle bits =
        MethodHandles.explicitCastArguments(withFloatsAsBits(typed), methodType(long.class, words));
    return (restoresModes ? MethodHandles.filterReturnValue(bits, RESTORING_MODES) : bits)
        .asSpreader(long[].class, layouts.length);
  }

  private static long restoringModes(long result) {
    FloatingPointModes.restore();
    return result;
  }

  private static MethodHandle withFloatsAsBits(MethodHandle typed) {
    MethodHandle bits = typed;
    for (int i = 0; i < typed.type().parameterCount(); i++) {
      Class<?> type = typed.type().parameterType(i);
      if (type == float.class) {
        bits = MethodHandles.filterArguments(bits, i, BITS_TO_FLOAT);
      } else if (type == double.class) {
        bits = MethodHandles.filterArguments(bits, i, BITS_TO_DOUBLE);
      }
    }
    Class<?> result = typed.type().returnType();
    if (result == float.class) {
      return MethodHandles.filterReturnValue(bits, FLOAT_TO_BITS);
    }
    return result == double.class ? MethodHandles.filterReturnValue(bits, DOUBLE_TO_BITS) : bits;
  }

  private static boolean isVoid(ParameterType type) {
    return type instanceof Scalar(ScalarType scalar) && scalar == ScalarType.VOID;
  }

  private static ValueLayout layout(ParameterType type) {
    return type instanceof Scalar(ScalarType scalar) ? layout(scalar) : ValueLayout.JAVA_LONG;
  }

  private static ValueLayout layout(ScalarType type) {
    return switch (type) {
      case BOOL -> ValueLayout.JAVA_BOOLEAN;
      case CHAR, SINT8 -> ValueLayout.JAVA_BYTE;
      // Java has no unsigned byte, and code of Clang relies on the caller to zero-extend one.
      case UINT8, CHAR8 -> ValueLayout.JAVA_INT;
      case SINT16 -> ValueLayout.JAVA_SHORT;
      // CUDA's __half is a class of one 16-bit integer, which is passed as that.
      case UINT16, CHAR16, HALF -> ValueLayout.JAVA_CHAR;
      case SINT32, UINT32, CHAR32, WCHAR -> ValueLayout.JAVA_INT;
      case SINT64, UINT64, SLL64, ULL64, STRING -> ValueLayout.JAVA_LONG;
      case FLOAT -> ValueLayout.JAVA_FLOAT;
      case DOUBLE -> ValueLayout.JAVA_DOUBLE;
      case VOID -> throw new IllegalArgumentException("void has no layout");
    };
  }
}
