package org.grcuda.core.engine;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ParameterType.Bits;
import org.grcuda.core.type.ParameterType.LowBytes;
import org.grcuda.core.type.ParameterType.Pointer;
import org.grcuda.core.type.ParameterType.Scalar;
import org.grcuda.core.type.ScalarType;
import org.grcuda.core.type.StructType;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.MemoryView;
import org.grcuda.runtime.computation.Region;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * The arguments of one call of a kernel or a host function, checked against its parameters one by
 * one: values as bits, and which memory the call uses, and how.
 */
public abstract sealed class CallArguments permits LaunchArguments, HostCallArguments {

  private static final Access[] NO_ACCESSES = {};

  private final Computations session;
  private final List<Parameter> parameters;
  private Access[] accesses = NO_ACCESSES;
  private int[] slots;
  private boolean ownsSlots;
  private int accessCount;

  CallArguments(Computations session, List<Parameter> parameters) {
    this.session = session;
    this.parameters = parameters;
  }

  /**
   * Begins a list without arguments.
   *
   * @param usualSlots the slots, in order, of a call whose pointers all lie in arrays; shared by
   *     the calls
   */
  void begin(int[] usualSlots) {
    slots = usualSlots;
    ownsSlots = false;
    accessCount = 0;
    if (usualSlots.length > 0) {
      accesses = new Access[usualSlots.length];
    }
  }

  final void end() {
    accesses = NO_ACCESSES;
    slots = null;
  }

  /**
   * The {@code usualSlots} of calls of a function with these parameters, numbered {@code slots}.
   */
  static int[] usualSlots(List<Parameter> parameters, IntUnaryOperator slots) {
    return IntStream.range(0, parameters.size())
        .filter(index -> parameters.get(index).isPointer())
        .map(slots)
        .toArray();
  }

  /**
   * Refuses a call with another number of arguments than there are parameters.
   *
   * @param subject what is called, for the message
   */
  static void checkCount(String subject, List<Parameter> parameters, int given) {
    if (given == parameters.size()) {
      return;
    }
    String names =
        parameters.stream()
            .map(Parameter::name)
            .filter(name -> !name.isEmpty())
            .collect(Collectors.joining(", "));
    throw new GrCudaException(
        GrCudaException.Kind.ARITY,
        subject
            + " takes "
            + parameters.size()
            + (parameters.size() == 1 ? " argument" : " arguments")
            + (names.isEmpty() ? "" : " (" + names + ")")
            + ", given "
            + given);
  }

  /** The called object, for messages: {@code "kernel 'square'"}. */
  abstract String subject();

  /** How messages name argument {@code index}. */
  String describe(int index) {
    return parameter(index).describe(index);
  }

  /** What the call does to the memory behind parameter {@code index}. */
  abstract AccessMode mode(int index);

  /** The slot for the address of parameter {@code index}, once the address is known. */
  abstract int slot(int index);

  /** Sets parameter {@code index} to the low {@code bytes} bytes of {@code bits}. */
  abstract void put(int index, long bits, int bytes);

  /** Sets pointer {@code index} to an address that lies in no array; false if that is refused. */
  abstract boolean putForeignAddress(int index, long address);

  /** What a pointer parameter takes, for messages. */
  abstract String expectedPointer(ScalarType target);

  /** The parameter at {@code index}. */
  public final Parameter parameter(int index) {
    return parameters.get(index);
  }

  /**
   * Sets a pointer parameter.
   *
   * @throws GrCudaException if parameter {@code index} is no pointer, points to another type, or
   *     {@code array} was freed, belongs to another context or is a strided view
   */
  public final void array(int index, NdArray array) {
    ParameterType type = parameter(index).type();
    boolean takes =
        type instanceof Pointer(ScalarType target)
            ? target.accepts(array.type())
            : type instanceof Bits(int bytes) && bytes == Long.BYTES;
    if (!takes) {
      String hint =
          takesHandle(index)
              ? "; a texture or surface of it is made by Texture(x) or Surface(x)"
              : "";
      throw mismatch(index, "expected " + expected(type) + ", given " + array.describe() + hint);
    }
    array.storage().checkAlive(array);
    String refusal = array.refusal(session);
    if (refusal != null) {
      throw mismatch(index, refusal);
    }
    addAccess(array.access(mode(index)), slot(index));
  }

  /**
   * Sets a 64-bit parameter to an object that shows an array.
   *
   * @param text the object, for messages
   * @throws GrCudaException if parameter {@code index} has another type, the array was freed or
   *     belongs to another context, or the call takes no such objects
   */
  public void view(int index, NdArray array, MemoryView view, String text) {
    throw wrongType(index, text + ", which only kernels take");
  }

  /** Adds the access for an argument that is not the address of {@code array}. */
  final void addView(int index, NdArray array, String text) {
    if (!takesHandle(index)) {
      throw wrongType(index, text);
    }
    array.storage().checkAlive(array);
    if (array.storage().session() != session) {
      throw mismatch(index, text + " belongs to another context");
    }
    addAccess(array.access(mode(index)), slot(index));
  }

