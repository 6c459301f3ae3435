package org.grcuda.core.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import org.grcuda.types.GrCudaException;
import sun.misc.Unsafe;

/**
 * Reads and stores elements by raw address: the last step of an element access of a device array.
 * The caller has checked bounds and liveness.
 */
@SuppressWarnings({"removal", "restricted"})
public final class HostMemory {

  private static final Unsafe UNSAFE = unsafe();
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private HostMemory() {}

  private static Unsafe unsafe() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Reads a byte. */
  public static byte getByte(long address) {
    return UNSAFE.getByte(address);
  }

  /** Stores a byte. */
  public static void putByte(long address, byte value) {
    UNSAFE.putByte(address, value);
  }

  /** Reads a short. */
  public static short getShort(long address) {
    return UNSAFE.getShort(address);
  }

  /** Stores a short. */
  public static void putShort(long address, short value) {
    UNSAFE.putShort(address, value);
  }

  /** Reads an int. */
  public static int getInt(long address) {
    return UNSAFE.getInt(address);
  }

  /** Stores an int. */
  public static void putInt(long address, int value) {
    UNSAFE.putInt(address, value);
  }

  /** Reads a long. */
  public static long getLong(long address) {
    return UNSAFE.getLong(address);
  }

  /** Stores a long. */
  public static void putLong(long address, long value) {
    UNSAFE.putLong(address, value);
  }

  /** Reads a float. */
  public static float getFloat(long address) {
    return UNSAFE.getFloat(address);
  }

  /** Stores a float. */
  public static void putFloat(long address, float value) {
    UNSAFE.putFloat(address, value);
  }

  /** Reads a double. */
  public static double getDouble(long address) {
    return UNSAFE.getDouble(address);
  }

  /** Stores a double. */
  public static void putDouble(long address, double value) {
    UNSAFE.putDouble(address, value);
  }

  /** Reads from memory that {@code owner} keeps from being freed. */
  public static byte getByte(long address, Object owner) {
    byte value = UNSAFE.getByte(address);
    Reference.reachabilityFence(owner);
    return value;
  }

  /** Stores in memory that {@code owner} keeps from being freed. */
  public static void putByte(long address, byte value, Object owner) {
    UNSAFE.putByte(address, value);
    Reference.reachabilityFence(owner);
  }

  /** Reads from memory that {@code owner} keeps from being freed. */
  public static short getShort(long address, Object owner) {
    short value = UNSAFE.getShort(address);
    Reference.reachabilityFence(owner);
    return value;
  }

  /** Stores in memory that {@code owner} keeps from being freed. */
  public static void putShort(long address, short value, Object owner) {
    UNSAFE.putShort(address, value);
    Reference.reachabilityFence(owner);
  }

  /** Reads from memory that {@code owner} keeps from being freed. */
  public static int getInt(long address, Object owner) {
    int value = UNSAFE.getInt(address);
    Reference.reachabilityFence(owner);
    return value;
  }

  /** Stores in memory that {@code owner} keeps from being freed. */
  public static void putInt(long address, int value, Object owner) {
    UNSAFE.putInt(address, value);
    Reference.reachabilityFence(owner);
  }

  /** Reads from memory that {@code owner} keeps from being freed. */
  public static long getLong(long address, Object owner) {
    long value = UNSAFE.getLong(address);
    Reference.reachabilityFence(owner);
    return value;
  }

  /** Stores in memory that {@code owner} keeps from being freed. */
  public static void putLong(long address, long value, Object owner) {
    UNSAFE.putLong(address, value);
    Reference.reachabilityFence(owner);
  }

  /** Reads from memory that {@code owner} keeps from being freed. */
  public static float getFloat(long address, Object owner) {
    float value = UNSAFE.getFloat(address);
    Reference.reachabilityFence(owner);
    return value;
  }

  /** Stores in memory that {@code owner} keeps from being freed. */
  public static void putFloat(long address, float value, Object owner) {
    UNSAFE.putFloat(address, value);
    Reference.reachabilityFence(owner);
  }

  /** Reads from memory that {@code owner} keeps from being freed. */
  public static double getDouble(long address, Object owner) {
    double value = UNSAFE.getDouble(address);
    Reference.reachabilityFence(owner);
    return value;
  }

  /** Stores in memory that {@code owner} keeps from being freed. */
  public static void putDouble(long address, double value, Object owner) {
    UNSAFE.putDouble(address, value);
    Reference.reachabilityFence(owner);
  }

  /** Copies {@code bytes} bytes from {@code address} to {@code destination}. */
  public static void copyToArray(long address, byte[] destination, int offset, int bytes) {
    UNSAFE.copyMemory(
        null, address, destination, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset, bytes);
  }

  /** Copies {@code bytes} bytes of {@code source} from {@code offset} on to {@code address}. */
  public static void copyFromArray(byte[] source, int offset, long address, int bytes) {
    UNSAFE.copyMemory(source, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset, null, address, bytes);
  }

  /**
   * Refuses memory whose arena was closed.
   *
   * @param method the method that would copy, for the message
   */
  public static void checkAlive(String method, MemorySegment memory) {
    if (!memory.scope().isAlive()) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE, method + ", argument 1: the memory's arena is closed");
    }
  }

  /**
   * Refuses memory that cannot be written.
   *
   * @param method the method that would write, for the message
   */
  public static void checkWritable(String method, MemorySegment target) {
    if (target.isReadOnly()) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE, method + ", argument 1: the memory is read-only");
    }
  }

  /** The {@code bytes} bytes from {@code address} on. */
  public static MemorySegment segment(long address, long bytes) {
    return ALL.asSlice(address, bytes);
  }

  /** As the other, valid as long as {@code arena}. */
  public static MemorySegment segment(long address, long bytes, Arena arena) {
    return MemorySegment.ofAddress(address).reinterpret(bytes, arena, null);
  }

  /** The NUL-terminated UTF-8 string at {@code address}. */
  public static String string(long address) {
    return ALL.getString(address);
  }
}
