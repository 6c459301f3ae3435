package org.grcuda.core.builtin;

import org.grcuda.core.engine.CudaErrors;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.engine.Session;
import org.grcuda.core.engine.UserEvent;
import org.grcuda.core.engine.UserStream;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.DeviceArray;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.NamedArguments;
import org.grcuda.core.interop.Pointers;
import org.grcuda.core.interop.Streams;
import org.grcuda.driver.CudaResult;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.computation.Region;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** The arguments of one call of a built-in function; errors name function and argument. */
final class Arguments {

  private final GuestContext context;
  private final String function;
  private final Object[] values;

  Arguments(GuestContext context, String function, Object[] values) {
    this.context = context;
    this.function = function;
    this.values = values;
  }

  /** The name of the function. */
  String function() {
    return function;
  }

  /** The state of the language. */
  GuestContext context() {
    return context;
  }

  /** The session of the call. */
  Session session() {
    return context.session();
  }

  int count() {
    return values.length;
  }

  /** All arguments. */
  Object[] values() {
    return values;
  }

  /** Argument {@code index}, from 0. */
  Object value(int index) {
    return values[index];
  }

  /** Whether argument {@code index} was given, and is not null or 0. */
  boolean isGiven(int index) {
    return index < values.length && !Streams.isDefault(values[index]);
  }

  /** How messages name argument {@code index}. */
  String what(int index, String name) {
    return function + ", argument " + (index + 1) + " '" + name + "'";
  }

  long integer(int index, String name) {
    return Values.integer(what(index, name), values[index]);
  }

  int integer(int index, String name, int least, int most) {
    return Values.integer(what(index, name), values[index], least, most);
  }

  /** A number of bytes, at least {@code least}. */
  long bytes(int index, String name, long least) {
    long bytes = integer(index, name);
    if (bytes < least) {
      throw invalid(index, name, "expected at least " + least + ", given " + bytes);
    }
    return bytes;
  }

  /** The ordinal of a device. */
  int device(int index, String name) {
    return place(index, name, 0);
  }

  /** The ordinal of a device, or -1 for the host (cudaCpuDeviceId). */
  int deviceOrHost(int index, String name) {
    return place(index, name, Places.HOST);
  }

  private int place(int index, String name, int least) {
    long ordinal = integer(index, name);
    String argument = "argument " + (index + 1) + " '" + name + "'";
    session().cuda().devices().requirePlace(function, argument, ordinal, least);
    return (int) ordinal;
  }

  UserStream stream(int index, String name) {
    return Streams.stream(what(index, name), values[index]);
  }

  UserEvent event(int index, String name) {
    return Streams.event(what(index, name), values[index]);
  }

  /** Where the stream of argument {@code index}, if there is one, puts work. */
  Placement placement(int index, String name) {
    return index < values.length
        ? Streams.placement(what(index, name), session(), values[index])
        : Placement.ANYWHERE;
  }

  /** The text that argument {@code index} is. */
  String string(int index, String name) {
    return Values.string(what(index, name), values[index]);
  }

  /** The element type that argument {@code index} names. */
  ElementType elementType(int index, String name) {
    return Values.elementType(what(index, name), values[index]);
  }

  /** The device array that argument {@code index} is. */
  NdArray array(int index, String name) {
    if (values[index] instanceof DeviceArray array) {
      return array.array();
    }
    throw Values.expected(what(index, name), "a device array", values[index]);
  }

  /** {@code array} as a result of the call. */
  DeviceArray array(NdArray array) {
    return new DeviceArray(context, array);
  }

  /** Argument {@code index}, if it is given, as arguments by name. */
  NamedArguments named(int index, String name) {
    return new NamedArguments(
        function, what(index, name), index < values.length ? values[index] : null);
  }

  /** All memory that argument {@code index} reaches. */
  Region memory(int index, String name) {
    return Pointers.memory(session(), function, what(index, name), values[index]);
  }

  /**
   * The first {@code bytes} bytes, at least 1, of memory that argument {@code index} stands for.
   *
   * @param name the argument
   * @throws GrCudaException CUDA_ERROR_INVALID_VALUE if it has fewer
   */
  Region memory(int index, String name, long bytes) {
    Region memory = memory(index, name);
    if (bytes > memory.length()) {
      throw invalid(
          index,
          name,
          bytes
              + " bytes from there leave "
              + memory.allocation()
              + ", which has "
              + memory.length());
    }
    return new Region(memory.allocation(), memory.offset(), bytes);
  }

  /** An error about argument {@code index}, with CUDA's code CUDA_ERROR_INVALID_VALUE. */
  GrCudaException invalid(int index, String name, String problem) {
    return CudaErrors.of(
        GrCudaException.Kind.VALUE,
        CudaResult.CUDA_ERROR_INVALID_VALUE,
        function,
        what(index, name) + ": " + problem);
  }
}