  private boolean takesHandle(int index) {
    return switch (parameter(index).type()) {
      case Bits(int bytes) -> bytes == Long.BYTES;
      case Scalar(ScalarType type) -> type.elementType().orElse(null) == ElementType.ULONG;
      default -> false;
    };
  }

  /** How many accesses there are so far. */
  final int accessCount() {
    return accessCount;
  }

  /**
   * Sets a pointer parameter to null.
   *
   * @throws GrCudaException if parameter {@code index} is no pointer
   */
  public void nullPointer(int index) {
    if (!takesPointer(index)) {
      throw wrongType(index, "null");
    }
    put(index, 0, Long.BYTES);
  }

  /**
   * Sets a pointer parameter from an address.
   *
   * @throws GrCudaException if parameter {@code index} is no pointer, or the address lies in no
   *     memory of the context, and the call takes only such addresses
   */
  public final void pointer(int index, long address) {
    requireTakesPointer(index, address);
    if (!address(index, address)) {
      throw mismatch(
          index,
          "the pointer "
              + CudaMemory.hex(address)
              + " lies in no array or allocation of this context");
    }
  }

  /**
   * Sets a pointer parameter to memory of the context.
   *
   * @param owner the session of {@code memory}
   * @throws GrCudaException if parameter {@code index} is no pointer, or the memory belongs to
   *     another context
   */
  public final void pointer(int index, Computations owner, Region memory) {
    long address = memory.allocation().hostAddress() + memory.offset();
    requireTakesPointer(index, address);
    if (owner != session) {
      throw mismatch(
          index, "the pointer " + CudaMemory.hex(address) + " belongs to another context");
    }
    addAccess(new Access(memory, mode(index)), slot(index));
  }

  private void requireTakesPointer(int index, long address) {
    if (!takesPointer(index)) {
      throw wrongType(index, "the pointer " + CudaMemory.hex(address));
    }
  }

  /** Whether parameter {@code index} is a pointer, or may be one. */
  public final boolean takesPointer(int index) {
    return switch (parameter(index).type()) {
      case Pointer pointer -> true;
      case Bits(int bytes) -> bytes == Long.BYTES;
      case Scalar scalar -> false;
      case LowBytes low -> false;
      case StructType struct -> false;
    };
  }

  final void addAccess(Access access, int slot) {
    if (accessCount == accesses.length) {
      int capacity = Math.max(4, 2 * accessCount);
      accesses = Arrays.copyOf(accesses, capacity);
      slots = Arrays.copyOf(slots, capacity);
      ownsSlots = true;
    }
    if (slots[accessCount] != slot) {
      if (!ownsSlots) {
        slots = slots.clone();
        ownsSlots = true;
      }
      slots[accessCount] = slot;
    }
    accesses[accessCount++] = access;
  }

  /**
   * Sets a scalar parameter from an integer.
   *
   * @throws GrCudaException if parameter {@code index} is a pointer, or the value does not fit
   */
  public final void integer(int index, long value) {
    ParameterType type = parameter(index).type();
    if (type instanceof Scalar(ScalarType declared)) {
      putInteger(index, element(index, declared), value);
    } else if (type instanceof Bits bits) {
      putBits(index, bits, value);
    } else if (type instanceof LowBytes(ScalarType declared, int bytes)) {
      ElementType element = element(index, declared);
      if (!element.fits(value)) {
        throw misfit(index, element.rejection(value));
      }
      put(index, value, bytes);
    } else if (!(type instanceof Pointer)) {
      throw wrongType(index, "the number " + value);
    } else if (!address(index, value)) {
      throw mismatch(index, "expected " + expected(type) + ", given the number " + value);
    }
  }

  /**
   * Sets a parameter from a boxed {@code int}, {@code long}, {@code float}, {@code double} or
   * {@code boolean}; false if {@code value} is something else. There is no switch over types in a
   * launch: for the first use of each, the JVM makes a class, which takes 0.3 ms.
   */
  public final boolean primitive(int index, Object value) {
    if (value instanceof Integer || value instanceof Long) {
      integer(index, ((Number) value).longValue());
    } else if (value instanceof Float || value instanceof Double) {
      floating(index, ((Number) value).doubleValue());
    } else if (value instanceof Boolean truth) {
      bool(index, truth);
    } else {
      return false;
    }
    return true;
  }

  private void putBits(int index, Bits bits, long value) {
    if (!bits.fits(value)) {
      throw misfit(index, value + " does not fit in " + 8 * bits.sizeBytes() + " bits");
    }
    if (bits.sizeBytes() < Long.BYTES || !address(index, value)) {
      put(index, value, bits.sizeBytes());
    }
  }

  /** Sets a pointer parameter from an address; false if it is refused. */
  private boolean address(int index, long value) {
    Region region = session.resolve(value);
    if (region == null) {
      return putForeignAddress(index, value);
    }
    addAccess(new Access(region, mode(index)), slot(index));
    return true;
  }

