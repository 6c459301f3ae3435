package org.grcuda.core.library;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.grcuda.core.engine.CudaMemory;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Session;
import org.grcuda.core.type.ParameterType.Scalar;
import org.grcuda.core.type.ScalarType;
import org.grcuda.runtime.computation.Region;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** The arguments of one call by the names of the parameters. Each is checked when it is read. */
public final class LibraryArguments {

  /**
   * An argument that no function takes.
   *
   * @param description what a message calls it, such as {@code "an object"}
   */
  public record Unusable(String description) {}

  /**
   * A pointer, as cudaMalloc gives.
   *
   * @param value the address
   */
  public record Address(long value) {}

  private final Session session;
  private final LibraryFunction function;
  private final Object[] values;
  private final Map<String, Operand> operands = new HashMap<>();
  private final Map<String, Factor> factors = new HashMap<>();

  LibraryArguments(Session session, LibraryFunction function, Object[] values) {
    this.session = session;
    this.function = function;
    this.values = values;
  }

  /** Whether the optional parameter {@code name} was given. */
  boolean has(String name) {
    return function.position(name) < values.length;
  }

  /** A string. */
  String string(String name) {
    int position = function.position(name);
    if (values[position] instanceof String text) {
      return text;
    }
    throw expected(position, "a string");
  }

  /** An integer in the range of the parameter's type. */
  long integer(String name) {
    int position = function.position(name);
    long value = exactInteger(position);
    if (function.parameters().get(position).type() instanceof Scalar(ScalarType type)) {
      ElementType element = type.elementType().orElseThrow();
      if (!element.fits(value)) {
        throw refuse(position, GrCudaException.Kind.TYPE, element.rejection(value));
      }
    }
    return value;
  }

  private long exactInteger(int position) {
    return switch (values[position]) {
      case Long value -> value;
      case Integer value -> value;
      case Short value -> value;
      case Byte value -> value;
      case Double value when value == Math.rint(value) && Math.abs(value) < 0x1p63 ->
          value.longValue();
      case Float value when value == Math.rint(value) && Math.abs(value) < 0x1p63 ->
          value.longValue();
      case null, default -> throw expected(position, "an integer");
    };
  }

  /** An integer from {@code least} to {@code most}. */
  long integer(String name, long least, long most) {
    long value = integer(name);
    if (value < least || value > most) {
      throw refuse(
          function.position(name),
          GrCudaException.Kind.VALUE,
          most == Long.MAX_VALUE
              ? "expected at least " + least + ", given " + value
              : "expected " + least + " to " + most + ", given " + value);
    }
    return value;
  }

  /** A number of elements, rows or columns: at least 0. */
  long extent(String name) {
    return integer(name, 0, Long.MAX_VALUE);
  }

  /**
   * The element type of an array of numbers that a device-wide algorithm takes: an integer of any
   * size, float or double.
   */
  ElementType numeric(String name) {
    int position = function.position(name);
    if (values[position] instanceof NdArray array) {
      array.storage().checkAlive(array);
      ElementType type = array.type();
      if (type.isInteger() || type == ElementType.FLOAT || type == ElementType.DOUBLE) {
        return type;
      }
    }
    throw expected(position, "a device array of integers, float or double");
  }

  /** As {@link #numeric}; {@code otherwise} for a pointer, which has no type. */
  ElementType numeric(String name, ElementType otherwise) {
    return values[function.position(name)] instanceof NdArray ? numeric(name) : otherwise;
  }

  /**
   * The element type, int or long, of an array for places or counts.
   *
   * @param most the largest that may be stored
   */
  ElementType counting(String name, long most) {
    int position = function.position(name);
    if (!(values[position] instanceof NdArray array)) {
      throw expected(position, "a device array of int or long");
    }
    ElementType type = array.type();
    if (type != ElementType.INT && type != ElementType.LONG) {
      throw expected(position, "a device array of int or long");
    }
    if (!type.fits(most)) {
      throw refuse(name, "int does not hold " + most + "; use an array of long");
    }
    return type;
  }

  /** All elements of an array, or those from an address on. */
  Operand rest(String name, ElementType type) {
    int position = function.position(name);
    return block(name, type, memory(position, type).length() / type.sizeBytes());
  }

  /** A number of type {@code type}, as the bits of its representation. */
  long bits(String name, ElementType type) {
    int position = function.position(name);
    if (type.isInteger()) {
      if (values[position] instanceof BigInteger value && type.fits(value)) {
        return value.longValue();
      }
      long value = exactInteger(position);
      if (!type.fits(value)) {
        throw refuse(position, GrCudaException.Kind.TYPE, type.rejection(value));
      }
      return value;
    }
    if (values[position] instanceof Number number) {
      return type.floatingBits(number.doubleValue());
    }
    throw expected(position, "a number");
  }

  /** The distance between neighbours of a vector: not 0. */
  long increment(String name) {
    long value = integer(name);
    if (value == 0) {
      throw refuse(
          function.position(name),
          GrCudaException.Kind.VALUE,
          "expected an increment other than 0");
    }
    return value;
  }

  /** The distance between columns: at least 1 and {@code rows}. */
  long leadingDimension(String name, long rows) {
    return integer(name, Math.max(1, rows), Long.MAX_VALUE);
  }

  /** The vector or matrix that was asked for by that name; null if none was. */
  Operand operand(String name) {
    return operands.get(name);
  }

  /** The factor that was asked for by that name; null if none was. */
  Factor factor(String name) {
    return factors.get(name);
  }

