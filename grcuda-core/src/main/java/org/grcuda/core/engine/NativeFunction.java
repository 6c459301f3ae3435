package org.grcuda.core.engine;

import java.lang.invoke.MethodHandle;
import java.math.BigInteger;
import java.util.List;
import org.grcuda.core.downcall.Downcalls;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ParameterType.Scalar;
import org.grcuda.core.type.ScalarType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Half;

/**
 * A function of a shared library. A call is a computation: it runs on the calling thread after the
 * computations whose memory it uses, and later ones that conflict with it wait for its end.
 */
public final class NativeFunction {

  private final Computations session;
  private final FunctionDeclaration declaration;
  private final List<Parameter> parameters;
  private final ParameterType result;
  private final MethodHandle code;
  private final int[] usualSlots;

  /**
   * @param declaration with parameters and result
   * @param code the function at its address, as {@link Downcalls} makes it
   */
  NativeFunction(Computations session, FunctionDeclaration declaration, MethodHandle code) {
    this.session = session;
    this.declaration = declaration;
    this.parameters = declaration.parameters().orElseThrow();
    this.result = declaration.result().orElseThrow();
    this.code = code;
    this.usualSlots = CallArguments.usualSlots(parameters, index -> index);
  }

  Computations session() {
    return session;
  }

  /** Its parameters. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /** Its name with its namespaces. */
  public String name() {
    return declaration.qualifiedName();
  }

  /** Its signature as declared. */
  public String signature() {
    return declaration.text();
  }

  /**
   * Starts a list of {@code count} arguments.
   *
   * @throws GrCudaException unless that is the number of parameters
   */
  public HostCallArguments arguments(int count) {
    CallArguments.checkCount("host function '" + name() + "'", parameters, count);
    return new HostCallArguments(this, usualSlots);
  }

  /**
   * Calls it, and returns when it has returned.
   *
   * @return its result: a Boolean; an Integer, a Long if the type is larger, a BigInteger for an
   *     unsigned value that does not fit a Long; a Float or Double; a String or null; an address as
   *     a Long; null for void
   * @throws GrCudaException if memory that the call uses was freed, or comes from a computation
   *     that failed; then the function is not called
   */
  public Object call(HostCallArguments arguments) {
    Object value =
        session.call(
            name(), addresses -> result(invoke(arguments.words(addresses))), arguments.accesses());
    arguments.copyAllBack();
    return value;
  }

  /** Executes it within a task, which has valid memory at {@code addresses}. */
  public void execute(HostCallArguments arguments, long[] addresses) {
    invoke(arguments.words(addresses));
  }

  private long invoke(long[] words) {
    try {
      return (long) code.invokeExact(words);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("native code threw a checked exception", e);
    }
  }

  private Object result(long bits) {
    return result instanceof Scalar(ScalarType type) ? scalar(type, bits) : (Object) bits;
  }

  private static Object scalar(ScalarType type, long bits) {
    return switch (type) {
      case VOID -> null;
      case BOOL -> bits != 0;
      case CHAR, SINT8, SINT16, SINT32, WCHAR -> (int) bits;
      case UINT8, CHAR8 -> (int) bits & 0xff;
      case UINT16, CHAR16 -> (int) bits & 0xffff;
      case UINT32, CHAR32 -> bits & 0xffffffffL;
      case SINT64, SLL64 -> bits;
      case UINT64, ULL64 -> bits >= 0 ? (Object) bits : new BigInteger(Long.toUnsignedString(bits));
      case FLOAT -> Float.intBitsToFloat((int) bits);
      case DOUBLE -> Double.longBitsToDouble(bits);
      case HALF -> Half.toFloat((short) bits);
      case STRING -> bits == 0 ? null : HostMemory.string(bits);
    };
  }
}