  /**
   * Sets a scalar parameter from an integer of any size: up to 2^64 - 1 if the parameter is
   * unsigned, or its sign is unknown.
   */
  public final void integer(int index, BigInteger value) {
    if (value.bitLength() < Long.SIZE) {
      integer(index, value.longValue());
      return;
    }
    switch (parameter(index).type()) {
      case Bits(int bytes) when bytes == Long.BYTES && ElementType.ULONG.fits(value) ->
          put(index, value.longValue(), bytes);
      case Scalar(ScalarType type) when element(index, type).kind() == ElementType.Kind.FLOATING ->
          floating(index, value.doubleValue());
      case Scalar(ScalarType type) when element(index, type).fits(value) ->
          put(index, value.longValue(), Long.BYTES);
      case LowBytes(ScalarType declared, int bytes) when element(index, declared).fits(value) ->
          put(index, value.longValue(), bytes);
      case Scalar(ScalarType type) -> throw misfit(index, element(index, type).rejection(value));
      case ParameterType other ->
          throw mismatch(index, "expected " + expected(other) + ", given the number " + value);
    }
  }

  private void putInteger(int index, ElementType type, long value) {
    if (type.kind() == ElementType.Kind.FLOATING) {
      putFloating(index, type, value);
    } else if (type.fits(value)) {
      put(index, value, type.sizeBytes());
    } else {
      throw misfit(index, type.rejection(value));
    }
  }

  /**
   * Sets a scalar parameter from a floating-point number.
   *
   * @throws GrCudaException if parameter {@code index} is a pointer, or an integer and the value is
   *     not an integer or does not fit
   */
  public final void floating(int index, double value) {
    Parameter parameter = parameter(index);
    if (parameter.type() instanceof Scalar(ScalarType type)) {
      ElementType element = element(index, type);
      if (element.kind() == ElementType.Kind.FLOATING) {
        putFloating(index, element, value);
      } else if (element.fits(value)) {
        put(index, ElementType.integerBits(value), element.sizeBytes());
      } else {
        throw misfit(index, element.rejection(value));
      }
    } else if (value == Math.rint(value) && Math.abs(value) <= 0x1p64) {
      integer(index, new BigDecimal(value).toBigInteger());
    } else {
      throw mismatch(index, "expected " + expected(parameter.type()) + ", given " + value);
    }
  }

  /** Sets a scalar parameter from a truth value: {@code bool}, or an integer as 0 or 1. */
  public final void bool(int index, boolean value) {
    if (parameter(index).isPointer() || parameter(index).type() instanceof StructType) {
      throw wrongType(index, "" + value);
    }
    integer(index, value ? 1 : 0);
  }

  /** Refuses an argument that is neither a number nor a device array. */
  public final GrCudaException wrongType(int index, String given) {
    Parameter parameter = parameter(index);
    return mismatch(index, "expected " + expected(parameter.type()) + ", given " + given);
  }

  /**
   * Refuses memory of the host where a device array is expected.
   *
   * @param maker the call that makes a device array of it, for the message
   */
  public final GrCudaException hostMemory(int index, String given, String maker) {
    return wrongType(index, takesPointer(index) ? given + ": wrap it in " + maker : given);
  }

  private ElementType element(int index, ScalarType type) {
    return type.elementType()
        .orElseThrow(() -> mismatch(index, "expected a " + type + ", given a number"));
  }

  private void putFloating(int index, ElementType type, double value) {
    put(index, type.floatingBits(value), type.sizeBytes());
  }

  final GrCudaException mismatch(int index, String problem) {
    return refuse(GrCudaException.Kind.TYPE, index, problem);
  }

  /** The error for a number that the parameter's type cannot hold. */
  private GrCudaException misfit(int index, String problem) {
    return refuse(GrCudaException.Kind.VALUE, index, problem);
  }

  private GrCudaException refuse(GrCudaException.Kind kind, int index, String problem) {
    return new GrCudaException(kind, subject() + ", " + describe(index) + ": " + problem);
  }

  private String expected(ParameterType type) {
    return switch (type) {
      case Pointer(ScalarType target) -> expectedPointer(target);
      case Scalar(ScalarType scalar) -> scalar.typeName();
      case LowBytes(ScalarType declared, int bytes) -> declared.typeName();
      case Bits(int bytes) when bytes == Long.BYTES -> "a device array or a 64-bit integer";
      case Bits(int bytes) -> "a " + 8 * bytes + "-bit integer";
      case StructType struct when struct.members().isEmpty() ->
          struct.sizeBytes() + " bytes, as the struct has";
      case StructType struct ->
          "the members of the struct, or its " + struct.sizeBytes() + " bytes";
    };
  }

  /** The memory that the call uses, in the order of the parameters. */
  public final Access[] accesses() {
    return accessCount == accesses.length ? accesses : Arrays.copyOf(accesses, accessCount);
  }

  /** For each access the slot that receives its address; not to be changed. */
  final int[] slots() {
    return accessCount == slots.length ? slots : Arrays.copyOf(slots, accessCount);
  }
}