  /** A factor such as alpha: one element of a device array, or a number. */
  Factor factor(String name, Precision precision) {
    Factor factor = read(name, precision);
    factors.put(name, factor);
    return factor;
  }

  private Factor read(String name, Precision precision) {
    int position = function.position(name);
    return switch (values[position]) {
      case NdArray array -> new Factor(block(name, precision.element(), 1), 0, 0);
      case Address address -> new Factor(block(name, precision.element(), 1), 0, 0);
      case Number number -> new Factor(null, round(number.doubleValue(), precision), 0);
      case Object[] parts
          when precision.isComplex()
              && parts.length == 2
              && parts[0] instanceof Number re
              && parts[1] instanceof Number im ->
          new Factor(null, round(re.doubleValue(), precision), round(im.doubleValue(), precision));
      case null, default ->
          throw expected(
              position,
              precision.isComplex()
                  ? "a device array of one element, a number, or a list of real and imaginary part"
                  : "a device array of one element, or a number");
    };
  }

  /** Rounds the factor, as the library would get it in the precision of the arrays. */
  private static double round(double value, Precision precision) {
    return precision.element().componentType() == ElementType.FLOAT ? (float) value : value;
  }

  /** A vector of {@code length} elements, {@code increment} apart. */
  Operand vector(String name, ElementType type, long length, long increment) {
    long distance = Math.abs(increment);
    return distance == 1
        ? block(name, type, length)
        : matrices(name, type, Math.min(1, length), distance == 0 ? 1 : length, distance, 1, 0);
  }

  /** {@code length} elements without gaps. */
  Operand block(String name, ElementType type, long length) {
    return matrices(name, type, length, 1, length, 1, 0);
  }

  /** A matrix, column after column. */
  Operand matrix(String name, ElementType type, long rows, long columns, long ld) {
    return matrices(name, type, rows, columns, ld, 1, 0);
  }

  /** Matrices, {@code batchStride} elements apart. */
  Operand matrices(
      String name,
      ElementType type,
      long rows,
      long columns,
      long ld,
      long batches,
      long batchStride) {
    int position = function.position(name);
    long needed = Footprint.elements(rows, columns, ld, batches, batchStride);
    int size = type.sizeBytes();
    Region region = memory(position, type);
    if (region.length() / size < needed) {
      throw tooShort(position, type, region.length() / size, needed);
    }
    boolean isArray = values[position] instanceof NdArray;
    Operand operand =
        new Operand(
            function.place(position),
            isArray ? part((NdArray) values[position], needed * size) : null,
            isArray ? 0 : address(position),
            new Footprint(
                region,
                rows * size,
                columns,
                columns > 1 ? ld * size : Math.max(1, rows * size),
                batches,
                batchStride * size));
    operands.put(name, operand);
    return operand;
  }

  /** The memory of an array, or the memory from an address in an array to the array's end. */
  private Region memory(int position, ElementType type) {
    if (values[position] instanceof NdArray array) {
      checkUsable(position, array, type);
      return array.region();
    }
    boolean isAddress =
        values[position] instanceof Address
            || values[position] instanceof Long
            || values[position] instanceof Integer;
    Region region = isAddress ? session.resolve(address(position)) : null;
    if (region == null) {
      throw expected(position, "a device array of " + type.typeName());
    }
    return region;
  }

  private long address(int position) {
    return values[position] instanceof Address(long value) ? value : exactInteger(position);
  }

  private void checkUsable(int position, NdArray array, ElementType type) {
    array.storage().checkAlive(array);
    String refusal = array.refusal(session);
    ScalarType part = ScalarType.parse(type.componentType().typeName());
    if (!part.accepts(array.type())) {
      throw expected(position, "a device array of " + type.typeName());
    }
    if (refusal != null) {
      throw refuse(position, GrCudaException.Kind.TYPE, refusal);
    }
  }

  private GrCudaException tooShort(int position, ElementType type, long given, long needed) {
    String what =
        values[position] instanceof NdArray array ? array.describe() : "the memory at this address";
    return refuse(
        position,
        GrCudaException.Kind.VALUE,
        "%s is too short: the call uses %d %s of %s, given %d"
            .formatted(what, needed, needed == 1 ? "element" : "elements", type.typeName(), given));
  }

  /** Only the part that the call uses: other computations may use the rest of the array. */
  private static NdArray part(NdArray array, long bytes) {
    long elements = Math.ceilDiv(bytes, array.type().sizeBytes());
    return elements == 0 || elements == array.size() ? array : array.flat().slice(0, elements);
  }

  /** The error for a value of the wrong type. */
  private GrCudaException expected(int position, String expected) {
    return refuse(
        position,
        GrCudaException.Kind.TYPE,
        "expected " + expected + ", given " + describe(values[position]));
  }

  /** The error for parameter {@code name}. */
  GrCudaException refuse(String name, String problem) {
    return refuse(function.position(name), GrCudaException.Kind.VALUE, problem);
  }

  private GrCudaException refuse(int position, GrCudaException.Kind kind, String problem) {
    return new GrCudaException(kind, function.place(position) + ": " + problem);
  }

  private static String describe(Object value) {
    return switch (value) {
      case null -> "null";
      case NdArray array -> array.describe();
      case Number number -> "the number " + number;
      case Boolean truth -> truth.toString();
      case String text -> text.length() <= 40 ? "the string '" + text + "'" : "a string";
      case Object[] list -> "a list of " + list.length;
      case Address(long address) -> "the pointer " + CudaMemory.hex(address);
      case Unusable(String description) -> description;
      default -> "a " + value.getClass().getTypeName();
    };
  }
}
